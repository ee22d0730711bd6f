import type { Context } from "../context.server.ts";
import { releaseHold } from "./release-hold.server.ts";
import { FREE_HOLD_LIFETIME } from "./rules.ts";
import { listFreeHolds, lockBooking } from "./store.server.ts";

/** A turn ends well within a job's 30 s. */
const BATCH = 500;

/**
 * Gives back what guests hold without charge and have not confirmed in time: there is no provider who
 * would say when that is over, so that our own clock does. Each by itself, any number of times.
 *
 * @returns how many.
 */
export async function releaseHolds(ctx: Context): Promise<number> {
  const before = new Date(ctx.now().getTime() - FREE_HOLD_LIFETIME);
  const ids = await listFreeHolds(ctx.db, { before, limit: BATCH });
  for (const id of ids) {
    await ctx.db.transaction(async (tx) => {
      // Confirmed at this very moment, it is not pending any more, and nothing is given back.
      await releaseHold(ctx, tx, await lockBooking(tx, id), "expired");
    });
  }
  return ids.length;
}
