import type { Context } from "../context.server.ts";
import { refreshListings } from "../listings/refresh-listings.server.ts";
import { readOutdated } from "./store.server.ts";

/** Offerings per job, which must end within half a minute. */
const TURN = 100;

/** Uses short transactions, so nobody waits (rule: category-care); safe to repeat. */
export async function refreshCategory(ctx: Context, { typeId }: { typeId: string }): Promise<void> {
  const ids = await readOutdated(ctx.db, typeId, TURN);
  for (const id of ids) {
    await ctx.db.transaction((tx) => refreshListings(tx, [id], ctx.now()));
  }
  if (ids.length === TURN) await ctx.jobs.send(ctx.db, "refresh-category", { typeId });
}
