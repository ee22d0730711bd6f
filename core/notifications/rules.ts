import { HOUR, SECOND, YEAR } from "../durations.ts";
import { WAITED_FOR } from "../jobs.ts";
import type { MailKind } from "./schema.ts";

/**
 * A mail that no server has taken for this long is given up, and the log says so. The waits between
 * its tries are those of every job: `QUEUE` in platform/job-queue.server.ts.
 */
export const MAIL_PATIENCE = 72 * HOUR;
/** How long a mail is kept. Nothing that would send it a second time happens so much later. */
export const MAIL_LIFE = YEAR;
/** Longer than a mail server should take, shorter than the job's own limit. */
export const SENDING_TIMEOUT = 20 * SECOND;

/** Whether an unsent mail is given up. */
export function isHopeless(createdAt: Date, now: Date): boolean {
  return now.getTime() - createdAt.getTime() >= MAIL_PATIENCE;
}

/**
 * Whether a server says that the recipient's address itself is wrong, and not that something else is:
 * « 550 5.1.1 no such mailbox » (RFC 3463). To ask again changes nothing. 5.1.7 and 5.1.8 are about
 * our own address, and 5.1.0 says neither: those are tried again.
 */
export function isBounce(answer: string): boolean {
  return /\b5\d\d[ -]5\.1\.(?:10|[1-46])\b/.test(answer);
}

/** The reason of a mail whose job was lost, where others have their server's answer. */
export const NO_JOB = "no job sent it";

/**
 * Whether somebody is waiting for the mail in front of their mailbox; exhaustive, so that a new
 * kind has to decide.
 */
const IS_WAITED_FOR: Record<MailKind, boolean> = {
  "confirm-email": true,
  "reset-password": true,
  "address-proof": true,
  "address-corrected": false,
  "guest-credentials": true,
  "booking-confirmed": true,
  "account-suspended": true,
  "relationship-ending": true,
  "account-decision-answered": false,
  "terms-refused": false,
  "booking-choice": false,
  "booking-goes-on": false,
  "terms-changing": false,
  "booking-link": true,
  "booking-changed": false,
  "hour-proposed": false,
  "hour-moved-client": false,
  "hour-moved-professional": false,
  "hour-kept-professional": false,
  "hour-withdrawn": false,
  "booking-received": false,
  "marked-absent": false,
  "absence-contested": false,
  "gap-found": false,
  "calendar-failing": false,
  "calendar-unclear": false,
  "event-over-booking": false,
  "letter-to-client": false,
  "letter-to-professional": false,
  "link-missing": false,
  "booking-reminder": false,
  "alert-found": false,
  "alert-link": true,
  "guest-alert-found": false,
  "waiting-offer": false,
  "waiting-open": false,
  "review-asked": false,
  "review-decided": false,
  "reply-decided": false,
  "report-decided": false,
  "message-report-decided": false,
  "message-removed": false,
  "review-report-received": false,
  "message-report-received": false,
  "content-report-received": false,
  "content-report-decided": false,
  "content-decided": false,
  "proof-received": false,
  "proof-accepted": false,
  "proof-refused": false,
  "proof-expiring": false,
  "proof-ended": false,
  "proof-wanted": false,
  "category-decided": false,
  "needless-payment": false,
  "late-paid-refunded": false,
  "lost-payment-returned": false,
  "booking-refunded-client": false,
  "booking-refunded-professional": false,
  "payment-disputed": false,
  "payment-disputed-client": false,
  "dispute-won": false,
  "dispute-won-client": false,
  "goodwill-refused": false,
  "share-reclaimed": false,
  "refund-refused-client": false,
  "refund-refused-professional": false,
  "refund-settled-client": false,
  "refund-settled-professional": false,
  "payment-under-review": true,
  "payment-processing": true,
  "payment-failed": true,
  "payment-account-restricted": false,
  "tax-details-due": false,
  "booking-cancelled-client": false,
  "booking-cancelled-professional": false,
  "booking-moved-client": false,
  "booking-moved-professional": false,
  "seats-cancelled-client": false,
  "seats-cancelled-professional": false,
  "resale-offered": false,
  "resale-sold": false,
  "resale-rest-refunded": false,
  "resale-unsold": false,
  "subscription-confirmed": true,
  "subscription-returned": false,
  "subscription-processing": true,
  "subscription-refused": true,
  "subscription-renewal-failed": false,
  "subscription-ended": false,
  "subscription-cancelled": false,
  "password-changed": false,
  "account-unused": false,
  "account-deleted": false,
  "deletion-requested": false,
  "message-received": false,
  "message-answered": false,
  "operator-letter": false,
  "withdrawal-receipt": true,
};

/** The priority of the job that sends it. */
export function mailPriority(kind: MailKind, isUrgent: boolean): number {
  return isUrgent || IS_WAITED_FOR[kind] ? WAITED_FOR : 0;
}
