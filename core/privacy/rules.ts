import { LOGIN_SECONDS, REFRESH_TOKEN_LIFE, RESET_LIFE, SIGN_UP_LIFE } from "../accounts/rules.ts";
import { COUNTED_FOR, LINK_LIFETIME } from "../bookings/rules.ts";
import { monthsAfter } from "../dates.ts";
import { DAY, HOUR, YEAR } from "../durations.ts";
import { ANSWER_LIFE } from "../idempotency/rules.ts";
import { ORPHAN_LIFE } from "../media/rules.ts";
import { MESSAGE_LIFE } from "../messages/rules.ts";
import { DRAFT_LIFE } from "../professionals/rules.ts";

/**
 * How long data is kept, in milliseconds: one table for the jobs that delete, for the promises of
 * /confidentialite (labels.ts) and for the runbook (rule: retention). Data that is not here goes
 * with the account, or names nobody; a test compares the table with the schema.
 */
export const RETENTION = {
  sign_ups: SIGN_UP_LIFE,
  reset_links: RESET_LIFE,
  drafts: DRAFT_LIFE,
  /** Answers to calls with a key (rule: retry-once). */
  answers: ANSWER_LIFE,
  logins: LOGIN_SECONDS * 1_000,
  program_accesses: REFRESH_TOKEN_LIFE,
  request_counts: HOUR,
  unused_images: ORPHAN_LIFE,
  contact_messages: MESSAGE_LIFE.contact,
  gift_card_messages: MESSAGE_LIFE.gift_card,
  withdrawals: MESSAGE_LIFE.withdrawal,
  /** Links by which guests continue with a booking, and the networks that booked. */
  booking_links: LINK_LIFETIME,
  booking_addresses: COUNTED_FOR,
  /** Guests' bookings and subscriptions that were begun and never paid. */
  unpaid_checkouts: 30 * DAY,
  /** The recipients of mails. A mail's secrets go when it is sent. */
  mail_recipients: YEAR,
  /** A mail whose job was lost, with its secrets; others are given up sooner. */
  unsent_mails: 7 * DAY,
  /** The provider repeats an event for days, and can be asked for one for a month. */
  processed_events: 90 * DAY,
} as const;

/** Bookings and payments are accounts (code de commerce, L123-22). */
export const ACCOUNTS_YEARS = 10;

/** Accounts of a year are kept for ten more: rows from before this instant may go. */
export function accountsBefore(now: Date): Date {
  return new Date(Date.UTC(now.getUTCFullYear() - ACCOUNTS_YEARS, 0, 1));
}

type Period = keyof typeof RETENTION | "accounts";
const WITH_ACCOUNT =
  "with the account; emptied or deleted with it (rule: account-deletion), when nobody has used it for three years too";
const NAMELESS_ROWS = "of nobody by name";

/** The period under which a table's rows go, or the reason why it has none of its own. */
export const RETAINED: Record<string, readonly Period[] | string> = {
  verifications: ["sign_ups", "reset_links"],
  professional_drafts: ["drafts"],
  idempotency_keys: ["answers"],
  logins: ["logins"],
  token_families: ["program_accesses"],
  tokens: ["program_accesses"],
  rate_limits: ["request_counts"],
  images: ["unused_images"],
  messages: ["contact_messages", "gift_card_messages", "withdrawals"],
  booking_links: ["booking_links"],
  bookings: ["booking_addresses", "unpaid_checkouts", "accounts"],
  payments: ["unpaid_checkouts", "accounts"],
  refunds: ["accounts"],
  payment_movements: ["accounts"],
  subscription_checkouts: ["unpaid_checkouts"],
  mails: ["unsent_mails", "mail_recipients", "accounts"],
  stripe_events: ["processed_events"],
  users: WITH_ACCOUNT,
  profiles: WITH_ACCOUNT,
  credentials: WITH_ACCOUNT,
  temporary_passwords: "until the password is changed: it is what makes the old one expire",
  favorites: WITH_ACCOUNT,
  professional_profiles: WITH_ACCOUNT,
  payment_account_requests: WITH_ACCOUNT,
  professional_subscriptions: WITH_ACCOUNT,
  offerings: WITH_ACCOUNT,
  slots: WITH_ACCOUNT,
  activity_types: NAMELESS_ROWS,
  offers: "as long as the session can be booked",
  offer_terms: "as long as the session can be booked",
  offer_facts: "as long as the session can be booked",
  known_words: NAMELESS_ROWS,
  known_places: NAMELESS_ROWS,
  provider_keys: ["processed_events"],
  settings: NAMELESS_ROWS,
  demo_mails: "the demo's own mailbox",
};

/*
 * The owners of our data (rule: data-copy). A person's copy is made of these sections; a test
 * compares them with the schema, so that a new column is either in the copy or withheld for a
 * reason.
 */

