import { UUID } from "#platform/uuid.ts";
import * as addresses from "#site/addresses.ts";
import type { SlotKind } from "../catalogue/schema.ts";
import { dayKey } from "../dates.ts";
import { DAY, HOUR, MINUTE, SECOND } from "../durations.ts";
import { type Cents, cents } from "../money.ts";
import { isDisputeOpen, isProcessing, type PaymentState } from "../payments/rules.ts";

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
 * the provider's dashboard, or by their bank; `lost` because our rows were, and the seat was gone.
 */
export const CANCEL_REASONS = [
  ...NEVER_PAID,
  "review",
  ...GIVEN_BACK,
  "client",
  "professional",
  "outside",
  "disputed",
  "lost",
] as const;
export type CancelReason = (typeof CANCEL_REASONS)[number];

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

/**
 * Checkouts that one buyer may have open (rule: fair-holds): an account, or a browser by its
 * cookie.
 */
const MAX_CHECKOUTS_PER_BUYER = 3;
/** Seats of one slot that one buyer may hold unpaid. */
export const MAX_SEATS_OF_SLOT = 6;
/** Unpaid seats that one network may hold. */
const MAX_SEATS_PER_ADDRESS = 30;
/** Open checkouts of guests under one mailbox, which anybody may have typed. */
const MAX_CHECKOUTS_PER_MAILBOX = 3;

/** The window of the next limits, in milliseconds. */
export const COUNTED_FOR = DAY;
/** Checkouts that one buyer may leave to lapse. */
export const MAX_LAPSES_PER_BUYER = 10;
/** The same for a network, beyond which its guests have to log in. */
const MAX_LAPSES_PER_ADDRESS = 60;
/** How often one client may book and cancel the same slot. */
export const MAX_CANCELLATIONS_OF_SLOT = 3;
/** Free bookings that guests may request under one mailbox, where no payment slows them down. */
const MAX_FREE_PER_MAILBOX = 3;
/** The same for the guests of one network. */
const MAX_FREE_PER_ADDRESS = 30;

/** A checkout that is given up counts as left to lapse when it has held its seat this long. */
export const LAPSE_AFTER = 10 * MINUTE;

/**
 * A guest's free seat is held this long, for the link in their mail to be followed (rule:
 * free-guest-booking).
 */
export const FREE_HOLD_LIFETIME = 30 * MINUTE;
/** How long such a link works: after the hold has ended it takes a seat again, if one is free. */
export const LINK_LIFETIME = DAY;
/** How often the link of one such booking is mailed on request. */
export const MAX_LINKS_PER_BOOKING = 3;

/** The recent holds of a buyer, a network or a mailbox, within {@link COUNTED_FOR}. */
export interface Share {
  /** Held and unpaid. */
  seats: number;
  checkouts: number;
  /** Seats of the requested slot. */
  seatsOfSlot: number;
  lapses: number;
  /** The client's cancellations of the requested slot. */
  cancellations: number;
  /** Free bookings requested by guests. */
  free: number;
}

export const NO_SHARE: Readonly<Share> = {
  seats: 0,
  checkouts: 0,
  seatsOfSlot: 0,
  lapses: 0,
  cancellations: 0,
  free: 0,
};

/** Why somebody may not hold a further seat; each has its sentence. */
export type HoldRefusal =
  | "checkouts"
  | "seats_of_slot"
  | "cancellations"
  | "lapses"
  | "seats_of_address"
  | "lapses_of_address"
  | "free_of_address";

/**
 * Whether somebody may hold a further seat (rule: fair-holds). A typed e-mail's share is not judged
 * here: anybody can type it, so it refuses nobody (see {@link isMailboxFull}).
 *
 * @param isGuest a signed-in buyer does not suffer for their network, except for its seats.
 * @param isFree a free booking is no checkout.
 */
export function whyNotHold(
  { buyer, address }: { buyer: Share; address: Share },
  { isGuest, isFree }: { isGuest: boolean; isFree: boolean },
): HoldRefusal | null {
  if (buyer.cancellations >= MAX_CANCELLATIONS_OF_SLOT) return "cancellations";
  // A client's free booking is confirmed at once and never held.
  if (isFree && !isGuest) return null;
  if (!isFree && buyer.checkouts >= MAX_CHECKOUTS_PER_BUYER) return "checkouts";
  if (buyer.seatsOfSlot >= MAX_SEATS_OF_SLOT) return "seats_of_slot";
  if (buyer.lapses >= MAX_LAPSES_PER_BUYER) return "lapses";
  if (address.seats >= MAX_SEATS_PER_ADDRESS) return "seats_of_address";
  if (!isGuest) return null;
  if (address.lapses >= MAX_LAPSES_PER_ADDRESS) return "lapses_of_address";
  return isFree && address.free >= MAX_FREE_PER_ADDRESS ? "free_of_address" : null;
}

