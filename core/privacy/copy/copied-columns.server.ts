import { OFFERING_LISTS } from "../../catalogue/labels.ts";

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
  "seats",
  "seats_cancelled",
  "companions",
  "price_paid_cents",
  "moved_price_cents",
  "replaces_id",
  "resale_at",
  "commission_cents",
  "commission_rate",
  "vat_rate",
  "booking_notes",
  "status",
  "payment_status",
  "cancel_reason",
  "refundable_until",
  "created_at",
  "confirmed_at",
  "cancelled_at",
  "sold",
  "changed_at",
  "presence",
  "presence_by",
  "presence_at",
  "contested_at",
  "contested_as",
];
/** Further columns for the buyer. */
const OWN_BOOKING = [
  ...BOOKING,
  "client_id",
  "hold_address",
  "account_created",
  "amount_shown",
  "presence_code",
  "sms_number",
  "sms_agreed_at",
];
const CHANGE = ["id", "booking_id", "was", "is_now", "created_at"];
const LETTER = ["id", "booking_id", "by", "text", "created_at", "read_at", "removed_at"];
const REVIEW = [
  ...["id", "booking_id", "offering_id", "rating", "text", "tags", "status"],
  ...["published_at", "edited_at", "reply", "replied_at", "refused_because"],
  ...["refused_basis", "refused_at", "reply_removed_because", "reply_removed_basis"],
  "reply_removed_at",
];
const REPORT = [
  ...["id", "review_id", "is_doubt", "is_reply", "reason", "text", "created_at"],
  ...["decided_at", "outcome", "answer", "basis"],
];
const ANSWER = ["id", "proposal_id", "booking_id", "seats", "answer", "answered_at"];
const SMS = ["id", "kind", "reference", "to_number", "status", "send_at", "created_at", "sent_at"];

const BUSINESS = [
  "business_name",
  "business_description",
  "business_address",
  "business_city",
  "business_postal_code",
  "business_phone",
  "siret",
];

const PAYMENT = [
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
  "pin",
  "address_point",
  "address_asks",
  "is_address_public",
  "is_online",
  "online_link",
  "former_place",
  "image_url",
  "is_active",
  ...OFFERING_LISTS,
  "tags",
  "is_recurring",
  "deleted_at",
  "created_at",
  "updated_at",
  "fall_steps",
  "fall_floor_cents",
  "archived_at",
  "withheld_at",
];

