import { inBatches } from "#platform/batches.server.ts";
import type { Transaction } from "#platform/postgres.server.ts";
import { defineJob } from "../context.server.ts";
import { lockPractitionersOf } from "../occupancy/lock-practitioner.server.ts";
import { insertNews } from "./note-news.server.ts";
import { SEATS_TOLD } from "./rules.ts";
import {
  deleteOverlapped,
  deletePassed,
  deletePassedMarks,
  lockOfferings,
  lockSlots,
  offeringsOf,
  writeListedSlots,
  writeListings,
  writePlaces,
  writeSeats,
} from "./store.server.ts";

/** Last in a transaction; who locked offerings or slots already holds the professional's lock. */
export async function refreshListings(
  tx: Transaction,
  offeringIds: readonly string[],
  now: Date,
): Promise<void> {
  if (offeringIds.length === 0) return;
  await lockPractitionersOf(tx, offeringIds);
  await lockOfferings(tx, offeringIds);
  await lockSlots(tx, { offeringIds });
  await writeListings(tx, offeringIds, now);
  await writeListedSlots(tx, { offeringIds }, now);
  await writePlaces(tx, offeringIds);
}

export async function refreshListingsOfProfessional(
  tx: Transaction,
  professionalId: string,
  now: Date,
): Promise<void> {
  await refreshListings(tx, await offeringsOf(tx, professionalId), now);
}

/** Updates slots overlapping `hours`, a PostgreSQL range; the caller holds `lockPractitioner`. */
export async function refreshHours(
  tx: Transaction,
  hours: { professionalId: string; during: string },
  now: Date,
): Promise<void> {
  await lockSlots(tx, hours);
  await writeListedSlots(tx, hours, now);
}

export async function refreshSlot(tx: Transaction, slotId: string, now: Date): Promise<void> {
  await lockSlots(tx, { slotIds: [slotId] });
  await writeListedSlots(tx, { slotIds: [slotId] }, now);
}

/** Removes rows closed by a first booking (rule: one-place), and its own where it `isFull`. */
export async function removeOverlapped(
  tx: Transaction,
  slotId: string,
  { isFull = false } = {},
): Promise<void> {
  await deleteOverlapped(tx, { slotId, isFull });
}

/** Updates free seats of a locked slot; most bookings write nothing and no index. */
export async function refreshSeats(
  tx: Transaction,
  { slotId, free, change }: { slotId: string; free: number; change: number },
  now: Date,
): Promise<void> {
  const before = free - change;
  if (before <= 0) await writeListedSlots(tx, { slotIds: [slotId] }, now);
  else if (Math.min(before, free) < SEATS_TOLD) {
    await writeSeats(tx, slotId, Math.min(free, SEATS_TOLD));
    if (change > 0) await insertNews(tx, slotId);
  }
}

export const sweepListings = defineJob("sweep-listings", async (ctx) => {
  let swept = 0;
  for (;;) {
    const batch = await deletePassed(ctx.db, ctx.now());
    if (batch === 0) return swept;
    swept += batch;
  }
});

/** Forgets marks of days that have passed, which find nothing and would grow for ever. */
export const sweepMarks = defineJob("sweep-marks", async (ctx) => {
  const isDone = await inBatches(() => deletePassedMarks(ctx.db, ctx.now()));
  if (!isDone) await ctx.jobs.send(ctx.db, "sweep-marks", {});
});
