import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  check,
  date,
  foreignKey,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  smallint,
  text,
  time,
  timestamp,
  unique,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { mailboxIn } from "./mailbox.ts";
import { type Cents, cents } from "./money.ts";

/*
 * The whole schema on one page. Column names are in snake_case and are the API's too; money columns
 * hold integer cents (rule: whole-cents), instants are `timestamptz` (rule: date-labels).
 * Constraints make wrong states impossible before any code is asked. Descending indexes say
 * `nullsFirst`, because `order by … desc` means that and is not served by them otherwise.
 */

const instant = () => timestamp({ withTimezone: true, mode: "date" });
const money = () => integer().$type<Cents>();
const id = () => uuid().primaryKey();
const createdAt = () => instant().notNull().defaultNow();

/** Counts the edits of a row, and keeps the edit in which each field last changed. */
const versionColumns = () => ({
  version: integer().notNull().default(1),
  changedIn: jsonb().$type<Record<string, number>>().notNull().default({}),
});

// ─── People ────────────────────────────────────────────────────────────────────────────────────

/** People who may sign in. */
export const users = pgTable("users", {
  id: id(),
  email: text().notNull().unique(),
  emailVerified: boolean().notNull().default(false),
  /** The first name, which greets somebody whose profile cannot be read. */
  name: text().notNull(),
  image: text(),
  createdAt: createdAt(),
  updatedAt: createdAt(),
});

