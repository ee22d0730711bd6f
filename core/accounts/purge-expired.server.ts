import { purgeHolds } from "../bookings/purge-holds.server.ts";
import type { Context } from "../context.server.ts";
import { purgeAnswers } from "../idempotency/purge-answers.server.ts";
import { purgeDrafts } from "../professionals/purge-drafts.server.ts";
import { deleteExpired } from "./store.server.ts";

/**
 * Deletes what time has made worthless: logins, links, tokens, counters and what was begun and left.
 * Any number of times.
 */
export async function purgeExpired(ctx: Context): Promise<void> {
  await deleteExpired(ctx.db, ctx.now());
  await purgeHolds(ctx);
  await purgeDrafts(ctx);
  await purgeAnswers(ctx);
}
