import type { Transaction } from "#platform/postgres.server.ts";
import {
  refreshHours,
  refreshSlot,
  removeOverlapped,
} from "../../listings/refresh-listings.server.ts";
import { freeSlot, occupySlot } from "../../occupancy/occupy-slot.server.ts";
import { recordReopened } from "../../occupancy/record-reopened.server.ts";
import { freeKeptSeats, keepFreeSeats } from "./store.server.ts";

interface Kept {
  slotId: string;
  seats: number;
}

/**
 * Keeps free seats of an open slot for somebody who waits for them, and its professional's time with
 * them (rules: waiting-list, one-place). The caller has `lockPractitioner`.
 *
 * @returns false when there are too few.
 */
export async function keepSeats(tx: Transaction, kept: Kept, now: Date): Promise<boolean> {
  await occupySlot(tx, kept.slotId, now);
  const isKept = await keepFreeSeats(tx, { ...kept, fromLine: true });
  if (isKept) await removeOverlapped(tx, kept.slotId);
  return isKept;
}

/** Keeps seats that are on sale, of a slot that has its professional's time. @returns as above. */
export function keepSeatsOnSale(tx: Transaction, kept: Kept): Promise<boolean> {
  return keepFreeSeats(tx, { ...kept, fromLine: false });
}

/**
 * Makes such seats free again: for whoever is next, or for the buyer for whom they were kept and
 * who takes them in the same transaction.
 *
 * @param since the present, when some of them are left for others who have not had their turn; null
 * within the same round of the line (rule: waiting-list).
 */
export async function freeSeats(tx: Transaction, kept: Kept, since: Date | null): Promise<void> {
  await freeKeptSeats(tx, { ...kept, since });
}

/**
 * Brings the search rows of a slot and its professional's time up to date, after seats of it were
 * kept, freed or opened to all. The caller has `lockPractitioner`.
 */
export async function settleSeats(tx: Transaction, slotId: string, now: Date): Promise<void> {
  const freed = await freeSlot(tx, slotId);
  await refreshSlot(tx, slotId, now);
  if (!freed) return;
  await refreshHours(tx, freed, now);
  await recordReopened(tx, freed, now);
}
