import type { Context } from "../context.server.ts";
import { refreshListings } from "./refresh-listings.server.ts";
import { deletePassed, offeringsAfter } from "./store.server.ts";

/** Rows deleted in one transaction: locks stay short, and a killed sweep loses little. */
const BATCH = 1_000;

/**
 * Deletes the search rows of slots that have begun. A search passes over them anyway; they are only
 * in its way. Any number of processes may.
 *
 * @returns how many there were.
 */
export async function sweepListings(ctx: Context): Promise<number> {
  let swept = 0;
  for (;;) {
    const batch = await deletePassed(ctx.db, ctx.now(), BATCH);
    swept += batch;
    if (batch < BATCH) return swept;
  }
}

/** The number in one job, which must end within half a minute; the next continues from there. */
const TURN = 100;

/**
 * Brings the search rows of every offering up to date, once a day: those that the release before
 * changed, which knows nothing of them, and the marks of days that have passed.
 */
export async function refreshAllListings(
  ctx: Context,
  { after = null }: { after?: string | null },
): Promise<void> {
  const ids = await offeringsAfter(ctx.db, after, TURN);
  for (const id of ids) {
    await ctx.db.transaction((tx) => refreshListings(tx, [id], ctx.now()));
  }
  const last = ids.at(-1);
  if (last && ids.length === TURN) {
    await ctx.jobs.send(ctx.db, "refresh-all-listings", { after: last });
  }
}
