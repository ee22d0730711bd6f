import type { Context } from "../context.server.ts";
import { refreshListings } from "../listings/refresh-listings.server.ts";
import { readOutdated } from "./store.server.ts";

/** Offerings in one job, which ends within half a minute; the next goes on. */
const TURN = 100;

/**
 * Updates the search rows of a category that was renamed or merged, each in a transaction of its own,
 * so that nobody who books or edits waits for all of them (rule: category-care). A job: safe to
 * repeat, and it begins where there is something left.
 */
export async function refreshCategory(ctx: Context, { typeId }: { typeId: string }): Promise<void> {
  const ids = await readOutdated(ctx.db, typeId, TURN);
  for (const id of ids) {
    await ctx.db.transaction((tx) => refreshListings(tx, [id], ctx.now()));
  }
  if (ids.length === TURN) await ctx.jobs.send(ctx.db, "refresh-category", { typeId });
}
