import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import {
  copied,
  impersonal,
  kept,
  LEGAL,
  OURS,
  PROVIDER,
  personal,
  SECRET,
  withheld,
} from "../column-facts.server.ts";
import { digestOf } from "../digest.server.ts";
import { cents } from "../money.ts";
import { PAYMENT_STATES } from "../payment-states.ts";
import { createdAt, id, instant, money, oneOf, partOf, reference } from "./columns.server.ts";

/** A row exists before Stripe is called, and its id is the idempotency key. */
export const payments = personal(
  "payments",
  { kept: LEGAL },
  {
    id: kept(id()),
    kind: kept(oneOf("session_booking", "activity_booking").notNull()),
    reference: kept(uuid().notNull()),
    status: kept(text({ enum: PAYMENT_STATES }).notNull().default("creating")),
    amountCents: kept(money().notNull()),
    /** Number of items; the payer reads the price of one. */
    quantity: kept(smallint().notNull().default(1)),
    applicationFeeCents: copied(money().notNull().default(cents(0)), "professional"),
    /** By refunds only; see `chargedBackCents`. */
    refundedCents: kept(money().notNull().default(cents(0))),
    currency: kept(text().notNull().default("eur")),
    destinationAccount: copied(text(), "professional"),
    description: kept(text().notNull()),
    payerEmail: copied(text().notNull(), "client"),
    checkoutSessionId: withheld(text(), PROVIDER),
    /** Null once the checkout is closed, like `recovery`. */
    checkoutUrl: withheld(text(), PROVIDER),
    paymentIntentId: withheld(text().unique(), PROVIDER),
    chargeId: withheld(text().unique(), PROVIDER),
    /** Empty once the checkout is closed. */
    successUrl: withheld(text().notNull(), PROVIDER),
    /** In clear, since a repeated call needs the same parameters (rule: hold-release). */
    cancelToken: withheld(text().notNull(), SECRET),
    /** Noted before the provider is called. */
    abandonedAt: kept(instant()),
    expiresAt: withheld(instant().notNull(), OURS),
    /** Reason for the operator (rule: payment-review). */
    reviewReason: withheld(text(), OURS),
    disputeStatus: kept(text()),
    disputeId: withheld(text(), PROVIDER),
    disputedAt: kept(instant()),
    disputeEndedAt: kept(instant()),
    disputeReason: kept(text()),
    disputedCents: kept(money()),
    /** Paid by the platform; null while none is taken. */
    disputeFeeCents: withheld(money(), OURS),
    disputeDueAt: withheld(instant(), OURS),
    /** Returned by lost disputes, not by a refund. */
    chargedBackCents: kept(money().notNull().default(cents(0))),
    /** Date of the accepted terms; null if restored. */
    termsSince: kept(date()),
    createdAt: kept(createdAt()),
    /** Null unless the payer's bank is deciding. */
    processingAt: kept(instant()),
    paidAt: kept(instant()),
    checkedAt: withheld(instant(), OURS),
    requestId: withheld(uuid(), OURS),
    returnsReadAt: withheld(instant(), OURS),
    /** Ids at the provider from which lost rows are restored; null once the checkout is closed. */
    recovery: withheld(
      jsonb().$type<Record<string, string>>(),
      "ids of the booking that it pays, which is in the copy, and the hash of a secret",
    ),
  },
  (t) => [
    index().on(t.reference),
    uniqueIndex("payments_one_per_checkout").on(digestOf(t.checkoutSessionId)),
    uniqueIndex("payments_one_per_cancel_token").on(digestOf(t.cancelToken)),
    index("payments_returns_unread")
      .on(t.createdAt)
      .where(sql`refunded_cents > 0 and returns_read_at is null`),
    index("payments_to_reconcile")
      .on(t.createdAt)
      .where(sql`status in ('creating', 'open', 'refunding')`),
    index("payments_by_time").using("brin", t.createdAt),
    index("payments_in_review").on(t.createdAt).where(sql`status = 'review'`),
    index("payments_disputed")
      .on(t.createdAt)
      .where(sql`dispute_status in ('needs_response', 'warning_needs_response')`),
    check("payments_quantity", sql`${t.quantity} > 0 and ${t.amountCents} % ${t.quantity} = 0`),
    check("payments_amount", sql`${t.amountCents} >= 50`),
    check("payments_fee", sql`${t.applicationFeeCents} between 0 and ${t.amountCents}`),
    check("payments_refunded", sql`${t.refundedCents} between 0 and ${t.amountCents}`),
    check("payments_charged_back", sql`${t.chargedBackCents} between 0 and ${t.amountCents}`),
  ],
);

