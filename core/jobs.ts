import type { Lane } from "#platform/job-queue.server.ts";

/** Somebody is waiting for this job's result, so it goes before all others of its queue. */
export const WAITED_FOR = 10;

interface JobFacts {
  /** The type of what is asked with it. */
  data: object;
  /** How many seconds lie between two that a clock asks for; one process's turn counts for all. */
  every?: number;
  /** How its jobs run side by side in each process, where one at a time is not enough. */
  lanes?: readonly Lane[];
}

/**
 * Every job, with all that is known of it; `worker.ts` handles each with one use case.
 *
 * Mails: together as many as a process has connections to the mail server; a few of them never take the
 * rest while somebody waits for theirs, and one that hangs holds up only a part of them. Events of the
 * payment provider: every payment brings several, and eight calls at once stay well within its limit.
 * Calendars and notifications: each waits for somebody else's server, up to ten seconds.
 */
export const JOBS = {
  "send-mail": {
    data: {} as { mailId: string },
    lanes: [{ atOnce: 4 }, { atOnce: 4 }, { atOnce: 2, minPriority: WAITED_FOR }],
  },
  /** Tells one device what a mail tells, until that instant (rule: notifications). */
  "send-push": {
    data: {} as { mailId: string; deviceId: string; until: string },
    lanes: [{ atOnce: 4 }, { atOnce: 4 }],
  },
  "process-stripe-event": {
    data: {} as { eventId: string },
    lanes: [{ atOnce: 4 }, { atOnce: 4 }],
  },
  "ask-refund": { data: {} as { refundId: string } },
  /** Lays the receipt with the evidence for a payment that is contested (rule: dispute-evidence). */
  "attach-note": { data: {} as { paymentId: string } },
  /** Sends a guest their temporary password, once per purchase. */
  "issue-temporary-password": { data: {} as { userId: string; reference: string } },
  /** Sends the mails of somebody's bookings to their corrected address (rule: corrected-address). */
  "follow-address": { data: {} as { userId: string; from: string } },
  "open-payment-account": { data: {} as { professionalId: string } },
  "refresh-account": { data: {} as { accountId: string } },
  reconcile: { data: {} as object, every: 30 },
  "reconcile-subscriptions": { data: {} as object, every: 30 },
  /**
   * Stops billing a deleted account, or one whose relationship we have ended, whose payments keep
   * their names.
   */
  "stop-billing": {
    data: {} as { userId: string; guestCheckoutIds: string[]; keepsNames?: boolean },
  },
  /** Has the plan of an account that was suspended, or opened again, billed accordingly (rule: suspended-plan). */
  "settle-billing": { data: {} as { userId: string } },
  /** Releases guests' free seats whose link nobody followed in time (rule: free-guest-booking). */
  "release-holds": { data: {} as object, every: 30 },
  "sweep-listings": { data: {} as object, every: 60 },
  /** Brings the search rows of a category up to date that has another name (rule: category-care). */
  "refresh-category": { data: {} as { typeId: string } },
  /** Brings the search rows of all offerings up to date (rule: bookable). */
  "refresh-all-listings": { data: {} as { after?: string }, every: 86_400 },
  /** Makes the slots of one recurring offering, or of all of them (rule: slots-ahead). */
  "generate-slots": { data: {} as { kind: "session" | "activity"; id: string } },
  "generate-all-slots": { data: {} as { after?: string }, every: 86_400 },
  /**
   * Ends the bookings of a slot that its professional has closed, as decided at that instant (rule:
   * cancellation).
   */
  "empty-slot": { data: {} as { slotId: string; decided: string } },
  /** Tells who has booked an offering what of it has changed (rule: sold-as-seen). */
  "tell-holders": { data: {} as { offeringId: string } },
  /** Reminds professionals of a link that their clients wait for (rule: somewhere-to-go). */
  "remind-of-link": { data: {} as object, every: 300 },
  /** Reminds clients of what they have booked (rule: booking-reminder). */
  "remind-clients": { data: {} as object, every: 300 },
  /** Compares slots that have just come with the searches that people keep, and tells them (rule: alerts). */
  "match-alerts": { data: {} as object, every: 10 },
  "tell-alerts": { data: {} as object, every: 15 },
  "reread-alerts": { data: {} as { after?: string }, every: 86_400 },
  /** Has the slots compared whose price has just come down by itself. */
  "note-price-steps": { data: {} as object, every: 120 },
  /** Offers free seats to those who wait for them, and ends offers (rule: waiting-list). */
  "offer-seats": { data: {} as object, every: 10 },
  /** Asks clients for a review of what is over (rule: reviews). */
  "ask-for-reviews": { data: {} as object, every: 900 },
  /** Asks professionals for the details that the tax office wants (rule: tax-details). */
  "ask-for-tax-details": { data: {} as object, every: 86_400 },
  /** Counts what became of the places of days that are over (rule: figures). */
  "count-figures": { data: {} as { after?: string; from?: string }, every: 3_600 },
  /** Counts what was taken, given back and disputed each day (rule: site-figures). */
  "count-trust": { data: {} as { from?: string }, every: 3_600 },
  /** Plans reminders of what somebody has booked before they gave their number (rule: sms-limits). */
  "plan-reminders": { data: {} as { userId: string } },
  "send-texts": { data: {} as object, every: 60 },
  /** Ends proposals of another hour that nobody answered in time (rule: another-hour). */
  "lapse-proposals": { data: {} as object, every: 60 },
  /** Takes bookings off the market that begin, and tells their clients (rule: resale). */
  "end-unsold": { data: {} as object, every: 60 },
  /** Has the calendars read that are due, and reads one of them (rule: calendar-in). */
  "read-calendars": { data: {} as object, every: 60 },
  "read-calendar": { data: {} as { calendarId: string }, lanes: [{ atOnce: 4 }, { atOnce: 4 }] },
  "renew-demo-slots": { data: {} as object, every: 3_600 },
  "purge-expired": { data: {} as object, every: 3_600 },
  "apply-retention": { data: {} as object, every: 86_400 },
  /**
   * Closes the accounts of professionals who asked for it a month ago, and of people who have not
   * come for years.
   */
  "close-accounts": { data: {} as object, every: 3_600 },
  /** Closes the accounts of professionals whose notice is over (rule: ending-notice). */
  "carry-out-endings": { data: {} as object, every: 600 },
  /** Tells professionals that the terms change, some hundreds at a time (rule: changed-terms). */
  "tell-of-terms": { data: {} as { changeId: string; after?: string } },
  /**
   * Tells the clients of somebody suspended, or who leaves, what they may choose, and once that is
   * lifted that their bookings take place (rule: booked-clients-choose).
   */
  "tell-booked-clients": { data: {} as { decisionId: string } },
  /**
   * Looks up where the address of an offering is; the second does so every night for all that have no
   * point yet (rule: own-pin).
   */
  "locate-offering": { data: {} as { offeringId: string } },
  "locate-offerings": { data: {} as { after?: string }, every: 86_400 },
  /** Looks for words that a person should read in something published (rule: content-filter). */
  "filter-content": { data: {} as { contentId: string } },
  /** The same in a review and its reply. */
  "filter-review": { data: {} as { reviewId: string } },
  /** Seals by the present key what another has sealed (rule: sealed-secrets). */
  "seal-secrets": { data: {} as object, every: 86_400 },
  /**
   * Asks register and provider about what a professional has given, after one of the two things that
   * the register's answer was compared with has changed, too (rule: tick).
   */
  "check-proofs": { data: {} as { professionalId: string; edited?: "siret" | "name" } },
  "watch-proofs": { data: {} as object, every: 3_600 },
  /** Seals documents by the present key (rule: sealed-secrets). */
  "reseal-papers": { data: {} as { after?: string }, every: 86_400 },
  "free-image": { data: {} as { imageId: string } },
  "sweep-images": { data: {} as object, every: 3_600 },
} as const satisfies Record<string, JobFacts>;

export type JobMap = { [Name in keyof typeof JOBS]: (typeof JOBS)[Name]["data"] };

export const JOB_NAMES = Object.keys(JOBS) as (keyof JobMap)[];

const facts = Object.entries(JOBS) as [keyof JobMap, JobFacts][];

/** The jobs that a clock asks for, with their seconds. */
export const RECURRING = facts.flatMap(([name, { every }]) =>
  every ? [{ name, seconds: every }] : [],
);

/**
 * Nobody waits for what a clock asks for, and to look into an empty queue twice a second costs more
 * than most of its jobs.
 */
export const LANES = Object.fromEntries(
  facts.flatMap(([name, { lanes, every }]) =>
    lanes || every ? [[name, lanes ?? [{ atOnce: 1, pollSeconds: 3 }]]] : [],
  ),
);
