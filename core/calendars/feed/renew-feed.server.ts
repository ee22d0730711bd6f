import { hashSecret, newSecret } from "#platform/ids.server.ts";
import * as addresses from "#site/addresses.ts";
import type { Context } from "../../context.server.ts";
import { requireProfessional } from "../permit-owner.server.ts";
import { writeFeed } from "./store.server.ts";

/**
 * Revokes the previous one (rule: calendar-out); shown once, because only its hash is stored.
 * @throws AppError `forbidden` without a professional profile.
 */
export async function renewFeed(ctx: Context): Promise<{ url: string }> {
  const { professionalId } = requireProfessional(ctx);
  const secret = newSecret();
  await writeFeed(ctx.db, professionalId, { secretHash: hashSecret(secret), now: ctx.now() });
  return { url: ctx.config.appUrl + addresses.calendarFeed(secret) };
}
