import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import {
  copied,
  INTERNAL,
  KEPT_BY_LAW,
  kept,
  keptTable,
  PROVIDER_HANDLE,
  personalTable,
  plainTable,
  SECRET,
  withheld,
} from "../column-facts.server.ts";
import { digestOf } from "../digest.server.ts";
import { cents } from "../money.ts";
import { PAYMENT_STATES } from "../payment-states.ts";
import { createdAt, id, instant, money, oneOf, partOf, reference } from "./columns.server.ts";

/** A row exists before Stripe is called, and its id is the idempotency key. */
export const payments = keptTable(
  "payments",
  KEPT_BY_LAW,
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
    checkoutSessionId: withheld(PROVIDER_HANDLE, text()),
    /** Null once the checkout is closed, like `recovery`. */
    checkoutUrl: withheld(PROVIDER_HANDLE, text()),
    paymentIntentId: withheld(PROVIDER_HANDLE, text().unique()),
    chargeId: withheld(PROVIDER_HANDLE, text().unique()),
    /** Empty once the checkout is closed. */
    successUrl: withheld(PROVIDER_HANDLE, text().notNull()),
    /** Written by 0.1.0 alone; goes with the release after the next (decision 094). */
    cancelToken: withheld(SECRET, text()),
    /** Noted before the provider is called. */
    abandonedAt: kept(instant()),
    expiresAt: withheld(INTERNAL, instant().notNull()),
    /** Reason for the operator (rule: payment-review). */
    reviewReason: withheld(INTERNAL, text()),
    disputeStatus: kept(text()),
    disputeId: withheld(PROVIDER_HANDLE, text()),
    disputedAt: kept(instant()),
    disputeEndedAt: kept(instant()),
    disputeReason: kept(text()),
    disputedCents: kept(money()),
    /** Paid by the platform; null while none is taken. */
    disputeFeeCents: withheld(INTERNAL, money()),
    disputeDueAt: withheld(INTERNAL, instant()),
    /** Returned by lost disputes, not by a refund. */
    chargedBackCents: kept(money().notNull().default(cents(0))),
    /** Date of the accepted terms; null if restored. */
    termsSince: kept(date()),
    createdAt: kept(createdAt()),
    /** Null unless the payer's bank is deciding. */
    processingAt: kept(instant()),
    paidAt: kept(instant()),
    checkedAt: withheld(INTERNAL, instant()),
    requestId: withheld(INTERNAL, uuid()),
    returnsReadAt: withheld(INTERNAL, instant()),
    /** Ids at the provider from which lost rows are restored; null once the checkout is closed. */
    recovery: withheld(
      "ids of the booking that it pays, which is in the copy, and the hash of a secret",
      jsonb().$type<Record<string, string>>(),
    ),
  },
  (t) => [
    index().on(t.reference),
    uniqueIndex("payments_one_per_checkout").on(digestOf(t.checkoutSessionId)),
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

export const refunds = personalTable(
  "refunds",
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
    stripeRefundId: withheld(PROVIDER_HANDLE, text().unique()),
    /** Null is all that is left, 0 a price difference or gift. */
    seats: copied(smallint()),
    /** Null where Stripe divides it in proportion. */
    commissionCents: copied(money()),
    reversedAt: withheld(INTERNAL, instant()),
    redoneAt: withheld(INTERNAL, instant()),
    /** Null when it was made, or may still be. */
    refusedCode: withheld(INTERNAL, text()),
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
export const paymentMovements = personalTable(
  "payment_movements",
  {
    id: withheld(PROVIDER_HANDLE, text().primaryKey()),
    paymentId: copied(partOf(() => payments.id)),
    kind: copied(oneOf("reversal", "fee_refund", "dispute").notNull()),
    amountCents: copied(money().notNull()),
    /** Null for a movement of its own. */
    stripeRefundId: withheld(PROVIDER_HANDLE, text()),
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
export const stripeEvents = plainTable(
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
export const providerKeys = plainTable(
  "provider_keys",
  "ids of what was asked of the provider, of nobody by name",
  {
    name: text().primaryKey(),
    turn: integer().notNull(),
    changedAt: instant().notNull(),
  },
);

/** Amounts reclaimed from a professional, up to their share (rule: share-reclaimed). */
export const reclaims = personalTable(
  "reclaims",
  {
    /** Chosen by the form, so that sending twice makes one. */
    id: withheld(INTERNAL, id()),
    paymentId: copied(partOf(() => payments.id)),
    amountCents: copied(money().notNull()),
    reason: copied(text().notNull()),
    status: copied(oneOf("asked", "made", "refused").notNull().default("asked")),
    refusedCode: withheld(INTERNAL, text()),
    stripeReversalId: withheld(PROVIDER_HANDLE, text().unique()),
    createdAt: copied(createdAt()),
    settledAt: copied(instant()),
  },
  (t) => [
    index().on(t.paymentId),
    index("reclaims_asked").on(t.createdAt).where(sql`status = 'asked'`),
    check("reclaims_amount", sql`${t.amountCents} > 0`),
    check("reclaims_made", sql`(${t.status} = 'made') = (${t.stripeReversalId} is not null)`),
  ],
);

/** Evidence (rule: dispute-evidence), one file of each kind, which Stripe keeps. */
export const disputeFiles = plainTable(
  "dispute_files",
  "which files an operator is about to answer a bank with; nobody's words are in it",
  {
    paymentId: partOf(() => payments.id),
    kind: oneOf(
      "receipt",
      "service_documentation",
      "customer_communication",
      "uncategorized_file",
    ).notNull(),
    fileId: text().notNull(),
    type: oneOf("pdf", "jpg").notNull(),
    bytes: integer().notNull(),
    addedAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.paymentId, t.kind] })],
);
