import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  numeric,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import {
  BUSINESS,
  copied,
  kept,
  LEGAL,
  OURS,
  PROVIDER,
  personal,
  published,
  SECRET,
  withheld,
} from "../column-facts.server.ts";
import { createdAt, id, instant, versionColumns } from "./columns.server.ts";
import { profiles } from "./people.server.ts";

/** When several exist for a user, the newest is used. */
export const professionalProfiles = personal(
  "professional_profiles",
  { kept: BUSINESS },
  {
    id: kept(id()),
    userId: kept(
      uuid()
        .notNull()
        .references(() => profiles.id, { onDelete: "cascade" }),
    ),
    businessName: published(kept(text().notNull())),
    businessDescription: published(copied(text().notNull())),
    businessAddress: kept(text()),
    businessCity: kept(text()),
    businessPostalCode: kept(text()),
    businessPhone: copied(text()),
    siret: kept(text()),
    /** By their own word: the exemption of article 293 B, or VAT; null until they have said (rule: receipt). */
    vatStatus: kept(text({ enum: ["exempt", "charged"] })),
    vatNumber: kept(text()),
    isVerified: kept(boolean().notNull().default(false)),
    rating: kept(numeric({ precision: 2, scale: 1, mode: "number" }).notNull().default(0)),
    totalReviews: kept(integer().notNull().default(0)),
    stripeConnectAccountId: kept(text().unique()),
    chargesEnabled: kept(boolean().notNull().default(false)),
    transfersActive: kept(boolean().notNull().default(false)),
    payoutsEnabled: kept(boolean().notNull().default(false)),
    detailsSubmitted: kept(boolean().notNull().default(false)),
    /** Whether the provider waits for details that only the professional can give. */
    requirementsDue: kept(boolean().notNull().default(false)),
    /** When the provider said that an account was not ours to use any more; null with a new one. */
    paymentAccountLostAt: kept(instant()),
    /** The account exists and the provider lets it be paid (rule: bookable). */
    canReceiveCharges: kept(
      boolean()
        .notNull()
        .generatedAlwaysAs(
          sql`stripe_connect_account_id is not null and charges_enabled and transfers_active`,
        ),
    ),
    ...versionColumns(),
    createdAt: kept(createdAt()),
    updatedAt: copied(createdAt()),
    /** The pause after each slot, in minutes (rule: one-place). */
    bufferMinutes: kept(smallint().notNull().default(0)),
    /** Until how many minutes before its start a slot can be booked (rule: notice). */
    noticeMinutes: kept(smallint().notNull().default(30)),
    /** The number that buyers may see; null when they may see none (rule: writing-through-us). */
    shownPhone: copied(text()),
    /** When their account was deleted. */
    leftAt: withheld(instant(), "of an account that is gone"),
    /** From when on nothing of theirs is sold, because we end the relationship then (rule: ending-notice). */
    sellsUntil: withheld(instant(), "the end of the notice, which is copied with the decision"),
  },
  (t) => [
    index("professional_profiles_by_time").on(t.createdAt),
    index("professional_profiles_left").on(t.leftAt).where(sql`left_at is not null`),
    index().on(t.userId, t.createdAt.desc().nullsFirst()),
    index().on(t.rating.desc().nullsFirst(), t.id),
    // Names by the beginning of any of their words.
    index("professional_profiles_named").using(
      "gin",
      sql`(' ' || search_key(${t.businessName})) gin_trgm_ops`,
    ),
    check("professional_profiles_rating", sql`${t.rating} between 0 and 5`),
    check(
      "professional_profiles_vat",
      sql`(${t.vatStatus} in ('exempt', 'charged')) is not false
        and (${t.vatStatus} is not distinct from 'charged') = (${t.vatNumber} is not null)`,
    ),
    check("professional_profiles_total_reviews", sql`${t.totalReviews} >= 0`),
    check("professional_profiles_buffer", sql`${t.bufferMinutes} between 0 and 120`),
    check("professional_profiles_notice", sql`${t.noticeMinutes} between 0 and 1440`),
    check("professional_profiles_business_name", sql`length(trim(${t.businessName})) > 0`),
  ],
);

/**
 * A requested payment account: the row exists before the provider is called and its id is the
 * idempotency key, so that another request, in any process, leads to the same account.
 */
export const paymentAccountRequests = personal(
  "payment_account_requests",
  { kept: BUSINESS },
  {
    id: kept(id()),
    professionalId: kept(
      uuid()
        .notNull()
        .unique()
        .references(() => professionalProfiles.id, { onDelete: "cascade" }),
    ),
    email: copied(text().notNull()),
    businessName: kept(text().notNull()),
    businessType: kept(text({ enum: ["individual", "company", "non_profit"] }).notNull()),
    country: kept(text({ enum: ["FR", "BE", "CH", "CA"] }).notNull()),
    createdAt: kept(createdAt()),
  },
  (t) => [
    check(
      "payment_account_requests_business_type",
      sql`${t.businessType} in ('individual', 'company', 'non_profit')`,
    ),
    check("payment_account_requests_country", sql`${t.country} in ('FR', 'BE', 'CH', 'CA')`),
  ],
);

