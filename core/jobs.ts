/** Every job that exists, with its data. `worker.ts` handles each with one use case. */
export interface JobMap {
  "send-mail": { mailId: string };
  /** Tells one device what a mail tells, until that instant (rule: notifications). */
  "send-push": { mailId: string; deviceId: string; until: string };
  "process-stripe-event": { eventId: string };
  "ask-refund": { refundId: string };
  /** Lays the receipt with the evidence for a payment that is contested (rule: dispute-evidence). */
  "attach-note": { paymentId: string };
  /** Sends a guest their temporary password, once per purchase. */
  "issue-temporary-password": { userId: string; reference: string };
  /** Sends the mails of somebody's bookings to their corrected address (rule: corrected-address). */
  "follow-address": { userId: string; from: string };
  "open-payment-account": { professionalId: string };
  "refresh-account": { accountId: string };
  reconcile: object;
  "reconcile-subscriptions": object;
  /**
   * Stops billing a deleted account, or one whose relationship we have ended, whose payments keep
   * their names.
   */
  "end-subscriptions": { userId: string; guestCheckoutIds: string[]; keepsNames?: boolean };
  /** Has the plan of an account that was suspended, or opened again, billed accordingly (rule: suspended-plan). */
  "settle-billing": { userId: string };
  /** Releases guests' free seats whose link nobody followed in time (rule: free-guest-booking). */
  "release-holds": object;
  "sweep-listings": object;
  /** Brings the search rows of a category up to date that has another name (rule: category-care). */
  "refresh-category": { typeId: string };
  /** Brings the search rows of all offerings up to date (rule: bookable). */
  "refresh-all-listings": { after?: string };
  /** Makes the slots of one recurring offering, or of all of them (rule: slots-ahead). */
  "generate-slots": { kind: "session" | "activity"; id: string };
  "generate-all-slots": { after?: string };
  /**
   * Ends the bookings of a slot that its professional has closed, as decided at that instant (rule:
   * cancellation).
   */
  "empty-slot": { slotId: string; decided: string };
  /** Tells who has booked an offering what of it has changed (rule: sold-as-seen). */
  "tell-holders": { offeringId: string };
  /** Reminds professionals of a link that their clients wait for (rule: somewhere-to-go). */
  "remind-of-link": object;
  /** Reminds clients of what they have booked (rule: booking-reminder). */
  "remind-clients": object;
  /** Compares slots that have just come with the searches that people keep, and tells them (rule: alerts). */
  "match-alerts": object;
  "tell-alerts": object;
  "reread-alerts": { after?: string };
  /** Has the slots compared whose price has just come down by itself. */
  "note-price-steps": object;
  /** Offers free seats to those who wait for them, and ends offers (rule: waiting-list). */
  "offer-seats": object;
  /** Asks clients for a review of what is over (rule: reviews). */
  "ask-for-reviews": object;
  /** Asks professionals for the details that the tax office wants (rule: tax-details). */
  "ask-for-tax-details": object;
  /** Counts what became of the places of days that are over (rule: figures). */
  "count-figures": { after?: string; from?: string };
  /** Counts what was taken, given back and disputed each day (rule: site-figures). */
  "count-trust": { from?: string };
  /** Plans reminders of what somebody has booked before they gave their number (rule: sms-limits). */
  "plan-reminders": { userId: string };
  "send-texts": object;
  /** Ends proposals of another hour that nobody answered in time (rule: another-hour). */
  "lapse-proposals": object;
  /** Takes bookings off the market that begin, and tells their clients (rule: resale). */
  "end-unsold": object;
  /** Gives the hours of the release before their rows (rule: one-place). */
  "mend-occupancy": object;
  /** Has the calendars read that are due, and reads one of them (rule: calendar-in). */
  "read-calendars": object;
  "read-calendar": { calendarId: string };
  "renew-demo-slots": object;
  "purge-expired": object;
  "apply-retention": object;
  /**
   * Closes the accounts of professionals who asked for it a month ago, and of people who have not
   * come for years.
   */
  "close-accounts": object;
  /** Closes the accounts of professionals whose notice is over (rule: ending-notice). */
  "carry-out-endings": object;
  /** Tells professionals that the terms change, some hundreds at a time (rule: changed-terms). */
  "tell-of-terms": { changeId: string; after?: string };
  /**
   * Tells the clients of somebody suspended, or who leaves, what they may choose, and once that is
   * lifted that their bookings take place (rule: booked-clients-choose).
   */
  "tell-booked-clients": { decisionId: string };
  /**
   * Looks up where the address of an offering is; the second does so every night for all that have no
   * point yet (rule: own-pin).
   */
  "locate-offering": { offeringId: string };
  "locate-offerings": { after?: string };
  /** Looks for words that a person should read in something published (rule: content-filter). */
  "filter-content": { contentId: string };
  /** The same in a review and its reply. */
  "filter-review": { reviewId: string };
  /** Seals by the present key what another has (rule: sealed-secrets). */
  "seal-secrets": object;
  /**
   * Asks register and provider about what a professional has given, after one of the two things that
   * the register's answer was compared with has changed, too (rule: tick).
   */
  "check-proofs": { professionalId: string; edited?: "siret" | "name" };
  "watch-proofs": object;
  /** Seals documents by the present key (rule: sealed-secrets). */
  "reseal-papers": { after?: string };
  "free-image": { imageId: string };
  "sweep-images": object;
}

