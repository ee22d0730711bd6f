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
import { createdAt, id, instant, money } from "./columns.server.ts";

/**
 * A request to the provider to collect money. The provider knows amount, account and an opaque
 * reference, not what is sold. The row exists before the provider is called; the idempotency key is
 * its id.
 */
export const payments = personal(
  "payments",
  { kept: LEGAL },
  {
    id: kept(id()),
    kind: kept(text({ enum: ["session_booking", "activity_booking"] }).notNull()),
    reference: kept(uuid().notNull()),
    status: kept(text({ enum: PAYMENT_STATES }).notNull().default("creating")),
    amountCents: kept(money().notNull()),
    /** How many of the same the amount is for: the payer reads the price of one. */
    quantity: kept(smallint().notNull().default(1)),
    applicationFeeCents: copied(money().notNull().default(cents(0)), "professional"),
    /** Given back to the payer by refunds; see `chargedBackCents`. */
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
    /**
     * The address to which the provider sends the payer back, with `{CHECKOUT_SESSION_ID}` in it;
     * empty once the checkout is closed.
     */
    successUrl: withheld(text().notNull(), PROVIDER),
    /**
     * The secret of the cancel address (rule: hold-release). In clear, like the checkout's own
     * address: asking the provider again under the same idempotency key needs the same parameters.
     */
    cancelToken: withheld(text().notNull(), SECRET),
    /** When somebody asked for its checkout to be ended: noted before the provider is called. */
    abandonedAt: kept(instant()),
    expiresAt: withheld(instant().notNull(), OURS),
    /** Why the provider's answer was not believed, for the operator (rule: payment-review). */
    reviewReason: withheld(text(), OURS),
    /** The provider's word for the state of a dispute, when there is one. */
    disputeStatus: kept(text()),
    /** The provider's id of the dispute whose state that is, and when it was opened. */
    disputeId: withheld(text(), PROVIDER),
    disputedAt: kept(instant()),
    /** When we heard that it was over. */
    disputeEndedAt: kept(instant()),
    /** The provider's word for why the payer's bank contests it. */
    disputeReason: kept(text()),
    /** The amount that the bank contests, more or less than the payment's perhaps. */
    disputedCents: kept(money()),
    /** The provider's fee for it, at the platform's cost; null while it has taken none. */
    disputeFeeCents: withheld(money(), OURS),
    /** Until when the provider takes evidence for the open one. */
    disputeDueAt: withheld(instant(), OURS),
    /**
     * The amount that the payer's bank took back by lost disputes: returned, but not by a refund.
     */
    chargedBackCents: kept(money().notNull().default(cents(0))),
    /**
     * The day since which the terms were in force that the payer accepted when the row was made; null
     * in one that was restored.
     */
    termsSince: kept(date()),
    createdAt: kept(createdAt()),
    /** Since when the payer has finished and their bank is deciding; null when it is not. */
    processingAt: kept(instant()),
    paidAt: kept(instant()),
    /** When the reconciler looked last. */
    checkedAt: withheld(instant(), OURS),
    /** The request that asked for it: later events are logged with it. */
    requestId: withheld(uuid(), OURS),
    /** When the provider was last asked what it took back from the professional. */
    returnsReadAt: withheld(instant(), OURS),
    /**
     * Ids that the provider keeps with the payment, from which its listener restores the booking,
     * should our rows be lost. Null once the checkout is closed.
     */
    recovery: withheld(
      jsonb().$type<Record<string, string>>(),
      "ids of the booking that it pays, which is in the copy, and the hash of a secret",
    ),
  },
  (t) => [
    index().on(t.reference),
    // They are long, and looked up whole: an index by their digests is a third as large.
    uniqueIndex("payments_one_per_checkout").on(digestOf(t.checkoutSessionId)),
    uniqueIndex("payments_one_per_cancel_token").on(digestOf(t.cancelToken)),
    index("payments_returns_unread")
      .on(t.createdAt)
      .where(sql`refunded_cents > 0 and returns_read_at is null`),
    index("payments_to_reconcile")
      .on(t.createdAt)
      .where(sql`status in ('creating', 'open', 'refunding')`),
    // They are stored in this order, so that a few bytes for many pages are enough.
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
    paymentId: copied(
      uuid()
        .notNull()
        .references(() => payments.id),
    ),
    amountCents: copied(money().notNull()),
    /**
     * `outside`: made by the operator at the provider, one of several perhaps; or by other means, and
     * then without an id there.
     */
    reason: copied(
      text({
        enum: [
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
        ],
      }).notNull(),
    ),
    status: copied(
      text({ enum: ["asked", "pending", "succeeded", "failed"] })
        .notNull()
        .default("asked"),
    ),
    stripeRefundId: withheld(text().unique(), PROVIDER),
    /**
     * The seats that it is for, of several that were paid for at once, or all of them where they were
     * sold again; 0: the difference to a cheaper slot, or a gift; null: all that is left.
     */
    seats: copied(smallint()),
    /**
     * The commission's part of it, by which less is taken back from the professional. Null where the
     * provider divides it, in proportion.
     */
    commissionCents: copied(money()),
    /** When the professional's part of it was taken back, where we do that. */
    reversedAt: withheld(instant(), OURS),
    /** When it was owed anew, having failed. */
    redoneAt: withheld(instant(), OURS),
    /** The provider's code for refusing to make it; null when it was made, or may still be. */
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

/**
 * Other movements of a payment's money at the provider: `reversal` took from the professional's
 * account, `fee_refund` returned the commission to it, `dispute` is each amount that the payer's
 * bank took for good (an id of ours).
 */
export const paymentMovements = personal(
  "payment_movements",
  {},
  {
    /** The provider's id. */
    id: withheld(text().primaryKey(), PROVIDER),
    paymentId: copied(
      uuid()
        .notNull()
        .references(() => payments.id, { onDelete: "cascade" }),
    ),
    kind: copied(text({ enum: ["reversal", "fee_refund", "dispute"] }).notNull()),
    amountCents: copied(money().notNull()),
    /** The provider's id of the refund that it came with; null for one of its own. */
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

/** Every signed event once, whatever the number of deliveries (rule: payment-truth). */
export const stripeEvents = impersonal(
  "stripe_events",
  "emptied once processed; what came of it stands in the payments",
  {
    id: text().primaryKey(),
    type: text().notNull(),
    account: text(),
    objectId: text(),
    livemode: boolean().notNull(),
    /**
     * The version of the provider's API that the object is written in; null when it was not said.
     */
    apiVersion: text(),
    /** The event's object; emptied once processed, because it names people. */
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

/**
 * Idempotency keys whose first use ended in an error of the provider's own: it repeats that answer
 * for a day, so another attempt uses the next key. Without a row, a key is as good as new.
 */
export const providerKeys = impersonal(
  "provider_keys",
  "ids of what was asked of the provider, of nobody by name",
  {
    name: text().primaryKey(),
    turn: integer().notNull(),
    changedAt: instant().notNull(),
  },
);
