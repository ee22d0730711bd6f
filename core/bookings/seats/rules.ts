import { type Cents, cents } from "../../money.ts";
import { refundDue } from "../cancellation-terms/rules.ts";

/** Characters of the names of those who come along. */
export const MAX_COMPANIONS_LENGTH = 200;

interface Priced {
  pricePaidCents: Cents;
  seats: number;
  seatsCancelled: number;
  movedPriceCents: Cents | null;
}

/** The present price of each seat of a booking: they all cost the same. */
export function seatPrice({ movedPriceCents, ...bought }: Priced): Cents {
  return movedPriceCents ?? cents(bought.pricePaidCents / (bought.seats + bought.seatsCancelled));
}

/**
 * The refund of some seats of a booking while the others stand: the price that each was bought at, or
 * costs since it was moved, in whole cents and no more than is left (rule: money-in-parts).
 */
export function refundOf(
  booking: Parameters<typeof refundDue>[0] & Priced,
  given: number,
  now: Date,
): Cents {
  return cents(Math.min(seatPrice(booking) * given, refundDue(booking, "client", now)));
}
