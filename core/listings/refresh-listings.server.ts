import type { Transaction } from "#platform/postgres.server.ts";
import { lockPractitionersOf } from "../occupancy/lock-practitioner.server.ts";
import { SEATS_TOLD } from "./rules.ts";
import {
  deleteOverlapped,
  lockOfferings,
  lockSlots,
  offeringsOf,
  writeListedSlots,
  writeListings,
  writePlaces,
  writeSeats,
} from "./store.server.ts";

/**
 * Brings the search rows of these offerings and all their slots up to date. A use case that changes
 * one, its slots or its professional calls this last in the same transaction. It takes the
 * professional's time and then the rows of offerings and slots: whoever has locked one of those
 * before has that time already.
 */
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

/**
 * The same for all offerings of one professional, whose name, rating, account, notice or status has
 * changed.
 */
export async function refreshListingsOfProfessional(
  tx: Transaction,
  professionalId: string,
  now: Date,
): Promise<void> {
  await refreshListings(tx, await offeringsOf(tx, professionalId), now);
}

/**
 * The same when the only change is that a stretch of a professional's time is given away, or free
 * again: of all their slots that touch it. The caller has their time (`lockPractitioner`).
 *
 * @param hours `during` is a range as PostgreSQL writes it.
 */
export async function refreshHours(
  tx: Transaction,
  hours: { professionalId: string; during: string },
  now: Date,
): Promise<void> {
  await lockSlots(tx, hours);
  await writeListedSlots(tx, hours, now);
}

/** The same when only one slot has changed. */
export async function refreshSlot(tx: Transaction, slotId: string, now: Date): Promise<void> {
  await lockSlots(tx, { slotIds: [slotId] });
  await writeListedSlots(tx, { slotIds: [slotId] }, now);
}

/**
 * The same when a slot has just taken its professional's time: others at the same hour can be
 * booked no more (rule: one-place).
 */
export async function noteTaken(tx: Transaction, slotId: string): Promise<void> {
  await deleteOverlapped(tx, slotId);
}

/**
 * The same when the only change is the number of a slot's free seats, whose row the transaction has
 * locked. Most bookings write nothing; the rest one row, without touching an index.
 *
 * @param change how many more there are than before; negative when seats were taken.
 */
export async function noteSeats(
  tx: Transaction,
  { slotId, free, change }: { slotId: string; free: number; change: number },
  now: Date,
): Promise<void> {
  const before = free - change;
  if (before <= 0) await writeListedSlots(tx, { slotIds: [slotId] }, now);
  else if (Math.min(before, free) < SEATS_TOLD) {
    await writeSeats(tx, slotId, Math.min(free, SEATS_TOLD));
  }
}
