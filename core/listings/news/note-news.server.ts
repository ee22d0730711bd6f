import type { Transaction } from "#platform/postgres.server.ts";
import type { Context } from "../../context.server.ts";
import { MINUTE } from "../../durations.ts";
import { deleteNews, insertSteps } from "./store.server.ts";

/** Longer than the job's interval, so that a turn that came late misses nothing. */
const STEP_WINDOW = 10 * MINUTE;

/**
 * Notes the slots whose price has come down by itself in the last minutes, all at once: nothing else
 * is written at such a step (rule: listing-interval). Safe to repeat.
 *
 * @returns how many.
 */
export async function notePriceSteps(ctx: Context): Promise<number> {
  const now = ctx.now();
  return insertSteps(ctx.db, { since: new Date(now.getTime() - STEP_WINDOW), now });
}

/**
 * Takes away up to `limit` notes of slots that can be booked since a moment ago, or better than
 * before. They are lost to everybody else once the transaction is committed.
 */
export function takeNews(
  tx: Transaction,
  limit: number,
): Promise<{ slotId: string; isNew: boolean }[]> {
  return deleteNews(tx, limit);
}
