import { monthsAfter } from "../../dates.ts";
import { DAY } from "../../durations.ts";

const NAMELESS = "an account of nobody, which bookings and payments still refer to";
const LEGAL = "accounts, kept by law for ten years, without the person's name or address";
const BUSINESS = "the law asks for it: invoices and the yearly report (rule: account-deletion)";
const CODE = "a code of ours or of the provider's";
const NOBODYS = "of nobody by name";
const DEMO = "the demo's own mailbox";
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
      ...["vat_status", "vat_number"],
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
      "buffer_minutes",
      "notice_minutes",
      "created_at",
    ],
  },
  tax_details: {
    why: BUSINESS,
    columns: [
      ...["professional_id", "legal_form", "legal_name", "address", "postal_code", "city"],
      ...["country", "birth_date", "registration", "tax_number", "account_country"],
      ...["created_at", "updated_at"],
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
      "billing_paused_at",
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
      "is_address_public",
      "is_online",
      "is_recurring",
      "created_at",
      "fall_steps",
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
      "resale_seats",
      "offering_id",
      "created_at",
      "is_parallel",
      "is_occupied",
      "absence_id",
      "outside_seats",
      "reserved_seats",
      "priced_at",
      "prices_frozen_at",
      "bookable_since",
      "reference_cents",
      "share_code",
      "has_line",
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
      "seats",
      "seats_cancelled",
      "price_paid_cents",
      "moved_price_cents",
      "replaces_id",
      "resale_at",
      "commission_cents",
      "commission_rate",
      "vat_rate",
      "status",
      "payment_status",
      "cancel_reason",
      "refundable_until",
      "created_at",
      "confirmed_at",
      "sold",
      "changed_at",
      "presence",
      "presence_by",
      "presence_at",
      "contested_at",
      "contested_as",
      "client_id",
      "account_created",
      "amount_shown",
    ],
  },
  booking_changes: { why: LEGAL, columns: ["id", "booking_id", "was", "is_now", "created_at"] },
  letters: {
    why: "that one was written, no longer what it said",
    columns: ["id", "booking_id", "by", "created_at", "read_at", "removed_at"],
  },
  reviews: {
    why: "the rating that others were told of, no longer the words nor the name",
    columns: [
      "id",
      "booking_id",
      "offering_id",
      "rating",
      "tags",
      "status",
      "published_at",
      "edited_at",
      "refused_basis",
      "refused_at",
      "reply_removed_basis",
      "reply_removed_at",
    ],
  },
  review_reports: {
    why: "that a review was reported and how it was decided, no longer in what words",
    columns: "id review_id is_doubt is_reply reason created_at decided_at outcome basis".split(" "),
  },
  content_reports: {
    why: "that something was reported and how it was decided, no longer in what words",
    columns: "id offering_id professional_id reason created_at is_picture decision_id".split(" "),
  },
  content_decisions: {
    why: "that something published was decided about, and on what ground, no longer in what words",
    columns: [
      ...["id", "offering_id", "professional_id", "measure", "basis", "was_active"],
      ...["image_url", "decided_at", "due_at", "ended_at"],
    ],
  },
  content_appeals: {
    why: "that a decision was contested, no longer in what words",
    columns: "id decision_id report_id asked_at expires_at answer_id".split(" "),
  },
  case_contests: {
    why: "that a decision was contested, no longer in what words",
    columns: "id review_id report_id is_reply decided_at contested_at answered_at".split(" "),
  },
  account_decisions: {
    why: "that an account was closed and on what ground, no longer in what words",
    columns: [
      ...["id", "measure", "basis", "source", "urgency", "booked", "decided_at"],
      ...["effective_at", "carried_out_at", "ended_at", "contested_at", "answered_at"],
    ],
  },
  booking_choices: {
    why: LEGAL,
    columns: ["id", "decision_id", "booking_id", "created_at", "chosen", "chosen_at"],
  },
  letter_reports: {
    why: "that a message was reported and how it was decided, no longer in what words",
    columns: "id letter_id reason created_at decided_at outcome basis".split(" "),
  },
  proposal_answers: {
    why: "by which its professional knows where the booking stands",
    columns: ["id", "proposal_id", "booking_id", "seats"],
  },
  sms: {
    why: "that one went, no longer to whom, so that none goes twice",
    columns: ["id", "kind", "reference", "status", "send_at", "created_at", "sent_at"],
  },
  outside_clients: {
    why: OFFERED,
    columns: ["id", "slot_id", "seats", "created_at", "seats_lost_at", "told_at"],
  },
  payments: {
    why: LEGAL,
    columns: [
      "id",
      "kind",
      "reference",
      "status",
      "amount_cents",
      "quantity",
      "refunded_cents",
      "currency",
      "description",
      "dispute_status",
      "dispute_reason",
      "disputed_at",
      "dispute_ended_at",
      "disputed_cents",
      "terms_since",
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

/**
 * Texts outside the copy, or written by the other side, that outlive the accounts of all whom they may
 * be about, with the reason; a test checks it.
 */
export const KEPT_WORDS: Record<string, string> = {
  "goodwill_proposals.reference": "the books' proof of what was paid back by other means",
  "payments.review_reason": CODE,
  "sms.why": CODE,
  "stripe_events.last_error": "until the event is processed",
  "booking_links.booking_notes": "for a day; whoever typed the address wrote it",
  "idempotency_keys.answer": "for a day",
  "announcements.text": NOBODYS,
  "missed_searches.words": NOBODYS,
  "demo_mails.subject": DEMO,
  "demo_mails.text": DEMO,
};

/** Until when a professional may withdraw their request for deletion; then it is carried out. */
export function deletionDueAt(askedAt: Date): Date {
  return monthsAfter(askedAt, 1);
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
