import type { Transaction } from "#platform/postgres.server.ts";
import { type Context, defineJob } from "../../context.server.ts";
import { MINUTE } from "../../durations.ts";
import { refreshListings } from "../../listings/refresh-listings.server.ts";
import { filterFreeHours } from "../../occupancy/occupy-slot.server.ts";
import { isOwnerHeld } from "../../professionals/tax-requests/require-tax-details.server.ts";
import { insertSlots } from "../slots/store.server.ts";
import { hoursOf } from "./rules.ts";
import { listRecurring, listRecurringOf, lockRecurring } from "./store.server.ts";

/** Safe to repeat, and in parallel (rules: slots-ahead, one-place). */
export const generateSlots = defineJob("generate-slots", (ctx, { id }) => {
  const now = ctx.now();
  return ctx.db.transaction(async (tx) => {
    const found = await lockRecurring(tx, id);
    if (!found || (await isOwnerHeld(tx, id, now))) return 0;
    const { schedule, duration, capacity, terms } = found;
    const hours = hoursOf(schedule, now).map((hour) => ({
      ...hour,
      end: new Date(hour.start.getTime() + duration * MINUTE),
    }));
    const free = await filterFreeHours(
      tx,
      id,
      hours.filter(({ isParallel }) => !isParallel),
    );
    const beside = hours.filter(({ isParallel }) => isParallel);
    const made = await insertSlots(
      tx,
      { offeringId: id, terms, now },
      [...free, ...beside].map((hour) => ({ ...hour, capacity })),
    );
    if (made > 0) await refreshListings(tx, [id], now);
    return made;
  });
});

export async function generateSlotsOf(
  ctx: Context,
  tx: Transaction,
  professionalId: string,
): Promise<void> {
  await ctx.jobs.send(tx, "generate-slots", await listRecurringOf(tx, professionalId));
}

const BATCH = 100;

export const generateAllSlots = defineJob("generate-all-slots", async (ctx, { after = null }) => {
  const batch = await listRecurring(ctx.db, after, BATCH);
  for (const one of batch) await generateSlots(ctx, one);
  const last = batch.at(-1);
  if (last && batch.length === BATCH) {
    await ctx.jobs.send(ctx.db, "generate-all-slots", { after: last.id });
  }
});
