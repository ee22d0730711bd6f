import { type Cents, cents } from "../../money.ts";
import { type BookingState, type CancelReason, type Paid, stillPaidCents } from "../rules.ts";

export const RESALE_STATES = ["kept", "offered", "held", "sold"] as const;
/** `kept` is any booking that is not for sale again. */
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
  by: "client" | "buyer" | "provider" | "either side or the provider" | "clock";
  seats: "client" | "buyer" | "free";
  deadline?: string;
}

/** An unlisted pair is refused or changes nothing (rule: resale). */
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

export function nextResaleStep(state: ResaleState, event: ResaleEvent): ResaleStep | null {
  return RESALE_LIFE.find((step) => step.from === state && step.event === event) ?? null;
}

interface Resold {
  status: BookingState;
  cancelReason: CancelReason | null;
  resaleAt: Date | null;
  resaleToId: string | null;
}

export function resaleState(booking: Resold & { start: Date }, now: Date): ResaleState {
  if (booking.cancelReason === "resold") return "sold";
  const isOver = booking.status !== "confirmed" || booking.start <= now;
  if (isOver || booking.resaleAt === null) return "kept";
  return booking.resaleToId === null ? "offered" : "held";
}

export interface Resalable extends Resold, Paid {
  start: Date;
  refundableUntil: Date;
  presence: string | null;
  isDisputed: boolean;
  isInReview: boolean;
}

/** Allowed once a cancellation is no longer refunded (rule: resale). */
export function canResell(booking: Resalable, now: Date): boolean {
  return (
    booking.status === "confirmed" &&
    nextResaleStep(resaleState(booking, now), "put_up") !== null &&
    booking.refundableUntil < now &&
    booking.start > now &&
    isSellable(booking)
  );
}

/** Tells whether money can still come back, and nobody has come already. */
export function isSellable(
  booking: Paid & Pick<Resalable, "presence" | "isDisputed" | "isInReview">,
): boolean {
  if (booking.presence !== null || booking.isDisputed || booking.isInReview) return false;
  return stillPaidCents(booking) > 0;
}

/** The buyer's price, at most what is left of their own (rule: resale). */
export function resaleRefund({ sold, bought }: { sold: Cents; bought: Cents }): Cents {
  return cents(Math.min(sold, bought));
}
