import type { z } from "zod";
import { matchesHash, shortenId } from "#platform/ids.server.ts";
import type { Context } from "../../context.server.ts";
import { parseInput } from "../../parse.ts";
import type { AlertConditions } from "../schema.ts";
import { type AlertLinkView, alertLinkInput } from "./schema.ts";
import { type AlertLink, findAlertLink, findGuestOf } from "./store.server.ts";

/**
 * The search that a guest's link would keep. Reading changes nothing, because programs open links
 * too.
 *
 * @returns null when the link is unknown or expired, or what it kept has been stopped since.
 */
export async function readAlertLink(
  ctx: Context,
  input: z.input<typeof alertLinkInput>,
): Promise<AlertLinkView | null> {
  const { token } = parseInput(alertLinkInput, input);
  const link = await findByToken(ctx, token);
  if (!link) return null;
  const guestId = link.followedAt ? await findGuestOf(ctx.db, link.email) : null;
  if (link.followedAt && !guestId) return null;
  const { id, createdAt } = link;
  const conditions = link.conditions as unknown as AlertConditions;
  return {
    alert: { id, conditions, isPaused: false, createdAt },
    code: guestId && shortenId(guestId),
  };
}

/** The link of this token; null when it is unknown or expired. */
export async function findByToken(ctx: Context, token: string): Promise<AlertLink | null> {
  const [, id, secret = ""] = token.match(/^([0-9a-f-]{36})\.([\w-]{43})$/) ?? [];
  const link = id ? await findAlertLink(ctx.db, id, ctx.now()) : null;
  return link && matchesHash(secret, link.secretHash) ? link : null;
}
