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
  /** Notifies one device until an instant (rule: notifications). */
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
  /** Resends mails to the corrected address (rule: corrected-address). */
  "follow-address": { data: {} as { userId: string; from: string } },
  "open-payment-account": { data: {} as { professionalId: string } },
  "refresh-account": { data: {} as { accountId: string } },
  reconcile: { data: {} as object, every: 30 },
  "reconcile-subscriptions": { data: {} as object, every: 30 },
  /** Covers accounts deleted, or ended by us, whose payments keep their names. */
  "stop-billing": {
    data: {} as { userId: string; guestCheckoutIds: string[]; keepsNames?: boolean },
  },
  /** Adjusts billing to a suspension (rule: suspended-plan). */
  "settle-billing": { data: {} as { userId: string } },
  /** Releases unconfirmed free seats (rule: free-guest-booking). */
  "release-holds": { data: {} as object, every: 30 },
  "sweep-listings": { data: {} as object, every: 60 },
  /** Updates search rows of a renamed category (rule: category-care). */
  "refresh-category": { data: {} as { typeId: string } },
  /** Keeps search rows current (rule: bookable). */
  "refresh-all-listings": { data: {} as { after?: string }, every: 86_400 },
  /** Makes slots of recurring offerings (rule: slots-ahead). */
  "generate-slots": { data: {} as { kind: "session" | "activity"; id: string } },
  "generate-all-slots": { data: {} as { after?: string }, every: 86_400 },
  /** Ends the bookings of a closed slot (rule: cancellation). */
  "empty-slot": { data: {} as { slotId: string; decided: string } },
  /** Tells holders of changes (rule: sold-as-seen). */
  "tell-holders": { data: {} as { offeringId: string } },
  /** Asks for missing links (rule: somewhere-to-go). */
  "remind-of-link": { data: {} as object, every: 300 },
  /** Reminds clients (rule: booking-reminder). */
  "remind-clients": { data: {} as object, every: 300 },
  /** Matches new slots with kept searches (rule: alerts). */
  "match-alerts": { data: {} as object, every: 10 },
  "tell-alerts": { data: {} as object, every: 15 },
  "reread-alerts": { data: {} as { after?: string }, every: 86_400 },
  "note-price-steps": { data: {} as object, every: 120 },
  /** Offers seats and ends offers (rule: waiting-list). */
  "offer-seats": { data: {} as object, every: 10 },
  /** Asks for reviews of what is over (rule: reviews). */
  "ask-for-reviews": { data: {} as object, every: 900 },
  /** Asks sellers for details (rule: tax-details). */
  "ask-for-tax-details": { data: {} as object, every: 86_400 },
  /** Counts days that are over (rule: figures). */
  "count-figures": { data: {} as { after?: string; from?: string }, every: 3_600 },
  /** Counts money and disputes by day (rule: site-figures). */
  "count-trust": { data: {} as { from?: string }, every: 3_600 },
  /** Plans reminders for bookings made before a number was given (rule: sms-limits). */
  "plan-reminders": { data: {} as { userId: string } },
  "send-texts": { data: {} as object, every: 60 },
  /** Ends unanswered proposals (rule: another-hour). */
  "lapse-proposals": { data: {} as object, every: 60 },
  /** Ends resales that begin (rule: resale). */
  "end-unsold": { data: {} as object, every: 60 },
  /** Reads calendars that are due (rule: calendar-in). */
  "read-calendars": { data: {} as object, every: 60 },
  "read-calendar": { data: {} as { calendarId: string }, lanes: [{ atOnce: 4 }, { atOnce: 4 }] },
  "renew-demo-slots": { data: {} as object, every: 3_600 },
  "purge-expired": { data: {} as object, every: 3_600 },
  "apply-retention": { data: {} as object, every: 86_400 },
  /** Covers professionals who asked a month ago, and people inactive for years. */
  "close-accounts": { data: {} as object, every: 3_600 },
  /** Closes accounts after the notice (rule: ending-notice). */
  "carry-out-endings": { data: {} as object, every: 600 },
  /** Tells professionals in batches (rule: changed-terms). */
  "tell-of-terms": { data: {} as { changeId: string; after?: string } },
  /** Tells clients of a suspension or departure, and of its end (rule: booked-clients-choose). */
  "tell-booked-clients": { data: {} as { decisionId: string } },
  /** Locates one address, then nightly all that have no point yet (rule: own-pin). */
  "locate-offering": { data: {} as { offeringId: string } },
  "locate-offerings": { data: {} as { after?: string }, every: 86_400 },
  /** Looks for words to be reviewed (rule: content-filter). */
  "filter-content": { data: {} as { contentId: string } },
  "filter-review": { data: {} as { reviewId: string } },
  /** Reseals with the present key (rule: sealed-secrets). */
  "seal-secrets": { data: {} as object, every: 86_400 },
  /** Asks again after a change of what the answer was compared with (rule: tick). */
  "check-proofs": { data: {} as { professionalId: string; edited?: "siret" | "name" } },
  "watch-proofs": { data: {} as object, every: 3_600 },
  /** Reseals with the present key (rule: sealed-secrets). */
  "reseal-papers": { data: {} as { after?: string }, every: 86_400 },
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