export const refunds = personal(
  "refunds",
  {},
  {
    id: copied(id()),
    paymentId: copied(reference(() => payments.id)),
    amountCents: copied(money().notNull()),
    /** `outside` is made by the operator, and may have no id at the provider. */
    reason: copied(
      oneOf(
        "late",
        "duplicate",
        "own",
        "lost",
        "client",
        "professional",
        "outside",
        "moved",
        "resold",
        "goodwill",
      ).notNull(),
    ),
    status: copied(oneOf("asked", "pending", "succeeded", "failed").notNull().default("asked")),
    stripeRefundId: withheld(text().unique(), PROVIDER),
    /** Null is all that is left, 0 a price difference or gift. */
    seats: copied(smallint()),
    /** Null where Stripe divides it in proportion. */
    commissionCents: copied(money()),
    reversedAt: withheld(instant(), OURS),
    redoneAt: withheld(instant(), OURS),
    /** Null when it was made, or may still be. */
    refusedCode: withheld(text(), OURS),
    createdAt: copied(createdAt()),
    settledAt: copied(instant()),
  },
  (t) => [
    uniqueIndex("refunds_one_live_per_payment")
      .on(t.paymentId)
      .where(sql`status <> 'failed' and reason <> 'outside' and seats is null`),
    index().on(t.paymentId),
    index("refunds_by_time").using("brin", t.createdAt),
    index("refunds_unsettled").on(t.createdAt).where(sql`status in ('asked', 'pending')`),
    index("refunds_unreversed")
      .on(t.createdAt)
      .where(sql`commission_cents is not null and reversed_at is null and status <> 'failed'`),
    check("refunds_commission", sql`${t.commissionCents} between 0 and ${t.amountCents}`),
    check("refunds_seats", sql`${t.seats} between 0 and 6`),
    check("refunds_amount", sql`${t.amountCents} > 0`),
  ],
);

/** `reversal` debits the professional, `fee_refund` returns commission to them. */
export const paymentMovements = personal(
  "payment_movements",
  {},
  {
    id: withheld(text().primaryKey(), PROVIDER),
    paymentId: copied(partOf(() => payments.id)),
    kind: copied(oneOf("reversal", "fee_refund", "dispute").notNull()),
    amountCents: copied(money().notNull()),
    /** Null for a movement of its own. */
    stripeRefundId: withheld(text(), PROVIDER),
    /** By the provider's clock. */
    createdAt: copied(instant().notNull()),
  },
  (t) => [
    index().on(t.paymentId),
    check("payment_movements_kind", sql`${t.kind} in ('reversal', 'fee_refund', 'dispute')`),
    check("payment_movements_amount", sql`${t.amountCents} > 0`),
  ],
);

/** Every signed event once, however often delivered (rule: payment-truth). */
export const stripeEvents = impersonal(
  "stripe_events",
  "emptied once processed; what came of it stands in the payments",
  {
    id: text().primaryKey(),
    type: text().notNull(),
    account: text(),
    objectId: text(),
    livemode: boolean().notNull(),
    /** Null when it was not said. */
    apiVersion: text(),
    /** Emptied once processed, because it names people. */
    payload: jsonb(),
    createdAt: instant().notNull(),
    receivedAt: createdAt(),
    processedAt: instant(),
    lastError: text(),
  },
  (t) => [
    index().on(t.processedAt),
    index("stripe_events_of_object").on(t.objectId).where(sql`object_id is not null`),
    index("stripe_events_of_account").on(t.account).where(sql`account is not null`),
    index("stripe_events_disputes").on(t.createdAt).where(sql`type = 'charge.dispute.created'`),
    index("stripe_events_unprocessed").on(t.receivedAt).where(sql`processed_at is null`),
  ],
);

/** Keys whose first answer was a server error, which Stripe repeats for a day. */
export const providerKeys = impersonal(
  "provider_keys",
  "ids of what was asked of the provider, of nobody by name",
  {
    name: text().primaryKey(),
    turn: integer().notNull(),
    changedAt: instant().notNull(),
  },
);