/** Whether a typed e-mail has its share: its owner then continues by a mailed link. */
export function isMailboxFull(mailbox: Share, { isFree }: { isFree: boolean }): boolean {
  return isFree
    ? mailbox.free >= MAX_FREE_PER_MAILBOX
    : mailbox.checkouts >= MAX_CHECKOUTS_PER_MAILBOX;
}

/** Whether a booking that ends unpaid now counts as left to lapse. */
export function isLapse(booking: { createdAt: Date }, reason: CancelReason, now: Date): boolean {
  if (reason === "expired") return true;
  return reason === "abandoned" && now.getTime() - booking.createdAt.getTime() > LAPSE_AFTER;
}

export const MAX_NOTES_LENGTH = 500;

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

/** A start now or later is upcoming, an earlier one past. */
export function isUpcoming(start: Date, now: Date): boolean {
  return start.getTime() >= now.getTime();
}

/** The state of a booking's money. */
export interface MoneyState {
  /** Returned so far by refunds, and whether more is on its way. */
  refundedCents: Cents;
  isRefunding: boolean;
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
}): MoneyState {
  const { paymentState } = payment;
  return {
    refundedCents: payment.refundedCents ?? cents(0),
    isRefunding: paymentState === "refunding",
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
  },
  by: Canceller,
  now: Date,
): Cents {
  const { refund } = canCancel(booking, by, now);
  const { pricePaidCents, refundedCents, chargedBackCents } = booking;
  return refund ? cents(pricePaidCents - refundedCents - chargedBackCents) : cents(0);
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

/**
 * The outcomes of a purchase on its result page. `processing`: the payer's bank is deciding;
 * `failed`: it has refused; `refunded`: paid too late; `declined`: this buyer may not have it, and
 * is refunded at once; `cancelled`: never paid for; `review`: under review; `called_off`: paid for,
 * and ended since.
 */
export type PurchaseOutcome =
  | "confirmed"
  | "pending"
  | "processing"
  | "failed"
  | "refunded"
  | "declined"
  | "cancelled"
  | "review"
  | "called_off";

/** The outcome of this booking's purchase, at this moment. */
export function purchaseOutcome(booking: {
  status: BookingState;
  cancelReason: CancelReason | null;
  paymentStatus: string;
  isProcessing: boolean;
}): PurchaseOutcome {
  const { status, cancelReason, paymentStatus } = booking;
  if (status === "pending" && booking.isProcessing) return "processing";
  if (status !== "cancelled") return status;
  if (cancelReason === "failed") return "failed";
  if (cancelReason === "late") return "refunded";
  if (cancelReason === "duplicate" || cancelReason === "own") return "declined";
  if (paymentStatus === "refunded") return "called_off";
  if (cancelReason === "review") return "review";
  return NEVER_PAID.some((reason) => reason === cancelReason) ? "cancelled" : "called_off";
}

/** The groups of the professional's manager, and the offerings outside all of them. */
export interface ManagedGroups<Session> {
  upcoming: Session[];
  /** Shown as « Terminée ». */
  previousMonth: Session[];
  deactivated: Session[];
  others: Session[];
}

/**
 * Upcoming: active with a slot now or later. Previous month: all slots past, at least one in the
 * previous calendar month (in Paris). Deactivated: not active, whatever its slots.
 */
export function groupManaged<Session extends { isActive: boolean; slots: { start: Date }[] }>(
  sessions: readonly Session[],
  now: Date,
): ManagedGroups<Session> {
  const groups: ManagedGroups<Session> = {
    upcoming: [],
    previousMonth: [],
    deactivated: [],
    others: [],
  };
  const lastMonth = previousMonth(now);
  for (const session of sessions) {
    const { slots } = session;
    if (!session.isActive) groups.deactivated.push(session);
    else if (slots.some(({ start }) => isUpcoming(start, now))) groups.upcoming.push(session);
    else if (slots.some(({ start }) => dayKey(start).startsWith(lastMonth)))
      groups.previousMonth.push(session);
    else groups.others.push(session);
  }
  return groups;
}

/** « 2026-10- » for any day of November 2026 in Paris. */
function previousMonth(now: Date): string {
  const [year = 0, month = 0] = dayKey(now).split("-").map(Number);
  const previous = month === 1 ? [year - 1, 12] : [year, month - 1];
  return `${previous[0]}-${String(previous[1]).padStart(2, "0")}-`;
}