export interface Section {
  table: string;
  /** Names as in the database, and in the copy. Sorted by `created_at`, else by the first. */
  columns: readonly string[];
}

/** The columns of a booking that both sides may read. */
const BOOKING = [
  "id",
  "slot_id",
  "buyer_email",
  "professional_id",
  "price_paid_cents",
  "commission_cents",
  "commission_rate",
  "booking_notes",
  "status",
  "payment_status",
  "cancel_reason",
  "refundable_until",
  "created_at",
  "confirmed_at",
  "cancelled_at",
];
/** Further columns for the buyer. */
const OWN_BOOKING = [...BOOKING, "client_id", "hold_address", "account_created"];

const PAYMENT = [
  "id",
  "kind",
  "reference",
  "status",
  "amount_cents",
  "refunded_cents",
  "currency",
  "description",
  "dispute_status",
  "charged_back_cents",
  "created_at",
  "processing_at",
  "abandoned_at",
  "paid_at",
];

const OFFERING = [
  "id",
  "kind",
  "professional_id",
  "title",
  "description",
  "price_cents",
  "duration",
  "capacity",
  "address",
  "city",
  "postal_code",
  "is_online",
  "online_link",
  "image_url",
  "is_active",
  "included",
  "requirements",
  "tags",
  "is_recurring",
  "recurring_days",
  "recurring_start_time",
  "recurring_until",
  "deleted_at",
  "created_at",
  "updated_at",
];

const SLOT = [
  "start_datetime",
  "end_datetime",
  "id",
  "capacity",
  "available_spots",
  "is_active",
  "bookable",
  "offering_id",
  "created_at",
];

/** The copy's sections in order. The store knows whose rows they are. */
export const SECTIONS = {
  account: {
    table: "users",
    columns: ["id", "email", "email_verified", "name", "image", "created_at", "updated_at"],
  },
  profile: {
    table: "profiles",
    columns: [
      "id",
      "email",
      "first_name",
      "last_name",
      "phone",
      "is_client",
      "is_pro",
      "can_create_activities",
      "activities_granted",
      "account_status",
      "session_count",
      "subscription_plan",
      "quota_anchor",
      "last_quota_reset",
      "counted_under",
      "deletion_asked_at",
      "deletion_hid",
      "last_active_at",
      "created_at",
      "updated_at",
    ],
  },
  professional_profiles: {
    table: "professional_profiles",
    columns: [
      "id",
      "user_id",
      "business_name",
      "business_description",
      "business_address",
      "business_city",
      "business_postal_code",
      "business_phone",
      "siret",
      "is_verified",
      "rating",
      "total_reviews",
      "stripe_connect_account_id",
      "charges_enabled",
      "transfers_active",
      "payouts_enabled",
      "details_submitted",
      "requirements_due",
      "payment_account_lost_at",
      "can_receive_charges",
      "created_at",
      "updated_at",
    ],
  },
  payment_account_requests: {
    table: "payment_account_requests",
    columns: [
      "id",
      "professional_id",
      "email",
      "business_name",
      "business_type",
      "country",
      "created_at",
    ],
  },
  professional_drafts: {
    table: "professional_drafts",
    columns: [
      "user_id",
      "business_name",
      "business_description",
      "business_address",
      "business_city",
      "business_postal_code",
      "business_phone",
      "siret",
      "updated_at",
    ],
  },
  subscriptions: {
    table: "professional_subscriptions",
    columns: [
      "id",
      "user_id",
      "plan_type",
      "offer",
      "status",
      "stripe_customer_id",
      "stripe_subscription_id",
      "stripe_price_id",
      "current_period_end",
      "cancel_at",
      "past_due_since",
      "created_at",
      "updated_at",
    ],
  },
  subscription_checkouts: {
    table: "subscription_checkouts",
    columns: [
      "id",
      "user_id",
      "buyer_email",
      "offer",
      "status",
      "account_created",
      "created_at",
      "settled_at",
      "processing_at",
      "refused_at",
    ],
  },
  favorites: { table: "favorites", columns: ["client_id", "session_id", "created_at"] },
  session_bookings: { table: "bookings", columns: OWN_BOOKING },
  activity_bookings: { table: "bookings", columns: OWN_BOOKING },
  payments: { table: "payments", columns: [...PAYMENT, "payer_email"] },
  sessions: {
    table: "offerings",
    columns: [...OFFERING, "discounted_price_cents", "activity_type_id"],
  },
  session_slots: { table: "slots", columns: SLOT },
  activities: { table: "offerings", columns: [...OFFERING, "category"] },
  activity_slots: { table: "slots", columns: SLOT },
  images: {
    table: "images",
    columns: ["id", "owner_id", "bucket", "folder", "width", "height", "created_at"],
  },
  session_bookings_received: { table: "bookings", columns: BOOKING },
  activity_bookings_received: { table: "bookings", columns: BOOKING },
  payments_received: {
    table: "payments",
    columns: [...PAYMENT, "application_fee_cents", "destination_account"],
  },
  refunds: {
    table: "refunds",
    columns: ["id", "payment_id", "amount_cents", "reason", "status", "created_at", "settled_at"],
  },
  payment_movements_received: {
    table: "payment_movements",
    columns: ["payment_id", "kind", "amount_cents", "created_at"],
  },
  messages: {
    table: "messages",
    columns: [
      "id",
      "kind",
      "author_id",
      "name",
      "email",
      "subject",
      "message",
      "fields",
      "created_at",
    ],
  },
  mails: {
    table: "mails",
    columns: ["kind", "to_address", "status", "created_at", "sent_at"],
  },
  logins: {
    table: "logins",
    columns: ["ip_address", "user_agent", "created_at", "updated_at", "expires_at", "user_id"],
  },
  program_accesses: {
    table: "token_families",
    columns: ["user_id", "user_agent", "created_at", "revoked_at"],
  },
} as const satisfies Record<string, Section>;
export type SectionName = keyof typeof SECTIONS;

