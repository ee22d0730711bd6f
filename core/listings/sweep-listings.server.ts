import type { Context } from "../context.server.ts";
import { refreshListings } from "./refresh-listings.server.ts";
import { deletePassed, offeringsAfter } from "./store.server.ts";

/** Small enough that locks stay short. */
const BATCH = 1_000;

/** Deletes rows of past slots, which slow searches down; safe in parallel. */
export async function sweepListings(ctx: Context): Promise<number> {
  let swept = 0;
  for (;;) {
    const batch = await deletePassed(ctx.db, ctx.now(), BATCH);
    swept += batch;
    if (batch < BATCH) return swept;
  }
}

/** Offerings per job, which must end within half a minute. */
const TURN = 100;

/** Refreshes every offering daily, because its marks of days pass. */
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