/** A signed-in browser. « session » means a wellness session everywhere else. */
export const logins = pgTable(
  "logins",
  {
    id: id(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    token: text().notNull().unique(),
    expiresAt: instant().notNull(),
    ipAddress: text(),
    userAgent: text(),
    createdAt: createdAt(),
    updatedAt: createdAt(),
  },
  (t) => [index().on(t.userId)],
);

/** A user's proof of identity; the password's hash for `provider_id = 'credential'`. */
export const credentials = pgTable(
  "credentials",
  {
    id: id(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    accountId: text().notNull(),
    providerId: text().notNull(),
    password: text(),
    accessToken: text(),
    refreshToken: text(),
    idToken: text(),
    accessTokenExpiresAt: instant(),
    refreshTokenExpiresAt: instant(),
    scope: text(),
    createdAt: createdAt(),
    updatedAt: createdAt(),
  },
  (t) => [unique().on(t.userId, t.providerId)],
);

/**
 * One-time links (`reset:<email>`), and sign-ups that wait for theirs (`sign-up:<email>`): the value
 * is JSON with the hash of the link's secret.
 */
export const verifications = pgTable(
  "verifications",
  {
    id: id(),
    identifier: text().notNull(),
    value: text().notNull(),
    expiresAt: instant().notNull(),
    createdAt: createdAt(),
    updatedAt: createdAt(),
  },
  (t) => [index().on(t.identifier)],
);

/**
 * A password that the site made up (rule: guest-account): its login can only change it, and it
 * expires.
 */
export const temporaryPasswords = pgTable("temporary_passwords", {
  userId: uuid()
    .primaryKey()
    .references(() => users.id, { onDelete: "cascade" }),
  expiresAt: instant().notNull(),
  createdAt: createdAt(),
});

/** API tokens of one grant: reuse of a rotated refresh token revokes the family. */
export const tokenFamilies = pgTable(
  "token_families",
  {
    id: id(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** The program's own name, shown to its owner. */
    userAgent: text(),
    createdAt: createdAt(),
    revokedAt: instant(),
  },
  (t) => [index().on(t.userId)],
);

export const tokens = pgTable(
  "tokens",
  {
    tokenHash: text().primaryKey(),
    familyId: uuid()
      .notNull()
      .references(() => tokenFamilies.id, { onDelete: "cascade" }),
    kind: text({ enum: ["access", "refresh"] }).notNull(),
    expiresAt: instant().notNull(),
    usedAt: instant(),
    createdAt: createdAt(),
  },
  (t) => [index().on(t.familyId), check("tokens_kind", sql`${t.kind} in ('access', 'refresh')`)],
);

export const profiles = pgTable(
  "profiles",
  {
    id: uuid()
      .primaryKey()
      .references(() => users.id, { onDelete: "cascade" }),
    email: text().notNull().unique(),
    firstName: text().notNull().default(""),
    lastName: text().notNull().default(""),
    phone: text(),
    isClient: boolean().notNull().default(true),
    isPro: boolean().notNull().default(false),
    /** Set by a paid plan in force, or the operator's grant (rule: activity-rights). */
    canCreateActivities: boolean().notNull().default(false),
    /** Granted by the operator, whatever the plan. */
    activitiesGranted: boolean().notNull().default(false),
    accountStatus: text({ enum: ["active", "suspended", "deleted"] })
      .notNull()
      .default("active"),
    sessionCount: integer().notNull().default(0),
    subscriptionPlan: text(),
    quotaAnchor: instant().notNull().defaultNow(),
    lastQuotaReset: instant().notNull().defaultNow(),
    /** The plan in force when a session was last counted: it may end or change within the month. */
    countedUnder: text(),
    ...versionColumns(),
    /**
     * When a professional asked for the deletion of their account: none of their pages is public.
     */
    deletionAskedAt: instant(),
    /** The ids of what that request took off the site, which withdrawing it puts back. */
    deletionHid: uuid().array(),
    /** The last login or booking, to the day; null when the account is deleted. */
    lastActiveAt: instant().defaultNow(),
    /** The reference of the mail that announces the end of an unused account. */
    unusedNotice: uuid(),
    createdAt: createdAt(),
    updatedAt: createdAt(),
  },
  (t) => [
    index("profiles_leaving").on(t.deletionAskedAt).where(sql`${t.deletionAskedAt} is not null`),
    index("profiles_by_last_use").on(t.lastActiveAt).where(sql`account_status = 'active'`),
    check("profiles_session_count", sql`${t.sessionCount} >= 0`),
    check("profiles_account_status", sql`${t.accountStatus} in ('active', 'suspended', 'deleted')`),
    check("profiles_email", sql`${t.email} = lower(${t.email})`),
  ],
);

// ─── Professionals ─────────────────────────────────────────────────────────────────────────────

/** When several exist for a user, the newest is used. */
export const professionalProfiles = pgTable(
  "professional_profiles",
  {
    id: id(),
    userId: uuid()
      .notNull()
      .references(() => profiles.id, { onDelete: "cascade" }),
    businessName: text().notNull(),
    businessDescription: text().notNull(),
    businessAddress: text(),
    businessCity: text(),
    businessPostalCode: text(),
    businessPhone: text(),
    siret: text(),
    isVerified: boolean().notNull().default(false),
    rating: numeric({ precision: 2, scale: 1, mode: "number" }).notNull().default(0),
    totalReviews: integer().notNull().default(0),
    stripeConnectAccountId: text().unique(),
    chargesEnabled: boolean().notNull().default(false),
    transfersActive: boolean().notNull().default(false),
    payoutsEnabled: boolean().notNull().default(false),
    detailsSubmitted: boolean().notNull().default(false),
    /** Whether the provider waits for details that only the professional can give. */
    requirementsDue: boolean().notNull().default(false),
    /** When the provider said that an account was not ours to use any more; null with a new one. */
    paymentAccountLostAt: instant(),
    /** The account exists and the provider lets it be paid (rule: bookable). */
    canReceiveCharges: boolean()
      .notNull()
      .generatedAlwaysAs(
        sql`stripe_connect_account_id is not null and charges_enabled and transfers_active`,
      ),
    ...versionColumns(),
    createdAt: createdAt(),
    updatedAt: createdAt(),
  },
  (t) => [
    index().on(t.userId, t.createdAt.desc().nullsFirst()),
    index().on(t.rating.desc().nullsFirst(), t.id),
    // Names by the beginning of any of their words.
    index("professional_profiles_named").using(
      "gin",
      sql`(' ' || search_key(${t.businessName})) gin_trgm_ops`,
    ),
    check("professional_profiles_rating", sql`${t.rating} between 0 and 5`),
    check("professional_profiles_total_reviews", sql`${t.totalReviews} >= 0`),
    check("professional_profiles_business_name", sql`length(trim(${t.businessName})) > 0`),
  ],
);

/**
 * A requested payment account: the row exists before the provider is called and its id is the
 * idempotency key, so that another request, in any process, leads to the same account.
 */
export const paymentAccountRequests = pgTable(
  "payment_account_requests",
  {
    id: id(),
    professionalId: uuid()
      .notNull()
      .unique()
      .references(() => professionalProfiles.id, { onDelete: "cascade" }),
    email: text().notNull(),
    businessName: text().notNull(),
    businessType: text({ enum: ["individual", "company", "non_profit"] }).notNull(),
    country: text({ enum: ["FR", "BE", "CH", "CA"] }).notNull(),
    createdAt: createdAt(),
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
export const professionalDrafts = pgTable("professional_drafts", {
  userId: uuid()
    .primaryKey()
    .references(() => profiles.id, { onDelete: "cascade" }),
  businessName: text().notNull(),
  businessDescription: text().notNull(),
  businessAddress: text(),
  businessCity: text(),
  businessPostalCode: text(),
  businessPhone: text(),
  siret: text(),
  updatedAt: instant().notNull(),
});

/** The active row is the truth about a user's plan (rule: plan-truth). */
export const professionalSubscriptions = pgTable(
  "professional_subscriptions",
  {
    id: id(),
    userId: uuid()
      .notNull()
      .references(() => profiles.id, { onDelete: "cascade" }),
    planType: text().notNull(),
    /** The key of its offer in the catalogue; null for a free plan. */
    offer: text(),
    status: text({ enum: ["inactive", "active", "past_due", "canceled"] }).notNull(),
    stripeCustomerId: text(),
    stripeSubscriptionId: text().unique(),
    stripePriceId: text(),
    /** The next payment; null for a free plan. */
    currentPeriodEnd: instant(),
    /** Its end, once it was cancelled at the provider. */
    cancelAt: instant(),
    /**
     * Since when a payment is owed: the grace of seven days is counted from here (rule:
     * plan-truth).
     */
    pastDueSince: instant(),
    createdAt: createdAt(),
    updatedAt: createdAt(),
    /** When the provider was last asked about it. */
    checkedAt: instant(),
  },
  (t) => [
    index().on(t.userId, t.createdAt.desc().nullsFirst()),
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
export const subscriptionCheckouts = pgTable(
  "subscription_checkouts",
  {
    id: id(),
    /** Null while a guest has not paid (rule: guest-account). */
    userId: uuid().references(() => profiles.id, { onDelete: "cascade" }),
    buyerEmail: text().notNull(),
    /** The plan and rhythm: a key of the catalogue in core/subscriptions/rules.ts. */
    offer: text().notNull(),
    /** `returned`: paid beside an existing subscription, ended and refunded. */
    status: text({ enum: ["creating", "open", "complete", "expired", "returned"] })
      .notNull()
      .default("creating"),
    checkoutSessionId: text().unique(),
    checkoutUrl: text(),
    stripeCustomerId: text(),
    stripeSubscriptionId: text().unique(),
    successUrl: text().notNull(),
    cancelUrl: text().notNull(),
    /**
     * Hash of the cookie that proves a guest buyer (rule: buyer-proof); null when the buyer was
     * signed in.
     */
    guestProofHash: text(),
    /** The purchase made the buyer's account (rule: guest-account). */
    accountCreated: boolean().notNull().default(false),
    expiresAt: instant().notNull(),
    createdAt: createdAt(),
    /** When nothing was left to be done: complete, expired, or wholly refunded. */
    settledAt: instant(),
    /** Since when the payer has finished and their bank is deciding; null when it is not. */
    processingAt: instant(),
    /** When their bank refused it after all; the checkout is expired then. */
    refusedAt: instant(),
    /** When the reconciler looked last. */
    checkedAt: instant(),
    /**
     * Ids that the provider keeps with it, from which its row is restored should it be lost. Null
     * in older rows.
     */
    recovery: jsonb().$type<Record<string, string>>(),
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

// ─── Catalogue ─────────────────────────────────────────────────────────────────────────────────

export const activityTypes = pgTable("activity_types", {
  id: id(),
  name: text().notNull().unique(),
  category: text().notNull(),
  /**
   * Since when everybody is offered it; null for a name that only its author uses (rule:
   * categories).
   */
  acceptedAt: instant(),
  createdAt: createdAt(),
});

/**
 * Everything that a professional sells, of either kind: a session is found by search and has an activity
 * type, an activity is listed by its own category. `price_cents` includes tax. 0 is free of charge;
 * Stripe takes nothing under 50 cents.
 */
export const offerings = pgTable(
  "offerings",
  {
    id: id(),
    professionalId: uuid()
      .notNull()
      .references(() => professionalProfiles.id, { onDelete: "cascade" }),
    title: text().notNull(),
    description: text().notNull(),
    priceCents: money().notNull(),
    duration: integer().notNull(),
    capacity: smallint().notNull().default(1),
    address: text(),
    city: text(),
    postalCode: text(),
    isOnline: boolean().notNull().default(false),
    onlineLink: text(),
    imageUrl: text(),
    isActive: boolean().notNull().default(true),
    included: text(),
    requirements: text(),
    tags: text().array(),
    isRecurring: boolean().notNull().default(false),
    recurringDays: text().array(),
    recurringStartTime: time(),
    recurringUntil: date({ mode: "string" }),
    /** Deleted by its owner but kept because past bookings name it. */
    deletedAt: instant(),
    ...versionColumns(),
    createdAt: createdAt(),
    updatedAt: createdAt(),
    discountedPriceCents: money(),
    activityTypeId: uuid().references(() => activityTypes.id),
    kind: text({ enum: ["session", "activity"] }).notNull(),
    category: text(),
  },
  (t) => [
    index().on(t.professionalId, t.createdAt.desc().nullsFirst()),
    index().on(t.activityTypeId),
    index("offerings_by_reduction")
      .on(
        sql`((${t.priceCents} - ${t.discountedPriceCents}) * 100 / nullif(${t.priceCents}, 0)) desc nulls first`,
      )
      .where(sql`${t.discountedPriceCents} > 0 and ${t.isActive}`),
    index("offerings_newest_activities")
      .on(t.createdAt, t.id)
      .where(sql`kind = 'activity' and is_active`),
    check(
      "offerings_kind",
      sql`(${t.kind} = 'session' and ${t.activityTypeId} is not null and ${t.category} is null)
        or (${t.kind} = 'activity' and ${t.activityTypeId} is null and ${t.category} is not null and ${t.discountedPriceCents} is null)`,
    ),
    check("offerings_price", sql`${t.priceCents} = 0 or ${t.priceCents} >= 50`),
    check(
      "offerings_discounted_price",
      sql`${t.discountedPriceCents} is null or (${t.discountedPriceCents} < ${t.priceCents} and (${t.discountedPriceCents} = 0 or ${t.discountedPriceCents} >= 50))`,
    ),
    check("offerings_duration", sql`${t.duration} > 0`),
    check("offerings_capacity", sql`${t.capacity} between 1 and 50`),
    check("offerings_place", sql`${t.kind} = 'activity' or ${t.isOnline} or ${t.city} is not null`),
    check(
      "offerings_online_link",
      sql`${t.onlineLink} is null or ${t.onlineLink} like 'https://%'`,
    ),
    check("offerings_deleted", sql`${t.deletedAt} is null or not ${t.isActive}`),
  ],
);

export const slots = pgTable(
  "slots",
  {
    id: id(),
    startDatetime: instant().notNull(),
    endDatetime: instant().notNull(),
    capacity: smallint().notNull(),
    availableSpots: smallint().notNull(),
    isActive: boolean().notNull().default(true),
    /**
     * Indexes test this instead of `available_spots`, so that taking one seat of several stays a
     * heap-only (HOT) update.
     */
    bookable: boolean().notNull().generatedAlwaysAs(sql`is_active and available_spots > 0`),
    createdAt: createdAt(),
    offeringId: uuid()
      .notNull()
      .references(() => offerings.id, { onDelete: "cascade" }),
  },
  (t) => [
    unique().on(t.offeringId, t.startDatetime),
    index("slots_bookable").on(t.offeringId, t.startDatetime).where(sql`bookable`),
    check("slots_spots", sql`${t.availableSpots} between 0 and ${t.capacity}`),
    check("slots_capacity", sql`${t.capacity} between 1 and 50`),
    check("slots_end", sql`${t.endDatetime} > ${t.startDatetime}`),
  ],
);

/**
 * Pictures that professionals sent (rule: picture-checks). The row is there before its files and goes after them.
 * Its id is the file's name, at random; `folder` is the professional's, public like it.
 */
export const images = pgTable(
  "images",
  {
    id: id(),
    ownerId: uuid().references(() => profiles.id, { onDelete: "set null" }),
    bucket: text({ enum: ["session-images", "activity-images"] }).notNull(),
    folder: uuid().notNull(),
    width: integer().notNull(),
    height: integer().notNull(),
    /** Whether something was saved with it; an orphan never was. */
    used: boolean().notNull().default(false),
    createdAt: createdAt(),
    /** Nobody may use it any more: its files are about to be deleted. */
    removedAt: instant(),
  },
  (t) => [
    index().on(t.ownerId),
    index("images_unused").on(t.createdAt).where(sql`not used and removed_at is null`),
    index("images_removed").on(t.removedAt).where(sql`removed_at is not null`),
    check("images_bucket", sql`${t.bucket} in ('session-images', 'activity-images')`),
  ],
);

export const favorites = pgTable(
  "favorites",
  {
    clientId: uuid()
      .notNull()
      .references(() => profiles.id, { onDelete: "cascade" }),
    sessionId: uuid()
      .notNull()
      .references(() => offerings.id, { onDelete: "cascade" }),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.clientId, t.sessionId] }), index().on(t.sessionId)],
);

// ─── Search: what can be booked now, in the order of the results ───────────────────────────────

/** The part of a session that search stores, to draw its card. */
export interface OfferCard {
  id: string;
  title: string;
  /** The activity type's name, for example « Yoga ». */
  category: string;
  priceCents: Cents;
  discountedPriceCents: Cents | null;
  /** Minutes. */
  duration: number;
  capacity: number;
  city: string | null;
  isOnline: boolean;
  imageUrl: string | null;
  professional: {
    id: string;
    businessName: string;
    rating: number;
    totalReviews: number;
    isVerified: boolean;
  };
}

/**
 * One row per session that can be booked now (rule: bookable): the columns that search filters and
 * sorts by, and those of a card, so that a page of results reads nothing else. core/offers keeps it
 * right in the transaction of every change.
 *
 * Every index begins in the order of one kind of result, so that a page reads as many rows as it
 * shows; the columns after `session_id` are there to be tested on the way without reading the row.
 */
export const offers = pgTable(
  "offers",
  {
    sessionId: uuid()
      .primaryKey()
      .references(() => offerings.id, { onDelete: "cascade" }),
    professionalId: uuid().notNull(),
    activityTypeId: uuid().notNull(),
    /** As `search_key` writes it, « saint etienne »; empty without a city. */
    city: text().notNull(),
    postalCode: text().notNull(),
    /** The earliest slot with a free seat. */
    nextSlotId: uuid().notNull(),
    nextSlotAt: instant().notNull(),
    /** The seats it has left, as far as a card mentions them (LOW_STOCK + 1: enough). */
    nextSlotSpots: smallint().notNull(),
    /** The client's price. */
    priceCents: money().notNull(),
    rating: numeric({ precision: 2, scale: 1, mode: "number" }).notNull(),
    card: jsonb().$type<OfferCard>().notNull(),
  },
  (t) => [
    index("offers_by_date").on(t.nextSlotAt, t.sessionId, t.priceCents),
    index("offers_by_city").on(t.city, t.nextSlotAt, t.sessionId, t.priceCents, t.activityTypeId),
    index("offers_by_place").on(t.city, t.postalCode, t.nextSlotAt, t.sessionId),
    index("offers_by_type").on(t.activityTypeId, t.nextSlotAt, t.sessionId, t.priceCents),
    index("offers_by_professional").on(t.professionalId, t.nextSlotAt, t.sessionId),
    index("offers_by_price").on(t.priceCents, t.nextSlotAt, t.sessionId, t.activityTypeId, t.city),
    index("offers_by_price_down").on(
      t.priceCents.desc().nullsFirst(),
      t.nextSlotAt,
      t.sessionId,
      t.activityTypeId,
      t.city,
    ),
    index("offers_by_rating").on(
      t.rating.desc().nullsFirst(),
      t.nextSlotAt,
      t.sessionId,
      t.priceCents,
      t.activityTypeId,
      t.city,
    ),
  ],
);

/**
 * The offers that mention a word, in the order of the results. A term is a French stem without
 * accents; rank 0 says that it stands in the title or the activity type, rank 1 that only the
 * business name or the description has it.
 */
export const offerTerms = pgTable(
  "offer_terms",
  {
    sessionId: uuid()
      .notNull()
      .references(() => offers.sessionId, { onDelete: "cascade" }),
    term: text().notNull(),
    rank: smallint().notNull(),
    city: text().notNull(),
    nextSlotAt: instant().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.sessionId, t.term] }),
    index("offer_terms_by_date").on(t.term, t.rank, t.nextSlotAt, t.sessionId),
    index("offer_terms_by_city").on(t.term, t.city, t.rank, t.nextSlotAt, t.sessionId),
  ],
);

/**
 * Everything that an offer can be searched by, as one set: its terms (`!term` besides for those of
 * rank 0), and marks for its city (`@lyon`), its activity type (`#yoga`), the prefixes of its
 * postcode (`^69`) and its price band (`€0-20`). It finds the few offers that meet several
 * conditions, with the keys that results are sorted by, so that thousands are sorted without
 * reading the cards. Only its primary key and the set are indexed: when the next slot changes it
 * stays a heap-only (HOT) update.
 */
export const offerFacts = pgTable(
  "offer_facts",
  {
    sessionId: uuid()
      .primaryKey()
      .references(() => offers.sessionId, { onDelete: "cascade" }),
    // Null in rows that a previous release wrote, which knew no keys.
    nextSlotAt: instant(),
    priceCents: money(),
    rating: numeric({ precision: 2, scale: 1, mode: "number" }),
    facts: text().array().notNull(),
  },
  (t) => [index("offer_facts_all").using("gin", t.facts)],
);

/** Every word that an offer ever used and its term, to compare a slip with. */
export const knownWords = pgTable(
  "known_words",
  { word: text().primaryKey(), term: text().notNull() },
  (t) => [
    index("known_words_start").on(t.word.op("text_pattern_ops")),
    index("known_words_similar").using("gist", t.word.op("gist_trgm_ops")),
  ],
);

/**
 * The texts that people may type for a place: a postcode, or a city from the start of any of its
 * words (« saint etienne » and « etienne »), with the `offers.city` that it means.
 */
export const knownPlaces = pgTable(
  "known_places",
  { start: text().notNull(), city: text().notNull() },
  (t) => [
    primaryKey({ columns: [t.start, t.city] }),
    index("known_places_start").on(t.start.op("text_pattern_ops")),
    index("known_places_similar").using("gist", t.start.op("gist_trgm_ops")),
  ],
);

// ─── Bookings and money ────────────────────────────────────────────────────────────────────────

/**
 * A pending booking is a hold: it already owns its seat (rule: seat-hold). `client_id` is null
 * while a guest has not paid; `buyer_email` is the buyer's, account or guest, so that one person
 * cannot hold the same slot twice.
 */
export const bookings = pgTable(
  "bookings",
  {
    id: id(),
    clientId: uuid(),
    buyerEmail: text().notNull(),
    professionalId: uuid().notNull(),
    pricePaidCents: money().notNull(),
    commissionCents: money().notNull(),
    bookingNotes: text(),
    status: text({ enum: ["pending", "confirmed", "cancelled"] })
      .notNull()
      .default("pending"),
    paymentStatus: text({ enum: ["pending", "paid", "refunded", "unpaid"] })
      .notNull()
      .default("pending"),
    cancelReason: text({
      enum: [
        "expired",
        "abandoned",
        "failed",
        "review",
        "late",
        "duplicate",
        "own",
        "client",
        "professional",
        "outside",
        "disputed",
        "lost",
      ],
    }),
    /** The rule shown before payment, frozen (rule: refund-notice): full refund up to this instant. */
    refundableUntil: instant().notNull(),
    /**
     * From which network it was asked for, for the limits on what one of them may hold, leave to lapse
     * or book for nothing; emptied when it is paid or given back, else within a day.
     */
    holdAddress: text(),
    /** Hash of the cookie that proves a guest buyer (rule: guest-account); null when the buyer was signed in. */
    guestProofHash: text(),
    /** The purchase made the buyer's account (rule: guest-account). */
    accountCreated: boolean().notNull().default(false),
    createdAt: createdAt(),
    confirmedAt: instant(),
    cancelledAt: instant(),
    slotId: uuid()
      .notNull()
      .references(() => slots.id),
  },
  (t) => [
    foreignKey({ columns: [t.clientId], foreignColumns: [profiles.id] }),
    foreignKey({ columns: [t.professionalId], foreignColumns: [professionalProfiles.id] }),
    // A typed e-mail proves nothing, so several browsers may hold under it; the first that is paid
    // or confirmed is found out then, by the client's own index.
    uniqueIndex("bookings_one_hold_per_browser")
      .on(t.slotId, t.guestProofHash, t.buyerEmail)
      .where(sql`status = 'pending' and client_id is null`),
    uniqueIndex("bookings_one_live_per_client")
      .on(t.slotId, t.clientId)
      .where(sql`status <> 'cancelled'`),
    index().on(t.clientId, t.createdAt.desc().nullsFirst()),
    index().on(t.professionalId, t.createdAt.desc().nullsFirst()),
    index("bookings_by_slot").on(t.slotId),
    index("bookings_by_buyer").on(t.buyerEmail),
    index("bookings_by_browser").on(t.guestProofHash).where(sql`guest_proof_hash is not null`),
    index("bookings_by_guest_mailbox")
      .on(sql.raw(mailboxIn("buyer_email")))
      .where(sql`guest_proof_hash is not null`),
    index("bookings_by_address").on(t.holdAddress).where(sql`hold_address is not null`),
    check("bookings_money", sql`${t.commissionCents} between 0 and ${t.pricePaidCents}`),
    check("bookings_notes", sql`length(${t.bookingNotes}) <= 500`),
    check(
      "bookings_states",
      sql`(${t.status} = 'pending' and ${t.paymentStatus} = 'pending' and ${t.confirmedAt} is null and ${t.cancelledAt} is null)
        or (${t.status} = 'confirmed' and ${t.paymentStatus} = 'paid' and ${t.confirmedAt} is not null and ${t.cancelledAt} is null and ${t.clientId} is not null)
        or (${t.status} = 'cancelled' and ${t.cancelledAt} is not null and ${t.cancelReason} is not null)`,
    ),
  ],
);

/**
 * A link that was mailed to the owner of a guest's e-mail. With a booking it confirms a free one;
 * without one, it continues with the slot in the browser that follows it, and proves there that the
 * mailbox is the buyer's. It works once: again only for the browser that used it.
 */
export const bookingLinks = pgTable(
  "booking_links",
  {
    id: id(),
    secretHash: text().notNull(),
    email: text().notNull(),
    /** The same without its plus-tag, by which links are counted and a proof is looked for. */
    mailbox: text().notNull(),
    kind: text({ enum: ["session", "activity"] }).notNull(),
    offeringId: uuid().notNull(),
    slotId: uuid().notNull(),
    /** The price that the buyer saw, in cents. */
    amount: integer(),
    bookingNotes: text(),
    bookingId: uuid(),
    expiresAt: instant().notNull(),
    createdAt: createdAt(),
    /** The browser that followed it. */
    proofHash: text(),
  },
  (t) => [
    index().on(t.mailbox, t.createdAt),
    index().on(t.expiresAt),
    check("booking_links_kind", sql`${t.kind} in ('session', 'activity')`),
    check("booking_links_notes", sql`length(${t.bookingNotes}) <= 500`),
  ],
);

/**
 * A request to the provider to collect money. The provider knows amount, account and an opaque
 * reference, not what is sold. The row exists before the provider is called; the idempotency key is
 * its id.
 */
export const payments = pgTable(
  "payments",
  {
    id: id(),
    kind: text({ enum: ["session_booking", "activity_booking"] }).notNull(),
    reference: uuid().notNull(),
    status: text({
      enum: ["creating", "open", "paid", "expired", "refunding", "refunded", "review"],
    })
      .notNull()
      .default("creating"),
    amountCents: money().notNull(),
    applicationFeeCents: money().notNull().default(cents(0)),
    /** Given back to the payer by refunds; see `chargedBackCents`. */
    refundedCents: money().notNull().default(cents(0)),
    currency: text().notNull().default("eur"),
    destinationAccount: text(),
    description: text().notNull(),
    payerEmail: text().notNull(),
    checkoutSessionId: text().unique(),
    checkoutUrl: text(),
    paymentIntentId: text().unique(),
    chargeId: text().unique(),
    /**
     * The address to which the provider sends the payer back, with `{CHECKOUT_SESSION_ID}` in it.
     */
    successUrl: text().notNull(),
    /**
     * The secret of the cancel address (rule: hold-release). In clear, like the checkout's own
     * address: asking the provider again under the same idempotency key needs the same parameters.
     */
    cancelToken: text().notNull().unique(),
    /** When somebody asked for its checkout to be ended: noted before the provider is called. */
    abandonedAt: instant(),
    expiresAt: instant().notNull(),
    /** Why the provider's answer was not believed, for the operator (rule: payment-review). */
    reviewReason: text(),
    /** The provider's word for the state of a dispute, when there is one. */
    disputeStatus: text(),
    /**
     * The amount that the payer's bank took back by lost disputes: returned, but not by a refund.
     */
    chargedBackCents: money().notNull().default(cents(0)),
    createdAt: createdAt(),
    /** Since when the payer has finished and their bank is deciding; null when it is not. */
    processingAt: instant(),
    paidAt: instant(),
    /** When the reconciler looked last. */
    checkedAt: instant(),
    /** The request that asked for it: later events are logged with it. */
    requestId: uuid(),
    /** When the provider was last asked what it took back from the professional. */
    returnsReadAt: instant(),
    /**
     * Ids that the provider keeps with the payment, from which its listener restores the booking,
     * should our rows be lost. Null in older rows.
     */
    recovery: jsonb().$type<Record<string, string>>(),
  },
  (t) => [
    index().on(t.kind, t.reference),
    // By reference alone: only from 18 on does PostgreSQL skip through the kinds of the one above.
    index().on(t.reference),
    index("payments_returns_unread")
      .on(t.createdAt)
      .where(sql`refunded_cents > 0 and returns_read_at is null`),
    index("payments_to_reconcile")
      .on(t.createdAt)
      .where(sql`status in ('creating', 'open', 'refunding')`),
    index("payments_in_review").on(t.createdAt).where(sql`status = 'review'`),
    index("payments_disputed")
      .on(t.createdAt)
      .where(sql`dispute_status in ('needs_response', 'warning_needs_response')`),
    check("payments_amount", sql`${t.amountCents} >= 50`),
    check("payments_fee", sql`${t.applicationFeeCents} between 0 and ${t.amountCents}`),
    check("payments_refunded", sql`${t.refundedCents} between 0 and ${t.amountCents}`),
    check("payments_charged_back", sql`${t.chargedBackCents} between 0 and ${t.amountCents}`),
  ],
);

export const refunds = pgTable(
  "refunds",
  {
    id: id(),
    paymentId: uuid()
      .notNull()
      .references(() => payments.id),
    amountCents: money().notNull(),
    /** `outside`: made by the operator at the provider, one of several perhaps. */
    reason: text({
      enum: ["late", "duplicate", "own", "lost", "client", "professional", "outside"],
    }).notNull(),
    status: text({ enum: ["asked", "pending", "succeeded", "failed"] })
      .notNull()
      .default("asked"),
    stripeRefundId: text().unique(),
    /** The provider's code for refusing to make it; null when it was made, or may still be. */
    refusedCode: text(),
    createdAt: createdAt(),
    settledAt: instant(),
  },
  (t) => [
    uniqueIndex("refunds_one_live_per_payment")
      .on(t.paymentId)
      .where(sql`status <> 'failed' and reason <> 'outside'`),
    index().on(t.paymentId),
    index("refunds_unsettled").on(t.createdAt).where(sql`status in ('asked', 'pending')`),
    check("refunds_amount", sql`${t.amountCents} > 0`),
  ],
);

/**
 * Other movements of a payment's money at the provider: `reversal` took from the professional's
 * account, `fee_refund` returned the commission to it, `dispute` is each amount that the payer's
 * bank took for good (an id of ours).
 */
export const paymentMovements = pgTable(
  "payment_movements",
  {
    /** The provider's id. */
    id: text().primaryKey(),
    paymentId: uuid()
      .notNull()
      .references(() => payments.id, { onDelete: "cascade" }),
    kind: text({ enum: ["reversal", "fee_refund", "dispute"] }).notNull(),
    amountCents: money().notNull(),
    /** The provider's id of the refund that it came with; null for one of its own. */
    stripeRefundId: text(),
    /** By the provider's clock. */
    createdAt: instant().notNull(),
  },
  (t) => [
    index().on(t.paymentId),
    check("payment_movements_kind", sql`${t.kind} in ('reversal', 'fee_refund', 'dispute')`),
    check("payment_movements_amount", sql`${t.amountCents} > 0`),
  ],
);

/** Every signed event once, whatever the number of deliveries (rule: payment-truth). */
export const stripeEvents = pgTable(
  "stripe_events",
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
    index("stripe_events_unprocessed").on(t.receivedAt).where(sql`processed_at is null`),
  ],
);

/**
 * Idempotency keys whose first use ended in an error of the provider's own: it repeats that answer
 * for a day, so another attempt uses the next key. Without a row, a key is as good as new.
 */
export const providerKeys = pgTable("provider_keys", {
  name: text().primaryKey(),
  turn: integer().notNull(),
  changedAt: instant().notNull(),
});

// ─── What goes out, and what the site keeps for itself ─────────────────────────────────────────

/** The outbox. The body is rendered when it is sent; `secrets` are emptied after sending. */
export const mails = pgTable(
  "mails",
  {
    id: id(),
    kind: text().notNull(),
    reference: text().notNull(),
    toAddress: text().notNull(),
    data: jsonb().notNull().default({}),
    secrets: jsonb(),
    status: text({ enum: ["queued", "sent", "dropped"] })
      .notNull()
      .default("queued"),
    attempts: integer().notNull().default(0),
    lastError: text(),
    createdAt: createdAt(),
    sentAt: instant(),
  },
  (t) => [
    unique().on(t.kind, t.reference),
    index().on(t.createdAt),
    index().on(t.toAddress),
    // Mails whose recipient retention has yet to empty, and not the years of emptied ones.
    index("mails_to_empty").on(t.createdAt).where(sql`to_address <> ''`),
    index("mails_queued").on(t.createdAt).where(sql`status = 'queued'`),
    check("mails_secrets", sql`${t.status} = 'queued' or ${t.secrets} is null`),
  ],
);

/**
 * Messages sent through a form: contact, gift cards (rule: kept-messages), and withdrawals from a
 * contract.
 */
export const messages = pgTable(
  "messages",
  {
    id: id(),
    kind: text({ enum: ["contact", "gift_card", "withdrawal"] }).notNull(),
    /** The signed-in author. Without one, nobody has proved that the e-mail is theirs. */
    authorId: uuid().references(() => users.id),
    name: text().notNull(),
    email: text().notNull(),
    subject: text(),
    message: text().notNull(),
    fields: jsonb(),
    createdAt: createdAt(),
  },
  (t) => [
    index().on(t.createdAt),
    index().on(t.authorId),
    check("messages_kind", sql`${t.kind} in ('contact', 'gift_card', 'withdrawal')`),
  ],
);

/**
 * The answers of calls that create something, so that a call whose answer was lost is not carried
 * out twice (rule: retry-once). `id` is a hash of the caller, the call and its key.
 */
export const idempotencyKeys = pgTable(
  "idempotency_keys",
  {
    id: text().primaryKey(),
    /** Null for a visitor's. */
    userId: uuid().references(() => profiles.id, { onDelete: "cascade" }),
    call: text().notNull(),
    bodyHash: text().notNull(),
    /** Null while the first call runs. */
    answer: jsonb().$type<Record<string, unknown>>(),
    startedAt: instant().notNull(),
  },
  (t) => [index().on(t.startedAt), index().on(t.userId)],
);

/** Values that every process of one installation shares: the signing secret, the demo's marks. */
export const settings = pgTable("settings", {
  key: text().primaryKey(),
  value: jsonb().notNull(),
});

/** Counters of rate-limiter-flexible, whose column names these are. */
export const rateLimits = pgTable("rate_limits", {
  key: text().primaryKey(),
  points: integer().notNull().default(0),
  expire: bigint({ mode: "number" }),
});

/** Mails that the demo's own mail server received, shown at /demo/mails. */
export const demoMails = pgTable("demo_mails", {
  id: id(),
  to: text().notNull(),
  subject: text().notNull(),
  text: text().notNull(),
  html: text().notNull(),
  /** Each with its bytes in Base64. */
  attachments: jsonb()
    .$type<{ filename: string; contentType: string; content: string }[]>()
    .notNull()
    .default([]),
  sentAt: createdAt(),
});
