import type { Transaction } from "#platform/postgres.server.ts";
import {
  refreshHours,
  refreshSlot,
  removeOverlapped,
} from "../../listings/refresh-listings.server.ts";
import { recordReopened } from "../../occupancy/lock-practitioner.server.ts";
import { freeSlot, occupySlot } from "../../occupancy/occupy-slot.server.ts";
import { freeKeptSeats, keepFreeSeats } from "./store.server.ts";

interface Kept {
  slotId: string;
  seats: number;
}

/**
 * For somebody who waits (rules: waiting-list, one-place); the caller has `lockPractitioner`.
 * @returns false when there are too few.
 */
export async function keepSeats(tx: Transaction, kept: Kept, now: Date): Promise<boolean> {
  await occupySlot(tx, kept.slotId, now);
  const isKept = await keepFreeSeats(tx, { ...kept, fromLine: true });
  if (isKept) await removeOverlapped(tx, kept.slotId);
  return isKept;
}

/** Only of a slot that has its professional's time. @returns as above. */
export function keepSeatsOnSale(tx: Transaction, kept: Kept): Promise<boolean> {
  return keepFreeSeats(tx, { ...kept, fromLine: false });
}

/**
 * @param since the present, when others have not had their turn; null within a round (rule:
 * waiting-list).
 */
export async function freeSeats(tx: Transaction, kept: Kept, since: Date | null): Promise<void> {
  await freeKeptSeats(tx, { ...kept, since });
}

/** Call it after seats were kept, freed or opened; the caller has `lockPractitioner`. */
export async function settleSeats(tx: Transaction, slotId: string, now: Date): Promise<void> {
  const freed = await freeSlot(tx, slotId);
  await refreshSlot(tx, slotId, now);
  if (!freed) return;
  await refreshHours(tx, freed, now);
  await recordReopened(tx, freed, now);
}
