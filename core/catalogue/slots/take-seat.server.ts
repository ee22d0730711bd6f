import { type Transaction, withSavepoint } from "#platform/postgres.server.ts";
import {
  refreshHours,
  refreshSeats,
  refreshSlot,
  removeOverlapped,
} from "../../listings/refresh-listings.server.ts";
import {
  type FreedTime,
  lockPractitionerOf,
  recordReopened,
} from "../../occupancy/lock-practitioner.server.ts";
import { freeSlot, occupySlot } from "../../occupancy/occupy-slot.server.ts";
import type { SeatRefusal } from "../../occupancy/why-not-bookable.server.ts";
import type { Seat } from "../schema.ts";
import { readRefusal, type SeatRequest, writeReturned, writeTaken } from "./store.server.ts";

export type Taken =
  | { seat: Seat; refused: null }
  | { seat: null; refused: SeatRefusal; free: number };

/**
 * All or none, as the statement of `writeTaken` decides (rules: seat-hold, for-several, bookable,
 * one-place); `isFirst` takes the lock at once.
 */
export async function takeFreeSeats(
  tx: Transaction,
  { isFirst = false, ...asked }: SeatRequest & { isFirst?: boolean },
): Promise<Taken> {
  let seat = isFirst ? null : await tryFreeSeats(tx, asked);
  if (seat) await refreshTaken(tx, asked, seat);
  else {
    const found = isFirst ? null : await readRefusal(tx, asked);
    if (found?.refused) return { seat: null, ...found, refused: found.refused };
    seat = await takeFirstSeats(tx, asked);
  }
  if (seat) return { seat, refused: null };
  const { refused, free } = await readRefusal(tx, asked);
  return { seat: null, refused: refused ?? "sold_out", free };
}

/** Undone if too few, because a professional is locked before their slots. */
function tryFreeSeats(tx: Transaction, asked: SeatRequest): Promise<Seat | null> {
  const take = () => writeTaken(tx, asked, { isLocked: false });
  return withSavepoint(tx, "attempt", take, (seat) => seat !== null);
}

async function takeFirstSeats(tx: Transaction, asked: SeatRequest): Promise<Seat | null> {
  const [, isOccupied, seat] = await Promise.all([
    lockPractitionerOf(tx, asked),
    occupySlot(tx, asked.slotId, asked.now),
    writeTaken(tx, asked, { isLocked: true }),
  ]);
  if (!seat) {
    // The other gives this time back, with the search rows that follow.
    if (isOccupied) await freeSlot(tx, asked.slotId);
    return null;
  }
  const isFull = seat.availableSpots === 0;
  await removeOverlapped(tx, asked.slotId, { isFull });
  if (!isFull) await refreshTaken(tx, asked, seat);
  return seat;
}

async function refreshTaken(
  tx: Transaction,
  { slotId, seats, now }: SeatRequest,
  { availableSpots: free }: Seat,
): Promise<void> {
  await refreshSeats(tx, { slotId, free, change: -seats }, now);
}

type Returned = Pick<SeatRequest, "slotId" | "seats" | "now">;

/** One too many violates the slot's CHECK. @throws DatabaseError `slots_spots`. */
export async function returnSeats(tx: Transaction, of: Returned): Promise<void> {
  await lockPractitionerOf(tx, of);
  const freed = await returnToSale(tx, of);
  if (freed) await recordReopened(tx, freed, of.now);
}

/** Nobody has seen yet which slots were closed, so no search rows are written. */
export async function returnJustTaken(tx: Transaction, of: Returned): Promise<void> {
  await returnToSale(tx, of);
}

async function returnToSale(tx: Transaction, of: Returned): Promise<FreedTime | null> {
  const { slotId, seats, now } = of;
  const given = await writeReturned(tx, of);
  const freed = await freeSlot(tx, slotId);
  // What was planned later may close this slot now.
  if (freed) await refreshHours(tx, freed, now);
  else if (given?.isAwaited) await refreshSlot(tx, slotId, now);
  else if (given) await refreshSeats(tx, { slotId, free: given.free, change: seats }, now);
  return freed;
}
