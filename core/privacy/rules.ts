import { LOGIN_SECONDS, REFRESH_TOKEN_LIFE, RESET_LIFE, SIGN_UP_LIFE } from "../accounts/rules.ts";
import { ALERT_LINK_LIFE, GUEST_ALERT_LIFE } from "../alerts/rules.ts";
import { LAPSES_COUNTED_FOR, LINK_LIFETIME } from "../bookings/holds/rules.ts";
import { MESSAGE_LIFE } from "../contact/rules.ts";
import { monthsAfter } from "../dates.ts";
import { DAY, HOUR, YEAR } from "../durations.ts";
import { ANSWER_LIFE } from "../idempotency/rules.ts";
import { ORPHAN_LIFE } from "../media/rules.ts";
import { MAIL_LIFE } from "../notifications/rules.ts";
import { ACT_LIFE } from "../operators/acts/rules.ts";
import { OPERATOR_LOGIN_LIFE } from "../operators/rules.ts";
import { DRAFT_LIFE } from "../professionals/rules.ts";
import { UNTOLD_LIFE } from "../search/missed/rules.ts";
import { firstInstantOf, yearOf } from "../taxes/rules.ts";
import { PAPER_LIFE, REFUSED_PAPER_LIFE } from "../verifications/rules.ts";

const CODE = "a code of ours or of the provider's";
const NOBODYS = "of nobody by name";
const DEMO = "the demo's own mailbox";

/** Texts that outlive all whom they may be about, with the reason; a test checks it. */
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

export function deletionDueAt(askedAt: Date): Date {
  return monthsAfter(askedAt, 1);
}

/** Months without a login or booking (rule: unused-accounts). */
export const UNUSED_MONTHS = { told: 35, closed: 36 } as const;

/** Milliseconds. */
export const UNUSED_NOTICE = 30 * DAY;

/** The latest last use of accounts that are due for this stage. */
export function unusedSince(now: Date, stage: keyof typeof UNUSED_MONTHS): Date {
  return monthsAfter(now, -UNUSED_MONTHS[stage]);
}

/** Assumes that its owner is warned now. */
export function unusedUntil(lastActiveAt: Date, toldAt: Date): Date {
  const end = monthsAfter(lastActiveAt, UNUSED_MONTHS.closed).getTime();
  return new Date(Math.max(end, toldAt.getTime() + UNUSED_NOTICE));
}

/** Milliseconds for jobs and promises; a test compares the schema (rule: retention). */
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
  booking_links: LINK_LIFETIME,
  booking_addresses: LAPSES_COUNTED_FOR,
  unpaid_checkouts: 30 * DAY,
  /** A mail's secrets go when it is sent. */
  mails: MAIL_LIFE,
  /** A mail whose job was lost; others are given up sooner. */
  unsent_mails: 7 * DAY,
  /** The text alone goes. */
  letters: 3 * YEAR,
  /** After the slot's start. */
  sms_numbers: 30 * DAY,
  /** After their end. */
  past_hours: 30 * DAY,
  /** After the last listing that had one. */
  idle_words: 30 * DAY,
  /** After their start. */
  unbooked_slots: 30 * DAY,
  /** After the slot's start. */
  outside_names: 90 * DAY,
  /** After the last change. */
  offering_drafts: YEAR,
  /** After the hour. */
  past_prices: 30 * DAY,
  /** Searches of guests whose link nobody has followed; and the others (rule: guest-alerts). */
  alert_links: ALERT_LINK_LIFE,
  guest_alerts: GUEST_ALERT_LIFE,
  /** After the slot, or the searched day. */
  past_finds: 30 * DAY,
  /** After the slot has begun. */
  past_waiting: 30 * DAY,
  view_counts: 3 * YEAR,
  /** Searches without a result, as hashes and shared words (rule: missed-searches). */
  untold_searches: UNTOLD_LIFE,
  missed_searches: 2 * YEAR,
  /** The provider repeats an event for days, and can be asked for one for a month. */
  processed_events: 90 * DAY,
  /** Once decided. */
  content_reports: 3 * YEAR,
  /** Once they hold no more. */
  account_decisions: 3 * YEAR,
  /** Once refused, or once they hold no more (rule: private-papers). */
  past_papers: PAPER_LIFE,
  refused_papers: REFUSED_PAPER_LIFE,
  /** Acts of operators, with their reasons and values (rule: chained-acts). */
  acts: ACT_LIFE,
  /** After the last (rule: account-deletion). */
  acts_about_left: YEAR,
  readings: YEAR,
  operator_logins: OPERATOR_LOGIN_LIFE,
} as const;

/** Bookings and payments are accounts (code de commerce, L123-22). */
export const ACCOUNTS_YEARS = 10;

export function accountsBefore(now: Date): Date {
  return firstInstantOf(yearOf(now).year - ACCOUNTS_YEARS);
}