/** Somebody is waiting for this job's result, so it goes before all others of its queue. */
export const WAITED_FOR = 10;

/**
 * Queues whose jobs run side by side in each process. Mails: together as many as a process has
 * connections to the mail server; a few of them never take the rest while somebody waits for
 * theirs, and one that hangs holds up only a part of them. Events of the payment provider: every
 * payment brings several, and eight calls at once stay well within its limit.
 * Calendars and notifications: each waits for somebody else's server, up to ten seconds.
 */
export const LANES = {
  "read-calendar": [{ atOnce: 4 }, { atOnce: 4 }],
  "send-push": [{ atOnce: 4 }, { atOnce: 4 }],
  "process-stripe-event": [{ atOnce: 4 }, { atOnce: 4 }],
  "send-mail": [{ atOnce: 4 }, { atOnce: 4 }, { atOnce: 2, minPriority: WAITED_FOR }],
} as const;

/** Each job has a queue of this name; a new one does not compile without. */
const QUEUES: Record<keyof JobMap, true> = {
  "send-mail": true,
  "send-push": true,
  "process-stripe-event": true,
  "ask-refund": true,
  "attach-note": true,
  "issue-temporary-password": true,
  "open-payment-account": true,
  "refresh-account": true,
  reconcile: true,
  "reconcile-subscriptions": true,
  "end-subscriptions": true,
  "settle-billing": true,
  "release-holds": true,
  "sweep-listings": true,
  "refresh-category": true,
  "refresh-all-listings": true,
  "generate-slots": true,
  "generate-all-slots": true,
  "empty-slot": true,
  "tell-holders": true,
  "remind-of-link": true,
  "remind-clients": true,
  "match-alerts": true,
  "tell-alerts": true,
  "reread-alerts": true,
  "note-price-steps": true,
  "offer-seats": true,
  "ask-for-reviews": true,
  "ask-for-tax-details": true,
  "count-figures": true,
  "count-trust": true,
  "plan-reminders": true,
  "send-texts": true,
  "lapse-proposals": true,
  "end-unsold": true,
  "mend-occupancy": true,
  "read-calendars": true,
  "read-calendar": true,
  "renew-demo-slots": true,
  "purge-expired": true,
  "apply-retention": true,
  "close-accounts": true,
  "carry-out-endings": true,
  "tell-booked-clients": true,
  "tell-of-terms": true,
  "locate-offering": true,
  "locate-offerings": true,
  "filter-content": true,
  "filter-review": true,
  "seal-secrets": true,
  "check-proofs": true,
  "watch-proofs": true,
  "reseal-papers": true,
  "free-image": true,
  "follow-address": true,
  "sweep-images": true,
};
export const JOB_NAMES = Object.keys(QUEUES) as (keyof JobMap)[];