const SECRET = "whoever has it can act as the person";
const PROVIDER = "the provider's handle of one checkout, with nothing about the person";
const OURS = "how we went about it, not about the person";

const EDITIONS = { version: OURS, changed_in: OURS };

/** Columns of exported tables that no copy holds, with the reason. */
export const WITHHELD: Record<string, Record<string, string>> = {
  profiles: { ...EDITIONS, unused_notice: OURS },
  professional_profiles: EDITIONS,
  offerings: EDITIONS,
  logins: { id: OURS, token: SECRET },
  token_families: { id: OURS },
  professional_subscriptions: { checked_at: OURS },
  subscription_checkouts: {
    guest_proof_hash: SECRET,
    checkout_session_id: PROVIDER,
    checkout_url: PROVIDER,
    stripe_customer_id: PROVIDER,
    stripe_subscription_id: PROVIDER,
    success_url: PROVIDER,
    cancel_url: PROVIDER,
    expires_at: OURS,
    checked_at: OURS,
    recovery: "ids of the same row, and the hash of a secret",
  },
  bookings: { guest_proof_hash: SECRET },
  payments: {
    checkout_session_id: PROVIDER,
    checkout_url: PROVIDER,
    payment_intent_id: PROVIDER,
    charge_id: PROVIDER,
    success_url: PROVIDER,
    cancel_token: SECRET,
    expires_at: OURS,
    review_reason: OURS,
    checked_at: OURS,
    request_id: OURS,
    returns_read_at: OURS,
    recovery: "ids of the booking that it pays, which is in the copy, and the hash of a secret",
  },
  refunds: { stripe_refund_id: PROVIDER, refused_code: OURS },
  payment_movements: { id: PROVIDER, stripe_refund_id: PROVIDER },
  images: { used: OURS, removed_at: OURS },
  mails: {
    id: OURS,
    reference: OURS,
    data: "what the mail speaks of stands in the other sections",
    secrets: SECRET,
    attempts: OURS,
    last_error: OURS,
  },
};

const DERIVED = "made of the sessions, which are in the copy of their professional";

/** Tables that no copy contains, with the reason. */
export const EXCLUDED: Record<string, string> = {
  credentials: "the password's hash",
  booking_links: "one-time links, for a day; whoever typed the address wrote what stands there",
  verifications: "one-time links, for a day; what stands there was not proved to be the person's",
  temporary_passwords: "until when a temporary password works",
  tokens: "hashes of keys; when they were given out is in program_accesses",
  activity_types: "the catalogue's words",
  idempotency_keys: "for a day, hashes and ids of what stands in the other sections",
  offers: DERIVED,
  offer_terms: DERIVED,
  offer_facts: DERIVED,
  known_words: DERIVED,
  known_places: DERIVED,
  stripe_events: "emptied once processed; what came of it stands in the payments",
  provider_keys: "ids of what was asked of the provider, of nobody by name",
  settings: "of the installation",
  rate_limits: "counts per network address or hash, for an hour, of nobody by name",
  demo_mails: "the demo's own mailbox",
};

const NAMELESS = "an account of nobody, which bookings and payments still refer to";
const LEGAL = "accounts, kept by law for ten years, without the person's name or address";
const BUSINESS =
  "the law asks for it: it stands on invoices and in the yearly report (rule: account-deletion)";
const OFFERED = "what others booked, and may ask about: what, when, where and for how much";

