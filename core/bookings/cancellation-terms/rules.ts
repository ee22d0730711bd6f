import { HOUR } from "../../durations.ts";
import { type Cents, cents } from "../../money.ts";
import type { BookingState } from "../rules.ts";

/**
 * The hours before the start until which a client's cancellation is refunded in full (rule:
 * refund-notice).
 */
export const REFUND_NOTICE_HOURS = 24;

/**
 * The last instant at which the client's cancellation is refunded; shown before payment, then
 * frozen.
 */
export function refundableUntil(start: Date): Date {
  return new Date(start.getTime() - REFUND_NOTICE_HOURS * HOUR);
}

/**
 * The same of a booking that moves to a slot with this start: the earlier of both, since nobody wins
 * notice back by moving (rules: another-hour, own-move).
 */
export function refundableOnceMoved(booking: { refundableUntil: Date }, start: Date): Date {
  return new Date(Math.min(+booking.refundableUntil, +refundableUntil(start)));
}

/**
 * Whether the deadline is that of the slot itself, so that once it is over, the slot begins within
 * the notice; a booking that has moved may have kept an earlier one (rules: another-hour, own-move).
 */
export function isOfSlot(booking: { start: Date; refundableUntil: Date }): boolean {
  return booking.refundableUntil >= refundableUntil(booking.start);
}

export type Canceller = "client" | "professional";

/**
 * Whether this person may still cancel a booking, and whether it is refunded (rules: refund-notice,
 * cancellation). While the payer's bank holds the money, a refund is impossible: the client waits
 * for its answer, and is told so.
 */
export function canCancel(
  booking: { status: BookingState; start: Date; refundableUntil: Date; isDisputed?: boolean },
  by: Canceller,
  now: Date,
): { allowed: boolean; refund: boolean } {
  const isOpen = booking.status === "confirmed" && booking.start.getTime() > now.getTime();
  const allowed = isOpen && !isFrozen(booking, by);
  const refund = by === "professional" || now.getTime() <= booking.refundableUntil.getTime();
  return { allowed, refund: allowed && refund };
}

/**
 * Whether only a deciding bank keeps a client from cancelling: a disputed booking, or a payment on
 * its way.
 */
export function isFrozen(
  booking: { status: BookingState; isDisputed?: boolean; isProcessing?: boolean },
  by: Canceller,
): boolean {
  if (by !== "client") return false;
  return booking.status === "confirmed"
    ? booking.isDisputed === true
    : booking.status === "pending" && booking.isProcessing === true;
}

/**
 * The refund of a cancellation at this moment: shown before it is confirmed, and kept to (rule:
 * refund-notice).
 */
export function refundDue(
  booking: Parameters<typeof canCancel>[0] & {
    pricePaidCents: Cents;
    refundedCents: Cents;
    chargedBackCents: Cents;
    onTheWayCents: Cents;
  },
  by: Canceller,
  now: Date,
): Cents {
  const { refund } = canCancel(booking, by, now);
  return refund ? leftCents(booking) : cents(0);
}

/** The part of a booking's price that is neither returned nor on its way back. */
export function leftCents(booking: {
  pricePaidCents: Cents;
  refundedCents: Cents;
  chargedBackCents: Cents;
  onTheWayCents: Cents;
}): Cents {
  const { pricePaidCents, refundedCents, chargedBackCents, onTheWayCents } = booking;
  return cents(Math.max(0, pricePaidCents - refundedCents - chargedBackCents - onTheWayCents));
}
