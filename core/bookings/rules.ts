import { UUID } from "#platform/uuid.ts";
import * as addresses from "#site/addresses.ts";
import type { SlotKind } from "../catalogue/schema.ts";
import { DAY, SECOND } from "../durations.ts";
import { type Cents, cents } from "../money.ts";
import type { PaymentState } from "../payment-states.ts";
import { isDisputeOpen, isProcessing } from "../payments/rules.ts";

export const BOOKING_STATES = ["pending", "confirmed", "cancelled"] as const;
export type BookingState = (typeof BOOKING_STATES)[number];

/** Reasons why a booking ended without any money. */
export const NEVER_PAID = ["expired", "abandoned", "failed"] as const;

/**
 * Reasons why money that came is refunded at once: too late; the account behind the e-mail had
 * booked the slot already; one's own session or activity.
 */
export const GIVEN_BACK = ["late", "duplicate", "own"] as const;

/**
 * Why a booking ended. `outside` and `disputed` because the payer has their money back: refunded at
 * the provider's dashboard, or by their bank; `lost` because our rows were, and the seat was gone;
 * `moved` because its client has paid for a dearer slot in its place; `resold` because somebody else
 * has bought its seats.
 */
export type CancelReason =
  | (typeof NEVER_PAID)[number]
  | "review"
  | (typeof GIVEN_BACK)[number]
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
  /** The effect on the seat. `retake`: only when one is free, otherwise the payer is refunded. */
  seat: "keep" | "return" | "retake";
  /**
   * The party that causes the event; a free booking's mailbox and our own clock act for the
   * provider.
   */
  by: "provider" | "client, professional or provider";
  /** How long the state on the left may last, and what ends it then. */
  deadline?: string;
}

/**
 * The life of a booking (rules: seat-hold, payment-truth, cancellation). A pending booking is a
 * hold and already owns its seat. An unlisted pair changes nothing, so a seat is returned exactly
 * once.
 */
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

/** The step for this event in this state, or null when it changes nothing. */
export function nextBookingStep(state: BookingState, event: BookingEvent): BookingStep | null {
  return BOOKING_LIFE.find((step) => step.from === state && step.event === event) ?? null;
}

export const MAX_NOTES_LENGTH = 500;

/** A start now or later is upcoming, an earlier one past. */
export function isUpcoming(start: Date, now: Date): boolean {
  return start.getTime() >= now.getTime();
}

/** The state of a booking's money. */
export interface MoneyState {
  /** Returned so far by refunds, and whether more is on its way. */
  refundedCents: Cents;
  isRefunding: boolean;
  /** The part of it that is on its way, asked for in parts or in full. */
  onTheWayCents: Cents;
  /** Whether a refund failed, and the operator looks into it. */
  isInReview: boolean;
  /** Returned by the payer's bank, and whether it is about to decide. */
  chargedBackCents: Cents;
  isDisputed: boolean;
  /** The payer has finished and their bank has not: neither paid nor unpaid. */
  isProcessing: boolean;
}

/** The same from the columns of its payment, null where nothing was to be paid. */
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

/** The progress of a cancelled booking's refund; `none` is owed. */
export type RefundState = "none" | "asked" | "made" | "by_bank";

/** The same from the state of its money. */
export function refundState(
  paymentState: PaymentState | null,
  { chargedBackCents }: Pick<MoneyState, "chargedBackCents">,
): RefundState {
  if (paymentState === "refunding" || paymentState === "review") return "asked";
  if (chargedBackCents > 0) return "by_bank";
  return paymentState === "refunded" ? "made" : "none";
}

/** Payment states that count as paid; the site itself writes `paid`. */
export function isPaid(paymentStatus: string): boolean {
  return ["paid", "completed", "succeeded"].includes(paymentStatus);
}

/**
 * Whether the link of an online session may be read: for a confirmed and paid booking only (rule:
 * online-link).
 */
export function canJoin(booking: {
  status: string;
  paymentStatus: string;
  isOnline: boolean;
}): boolean {
  return booking.isOnline && booking.status === "confirmed" && isPaid(booking.paymentStatus);
}

/** Seconds. */
export const GUEST_PROOF_MAX_AGE = (7 * DAY) / SECOND;

const FREE_CHECKOUT = new RegExp(`^free_(${UUID})$`);

/** A free booking has no checkout: this replaces its id in the result pages' address. */
export function freeCheckoutId(bookingId: string): string {
  return `free_${bookingId}`;
}

/** The booking's id in a `session_id` of ours, or null when it is the provider's. */
export function bookingIdOf(checkoutId: string): string | null {
  return FREE_CHECKOUT.exec(checkoutId)?.[1] ?? null;
}

/** The page of an offering. */
export function offeringPath(kind: SlotKind, id: string): string {
  return kind === "session" ? addresses.session(id) : addresses.activity(id);
}

/** The page where its professional edits it, and acts on its slots and bookings. */
export function editionPath(kind: SlotKind, id: string): string {
  return kind === "session" ? addresses.editSession(id) : addresses.editActivity(id);
}

/**
 * The page where a guest asks, in another browser, for the link to a payment that they have begun.
 */
export function resumePath(kind: SlotKind, offeringId: string): string {
  return `${addresses.resumePayment}?${kind}=${offeringId}`;
}

/** The address of the link in such a mail. */
export function bookingLinkPath(token: string): string {
  return `${addresses.bookingLink}?jeton=${token}`;
}

/** The result page of a purchase, with its `session_id`. */
export function resultPath(isGuest: boolean, checkoutId: string): string {
  const page = isGuest ? addresses.guestPaymentSuccess : addresses.paymentSuccess;
  return `${page}?session_id=${checkoutId}`;
}
