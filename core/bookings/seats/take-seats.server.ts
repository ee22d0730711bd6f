import type { Transaction } from "#platform/postgres.server.ts";
import type { SlotKind } from "../../catalogue/schema.ts";
import { countResale, takeResale } from "../../catalogue/slots/keep-seats.server.ts";
import { returnSeats, type Taken, takeFreeSeats } from "../../catalogue/slots/take-seat.server.ts";
import { stopWaiting, takeOfferedSeats } from "../../waiting-list/offer-seats.server.ts";
import { holdOldest, type SeatsOf, writeEnded, writeLetGo } from "../resale/store.server.ts";
import type { Booking } from "../store.server.ts";

interface Asked {
  kind: SlotKind;
  slotId: string;
  seats: number;
  buyerUserId: string | null;
  now: Date;
  /** False when the buyer surely does not wait for the slot, which spares asking. */
  isInLine?: boolean;
  /** True when nobody had a seat a moment ago. */
  isFirst?: boolean;
  /** Lets `holdId` have seats for sale again, of the bookings `among` if the caller locked them. */
  resale?: { holdId: string; among?: readonly string[] };
}

/** `of`: whose seats these are until they are paid for; without it, they were free. */
type TakenSeats = Taken & { of?: SeatsOf };

/**
 * Takes seats by conditional updates: those kept for the buyer, or free ones, or else those that
 * are for sale again (rules: seat-hold, resale, waiting-list). Whoever has seats no longer waits.
 */
export async function takeSeats(tx: Transaction, asked: Asked): Promise<TakenSeats> {
  const { slotId, buyerUserId: userId, isInLine = true } = asked;
  const offered = isInLine ? await takeOfferedSeats(tx, asked) : null;
  if (offered?.seat) return offered;
  const free = offered ?? (await takeFreeSeats(tx, asked));
  const resold = free.refused === "sold_out" ? await takeResoldSeats(tx, asked) : null;
  const taken = resold ?? free;
  if (taken.seat && userId !== null && isInLine) await stopWaiting(tx, { userId, slotId });
  return taken;
}

async function takeResoldSeats(
  tx: Transaction,
  { resale, ...asked }: Asked,
): Promise<TakenSeats | null> {
  const of = resale ? await holdOldest(tx, { ...asked, ...resale }) : null;
  if (!resale || !of) return null;
  const seat = await takeResale(tx, asked);
  if (seat) return { seat, refused: null, of };
  await writeLetGo(tx, resale.holdId);
  await countResale(tx, asked);
  // A seat has become free meanwhile, or the slot was closed.
  return takeSeats(tx, { ...asked, isFirst: false });
}

/** Leaves those of a booking, as it was, to a hold that is paying; needs its lock (rule: resale). */
export async function returnBookedSeats(
  tx: Transaction,
  booking: Booking,
  now: Date,
): Promise<void> {
  const { id, slotId, seats, resaleAt, resaleToId } = booking;
  if (resaleAt || resaleToId) await writeEnded(tx, id);
  if (resaleToId === null) await returnSeats(tx, { slotId, seats, now });
  if (resaleAt) await countResale(tx, { slotId, now });
}

/** Returns held seats; those that were for sale to their client, if that still stands (rule: resale). */
export async function returnHeldSeats(
  tx: Transaction,
  { id, slotId, seats, resaleOfId }: Pick<Booking, "id" | "slotId" | "seats" | "resaleOfId">,
  now: Date,
): Promise<void> {
  const isOthers = resaleOfId !== null && (await writeLetGo(tx, id));
  if (isOthers) await countResale(tx, { slotId, now });
  else await returnSeats(tx, { slotId, seats, now });
}
