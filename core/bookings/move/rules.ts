import { type Cents, cents } from "../../money.ts";
import { canCancel, isFrozen, type Paid, stillPaidCents } from "../rules.ts";
import { seatPrice } from "../seats/rules.ts";

type Movable = Parameters<typeof canCancel>[0] & { isInReview: boolean };

/** Allowed while its cancellation would be refunded; then `refundableOnceMoved` (rule: own-move). */
export function canMove(booking: Movable, now: Date): boolean {
  if (isFrozen(booking, "client") || booking.isInReview) return false;
  return canCancel(booking, "client", now).refund;
}

/** In cents. */
export interface MoveMoney {
  /** For all seats; 0 where the payment is kept. */
  payCents: Cents;
  backCents: Cents;
}

/** A dearer slot, or seats of another client, are paid anew in full (rules: own-move, resale). */
export function moneyOfMove(
  booking: Paid & Parameters<typeof seatPrice>[0],
  priceCents: Cents,
  isResale: boolean,
): MoveMoney {
  const left = stillPaidCents(booking);
  const difference = seatPrice(booking) * booking.seats - priceCents;
  return difference < 0 || isResale
    ? { payCents: priceCents, backCents: left }
    : { payCents: cents(0), backCents: cents(Math.min(difference, left)) };
}