/** A business described before a plan was chosen; kept for a while. */
export const professionalDrafts = personal(
  "professional_drafts",
  {},
  {
    userId: copied(
      uuid()
        .primaryKey()
        .references(() => profiles.id, { onDelete: "cascade" }),
    ),
    businessName: copied(text().notNull()),
    businessDescription: copied(text().notNull()),
    businessAddress: copied(text()),
    businessCity: copied(text()),
    businessPostalCode: copied(text()),
    businessPhone: copied(text()),
    siret: copied(text()),
    updatedAt: copied(instant().notNull()),
  },
);

/** The active row is the truth about a user's plan (rule: plan-truth). */
export const professionalSubscriptions = personal(
  "professional_subscriptions",
  { kept: LEGAL },
  {
    id: kept(id()),
    userId: kept(
      uuid()
        .notNull()
        .references(() => profiles.id, { onDelete: "cascade" }),
    ),
    planType: kept(text().notNull()),
    /** The key of its price in the catalogue; null for a free plan. */
    priceKey: kept(text("offer")),
    status: kept(text({ enum: ["inactive", "active", "past_due", "canceled"] }).notNull()),
    stripeCustomerId: kept(text()),
    stripeSubscriptionId: kept(text().unique()),
    stripePriceId: kept(text()),
    /** The next payment; null for a free plan. */
    currentPeriodEnd: kept(instant()),
    /** Its end, once it was cancelled at the provider. */
    cancelAt: kept(instant()),
    /**
     * Since when a payment is owed: the grace of seven days is counted from here (rule:
     * plan-truth).
     */
    pastDueSince: kept(instant()),
    /** Since when the provider collects nothing (rule: suspended-plan). */
    billingPausedAt: kept(instant()),
    createdAt: kept(createdAt()),
    updatedAt: kept(createdAt()),
    /** When the provider was last asked about it. */
    checkedAt: withheld(instant(), OURS),
  },
  (t) => [
    index().on(t.userId, t.createdAt.desc().nullsFirst()),
    index("professional_subscriptions_customer")
      .on(t.stripeCustomerId)
      .where(sql`stripe_customer_id is not null`),
    index("professional_subscriptions_billed")
      .on(t.checkedAt)
      .where(sql`stripe_subscription_id is not null and status <> 'canceled'`),
    uniqueIndex("professional_subscriptions_live")
      .on(t.userId)
      .where(sql`status in ('active', 'past_due')`),
    check(
      "professional_subscriptions_status",
      sql`${t.status} in ('inactive', 'active', 'past_due', 'canceled')`,
    ),
  ],
);

/**
 * A subscription about to be paid. Like `payments`, the row exists before the provider is called
 * and its id is the idempotency key; a table of its own, because the provider charges for a
 * subscription by itself, again and again, and nobody else has a part in it.
 */
export const subscriptionCheckouts = personal(
  "subscription_checkouts",
  { kept: LEGAL },
  {
    id: kept(id()),
    /** Null while a guest has not paid (rule: guest-account). */
    userId: kept(uuid().references(() => profiles.id, { onDelete: "cascade" })),
    buyerEmail: copied(text().notNull()),
    /** The plan and rhythm: a key of the catalogue in core/subscriptions/rules.ts. */
    priceKey: kept(text("offer").notNull()),
    /** `returned`: paid beside an existing subscription, ended and refunded. */
    status: kept(
      text({ enum: ["creating", "open", "complete", "expired", "returned"] })
        .notNull()
        .default("creating"),
    ),
    checkoutSessionId: withheld(text().unique(), PROVIDER),
    checkoutUrl: withheld(text(), PROVIDER),
    stripeCustomerId: withheld(text(), PROVIDER),
    stripeSubscriptionId: withheld(text().unique(), PROVIDER),
    successUrl: withheld(text().notNull(), PROVIDER),
    cancelUrl: withheld(text().notNull(), PROVIDER),
    /**
     * Hash of the cookie that proves a guest buyer (rule: buyer-proof); null when the buyer was
     * signed in.
     */
    guestProofHash: withheld(text(), SECRET),
    /** The purchase made the buyer's account (rule: guest-account). */
    accountCreated: kept(boolean().notNull().default(false)),
    expiresAt: withheld(instant().notNull(), OURS),
    createdAt: kept(createdAt()),
    /** When nothing was left to be done: complete, expired, or wholly refunded. */
    settledAt: kept(instant()),
    /** Since when the payer has finished and their bank is deciding; null when it is not. */
    processingAt: kept(instant()),
    /** When their bank refused it after all; the checkout is expired then. */
    refusedAt: kept(instant()),
    /** When the reconciler looked last. */
    checkedAt: withheld(instant(), OURS),
    /**
     * Ids that the provider keeps with it, from which its row is restored should it be lost; null
     * once its buyer's account is deleted.
     */
    recovery: withheld(
      jsonb().$type<Record<string, string>>(),
      "ids of the same row, and the hash of a secret",
    ),
  },
  (t) => [
    uniqueIndex("subscription_checkouts_one_open_per_user")
      .on(t.userId)
      .where(sql`status in ('creating', 'open')`),
    index().on(t.buyerEmail),
    index("subscription_checkouts_to_reconcile").on(t.createdAt).where(sql`settled_at is null`),
    check(
      "subscription_checkouts_status",
      sql`${t.status} in ('creating', 'open', 'complete', 'expired', 'returned')`,
    ),
  ],
);
