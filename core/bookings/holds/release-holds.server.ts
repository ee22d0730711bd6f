import { defineJob } from "../../context.server.ts";
import { lockBooking } from "../store.server.ts";
import { releaseHold } from "./release-hold.server.ts";
import { FREE_HOLD_LIFETIME } from "./rules.ts";
import { listFreeHolds } from "./store.server.ts";

/** Few enough for a run to end well within a job's 30 s. */
const BATCH = 500;

/** Releases one per transaction; safe to repeat (rule: free-guest-booking). */
export const releaseHolds = defineJob("release-holds", async (ctx) => {
  const before = new Date(ctx.now().getTime() - FREE_HOLD_LIFETIME);
  const ids = await listFreeHolds(ctx.db, { before, limit: BATCH });
  for (const id of ids) {
    await ctx.db.transaction(async (tx) => {
      // Confirmed at this very moment, it is no longer pending, and nothing is released.
      await releaseHold(ctx, tx, await lockBooking(tx, id), "expired");
    });
  }
  return ids.length;
});
