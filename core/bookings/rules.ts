import type { SlotKind } from "../catalogue/schema.ts";
import { dayKey, HOUR } from "../dates.ts";
import { type Cents, cents } from "../money.ts";
import { isDisputeOpen, type PaymentState } from "../payments/rules.ts";

export const BOOKING_STATES = ["pending", "confirmed", "cancelled"] as const;
export type BookingState = (typeof BOOKING_STATES)[number];

/** Of a purchase that no money ever came for. */
export const NEVER_PAID = ["expired", "abandoned", "failed"] as const;

/**
 * Why a booking ended. The first four ended before it was ever paid for in time; the last two
 * because the payer has their money back: refunded at the provider's dashboard, or by their bank.
 */
export const CANCEL_REASONS = [
  ...NEVER_PAID,
  "review",
  "late",
  "client",
  "professional",
  "outside",
  "disputed",
] as const;
export type CancelReason = (typeof CANCEL_REASONS)[number];

export const BOOKING_EVENTS = ["paid", "released", "called_off"] as const;
export type BookingEvent = (typeof BOOKING_EVENTS)[number];

interface BookingStep {
  from: BookingState;
  event: BookingEvent;
  to: BookingState;
  /** What happens to the seat. `retake`: only when one is free, otherwise the payer is refunded. */
  seat: "keep" | "return" | "retake";
  /** Who brings the event about. */
  by: "provider" | "client, professional or provider";
  /** Until when the state on the left may last, and what ends it then. */
  deadline?: string;
}

/**
 * The life of a booking (R16, R17, R34). A pending booking is a hold and already owns its seat.
 * What is not listed changes nothing, so a seat is returned exactly once.
 */
export const BOOKING_LIFE: readonly BookingStep[] = [
  {
    from: "pending",
    event: "paid",
    to: "confirmed",
    seat: "keep",
    by: "provider",
    deadline: "31 min after the checkout was asked for; only the provider's answer ends it",
  },
  { from: "pending", event: "released", to: "cancelled", seat: "return", by: "provider" },
  // Paid after the hold was given up.
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

/** What this event does to a booking in this state, or null when it changes nothing. */
export function nextBookingStep(state: BookingState, event: BookingEvent): BookingStep | null {
  return BOOKING_LIFE.find((step) => step.from === state && step.event === event) ?? null;
}

/** Open holds that one client or guest e-mail may have (R16). */
export const MAX_HOLDS_PER_BUYER = 3;
/** Open holds that one network address may have (R16). */
export const MAX_HOLDS_PER_ADDRESS = 30;

/** Free bookings within 24 h that one guest e-mail may make: no payment slows anybody down there. */
export const MAX_FREE_PER_GUEST = 3;
/** The same of the guests behind one network address. */
export const MAX_FREE_PER_ADDRESS = 30;

export const MAX_NOTES_LENGTH = 500;

/** A client who cancels gets everything back until this long before the start, then nothing (R34). */
const REFUND_NOTICE = 24 * HOUR;

/** Up to which instant the client's own cancellation is refunded; shown before payment, then frozen. */
export function refundableUntil(start: Date): Date {
  return new Date(start.getTime() - REFUND_NOTICE);
}

/** Now or later is upcoming, earlier is past (S2§4). */
export function isUpcoming(start: Date, now: Date): boolean {
  return start.getTime() >= now.getTime();
}

/** Where the money of a booking is. */
export interface MoneyState {
  /** Given back so far by refunds, and whether more is on its way. */
  refundedCents: Cents;
  isRefunding: boolean;
  /** Whether it could not be given back, and the operator looks into it. */
  isInReview: boolean;
  /** What the payer's bank has given back, and whether it is about to decide. */
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
    isProcessing: paymentState === "open" && payment.processingAt !== null,
  };
}

/** How far the refund of a booking that was called off has come; `none` is owed nothing. */
export type RefundState = "none" | "asked" | "made" | "by_bank";

/** The same from where its money is. */
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
 * Whether this person may still call a booking off, and what is given back (R34). While the payer's
 * bank holds the money, nothing could be: the client waits for its answer, and is told so.
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

/** Whether a booking that could be called off cannot because its payment is disputed. */
export function isFrozen(
  booking: { status: BookingState; isDisputed?: boolean },
  by: Canceller,
): boolean {
  return by === "client" && booking.status === "confirmed" && booking.isDisputed === true;
}

/** What calling a booking off now gives back: shown before it is confirmed, and held to (R34). */
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

/** Payment states that count as paid (S2§3); the site itself writes `paid`. */
export function isPaid(paymentStatus: string): boolean {
  return ["paid", "completed", "succeeded"].includes(paymentStatus);
}

/** The link of an online session: for a confirmed and paid booking only (R21). */
export function canJoin(booking: {
  status: string;
  paymentStatus: string;
  isOnline: boolean;
}): boolean {
  return booking.isOnline && booking.status === "confirmed" && isPaid(booking.paymentStatus);
}

/** Cookie that proves which browser bought as a guest (R27). */
export const GUEST_PROOF_COOKIE = "achat";
/** Seconds. */
export const GUEST_PROOF_MAX_AGE = 7 * 86_400;

/** A booking without charge has no checkout: this stands for its id in the result pages' address. */
export function freeCheckoutId(bookingId: string): string {
  return `free_${bookingId}`;
}

/** The booking's id behind a `session_id` of ours, or null when it is the provider's. */
export function bookingIdOf(checkoutId: string): string | null {
  return /^free_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(checkoutId)?.[1] ?? null;
}

/** The page of what is booked (S1§2, S2§2). */
export function offeringPath(kind: SlotKind, id: string): string {
  return `/${kind === "session" ? "session" : "activites"}/${id}`;
}

/** Where its professional changes it, and acts on its slots and bookings (S2§2). */
export function editionPath(kind: SlotKind, id: string): string {
  return kind === "session" ? `/sessions/${id}/edit` : `/editer-activite/${id}`;
}

/** The result page of a purchase, with its `session_id` (S2§2). */
export function resultPath(isGuest: boolean, checkoutId: string): string {
  return `/${isGuest ? "guest-" : ""}payment-success?session_id=${checkoutId}`;
}

/**
 * What became of a purchase, for its result page. `refunded`: paid too late; `cancelled`: never paid for;
 * `review`: what was paid, if anything, is not believed; `called_off`: paid for, and ended since.
 */
export type PurchaseOutcome =
  | "confirmed"
  | "pending"
  | "refunded"
  | "cancelled"
  | "review"
  | "called_off";

/** What became of the purchase of this booking, as it is now. */
export function purchaseOutcome(booking: {
  status: BookingState;
  cancelReason: CancelReason | null;
  paymentStatus: string;
}): PurchaseOutcome {
  const { status, cancelReason, paymentStatus } = booking;
  if (status !== "cancelled") return status;
  if (cancelReason === "late") return "refunded";
  if (paymentStatus === "refunded") return "called_off";
  if (cancelReason === "review") return "review";
  return NEVER_PAID.some((reason) => reason === cancelReason) ? "cancelled" : "called_off";
}

/** The groups of the professional's manager (S2§2), and what belongs to none of them. */
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
