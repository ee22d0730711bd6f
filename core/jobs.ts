import type { Lane } from "#platform/job-queue.server.ts";

/** Priority of jobs that somebody is waiting for. */
export const WAITED_FOR = 10;

interface JobFacts {
  data: object;
  /** Seconds between two runs, over all processes together. */
  every?: number;
  lanes?: readonly Lane[];
}

/** Lanes keep waiting mails apart, stay within Stripe's limit and allow for slow servers. */
export const JOBS = {
  "send-mail": {
    data: {} as { mailId: string },
    lanes: [{ atOnce: 4 }, { atOnce: 4 }, { atOnce: 2, minPriority: WAITED_FOR }],
  },
  "send-push": {
    data: {} as { mailId: string; deviceId: string; until: string },
    lanes: [{ atOnce: 4 }, { atOnce: 4 }],
  },
  "process-stripe-event": {
    data: {} as { eventId: string },
    lanes: [{ atOnce: 4 }, { atOnce: 4 }],
  },
  "ask-refund": { data: {} as { refundId: string } },
  /** Adds the receipt as evidence (rule: dispute-evidence). */
  "attach-note": { data: {} as { paymentId: string } },
  "issue-temporary-password": { data: {} as { userId: string; reference: string } },
  "follow-address": { data: {} as { userId: string; from: string } },
  "open-payment-account": { data: {} as { professionalId: string } },
  "refresh-account": { data: {} as { accountId: string } },
  reconcile: { data: {} as object, every: 30 },
  "reconcile-subscriptions": { data: {} as object, every: 30 },
  /** Covers accounts deleted, or ended by us, whose payments keep their names. */
  "stop-billing": {
    data: {} as { userId: string; guestCheckoutIds: string[]; keepsNames?: boolean },
  },
  "settle-billing": { data: {} as { userId: string } },
  "release-holds": { data: {} as object, every: 30 },
  "sweep-listings": { data: {} as object, every: 60 },
  /** Updates search rows of a renamed category (rule: category-care). */
  "refresh-category": { data: {} as { typeId: string } },
  "sweep-marks": { data: {} as object, every: 86_400 },
  "generate-slots": { data: {} as { kind: "session" | "activity"; id: string } },
  // (rule: slots-ahead)
  "generate-all-slots": { data: {} as { after?: string }, every: 86_400 },
  "empty-slot": { data: {} as { slotId: string; decided: string } },
  "tell-holders": { data: {} as { offeringId: string } },
  "remind-of-link": { data: {} as object, every: 300 },
  "remind-clients": { data: {} as object, every: 300 },
  "note-alert-candidates": { data: {} as object, every: 10 },
  "tell-alerts": { data: {} as object, every: 15 },
  "reread-alerts": { data: {} as { after?: string }, every: 86_400 },
  "note-price-steps": { data: {} as object, every: 120 },
  "offer-seats": { data: {} as object, every: 10 },
  "ask-for-reviews": { data: {} as object, every: 900 },
  "ask-for-tax-details": { data: {} as object, every: 86_400 },
  "count-figures": { data: {} as { after?: string; from?: string }, every: 3_600 },
  "count-trust": { data: {} as { from?: string }, every: 3_600 },
  /** Plans reminders for bookings made before a number was given (rule: sms-limits). */
  "plan-reminders": { data: {} as { userId: string } },
  "send-texts": { data: {} as object, every: 60 },
  "lapse-proposals": { data: {} as object, every: 60 },
  "end-unsold": { data: {} as object, every: 60 },
  "read-calendars": { data: {} as object, every: 60 },
  "read-calendar": { data: {} as { calendarId: string }, lanes: [{ atOnce: 4 }, { atOnce: 4 }] },
  "renew-demo-slots": { data: {} as object, every: 3_600 },
  "purge-expired": { data: {} as object, every: 3_600 },
  "apply-retention": { data: {} as object, every: 86_400 },
  /** Covers professionals who asked a month ago, and people inactive for years. */
  "close-accounts": { data: {} as object, every: 3_600 },
  "carry-out-endings": { data: {} as object, every: 600 },
  "tell-of-terms": { data: {} as { changeId: string; after?: string } },
  /** Tells clients of a suspension or departure, and of its end (rule: booked-clients-choose). */
  "tell-booked-clients": { data: {} as { decisionId: string } },
  /** Locates one address, then nightly all that have no point yet (rule: own-pin). */
  "locate-offering": { data: {} as { offeringId: string } },
  "locate-offerings": { data: {} as { after?: string }, every: 86_400 },
  "filter-content": { data: {} as { contentId: string } },
  "filter-review": { data: {} as { reviewId: string } },
  "seal-secrets": { data: {} as object, every: 86_400 },
  /** Asks again after a change of what the answer was compared with (rule: tick). */
  "check-proofs": { data: {} as { professionalId: string; edited?: "siret" | "name" } },
  "watch-proofs": { data: {} as object, every: 3_600 },
  "reseal-papers": { data: {} as { after?: string }, every: 86_400 },
  "forget-done-work": { data: {} as object, every: 60 },
  "free-image": { data: {} as { imageId: string } },
  "sweep-images": { data: {} as object, every: 3_600 },
} as const satisfies Record<string, JobFacts>;

export type JobMap = { [Name in keyof typeof JOBS]: (typeof JOBS)[Name]["data"] };

export const JOB_NAMES = Object.keys(JOBS) as (keyof JobMap)[];

const facts = Object.entries(JOBS) as [keyof JobMap, JobFacts][];

export const RECURRING = facts.flatMap(([name, { every }]) =>
  every ? [{ name, seconds: every }] : [],
);

export const LANES = Object.fromEntries(
  facts.flatMap(([name, { lanes }]) => (lanes ? [[name, lanes]] : [])),
);
