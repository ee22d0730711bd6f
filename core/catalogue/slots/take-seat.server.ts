import type { Transaction } from "#platform/postgres.server.ts";
import { noteSeats, noteTaken, refreshHours } from "../../listings/refresh-listings.server.ts";
import { type FreedTime, noteFreed } from "../../occupancy/free-again.server.ts";
import { lockPractitionerOf } from "../../occupancy/lock-practitioner.server.ts";
import { freeSlot, occupySlot } from "../../occupancy/occupy-slot.server.ts";
import type { Seat, SeatRefusal, SlotKind } from "../schema.ts";
import { giveSeatBack, seatRefusal, takeFreeSeat } from "./store.server.ts";

interface Asked {
  kind: SlotKind;
  slotId: string;
  /** Null for a guest. */
  buyerUserId: string | null;
  now: Date;
}

/**
 * Takes one seat of a slot for a buyer (rules: seat-hold, bookable, one-place): one conditional
 * update under a CHECK, so that the last seat has one winner however many ask. Prices and people are
 * read in the same statement. Holds, amounts and double bookings are checked by the booking, in the
 * same transaction.
 *
 * Only the first seat of a slot takes its professional's time, one slot of theirs after the other,
 * and freezes its prices.
 */
export async function takeSeat(
  tx: Transaction,
  asked: Asked,
): Promise<{ seat: Seat; refused: null } | { seat: null; refused: SeatRefusal }> {
  let seat = await takeFreeSeat(tx, asked, false);
  if (!seat) {
    const refused = await seatRefusal(tx, asked);
    if (refused) return { seat: null, refused };
    seat = await takeFirstSeat(tx, asked);
  }
  if (!seat) return { seat: null, refused: (await seatRefusal(tx, asked)) ?? "sold_out" };
  await noteSeats(tx, { slotId: asked.slotId, free: seat.availableSpots, change: -1 }, asked.now);
  return { seat, refused: null };
}

async function takeFirstSeat(tx: Transaction, asked: Asked): Promise<Seat | null> {
  await lockPractitionerOf(tx, asked);
  await occupySlot(tx, asked.slotId, asked.now);
  const seat = await takeFreeSeat(tx, asked, true);
  if (seat) await noteTaken(tx, asked.slotId);
  else await freeSlot(tx, asked.slotId);
  return seat;
}

type Returned = Pick<Asked, "slotId" | "now">;

/**
 * Gives a seat back, and with the last one its professional's time. Once for each seat taken: a seat
 * too many violates the slot's CHECK.
 *
 * @throws DatabaseError `slots_spots`.
 */
export async function returnSeat(tx: Transaction, of: Returned): Promise<void> {
  await lockPractitionerOf(tx, of);
  const freed = await giveBack(tx, of);
  if (freed) await noteFreed(tx, freed, of.now);
}

/**
 * The same for a seat that this very transaction took: it has the slot's row, and whoever waits for
 * that has locked the professional's time before. Nobody saw what it closed, so nothing opens again.
 */
export async function undoTakeSeat(tx: Transaction, of: Returned): Promise<void> {
  await giveBack(tx, of);
}

async function giveBack(tx: Transaction, { slotId, now }: Returned): Promise<FreedTime | null> {
  const free = await giveSeatBack(tx, slotId, now);
  const freed = await freeSlot(tx, slotId);
  // Others at its hour can be booked again; and it too is now closed by what came over it.
  if (freed) await refreshHours(tx, freed, now);
  else if (free !== null) await noteSeats(tx, { slotId, free, change: 1 }, now);
  return freed;
}
