import { isUuid } from "#platform/uuid.ts";
import { commission } from "../commission.ts";
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
  /** The party that causes the event. */
  by: "provider" | "site" | "operator";
  /** How long the state on the left may last, and what ends it then. */
  deadline?: string;
}

/**
 * The life of a payment (rules: seat-hold, payment-truth). An unlisted pair changes nothing: that
 * makes duplicates, replays and any order of the provider's events lead to the same state.
 */
export const PAYMENT_LIFE: readonly PaymentStep[] = [
  {
    from: ["creating"],
    event: "created",
    to: "open",
    by: "provider",
    deadline: "15 s, then the reconciler asks again under the same idempotency key",
  },
  // The provider made no checkout; another process may have got one meanwhile.
  { from: ["creating"], event: "refused", to: "expired", by: "provider" },
  {
    // Complete and unpaid: the payer has finished and their bank is deciding, as `processing_at`
    // tells.
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
  // `expired` too: paid after the hold was given up (rule: late-payment).
  { from: ["creating", "open", "expired"], event: "paid", to: "paid", by: "provider" },
  // Once more from review: the ids of money that came after the doubt are kept.
  {
    from: ["creating", "open", "expired", "review"],
    event: "mismatch",
    to: "review",
    by: "provider",
  },
  // A part of it: seats that were given back, or an amount at the provider's dashboard (rule:
  // money-in-parts).
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
    // From review too: a part could not be refunded, and now the rest is owed as well.
    from: ["paid", "partially_refunded", "review"],
    event: "refund_asked",
    to: "refunding",
    by: "site",
    deadline: "30 s, then the reconciler asks again under the refund's own idempotency key",
  },
  {
    // From any state: somebody refunded the money at the provider's own dashboard.
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
  // The other way out of a review is the one above: refunded at the provider, by the payer's bank
  // or by other means. A dispute that is won lets the refund go on by itself.
  { from: ["review"], event: "refund_retried", to: "refunding", by: "operator" },
];

/** The state that this event leads to, or null when it changes nothing. */
export function nextPaymentState(state: PaymentState, event: PaymentEvent): PaymentState | null {
  return PAYMENT_LIFE.find((step) => step.event === event && step.from.includes(state))?.to ?? null;
}

/** States in which the checkout may still be made, or paid. */
const UNCLOSED: readonly PaymentState[] = ["creating", "open"];

/** Whether a payment that goes from one state to the other is done with its checkout. */
export function closesCheckout(from: PaymentState, to: PaymentState): boolean {
  return UNCLOSED.includes(from) && !UNCLOSED.includes(to);
}

/**
 * The columns of a payment that serve to make its checkout and to lead to it, once that is closed:
 * empty, because they are two thirds of the row. The provider keeps them, and its own ids stay here.
 */
export const CLOSED_CHECKOUT = { checkoutUrl: null, successUrl: "", recovery: null } as const;

export const REFUND_STATES = ["asked", "pending", "succeeded", "failed"] as const;
export type RefundState = (typeof REFUND_STATES)[number];

/** A refund only moves forward, so that events out of order change nothing back. */
export function isLaterRefundState(next: RefundState, current: RefundState): boolean {
  return REFUND_STATES.indexOf(next) > REFUND_STATES.indexOf(current);
}

/** The code of a refund that is refused because the payer's bank holds the money. */
export const DISPUTED = "charge_disputed";

/**
 * Whether the payer's bank holds the money until it has decided. A mere inquiry (`warning_…`) takes
 * nothing, and a refund ends it (https://docs.stripe.com/api/disputes/object).
 */
export function isDisputeOpen(disputeStatus: string | null): boolean {
  return disputeStatus === "needs_response" || disputeStatus === "under_review";
}

/** Whether a bank has nothing left to decide, or to ask. */
export function isDisputeOver(disputeStatus: string): boolean {
  return ["won", "lost", "warning_closed", "prevented"].includes(disputeStatus);
}

/** Whether the payer has finished and their bank is deciding: neither paid nor unpaid. */
export function isProcessing(payment: {
  status: PaymentState | null;
  processingAt: Date | null;
}): boolean {
  return payment.status === "open" && payment.processingAt !== null;
}

/**
 * The part of a payment that neither refunds nor the payer's bank have returned. Both may have, where
 * a bank takes what was given back by other means.
 */
export function keptOf(payment: {
  amountCents: Cents;
  refundedCents: Cents;
  chargedBackCents: Cents;
}): Cents {
  const { amountCents, refundedCents, chargedBackCents } = payment;
  return cents(Math.max(0, amountCents - refundedCents - chargedBackCents));
}

/**
 * The commission's part of a refund, so that the commission kept is its rate of the price kept
 * (rule: money-in-parts). After a resale the buyer's payment has the commission of the seats sold
 * again: the seller's part is that of both together, less the buyer's (rule: resale).
 *
 * @param left of the payment before this refund, in cents.
 * @param rate in basis points; `resoldCents` refunded because the seats were sold again.
 */
export function commissionOfPart(
  left: Cents,
  amount: Cents,
  { rate, resoldCents }: { rate: number; resoldCents: Cents },
): Cents {
  const before = commission(cents(left + resoldCents), rate);
  return cents(before - commission(cents(left - amount + resoldCents), rate));
}

/** A checkout is open for 31 minutes from each attempt: the provider's minimum is 30 (rule: seat-hold). */
export const CHECKOUT_LIFETIME = 31 * MINUTE;

/** Longer than any call to the provider may take; after that nobody is still creating it. */
export const CREATION_PATIENCE = 15_000;

/** How old a signed event may be, in seconds (https://docs.stripe.com/webhooks#replay-attacks). */
export const EVENT_TOLERANCE = 300;

/** The requested amounts of a payment, to compare with the provider's answer. */
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
 * The meaning of the provider's answer about a checkout. Null: nothing is decided yet, the payer is
 * still on the page.
 *
 * @param live whether our key is a live one; money of the other mode is never believed (rule:
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

/**
 * The first difference between the provider's figures and the request, or null. Also applied to the
 * event itself: a signed event that names another amount is not believed either (rule:
 * payment-review).
 */
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

/** Whether a secret key moves real money (https://docs.stripe.com/keys). */
export function isLiveKey(secretKey: string): boolean {
  return /^(sk|rk)_live_/.test(secretKey);
}

/** Whether a reference from the provider can be one of our ids. */
export function isId(reference: string | null): reference is string {
  return reference !== null && isUuid(reference);
}
