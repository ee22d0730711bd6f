import { priceSlot } from "../../catalogue/slots/price-slot.server.ts";
import type { Context } from "../../context.server.ts";
import type { HoldInput } from "./hold-seat.server.ts";
import { refusal, tooFew } from "./refuse-seat.server.ts";

/**
 * Checks that a hold may be replaced by one of another number of seats, or at a lower price, so
 * that nobody gives up their seats for something that they cannot get (rules: for-several,
 * agreed-price).
 *
 * @param held the seats of the present hold.
 * @throws AppError `slot_unavailable` for more seats than are free with those, `price_changed` for
 * an amount below the price of this moment.
 */
export async function permitChange(ctx: Context, input: HoldInput, held: number): Promise<void> {
  const slot = await priceSlot(ctx, input);
  const free = (slot?.free ?? 0) + held;
  if (free < input.seats) throw tooFew(free);
  const { amount = Number.POSITIVE_INFINITY, seats } = input;
  if (slot === null || amount < slot.priceCents * seats) {
    throw refusal(input.kind, "price_changed");
  }
}
