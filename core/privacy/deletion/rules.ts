import { monthsAfter } from "../../dates.ts";
import { DAY } from "../../durations.ts";

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
export const NOTICE = 30 * DAY;

/** The latest last use of accounts that are due for this stage. */
export function unusedSince(now: Date, stage: keyof typeof UNUSED_MONTHS): Date {
  return monthsAfter(now, -UNUSED_MONTHS[stage]);
}

/** Assumes that its owner is warned now. */
export function unusedUntil(lastActiveAt: Date, toldAt: Date): Date {
  const end = monthsAfter(lastActiveAt, UNUSED_MONTHS.closed).getTime();
  return new Date(Math.max(end, toldAt.getTime() + NOTICE));
}