type Period = keyof typeof RETENTION | "accounts";
const WITH_ACCOUNT = `with the account; emptied or deleted with it (rule: account-deletion), also once nobody has used it for ${UNUSED_MONTHS.closed} months`;
const NAMELESS_ROWS = "of nobody by name";

/** The period of a table's rows, or the reason why it has none. */
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
  bookings: ["booking_addresses", "unpaid_checkouts", "sms_numbers", "accounts"],
  booking_changes: ["accounts"],
  letters: ["letters", "accounts"],
  letter_reports: ["accounts"],
  reviews: ["accounts"],
  review_reports: ["accounts", "content_reports"],
  dispute_files:
    "gone once the dispute is answered, or with its payment; the provider has the files",
  content_reports: ["content_reports"],
  content_decisions: ["content_reports"],
  content_appeals: ["content_reports"],
  case_contests: ["content_reports"],
  account_decisions: ["account_decisions"],
  booking_choices: ["account_decisions"],
  proposals: WITH_ACCOUNT,
  proposal_answers: ["accounts"],
  sms: ["sms_numbers", "accounts"],
  sms_stops: "as long as somebody wants no text message; hashes",
  busy_times: ["past_hours"],
  gaps: ["past_hours"],
  outside_clients: ["outside_names"],
  offering_drafts: ["offering_drafts"],
  past_slot_prices: ["past_prices"],
  daily_views: ["view_counts"],
  daily_figures: WITH_ACCOUNT,
  daily_places: "as long as the site is: sums of a day, of nobody",
  daily_visits: "as long as the site is: sums of a day, of nobody",
  daily_totals: "as long as the site is: sums of a day, of nobody",
  hourly_places: "as long as the site is: sums of an hour, of nobody",
  evening_courses: "counted anew every hour: sums of an hour, of nobody",
  daily_trust: "as long as the site is: sums of a day, of nobody",
  missed_searches: ["untold_searches", "missed_searches"],
  payments: ["unpaid_checkouts", "accounts"],
  refunds: ["accounts"],
  payment_movements: ["accounts"],
  goodwill_proposals: ["accounts"],
  reclaims: ["accounts"],
  subscription_checkouts: ["unpaid_checkouts"],
  mails: ["unsent_mails", "mails"],
  stripe_events: ["processed_events"],
  users: WITH_ACCOUNT,
  profiles: WITH_ACCOUNT,
  credentials: WITH_ACCOUNT,
  temporary_passwords: "until the password is changed: it is what makes the old one expire",
  mail_refusals: WITH_ACCOUNT,
  push_refusals: WITH_ACCOUNT,
  push_subscriptions: ["logins", "program_accesses"],
  favorites: WITH_ACCOUNT,
  alerts: ["past_finds", "guest_alerts"],
  alert_guests: ["guest_alerts"],
  alert_links: ["alert_links"],
  alert_finds: ["past_finds"],
  waiting_entries: ["past_waiting"],
  professional_profiles: WITH_ACCOUNT,
  payment_account_requests: WITH_ACCOUNT,
  tax_details: WITH_ACCOUNT,
  proofs: WITH_ACCOUNT,
  proof_files: ["past_papers", "refused_papers"],
  tax_requests: "gone once the details are given, or with the business",
  professional_subscriptions: WITH_ACCOUNT,
  offerings: WITH_ACCOUNT,
  slots: ["unbooked_slots"],
  slot_prices: "with its slot",
  occupied: ["past_hours"],
  opening_hours: WITH_ACCOUNT,
  schedule_rules: WITH_ACCOUNT,
  schedule_exceptions: WITH_ACCOUNT,
  calendars: WITH_ACCOUNT,
  feeds: WITH_ACCOUNT,
  boosts: WITH_ACCOUNT,
  activity_types: NAMELESS_ROWS,
  announcements: NAMELESS_ROWS,
  terms_changes: NAMELESS_ROWS,
  listings: "as long as the offering can be booked",
  slot_news: "a moment; ids of slots",
  listed_slots: "as long as the slot can be booked",
  known_words: ["idle_words"],
  known_places: NAMELESS_ROWS,
  provider_keys: ["processed_events"],
  settings: NAMELESS_ROWS,
  demo_mails: "the demo's own mailbox",
  operators: "as long as acts name them; of people who work here",
  recovery_codes: "hashes, until the operator has new ones",
  operator_logins: ["operator_logins"],
  passkeys: "until their operator removes them, or works here no more; public keys",
  passkey_challenges: ["operator_logins"],
  acts: ["acts"],
  act_details: ["acts", "acts_about_left"],
  readings: ["readings"],
  asked_opinions: "ids of what an operator is asked about, of nobody by name",
  taken_work: "ids of what somebody works on, of nobody by name",
};
