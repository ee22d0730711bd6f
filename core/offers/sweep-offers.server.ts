import type { Context } from "../context.server.ts";
import { lockOffers, moveOffers, passedOffers } from "./store.server.ts";

/** Offers moved in one transaction: locks stay short, and a killed sweep loses little. */
const BATCH = 200;

/**
 * Moves offers whose slot is about to start on to their next one, and removes those without. Runs
 * every minute; any number of processes may.
 *
 * @returns how many offers were checked.
 */
export async function sweepOffers(ctx: Context): Promise<number> {
  let swept = 0;
  for (;;) {
    const now = ctx.now();
    const batch = await ctx.db.transaction(async (tx) => {
      const ids = await passedOffers(tx, now, BATCH);
      await lockOffers(tx, ids);
      await moveOffers(tx, ids, now);
      return ids.length;
    });
    swept += batch;
    if (batch < BATCH) return swept;
  }
}
