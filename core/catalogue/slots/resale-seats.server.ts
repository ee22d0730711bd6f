import type { Transaction } from "#platform/postgres.server.ts";
import { refreshSlot } from "../../listings/refresh-listings.server.ts";
import type { Seat, SlotKind } from "../schema.ts";
import { lockSlot } from "./lock-slot.server.ts";
import { countResaleSeats, takeResaleSeats } from "./store.server.ts";

/**
 * The caller has just marked their booking as held (rule: resale). Null if a seat is free, which
 * goes first, or the slot cannot be booked: then the mark comes off.
 */
export async function takeResale(
  tx: Transaction,
  asked: {
    kind: SlotKind;
    slotId: string;
    seats: number;
    /** Null for a guest. */
    buyerUserId: string | null;
    now: Date;
  },
): Promise<Seat | null> {
  await lockSlot(tx, asked.slotId);
  const seat = await takeResaleSeats(tx, asked);
  if (seat) await refreshSlot(tx, asked.slotId, asked.now);
  return seat;
}

/** Call it after any change to a booking for sale, so that lists show it (rule: resale). */
export async function countResale(
  tx: Transaction,
  of: { slotId: string; now: Date },
): Promise<void> {
  await lockSlot(tx, of.slotId);
  await countResaleSeats(tx, of);
  await refreshSlot(tx, of.slotId, of.now);
}
