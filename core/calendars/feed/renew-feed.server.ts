import { hashSecret, newSecret } from "#platform/ids.server.ts";
import * as addresses from "#site/addresses.ts";
import type { Context } from "../../context.server.ts";
import { requireProfessional } from "../permit-owner.server.ts";
import { writeFeed } from "./store.server.ts";

/**
 * Makes the address at which a professional's own programs read their agenda, in place of the one
 * before (rule: calendar-out). It is shown this once: only its hash is kept.
 *
 * @throws AppError `unauthenticated`, `forbidden`.
 */
export async function renewFeed(ctx: Context): Promise<{ url: string }> {
  const { professionalId } = requireProfessional(ctx);
  const secret = newSecret();
  await writeFeed(ctx.db, professionalId, { secretHash: hashSecret(secret), now: ctx.now() });
  return { url: ctx.config.appUrl + addresses.calendarFeed(secret) };
}
