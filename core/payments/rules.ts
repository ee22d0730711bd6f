import { isUuid } from "#platform/uuid.ts";
import { MINUTE } from "../durations.ts";
import { type Cents, cents } from "../money.ts";
import type { PaymentState } from "../payment-states.ts";
import type { ProviderAnswer, ProviderClaim } from "./schema.ts";

export const PAYMENT_EVENTS = [
  "created",
  "refused",
  "processing",
  "paid",
  "ended",
  "mismatch",
  "part_asked",
  "part_refunded",
  "part_retried",
  "refund_asked",
  "refund_done",
  "refund_failed",
  "refund_retried",
] as const;
export type PaymentEvent = (typeof PAYMENT_EVENTS)[number];

interface PaymentStep {
  from: readonly PaymentState[];
  event: PaymentEvent;
  to: PaymentState;
  by: "provider" | "site" | "operator";
  /** How long the state on the left may last, and what ends it. */
  deadline?: string;
}

/**
 * Unlisted pairs change nothing, so any order of events ends alike (rules: seat-hold,
 * payment-truth).
 */
export const PAYMENT_LIFE: readonly PaymentStep[] = [
  {
    from: ["creating"],
    event: "created",
    to: "open",
    by: "provider",
    deadline: "15 s, then the reconciler asks again under the same idempotency key",
  },
  // Another process may have got a checkout meanwhile.
  { from: ["creating"], event: "refused", to: "expired", by: "provider" },
  {
    // Complete and unpaid: the payer's bank decides, as `processing_at` tells.
    from: ["creating", "open"],
    event: "processing",
    to: "open",
    by: "provider",
    deadline: "the bank's answer, of which no clock of ours knows",
  },
  {
    from: ["creating", "open"],
    event: "ended",
    to: "expired",
    by: "provider",
    deadline: "expires_at, then the reconciler asks the provider",
  },
  // `expired`: paid after the hold was given up (rule: late-payment).
  { from: ["creating", "open", "expired"], event: "paid", to: "paid", by: "provider" },
  // From review, to keep the ids of money that came after the doubt.
  {
    from: ["creating", "open", "expired", "review"],
    event: "mismatch",
    to: "review",
    by: "provider",
  },
  // Seats given back, or an amount at the provider's dashboard (rule: money-in-parts).
  {
    from: ["paid", "partially_refunded"],
    event: "part_asked",
    to: "partially_refunded",
    by: "site",
    deadline: "30 s, then the reconciler asks again under the refund's own idempotency key",
  },
  { from: ["paid"], event: "part_refunded", to: "partially_refunded", by: "provider" },
  { from: ["review"], event: "part_retried", to: "partially_refunded", by: "operator" },
  {
    // From review: a part could not be refunded, and now the rest is owed as well.
    from: ["paid", "partially_refunded", "review"],
    event: "refund_asked",
    to: "refunding",
    by: "site",
    deadline: "30 s, then the reconciler asks again under the refund's own idempotency key",
  },
  {
    // Refunded at the provider's own dashboard.
    from: ["refunding", "creating", "open", "expired", "paid", "partially_refunded", "review"],
    event: "refund_done",
    to: "refunded",
    by: "provider",
  },
  // Refused, or failed days after it succeeded; the platform or the bank has the money.
  {
    from: ["refunding", "refunded", "partially_refunded"],
    event: "refund_failed",
    to: "review",
    by: "provider",
  },
  // Otherwise the line above ends a review; after a won dispute the refund goes on by itself.
  { from: ["review"], event: "refund_retried", to: "refunding", by: "operator" },
];

export function nextPaymentState(state: PaymentState, event: PaymentEvent): PaymentState | null {
  return PAYMENT_LIFE.find((step) => step.event === event && step.from.includes(state))?.to ?? null;
}

/** The checkout may still be made, or paid. */
const UNCLOSED: readonly PaymentState[] = ["creating", "open"];

export function closesCheckout(from: PaymentState, to: PaymentState): boolean {
  return UNCLOSED.includes(from) && !UNCLOSED.includes(to);
}

/** Two thirds of the row, needed only until the checkout is closed; the provider keeps them. */
export const CLOSED_CHECKOUT = { checkoutUrl: null, successUrl: "", recovery: null } as const;

