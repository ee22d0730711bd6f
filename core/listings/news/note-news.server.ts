import type { Transaction } from "#platform/postgres.server.ts";
import type { Context } from "../../context.server.ts";
import { MINUTE } from "../../durations.ts";
import { deleteNews, insertSteps } from "./store.server.ts";

/** Longer than the job's interval, so that a late run misses nothing. */
const STEP_WINDOW = 10 * MINUTE;

/** Notes price drops that nothing else writes (rule: listing-interval); safe to repeat. */
export async function notePriceSteps(ctx: Context): Promise<number> {
  const now = ctx.now();
  return insertSteps(ctx.db, { since: new Date(now.getTime() - STEP_WINDOW), now });
}

/** Removes up to `limit` notes; once committed, nobody else sees them. */
export function takeNews(
  tx: Transaction,
  limit: number,
): Promise<{ slotId: string; isNew: boolean }[]> {
  return deleteNews(tx, limit);
}
