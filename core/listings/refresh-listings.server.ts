import type { Transaction } from "#platform/postgres.server.ts";
import { lockPractitionersOf } from "../occupancy/lock-practitioner.server.ts";
import { insertNews } from "./news/store.server.ts";
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
 * Updates the search rows of these offerings and all their slots. A use case that changes an
 * offering, its slots or its professional calls this last in the same transaction. It takes the
 * professional's lock before those of offerings and slots, so a caller that has locked one of these
 * rows must hold the professional's lock already.
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
 * Does the same for all offerings of one professional, after a change of their name, rating,
 * account, notice or status.
 */
export async function refreshListingsOfProfessional(
  tx: Transaction,
  professionalId: string,
  now: Date,
): Promise<void> {
  await refreshListings(tx, await offeringsOf(tx, professionalId), now);
}

/**
 * Does the same for the professional's slots that overlap a period, after only that period was
 * taken or freed. The caller holds the professional's lock (`lockPractitioner`).
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

/** Does the same for one slot. */
export async function refreshSlot(tx: Transaction, slotId: string, now: Date): Promise<void> {
  await lockSlots(tx, { slotIds: [slotId] });
  await writeListedSlots(tx, { slotIds: [slotId] }, now);
}

/**
 * Removes the search rows of the slots that overlap a slot which has just got its first booking:
 * they can no longer be booked (rule: one-place). Nor can that slot, where it `isFull` by it.
 */
export async function removeOverlapped(
  tx: Transaction,
  slotId: string,
  { isFull = false } = {},
): Promise<void> {
  await deleteOverlapped(tx, { slotId, isFull });
}

/**
 * Updates the search row of a slot, whose row the transaction has locked, after only its number of
 * free seats changed. Most bookings write nothing here, the others a single row and no index.
 *
 * @param change the difference; negative when seats were taken.
 */
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
