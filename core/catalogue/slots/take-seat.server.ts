import type { Transaction } from "#platform/postgres.server.ts";
import { refreshReturnedSeat, refreshTakenSeat } from "../../offers/refresh-offers.server.ts";
import { LOW_STOCK } from "../../offers/rules.ts";
import type { Seat, SeatRefusal, SlotKind } from "../schema.ts";
import { giveSeatBack, seatRefusal, takeFreeSeat } from "./store.server.ts";

/**
 * Takes one seat of a slot for a buyer (rules: seat-hold, bookable): one conditional update under a
 * CHECK, so that the last seat has one winner however many ask. Prices and people are read in the
 * same statement. Holds, amounts and double bookings are checked by the booking, in the same
 * transaction.
 *
 * @param buyerUserId null for a guest.
 */
export async function takeSeat(
  tx: Transaction,
  asked: { kind: SlotKind; slotId: string; buyerUserId: string | null; now: Date },
): Promise<{ seat: Seat; refused: null } | { seat: null; refused: SeatRefusal }> {
  const seat = await takeFreeSeat(tx, asked);
  if (!seat) return { seat: null, refused: await seatRefusal(tx, asked) };
  if (asked.kind === "session" && seat.availableSpots <= LOW_STOCK) {
    await refreshTakenSeat(tx, seat.offeringId, asked.now);
  }
  return { seat, refused: null };
}

/**
 * Gives a seat back. Once for each seat taken: a seat too many violates the slot's CHECK.
 *
 * @throws DatabaseError `slots_spots`.
 */
export async function returnSeat(
  tx: Transaction,
  { kind, slotId, now }: { kind: SlotKind; slotId: string; now: Date },
): Promise<void> {
  const returned = await giveSeatBack(tx, slotId, now);
  if (kind === "session" && returned && returned.availableSpots <= LOW_STOCK + 1) {
    await refreshReturnedSeat(tx, returned.offeringId, now);
  }
}
