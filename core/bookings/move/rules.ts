import { type Cents, cents } from "../../money.ts";
import { canCancel, isFrozen, leftCents } from "../cancellation-terms/rules.ts";
import { seatPrice } from "../seats/rules.ts";

type Movable = Parameters<typeof canCancel>[0] & { isInReview: boolean };

/**
 * Whether a client may move a booking to another slot: as long as its cancellation would be refunded,
 * and nobody is deciding about its money (rule: own-move).
 */
export function canMove(booking: Movable, now: Date): boolean {
  if (isFrozen(booking, "client") || booking.isInReview) return false;
  return canCancel(booking, "client", now).refund;
}

/** The money of a move, in cents. */
export interface MoveMoney {
  /** To be paid anew, for all seats; 0 where the payment is kept. */
  payCents: Cents;
  /** Returned of what was paid. */
  backCents: Cents;
}

/**
 * A move to an equal or cheaper slot keeps the payment and returns the difference; to a dearer one,
 * the whole price is paid anew, and the first payment returned (rule: own-move). So is the price of
 * seats that another client sells, from whose buyer their refund comes (rule: resale).
 *
 * @param priceCents the price of all seats in the new slot at this moment.
 */
export function moneyOfMove(
  booking: Parameters<typeof leftCents>[0] & Parameters<typeof seatPrice>[0],
  priceCents: Cents,
  isResale: boolean,
): MoveMoney {
  const left = leftCents(booking);
  const difference = seatPrice(booking) * booking.seats - priceCents;
  return difference < 0 || isResale
    ? { payCents: priceCents, backCents: left }
    : { payCents: cents(0), backCents: cents(Math.min(difference, left)) };
}
