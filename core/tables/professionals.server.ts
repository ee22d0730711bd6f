import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  date,
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
  BUSINESS_RECORD,
  copied,
  INTERNAL,
  KEPT_BY_LAW,
  kept,
  keptTable,
  PROVIDER_HANDLE,
  personalTable,
  plainTable,
  publicTable,
  published,
  SECRET,
  unfiltered,
  withheld,
} from "../column-facts.server.ts";
import { createdAt, id, instant, oneOf, partOf, versionColumns } from "./columns.server.ts";
import { profiles } from "./people.server.ts";

/** A user's newest profile is used. */
export const professionalProfiles = publicTable(
  "professional_profiles",
  BUSINESS_RECORD,
  {
    id: kept(id()),
    userId: kept(partOf(() => profiles.id)),
    businessName: published(kept(text().notNull())),
    businessDescription: published(copied(text().notNull())),
    businessAddress: unfiltered(kept(text())),
    businessCity: unfiltered(kept(text())),
    businessPostalCode: unfiltered(kept(text())),
    businessPhone: unfiltered(copied(text())),
    siret: unfiltered(kept(text())),
    /** As declared; null until they have said (rule: receipt). */
    vatStatus: kept(oneOf("exempt", "charged")),
    vatNumber: unfiltered(kept(text())),
    isVerified: kept(boolean().notNull().default(false)),
    rating: kept(numeric({ precision: 2, scale: 1, mode: "number" }).notNull().default(0)),
    totalReviews: kept(integer().notNull().default(0)),
    stripeConnectAccountId: unfiltered(kept(text().unique())),
    chargesEnabled: kept(boolean().notNull().default(false)),
    transfersActive: kept(boolean().notNull().default(false)),
    payoutsEnabled: kept(boolean().notNull().default(false)),
    detailsSubmitted: kept(boolean().notNull().default(false)),
    requirementsDue: kept(boolean().notNull().default(false)),
    paymentAccountLostAt: kept(instant()),
    /** An account that Stripe lets be paid (rule: bookable). */
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
    /** Minutes after each slot (rule: one-place). */
    bufferMinutes: kept(smallint().notNull().default(0)),
    /** Minutes before a slot's start (rule: notice). */
    noticeMinutes: kept(smallint().notNull().default(30)),
    /** Null when buyers may see none (rule: writing-through-us). */
    shownPhone: unfiltered(copied(text())),
    leftAt: withheld("of an account that is gone", instant()),
    /** End of sales after our notice (rule: ending-notice). */
    sellsUntil: withheld("the end of the notice, which is copied with the decision", instant()),
  },
  (t) => [
    index("professional_profiles_by_time").on(t.createdAt),
    index("professional_profiles_left").on(t.leftAt).where(sql`left_at is not null`),
    index().on(t.userId, t.createdAt.desc().nullsFirst()),
    index().on(t.rating.desc().nullsFirst(), t.id),
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

/** Written before Stripe is called; its id is the idempotency key. */
export const paymentAccountRequests = keptTable(
  "payment_account_requests",
  BUSINESS_RECORD,
  {
    id: kept(id()),
    professionalId: kept(partOf(() => professionalProfiles.id).unique()),
    email: copied(text().notNull()),
    businessName: kept(text().notNull()),
    businessType: kept(oneOf("individual", "company", "non_profit").notNull()),
    country: kept(oneOf("FR", "BE", "CH", "CA").notNull()),
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

export const professionalDrafts = personalTable("professional_drafts", {
  userId: copied(partOf(() => profiles.id).primaryKey()),
  businessName: copied(text().notNull()),
  businessDescription: copied(text().notNull()),
  businessAddress: copied(text()),
  businessCity: copied(text()),
  businessPostalCode: copied(text()),
  businessPhone: copied(text()),
  siret: copied(text()),
  updatedAt: copied(instant().notNull()),
});

/** The active row decides the plan (rule: plan-truth). */
export const professionalSubscriptions = keptTable(
  "professional_subscriptions",
  KEPT_BY_LAW,
  {
    id: kept(id()),
    userId: kept(partOf(() => profiles.id)),
    planType: kept(text().notNull()),
    /** Null for a free plan. */
    priceKey: kept(text("offer")),
    status: kept(oneOf("inactive", "active", "past_due", "canceled").notNull()),
    stripeCustomerId: kept(text()),
    stripeSubscriptionId: kept(text().unique()),
    stripePriceId: kept(text()),
    currentPeriodEnd: kept(instant()),
    cancelAt: kept(instant()),
    /** Start of the seven days of grace (rule: plan-truth). */
    pastDueSince: kept(instant()),
    /** Start of a pause in billing (rule: suspended-plan). */
    billingPausedAt: kept(instant()),
    createdAt: kept(createdAt()),
    updatedAt: kept(createdAt()),
    checkedAt: withheld(INTERNAL, instant()),
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

/** Written before Stripe is called; its id is the idempotency key. */
export const subscriptionCheckouts = keptTable(
  "subscription_checkouts",
  KEPT_BY_LAW,
  {
    id: kept(id()),
    /** Null while a guest has not paid (rule: guest-account). */
    userId: kept(uuid().references(() => profiles.id, { onDelete: "cascade" })),
    buyerEmail: copied(text().notNull()),
    /** A key of the catalogue in core/subscriptions/rules.ts. */
    priceKey: kept(text("offer").notNull()),
    /** `returned` is paid beside another subscription, ended and refunded. */
    status: kept(
      oneOf("creating", "open", "complete", "expired", "returned").notNull().default("creating"),
    ),
    checkoutSessionId: withheld(PROVIDER_HANDLE, text().unique()),
    checkoutUrl: withheld(PROVIDER_HANDLE, text()),
    stripeCustomerId: withheld(PROVIDER_HANDLE, text()),
    stripeSubscriptionId: withheld(PROVIDER_HANDLE, text().unique()),
    successUrl: withheld(PROVIDER_HANDLE, text().notNull()),
    cancelUrl: withheld(PROVIDER_HANDLE, text().notNull()),
    /** Hash of a guest's cookie (rule: buyer-proof); null when signed in. */
    guestProofHash: withheld(SECRET, text()),
    /** The purchase made the account (rule: guest-account). */
    accountCreated: kept(boolean().notNull().default(false)),
    expiresAt: withheld(INTERNAL, instant().notNull()),
    createdAt: kept(createdAt()),
    settledAt: kept(instant()),
    /** Null unless the payer's bank is deciding. */
    processingAt: kept(instant()),
    refusedAt: kept(instant()),
    checkedAt: withheld(INTERNAL, instant()),
    /** Restores a lost row; null once the buyer's account is deleted. */
    recovery: withheld(
      "ids of the same row, and the hash of a secret",
      jsonb().$type<Record<string, string>>(),
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

/** As the seller gave them (rule: tax-details). */
export const taxDetails = keptTable(
  "tax_details",
  BUSINESS_RECORD,
  {
    professionalId: kept(partOf(() => professionalProfiles.id).primaryKey()),
    legalForm: kept(oneOf("person", "firm").notNull()),
    legalName: kept(text().notNull()),
    address: kept(text().notNull()),
    postalCode: kept(text().notNull()),
    city: kept(text().notNull()),
    country: kept(oneOf("FR", "BE", "CH", "CA").notNull()),
    /** Null for a firm. */
    birthDate: kept(date({ mode: "string" })),
    /** Null for a person. */
    registration: kept(text()),
    taxNumber: kept(text().notNull()),
    accountCountry: kept(oneOf("FR", "BE", "CH", "CA").notNull()),
    createdAt: kept(createdAt()),
    updatedAt: kept(instant().notNull()),
  },
  (t) => [
    check(
      "tax_details_form",
      sql`case ${t.legalForm} when 'person' then ${t.birthDate} is not null
        when 'firm' then ${t.registration} is not null else false end`,
    ),
  ],
);

/** Sellers whose details are due (rule: tax-details). */
export const taxRequests = plainTable(
  "tax_requests",
  "when the site has asked for their tax details, which its mails have told them",
  {
    professionalId: partOf(() => professionalProfiles.id).primaryKey(),
    askedAt: createdAt(),
    reminders: smallint().notNull().default(0),
    remindedAt: instant(),
    lookedAt: instant(),
  },
  (t) => [check("tax_requests_reminders", sql`${t.reminders} between 0 and 2`)],
);
