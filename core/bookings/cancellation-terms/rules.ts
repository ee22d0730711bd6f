import { HOUR } from "../../durations.ts";
import { type Cents, cents } from "../../money.ts";
import type { BookingState, MoneyState } from "../rules.ts";

/** Before the start; until then a client is refunded in full (rule: refund-notice). */
export const REFUND_NOTICE_HOURS = 24;

/** Shown before payment, then frozen. */
export function refundableUntil(start: Date): Date {
  return new Date(start.getTime() - REFUND_NOTICE_HOURS * HOUR);
}

/** The earlier of both: nobody wins notice by moving (rules: another-hour, own-move). */
export function refundableOnceMoved(booking: { refundableUntil: Date }, start: Date): Date {
  return new Date(Math.min(+booking.refundableUntil, +refundableUntil(start)));
}

/** False where a moved booking has kept an earlier deadline (rules: another-hour, own-move). */
export function hasFullNotice(booking: { start: Date; refundableUntil: Date }): boolean {
  return booking.refundableUntil >= refundableUntil(booking.start);
}

export type Canceller = "client" | "professional";

/** Frozen while the payer's bank holds the money (rules: refund-notice, cancellation). */
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

/** Tells whether only a deciding bank keeps a client from cancelling. */
export function isFrozen(
  booking: { status: BookingState; isDisputed?: boolean; isProcessing?: boolean },
  by: Canceller,
): boolean {
  if (by !== "client") return false;
  return booking.status === "confirmed"
    ? booking.isDisputed === true
    : booking.status === "pending" && booking.isProcessing === true;
}

/** Shown before it is confirmed, and kept to (rule: refund-notice). */
export function refundDue(
  booking: Parameters<typeof canCancel>[0] & Paid,
  by: Canceller,
  now: Date,
): Cents {
  const { refund } = canCancel(booking, by, now);
  return refund ? stillPaidCents(booking) : cents(0);
}

export interface Paid
  extends Pick<MoneyState, "refundedCents" | "chargedBackCents" | "onTheWayCents"> {
  pricePaidCents: Cents;
}

/** Of the price, what neither has come back to the payer nor is on its way. */
export function stillPaidCents(booking: Paid): Cents {
  const { pricePaidCents, refundedCents, chargedBackCents, onTheWayCents } = booking;
  return cents(Math.max(0, pricePaidCents - refundedCents - chargedBackCents - onTheWayCents));
}
