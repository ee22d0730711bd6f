import type { Context } from "../context.server.ts";
import { refreshListings } from "./refresh-listings.server.ts";
import { deletePassed, offeringsAfter } from "./store.server.ts";

/**
 * The number of rows that one transaction deletes, so that locks stay short and a killed process
 * loses little.
 */
const BATCH = 1_000;

/**
 * Deletes the search rows of slots that have begun. Searches skip them anyway, but are slowed down
 * by them. Several processes may do this at once.
 *
 * @returns how many rows were deleted.
 */
export async function sweepListings(ctx: Context): Promise<number> {
  let swept = 0;
  for (;;) {
    const batch = await deletePassed(ctx.db, ctx.now(), BATCH);
    swept += batch;
    if (batch < BATCH) return swept;
  }
}

/**
 * The number of offerings in one job, which must end within half a minute; the next job continues
 * from there.
 */
const TURN = 100;

/** Updates the search rows of every offering, once a day, because their marks of days pass. */
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