export const REFUND_STATES = ["asked", "pending", "succeeded", "failed"] as const;
export type RefundState = (typeof REFUND_STATES)[number];

/** A refund only moves forward, so that shuffled events change nothing back. */
export function isLaterRefundState(next: RefundState, current: RefundState): boolean {
  return REFUND_STATES.indexOf(next) > REFUND_STATES.indexOf(current);
}

export const DISPUTED = "charge_disputed";

/**
 * A mere inquiry (`warning_…`) takes nothing, and a refund ends it
 * (https://docs.stripe.com/api/disputes/object).
 */
export function isDisputeOpen(disputeStatus: string | null): boolean {
  return disputeStatus === "needs_response" || disputeStatus === "under_review";
}

export function isDisputeOver(disputeStatus: string): boolean {
  return ["won", "lost", "warning_closed", "prevented"].includes(disputeStatus);
}

/** The payer has finished and their bank is deciding: neither paid nor unpaid. */
export function isProcessing(payment: {
  status: PaymentState | null;
  processingAt: Date | null;
}): boolean {
  return payment.status === "open" && payment.processingAt !== null;
}

/** Both may have returned it, where a bank takes what was given back by other means. */
export function keptOf(payment: {
  amountCents: Cents;
  refundedCents: Cents;
  chargedBackCents: Cents;
}): Cents {
  const { amountCents, refundedCents, chargedBackCents } = payment;
  return cents(Math.max(0, amountCents - refundedCents - chargedBackCents));
}

/** The provider's minimum is 30 minutes (rule: seat-hold). */
export const CHECKOUT_LIFETIME = 31 * MINUTE;

/** Milliseconds; no call to the provider takes longer. */
export const CREATION_PATIENCE = 15_000;

/** Seconds (https://docs.stripe.com/webhooks#replay-attacks). */
export const EVENT_TOLERANCE = 300;

export interface Asked {
  id: string;
  amountCents: number;
  applicationFeeCents: number;
  currency: string;
  destinationAccount: string | null;
}

export type Verdict =
  | { event: "paid" }
  | { event: "processing" }
  | { event: "ended"; reason: "expired" | "failed" }
  | { event: "mismatch"; reason: string }
  | { event: "refund_done" }
  | null;

/**
 * Null while the payer is still on the page; money of the other mode is not believed (rule:
 * payment-review).
 */
export function judgeCheckout(asked: Asked, answer: ProviderAnswer, live: boolean): Verdict {
  if (answer.status === "expired") return { event: "ended", reason: "expired" };
  if (answer.status !== "complete") return null;
  const { intent } = answer;
  if (answer.paymentStatus === "unpaid") {
    const failed = intent?.status === "requires_payment_method" || intent?.status === "canceled";
    return failed ? { event: "ended", reason: "failed" } : { event: "processing" };
  }
  const reason = findDifference(asked, answer, live) ?? findIntentDifference(asked, intent);
  if (reason) return { event: "mismatch", reason };
  if (intent && intent.refundedCents >= asked.amountCents) return { event: "refund_done" };
  return { event: "paid" };
}

export function findDifference(asked: Asked, said: ProviderClaim, live: boolean): string | null {
  if (said.livemode !== live) return `livemode is ${said.livemode}`;
  if (said.reference !== asked.id) return `reference is ${said.reference}`;
  if (said.amountCents !== asked.amountCents) return `amount is ${said.amountCents}`;
  if (said.currency !== asked.currency) return `currency is ${said.currency}`;
  return null;
}

function findIntentDifference(asked: Asked, intent: ProviderAnswer["intent"]): string | null {
  if (!intent) return "there is no payment intent";
  if (intent.receivedCents !== asked.amountCents) return `received ${intent.receivedCents}`;
  if (intent.currency !== asked.currency) return `intent currency is ${intent.currency}`;
  if (intent.destination !== asked.destinationAccount)
    return `destination is ${intent.destination}`;
  if (intent.feeCents !== asked.applicationFeeCents) return `fee is ${intent.feeCents}`;
  return null;
}

/** https://docs.stripe.com/keys */
export function isLiveKey(secretKey: string): boolean {
  return /^(sk|rk)_live_/.test(secretKey);
}

export function isId(reference: string | null): reference is string {
  return reference !== null && isUuid(reference);
}