const SLOT = [
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
  "price_cents",
  "priced_at",
  "prices_frozen_at",
  "bookable_since",
  "reference_cents",
  "share_code",
  "has_line",
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
      "sms_number",
      "sms_agreed_at",
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
      ...BUSINESS,
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
      "shown_phone",
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
  tax_details: {
    table: "tax_details",
    columns: [
      ...["professional_id", "legal_form", "legal_name", "address", "postal_code", "city"],
      ...["country", "birth_date", "registration", "tax_number", "account_country"],
      ...["created_at", "updated_at"],
    ],
  },
  professional_drafts: {
    table: "professional_drafts",
    columns: ["user_id", ...BUSINESS, "updated_at"],
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
      "billing_paused_at",
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
  mail_refusals: { table: "mail_refusals", columns: ["user_id", "topic", "refused_at"] },
  push_refusals: { table: "push_refusals", columns: ["user_id", "topic", "refused_at"] },
  push_subscriptions: { table: "push_subscriptions", columns: ["id", "user_id", "agreed_at"] },
  favorites: { table: "favorites", columns: ["client_id", "session_id", "created_at"] },
  alerts: {
    table: "alerts",
    columns: ["id", "user_id", "conditions", "agreed_at", "paused_at", "created_at"],
  },
  alert_finds: {
    table: "alert_finds",
    columns: ["alert_id", "slot_id", "starts_at", "found_at", "told_at"],
  },
  waiting_entries: {
    table: "waiting_entries",
    columns: [
      ...["id", "user_id", "slot_id", "seats", "lined_up_at", "had_turn_at", "missed_at"],
      ...["offered_at", "offered_until", "offered_cents", "created_at"],
    ],
  },
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
    columns: [
      ...["id", "payment_id", "amount_cents", "commission_cents", "seats", "reason"],
      ...["status", "created_at", "settled_at"],
    ],
  },
  payment_movements_received: {
    table: "payment_movements",
    columns: ["payment_id", "kind", "amount_cents", "created_at"],
  },
  reclaims_received: {
    table: "reclaims",
    columns: ["payment_id", "amount_cents", "reason", "status", "created_at", "settled_at"],
  },
  booking_changes: { table: "booking_changes", columns: CHANGE },
  booking_changes_received: { table: "booking_changes", columns: CHANGE },
  letters: { table: "letters", columns: LETTER },
  letters_received: { table: "letters", columns: LETTER },
  reviews: { table: "reviews", columns: REVIEW },
  reviews_received: { table: "reviews", columns: REVIEW },
  review_reports: { table: "review_reports", columns: REPORT },
  proofs: {
    table: "proofs",
    columns: [
      ...["id", "professional_id", "kind", "status", "title", "issuer", "number", "issued_on"],
      ...["expires_on", "register", "checked_at", "created_at", "decided_at", "ended_at", "reason"],
    ],
  },
  proof_files: {
    table: "proof_files",
    columns: ["proof_id", "type", "bytes", "created_at", "delete_after"],
  },
  content_reports: {
    table: "content_reports",
    columns: [
      ...["id", "offering_id", "professional_id", "email", "reason", "text", "created_at"],
      ...["is_picture", "decision_id"],
    ],
  },
  content_decisions: {
    table: "content_decisions",
    columns: [
      ...["id", "offering_id", "professional_id", "measure", "basis", "facts", "was_active"],
      ...["image_url", "decided_at", "due_at", "ended_at"],
    ],
  },
  content_appeals: {
    table: "content_appeals",
    columns: ["id", "decision_id", "report_id", "text", "asked_at", "expires_at", "answer_id"],
  },
  case_contests: {
    table: "case_contests",
    columns: [
      ...["id", "review_id", "letter_id", "report_id", "is_reply", "decided_at", "text"],
      ...["contested_at", "answered_at"],
    ],
  },
  account_decisions: {
    table: "account_decisions",
    columns: [
      ...["id", "measure", "basis", "facts", "source", "urgency", "booked", "decided_at"],
      ...["effective_at", "carried_out_at", "ended_at", "contested_at", "contest"],
      ...["answered_at", "answer"],
    ],
  },
  booking_choices: {
    table: "booking_choices",
    columns: ["id", "decision_id", "booking_id", "created_at", "chosen", "chosen_at"],
  },
  letter_reports: {
    table: "letter_reports",
    columns: [
      ...["id", "letter_id", "reason", "text", "created_at", "decided_at", "outcome", "answer"],
      "basis",
    ],
  },
  proposals: {
    table: "proposals",
    columns: [
      "id",
      "professional_id",
      "from_slot_id",
      "to_slot_id",
      "withdraws",
      "word",
      "expires_at",
      "created_at",
    ],
  },
  proposal_answers: { table: "proposal_answers", columns: ANSWER },
  proposal_answers_received: { table: "proposal_answers", columns: ANSWER },
  sms: { table: "sms", columns: SMS },
  schedule_rules: {
    table: "schedule_rules",
    columns: [
      "id",
      "offering_id",
      "weekdays",
      "starts",
      "every_weeks",
      "from_day",
      "until_day",
      "is_parallel",
      "created_at",
    ],
  },
  schedule_exceptions: {
    table: "schedule_exceptions",
    columns: ["id", "offering_id", "day", "starts", "why", "created_at"],
  },
  opening_hours: {
    table: "opening_hours",
    columns: ["professional_id", "weekday", "opens", "closes"],
  },
  busy_times: {
    table: "busy_times",
    columns: [
      "id",
      "professional_id",
      "source",
      "during",
      "title",
      "calendar_id",
      "event_key",
      "warned_at",
      "created_at",
    ],
  },
  outside_clients: {
    table: "outside_clients",
    columns: ["id", "slot_id", "name", "seats", "created_at", "seats_lost_at", "told_at"],
  },
  calendars: {
    table: "calendars",
    columns: [
      "id",
      "professional_id",
      "name",
      "read_at",
      "good_at",
      "failing_since",
      "told_at",
      "last_error",
      "events",
      "unclear",
      "created_at",
    ],
  },
  feeds: { table: "feeds", columns: ["id", "professional_id", "created_at", "read_at"] },
  gaps: {
    table: "gaps",
    columns: [
      "id",
      "professional_id",
      "during",
      "title",
      "offering_id",
      "cents",
      "state",
      "slot_id",
      "event_key",
      "created_at",
    ],
  },
  boosts: {
    table: "boosts",
    columns: ["id", "professional_id", "offering_id", "month", "during", "created_at"],
  },
  offering_drafts: {
    table: "offering_drafts",
    columns: ["id", "professional_id", "kind", "title", "fields", "created_at", "updated_at"],
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
      "answer",
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
