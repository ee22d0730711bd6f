import type { Transaction } from "#platform/postgres.server.ts";
import {
  refreshHours,
  refreshSlot,
  removeOverlapped,
} from "../../listings/refresh-listings.server.ts";
import { recordReopened } from "../../occupancy/lock-practitioner.server.ts";
import { freeSlot, occupySlot } from "../../occupancy/occupy-slot.server.ts";
import type { Seat } from "../schema.ts";
import {
  countResaleSeats,
  keepFreeSeats,
  lockSlotRow,
  type SeatRequest,
  takeResaleSeats,
} from "./store.server.ts";

export { freeKeptSeats, keepFreeSeats, lockSlotRow } from "./store.server.ts";

/** For somebody who waits (rules: waiting-list, one-place); the caller has `lockPractitioner`. */
export async function keepSeats(
  tx: Transaction,
  kept: { slotId: string; seats: number },
  now: Date,
): Promise<boolean> {
  await occupySlot(tx, kept.slotId, now);
  const isKept = await keepFreeSeats(tx, { ...kept, fromLine: true });
  if (isKept) await removeOverlapped(tx, kept.slotId);
  return isKept;
}

/** Call it after seats were kept, freed or opened; the caller has `lockPractitioner`. */
export async function settleSeats(tx: Transaction, slotId: string, now: Date): Promise<void> {
  const freed = await freeSlot(tx, slotId);
  await refreshSlot(tx, slotId, now);
  if (!freed) return;
  await refreshHours(tx, freed, now);
  await recordReopened(tx, freed, now);
}

/** Takes seats for sale again for a booking marked as held (rule: resale); null if one is free. */
export async function takeResale(tx: Transaction, asked: SeatRequest): Promise<Seat | null> {
  await lockSlotRow(tx, asked.slotId);
  const seat = await takeResaleSeats(tx, asked);
  if (seat) await refreshSlot(tx, asked.slotId, asked.now);
  return seat;
}

/** After a booking was put up, taken back, held, let go or ended (rule: resale). */
export async function countResale(
  tx: Transaction,
  of: { slotId: string; now: Date },
): Promise<void> {
  await lockSlotRow(tx, of.slotId);
  await countResaleSeats(tx, of);
  await refreshSlot(tx, of.slotId, of.now);
}