/**
 * The parts of a person's copy that outlive their account (rule: account-deletion), with the
 * reason; a test checks it.
 */
export const KEPT: Record<string, { why: string; columns: readonly string[] }> = {
  users: { why: NAMELESS, columns: ["id", "created_at"] },
  profiles: {
    why: NAMELESS,
    columns: [
      "id",
      "is_client",
      "is_pro",
      "can_create_activities",
      "activities_granted",
      "session_count",
      "subscription_plan",
      "quota_anchor",
      "last_quota_reset",
      "counted_under",
      "created_at",
    ],
  },
  token_families: {
    why: "ended; until its last token would have expired, so that a theft is noticed",
    columns: ["user_id", "created_at"],
  },
  professional_profiles: {
    why: BUSINESS,
    columns: [
      "id",
      "user_id",
      "business_name",
      "business_address",
      "business_city",
      "business_postal_code",
      "siret",
      "is_verified",
      "rating",
      "total_reviews",
      "stripe_connect_account_id",
      "charges_enabled",
      "transfers_active",
      "payouts_enabled",
      "details_submitted",
      "requirements_due",
      "payment_account_lost_at",
      "can_receive_charges",
      "created_at",
    ],
  },
  payment_account_requests: {
    why: BUSINESS,
    columns: ["id", "professional_id", "business_name", "business_type", "country", "created_at"],
  },
  professional_subscriptions: {
    why: LEGAL,
    columns: [
      "id",
      "user_id",
      "plan_type",
      "offer",
      "status",
      "stripe_customer_id",
      "stripe_subscription_id",
      "stripe_price_id",
      "current_period_end",
      "cancel_at",
      "past_due_since",
      "created_at",
      "updated_at",
    ],
  },
  subscription_checkouts: {
    why: LEGAL,
    columns: [
      "id",
      "user_id",
      "offer",
      "status",
      "account_created",
      "created_at",
      "settled_at",
      "processing_at",
      "refused_at",
    ],
  },
  offerings: {
    why: OFFERED,
    columns: [
      "id",
      "kind",
      "professional_id",
      "title",
      "price_cents",
      "duration",
      "capacity",
      "address",
      "city",
      "postal_code",
      "is_online",
      "is_recurring",
      "recurring_days",
      "recurring_until",
      "created_at",
      "activity_type_id",
      "category",
    ],
  },
  slots: {
    why: OFFERED,
    columns: [
      "start_datetime",
      "end_datetime",
      "id",
      "capacity",
      "available_spots",
      "is_active",
      "bookable",
      "offering_id",
      "created_at",
    ],
  },
  images: {
    why: "until the sweep has deleted its files, within an hour",
    columns: ["id", "owner_id", "bucket", "folder", "width", "height", "created_at"],
  },
  bookings: {
    why: LEGAL,
    columns: [
      "id",
      "slot_id",
      "professional_id",
      "price_paid_cents",
      "commission_cents",
      "commission_rate",
      "status",
      "payment_status",
      "cancel_reason",
      "refundable_until",
      "created_at",
      "confirmed_at",
      "client_id",
      "account_created",
    ],
  },
  payments: {
    why: LEGAL,
    columns: [
      "id",
      "kind",
      "reference",
      "status",
      "amount_cents",
      "refunded_cents",
      "currency",
      "description",
      "dispute_status",
      "charged_back_cents",
      "created_at",
      "processing_at",
      "abandoned_at",
      "paid_at",
    ],
  },
  mails: {
    why: "that one went, no longer to whom, so that none goes twice",
    columns: ["kind", "status"],
  },
};

/** Until when a professional may withdraw their request for deletion; then it is carried out. */
export function deletionDueAt(askedAt: Date): Date {
  return monthsAfter(askedAt, 1);
}

/** The requests whose month is over: made at this instant or before. */
export function deletionDueFrom(now: Date): Date {
  return monthsAfter(now, -1);
}

/**
 * Months without a login or booking after which an account is warned, and after which it ends
 * (rule: unused-accounts).
 */
export const UNUSED_MONTHS = { told: 35, closed: 36 } as const;

/** Milliseconds of notice before an unused account ends. */
export const NOTICE = 30 * DAY;

/** The latest last use of accounts that are due for this stage: at this instant or before. */
export function unusedSince(now: Date, stage: keyof typeof UNUSED_MONTHS): Date {
  return monthsAfter(now, -UNUSED_MONTHS[stage]);
}

/** The earliest end of an unused account, if its owner is warned now. */
export function unusedUntil(lastActiveAt: Date, toldAt: Date): Date {
  const end = monthsAfter(lastActiveAt, UNUSED_MONTHS.closed).getTime();
  return new Date(Math.max(end, toldAt.getTime() + NOTICE));
}
