import { type Cents, cents } from "../../money.ts";
import { refundDue } from "../rules.ts";

/** In characters. */
export const MAX_COMPANIONS_LENGTH = 200;

interface Priced {
  pricePaidCents: Cents;
  seats: number;
  seatsCancelled: number;
  movedPriceCents: Cents | null;
}

export function seatPrice({ movedPriceCents, ...bought }: Priced): Cents {
  return movedPriceCents ?? cents(bought.pricePaidCents / (bought.seats + bought.seatsCancelled));
}

/** In whole cents, and no more than is left (rule: money-in-parts). */
export function refundOf(
  booking: Parameters<typeof refundDue>[0] & Priced,
  given: number,
  now: Date,
): Cents {
  return cents(Math.min(seatPrice(booking) * given, refundDue(booking, "client", now)));
}
