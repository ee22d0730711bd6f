import { priceSlot } from "../../catalogue/slots/price-slot.server.ts";
import type { Context } from "../../context.server.ts";
import { readOffered } from "../resale/store.server.ts";
import { findBooking } from "../store.server.ts";
import type { HoldInput } from "./hold-seat.server.ts";
import { refusal, tooFew } from "./refuse-seat.server.ts";

/**
 * Lets nobody give up seats for what they cannot get (rules: for-several, agreed-price).
 * @throws AppError `slot_unavailable`, `price_changed`.
 */
export async function permitChange(
  ctx: Context,
  input: HoldInput,
  bookingId: string,
): Promise<void> {
  const slot = await priceSlot(ctx, input);
  const held = await findBooking(ctx.db, bookingId);
  // Seats that are for sale again go together (rule: resale).
  const isKept = held?.resaleOfId === null || held?.seats === input.seats;
  const free = (slot?.free ?? 0) + (held && isKept ? held.seats : 0);
  const offered = free === 0 ? await readOffered(ctx.db, input.slotId) : 0;
  if (free < input.seats && offered !== input.seats) throw tooFew(free);
  const { amount = Number.POSITIVE_INFINITY, seats } = input;
  if (slot === null || amount < slot.priceCents * seats) {
    throw refusal(input.kind, "price_changed");
  }
}
