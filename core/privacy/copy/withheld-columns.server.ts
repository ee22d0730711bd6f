const SECRET = "whoever has it can act as the person";
const PROVIDER = "the provider's handle of one checkout, with nothing about the person";
const OURS = "how we went about it, not about the person";

const OTHERS = "names the booking of somebody else";
const EDITIONS = { version: OURS, changed_in: OURS };

/** Columns of exported tables that no copy holds, with the reason. */
export const WITHHELD: Record<string, Record<string, string>> = {
  profiles: { ...EDITIONS, unused_notice: OURS },
  professional_profiles: EDITIONS,
  offerings: EDITIONS,
  reviews: { author_id: OURS, professional_id: OURS, rates: OURS },
  alerts: {
    type: OURS,
    area: "the place and radius in the conditions, as a rectangle",
    ...{ seats: OURS, from_cents: OURS, below_cents: OURS, day: OURS, weekdays: OURS },
    guest_id: "of somebody without an account, never beside one",
  },
  review_reports: { reporter_id: OURS },
  letter_reports: { reporter_id: OURS },
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
  bookings: {
    ...{ guest_proof_hash: SECRET, calendar_sequence: OURS },
    ...{ resale_to_id: OTHERS, resale_of_id: OTHERS },
  },
  slots: { version: OURS },
  proposal_answers: { secret_hash: SECRET },
  sms: {
    professional_id: "under whose monthly cap it counts; the booking names them",
    why: OURS,
    provider_id: PROVIDER,
    attempts: OURS,
  },
  busy_times: { missed: OURS },
  messages: { closed_at: OURS },
  push_subscriptions: {
    ...{ login_id: OURS, family_id: OURS },
    ...{ endpoint: SECRET, p256dh: SECRET, auth: SECRET },
  },
  calendars: {
    url: SECRET,
    etag: OURS,
    last_modified: OURS,
    next_read_at: OURS,
    empty_reads: OURS,
  },
  feeds: { secret_hash: SECRET },
  offering_drafts: { version: OURS },
  payments: {
    checkout_session_id: PROVIDER,
    checkout_url: PROVIDER,
    payment_intent_id: PROVIDER,
    charge_id: PROVIDER,
    success_url: PROVIDER,
    cancel_token: SECRET,
    expires_at: OURS,
    review_reason: OURS,
    dispute_due_at: OURS,
    checked_at: OURS,
    request_id: OURS,
    returns_read_at: OURS,
    recovery: "ids of the booking that it pays, which is in the copy, and the hash of a secret",
  },
  refunds: { stripe_refund_id: PROVIDER, refused_code: OURS, reversed_at: OURS, redone_at: OURS },
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
  alert_guests:
    "an address without an account; its searches are in the copy of the account that has it",
  alert_links: "one-time links, for three days; whoever typed the address wrote what stands there",
  booking_links: "one-time links, for a day; whoever typed the address wrote what stands there",
  verifications: "one-time links, for a day; what stands there was not proved to be the person's",
  temporary_passwords: "until when a temporary password works",
  tokens: "hashes of keys; when they were given out is in program_accesses",
  activity_types: "the catalogue's words",
  idempotency_keys: "for a day, hashes and ids of what stands in the other sections",
  listings: DERIVED,
  listed_slots: DERIVED,
  slot_news: "ids of slots, of nobody by name, for a moment",
  occupied: "the hours of slots with a booking, which are in the copy of their professional",
  slot_prices: "made of an offering's steps, which are in the copy of its professional",
  past_slot_prices: "prices that everybody could read, of nobody by name",
  sms_stops: "hashes of telephone numbers, of nobody by name",
  daily_views: "counts of a day, of nobody by name",
  daily_figures: "counted from the bookings, which are in the copy",
  known_words: DERIVED,
  known_places: DERIVED,
  stripe_events: "emptied once processed; what came of it stands in the payments",
  provider_keys: "ids of what was asked of the provider, of nobody by name",
  settings: "of the installation",
  rate_limits: "counts per network address or hash, for an hour, of nobody by name",
  demo_mails: "the demo's own mailbox",
  operators: "of people who work here, who have no account",
  recovery_codes: "of people who work here",
  operator_logins: "of people who work here",
  acts: "ids of what operators did, of nobody by name",
  act_details: "how operators account for what they did, erased with the account",
  readings: "ids of what operators looked at, of nobody by name",
  taken_work: "ids of what operators work on, of nobody by name",
};
