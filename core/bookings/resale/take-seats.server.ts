import type { Transaction } from "#platform/postgres.server.ts";
import type { Seat, SlotKind } from "../../catalogue/schema.ts";
import { countResale, takeResale } from "../../catalogue/slots/resale-seats.server.ts";
import {
  stopWaiting,
  takeOfferedSeats,
} from "../../waiting-list/line/take-offered-seats.server.ts";
import { type Held, holdOldest, writeLetGo } from "./store.server.ts";

interface Asked {
  kind: SlotKind;
  slotId: string;
  seats: number;
  /** Null for a guest. */
  buyerUserId: string | null;
  bookingId: string;
  now: Date;
  /** The bookings for sale that the caller has locked; without it, any. */
  among?: readonly string[];
  isInLine?: boolean;
  isFirst?: boolean;
}

type Taken =
  | Exclude<Awaited<ReturnType<typeof takeOfferedSeats>>, { refused: null }>
  /** `of`: whose seats these are until they are paid for; null where they were free. */
  | { seat: Seat; refused: null; of: Held | null };

/** Takes seats by conditional updates, free ones first (rules: seat-hold, resale, waiting-list). */
export async function takeSeats(tx: Transaction, asked: Asked): Promise<Taken> {
  const free = await takeOfferedSeats(tx, asked);
  if (free.seat) return { ...free, of: null };
  if (free.refused !== "sold_out") return free;
  const { slotId, seats, buyerUserId, bookingId: holdId, now, among } = asked;
  const of = await holdOldest(tx, { slotId, seats, holdId, now, among });
  if (!of) return free;
  const seat = await takeResale(tx, asked);
  if (seat) {
    if (buyerUserId) await stopWaiting(tx, { userId: buyerUserId, slotId });
    return { seat, refused: null, of };
  }
  await writeLetGo(tx, holdId);
  await countResale(tx, asked);
  // A seat has become free meanwhile, or the slot was closed.
  const again = await takeOfferedSeats(tx, { ...asked, isFirst: false });
  return again.seat ? { ...again, of: null } : again;
}
