import { monthsAfter } from "../../dates.ts";
import { DAY } from "../../durations.ts";

const CODE = "a code of ours or of the provider's";
const NOBODYS = "of nobody by name";
const DEMO = "the demo's own mailbox";

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
