import { UUID } from "#platform/uuid.ts";
import * as addresses from "#site/addresses.ts";
import type { SlotKind } from "../catalogue/schema.ts";
import { DAY, HOUR, SECOND } from "../durations.ts";
import { type Cents, cents } from "../money.ts";
import type { PaymentState } from "../payment-states.ts";
import { isDisputeOpen, isProcessing } from "../payments/rules.ts";

export const BOOKING_STATES = ["pending", "confirmed", "cancelled"] as const;
export type BookingState = (typeof BOOKING_STATES)[number];

export const NEVER_PAID = ["expired", "abandoned", "failed"] as const;

export const REFUNDED_AT_ONCE = ["late", "duplicate", "own"] as const;

/** `lost`: our rows were; `moved`: paid anew elsewhere; `disputed`: the bank refunded it. */
export type CancelReason =
  | (typeof NEVER_PAID)[number]
  | "review"
  | (typeof REFUNDED_AT_ONCE)[number]
  | "client"
  | "professional"
  | "outside"
  | "disputed"
  | "lost"
  | "moved"
  | "resold";

export const BOOKING_EVENTS = ["paid", "released", "called_off"] as const;
export type BookingEvent = (typeof BOOKING_EVENTS)[number];

interface BookingStep {
  from: BookingState;
  event: BookingEvent;
  to: BookingState;
  /** `retake`: only when one is free, otherwise the payer is refunded. */
  seat: "keep" | "return" | "retake";
  /** A free booking's mailbox and our own clock act for the provider. */
  by: "provider" | "client, professional or provider";
  deadline?: string;
}

/** Unlisted pairs change nothing (rules: seat-hold, payment-truth, cancellation). */
export const BOOKING_LIFE: readonly BookingStep[] = [
  {
    from: "pending",
    event: "paid",
    to: "confirmed",
    seat: "keep",
    by: "provider",
    deadline:
      "31 min after the checkout was asked for, and only the provider's answer ends it; 30 min for a guest's that costs nothing, and our own clock does",
  },
  { from: "pending", event: "released", to: "cancelled", seat: "return", by: "provider" },
  // Paid after the hold was given up (rule: late-payment).
  { from: "cancelled", event: "paid", to: "confirmed", seat: "retake", by: "provider" },
  {
    from: "confirmed",
    event: "called_off",
    to: "cancelled",
    seat: "return",
    by: "client, professional or provider",
    deadline: "the start of the slot",
  },
];

export function nextBookingStep(state: BookingState, event: BookingEvent): BookingStep | null {
  return BOOKING_LIFE.find((step) => step.from === state && step.event === event) ?? null;
}

export const MAX_NOTES_LENGTH = 500;

export function isUpcoming(start: Date, now: Date): boolean {
  return start.getTime() >= now.getTime();
}

export interface MoneyState {
  /** By refunds, without what is on its way. */
  refundedCents: Cents;
  isRefunding: boolean;
  onTheWayCents: Cents;
  isInReview: boolean;
  /** By the payer's bank. */
  chargedBackCents: Cents;
  isDisputed: boolean;
  /** The payer has finished and their bank has not: neither paid nor unpaid. */
  isProcessing: boolean;
}

export function moneyOf(payment: {
  paymentState: PaymentState | null;
  refundedCents: Cents | null;
  chargedBackCents: Cents | null;
  disputeStatus: string | null;
  processingAt: Date | null;
  onTheWayCents: Cents | null;
}): MoneyState {
  const { paymentState } = payment;
  return {
    refundedCents: payment.refundedCents ?? cents(0),
    isRefunding: paymentState === "refunding",
    onTheWayCents: payment.onTheWayCents ?? cents(0),
    isInReview: paymentState === "review",
    chargedBackCents: payment.chargedBackCents ?? cents(0),
    isDisputed: isDisputeOpen(payment.disputeStatus),
    isProcessing: isProcessing({ status: paymentState, processingAt: payment.processingAt }),
  };
}

export type RefundState = "none" | "asked" | "made" | "by_bank";

export function refundState(
  paymentState: PaymentState | null,
  { chargedBackCents }: Pick<MoneyState, "chargedBackCents">,
): RefundState {
  if (paymentState === "refunding" || paymentState === "review") return "asked";
  if (chargedBackCents > 0) return "by_bank";
  return paymentState === "refunded" ? "made" : "none";
}

export function isPaid(paymentStatus: string): boolean {
  return ["paid", "completed", "succeeded"].includes(paymentStatus);
}

/** Only for a confirmed and paid booking (rule: online-link). */
export function mayReadOnlineLink(booking: {
  status: string;
  paymentStatus: string;
  isOnline: boolean;
}): boolean {
  return booking.isOnline && booking.status === "confirmed" && isPaid(booking.paymentStatus);
}

/** Seconds. */
export const GUEST_PROOF_MAX_AGE = (7 * DAY) / SECOND;

const FREE_CHECKOUT = new RegExp(`^free_(${UUID})$`);

/** Replaces the checkout id that a free booking lacks in result addresses. */
export function freeCheckoutId(bookingId: string): string {
  return `free_${bookingId}`;
}

export function bookingIdOf(checkoutId: string): string | null {
  return FREE_CHECKOUT.exec(checkoutId)?.[1] ?? null;
}

export function editionPath(kind: SlotKind, id: string): string {
  return kind === "session" ? addresses.editSession(id) : addresses.editActivity(id);
}

export function resumePath(kind: SlotKind, offeringId: string): string {
  return `${addresses.resumePayment}?${kind}=${offeringId}`;
}

export function bookingLinkPath(token: string): string {
  return `${addresses.bookingLink}?jeton=${token}`;
}

export function resultPath(isGuest: boolean, checkoutId: string): string {
  const page = isGuest ? addresses.guestPaymentSuccess : addresses.paymentSuccess;
  return `${page}?session_id=${checkoutId}`;
}

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
