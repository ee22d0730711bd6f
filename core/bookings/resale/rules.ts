import { type Cents, cents } from "../../money.ts";
import { leftCents } from "../cancellation-terms/rules.ts";
import type { BookingState, CancelReason } from "../rules.ts";

export const RESALE_STATES = ["kept", "offered", "held", "sold"] as const;
/** Where a booking's resale stands; `kept` is any booking that is not for sale again. */
export type ResaleState = (typeof RESALE_STATES)[number];

export const RESALE_EVENTS = [
  "put_up",
  "taken_back",
  "held",
  "let_go",
  "paid",
  "ended",
  "begun",
] as const;
export type ResaleEvent = (typeof RESALE_EVENTS)[number];

interface ResaleStep {
  from: ResaleState;
  event: ResaleEvent;
  to: ResaleState;
  /** The party that causes the event. */
  by: "client" | "buyer" | "provider" | "either side or the provider" | "clock";
  /** The owner of the seats afterwards; the buyer pays for them from `held` on. */
  seats: "client" | "buyer" | "free";
  /** How long the state on the left may last, and what ends it then. */
  deadline?: string;
}

/**
 * The life of a resale (rule: resale). An unlisted pair is refused or changes nothing: nothing is
 * taken back while somebody pays, and nothing is sold twice, or once the hour has begun.
 */
export const RESALE_LIFE: readonly ResaleStep[] = [
  { from: "kept", event: "put_up", to: "offered", by: "client", seats: "client" },
  {
    ...{ from: "offered", event: "taken_back", to: "kept", by: "client", seats: "client" },
    deadline: "the start of the slot; nobody new can hold it once its bookings are closed",
  },
  { from: "offered", event: "held", to: "held", by: "buyer", seats: "client" },
  {
    ...{ from: "held", event: "let_go", to: "offered", by: "provider", seats: "client" },
    deadline: "31 min after the buyer's checkout was asked for, and the provider's answer ends it",
  },
  { from: "held", event: "paid", to: "sold", by: "provider", seats: "buyer" },
  // Cancelled, refunded from outside or moved; the hold of somebody who is paying has the seats then.
  {
    ...{ from: "offered", event: "ended", to: "kept", seats: "free" },
    by: "either side or the provider",
  },
  {
    ...{ from: "held", event: "ended", to: "kept", seats: "buyer" },
    by: "either side or the provider",
  },
  { from: "offered", event: "begun", to: "kept", by: "clock", seats: "client" },
  // A payment that comes now is refunded in full.
  { from: "held", event: "begun", to: "kept", by: "clock", seats: "client" },
];

/** The step for this event in this state, or null when it changes nothing. */
export function nextResaleStep(state: ResaleState, event: ResaleEvent): ResaleStep | null {
  return RESALE_LIFE.find((step) => step.from === state && step.event === event) ?? null;
}

/** The columns of a booking that say where its resale stands. */
interface Resold {
  status: BookingState;
  cancelReason: CancelReason | null;
  resaleAt: Date | null;
  resaleToId: string | null;
}

/** The state of a booking's resale at this moment. */
export function resaleState(booking: Resold & { start: Date }, now: Date): ResaleState {
  if (booking.cancelReason === "resold") return "sold";
  const isOver = booking.status !== "confirmed" || booking.start <= now;
  if (isOver || booking.resaleAt === null) return "kept";
  return booking.resaleToId === null ? "offered" : "held";
}

/** The facts of a booking that decide whether its client can put it up. */
export interface Resalable extends Resold {
  start: Date;
  refundableUntil: Date;
  presence: string | null;
  pricePaidCents: Cents;
  refundedCents: Cents;
  chargedBackCents: Cents;
  onTheWayCents: Cents;
  isDisputed: boolean;
  isInReview: boolean;
}

/**
 * Whether a client may put a booking up for sale: once its cancellation is no longer refunded, until
 * it begins, as long as something of its price is left and nobody is deciding about it (rule: resale).
 */
export function canResell(booking: Resalable, now: Date): boolean {
  return (
    booking.status === "confirmed" &&
    nextResaleStep(resaleState(booking, now), "put_up") !== null &&
    booking.refundableUntil < now &&
    booking.start > now &&
    isSellable(booking)
  );
}

/** Whether somebody's money can still come back, and nobody has come to the hour already. */
export function isSellable(
  booking: Parameters<typeof leftCents>[0] &
    Pick<Resalable, "presence" | "isDisputed" | "isInReview">,
): boolean {
  if (booking.presence !== null || booking.isDisputed || booking.isInReview) return false;
  return leftCents(booking) > 0;
}

/**
 * The refund of a client whose seats are sold again: the buyer's price, and no more than is left of
 * their own (rule: resale).
 */
export function resaleRefund(leftCents: Cents, buyerCents: Cents): Cents {
  return cents(Math.min(leftCents, buyerCents));
}
