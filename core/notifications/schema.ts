import type { Context } from "../context.server.ts";
import type { Cents } from "../money.ts";

/**
 * Every kind of mail, with the data of its row: ids of its subject, never its words. The words are
 * made when the mail is sent, from the data that the kind's reader in mails/kinds.ts finds then.
 */
export interface MailData {
  /** To a new address: confirms a sign-up (rule: mailbox-proof). */
  "confirm-email": object;
  /** To the owner: a link to choose a new password (rule: reset-link). */
  "reset-password": object;
  /** To the address that an account will have: a link to prove it; to the one it has: that (rule: corrected-address). */
  "address-proof": object;
  "address-corrected": { at: string };
  /** To a guest who has paid: the credentials of their new account (rule: guest-account). */
  "guest-credentials": { expiresAt: string };
  /**
   * To the owner: the password was changed, by a reset link or by somebody who knew the old one.
   */
  "password-changed": { at: string; by: "owner" | "reset" };
  /** To a professional: the deletion of their account was requested. */
  "deletion-requested": { askedAt: string };
  /** To the owner of an account unused for years: it will end (rule: unused-accounts). */
  "account-unused": { userId: string };
  /** To the former owner: the account is gone, and why. */
  "account-deleted": { at: string; why: "asked" | "unused" };
  /**
   * To the owner: the account is suspended, and why; we end the relationship, from when on; how we
   * have answered, or that it is lifted (rule: account-decision).
   */
  "account-suspended": { decisionId: string };
  "relationship-ending": { decisionId: string };
  "account-decision-answered": { decisionId: string };
  /** To a professional: the terms change, when and how (rule: changed-terms). */
  "terms-changing": { changeId: string };
  /** To a client: the professional is suspended, or leaves; they may be refunded (rule: booked-clients-choose). */
  "terms-refused": { decisionId: string };
  "booking-choice": { choiceId: string };
  "booking-goes-on": { choiceId: string };
  /** To the buyer: the booking is confirmed, with a calendar file. */
  "booking-confirmed": { bookingId: string };
  /** To the buyer: place, mode or hours are no longer those that they booked (rule: sold-as-seen). */
  "booking-changed": { bookingId: string; changeId: string };
  /** To the professional: somebody booked. */
  "booking-received": { bookingId: string };
  /** To a client: they are said to have been absent; to the professional: they contest it. */
  "marked-absent": { bookingId: string };
  "absence-contested": { bookingId: string };
  /** From one side of a booking to the other, by the site (rule: writing-through-us). */
  "letter-to-client": { letterId: string; bookingId: string };
  "letter-to-professional": { letterId: string; bookingId: string };
  /** To a client: another hour, by a link of their own; to both: how it was answered (rule: another-hour). */
  "hour-proposed": { answerId: string };
  "hour-moved-client": { answerId: string };
  "hour-moved-professional": { answerId: string };
  "hour-kept-professional": { answerId: string };
  "hour-withdrawn": { answerId: string };
  /** To the professional: people have booked online, and the link is missing (rule: somewhere-to-go). */
  "link-missing": { slotId: string };
  /** To a client: what they have booked begins in so many hours (rule: booking-reminder). */
  "booking-reminder": { bookingId: string; start: string };
  /** To somebody who keeps searches: places that fit them, told together (rule: alerts). */
  "alert-found": { userId: string; toldAt: string };
  /** To a guest: the link that keeps a search; and what fits those that they keep (rule: guest-alerts). */
  "alert-link": { linkId: string };
  "guest-alert-found": { guestId: string; toldAt: string };
  /** To somebody who waits: seats are kept for them; or open to all (rule: waiting-list). */
  "waiting-offer": { entryId: string; offeredAt: string };
  "waiting-open": { entryId: string; toldAt: string };
  /** To a client: what they have booked is over, and may be reviewed (rule: reviews). */
  "review-asked": { bookingId: string };
  /** To its author: the operator has decided about a review, or the reply to one; to those who reported it, how. */
  "review-decided": { reviewId: string };
  "reply-decided": { reviewId: string };
  "report-decided": { reportId: string };
  /** To who reported a message: how the operator decided; to its author: it is gone, and why. */
  "message-report-decided": { reportId: string };
  "message-removed": { reportId: string };
  /** To who reported something published: we have it; then, and to its professional: how it was decided. */
  "review-report-received": { reportId: string };
  "message-report-received": { reportId: string };
  "content-report-received": { reportId: string };
  "content-report-decided": { decisionId: string; appealId: string };
  "content-decided": { decisionId: string; appealId: string };
  /** To a professional: we have what they gave for the tick; how it was decided; it ends soon, or has ended (rule: tick). */
  "proof-received": { proofId: string };
  "proof-accepted": { proofId: string };
  "proof-refused": { proofId: string };
  "proof-expiring": { proofId: string };
  "proof-ended": { proofId: string };
  "proof-wanted": {
    professionalId: string;
    kind: "company" | "diploma" | "insurance" | "title";
    at: string;
  };
  /** To a professional: what an operator has decided about the category that they use (rule: category-care). */
  "category-decided": { typeId: string };
  /** To the professional: an hour that a private calendar set free, offered back (rule: gap). */
  "gap-found": { gapId: string };
  /** To the professional: a private calendar cannot be read since a day (rule: calendar-in). */
  "calendar-failing": { calendarId: string };
  /** To the professional: events of a private calendar that cannot be understood whole (rule: calendar-in). */
  "calendar-unclear": { calendarId: string };
  /** To the professional: events of theirs lie over slots that somebody has booked. */
  "event-over-booking": { calendarId: string; at: string };
  /** To a guest: the link that confirms a free booking, or continues with a slot. */
  "booking-link": {
    linkId: string;
    /**
     * Only for somebody who holds a checkout of the slot, since the mail is written for whoever
     * asks.
     */
    isOfHold?: boolean;
  };
  /** To a guest who begins to pay for a slot they have booked already, or for their own session. */
  "needless-payment": { bookingId: string };
  /** To the buyer: their bank is deciding; or it has refused (rule: processing-payment). */
  "payment-processing": { bookingId: string };
  "payment-failed": { bookingId: string };
  /** To the buyer: the seat was gone, so the payment is refunded in full (rule: late-payment). */
  "late-paid-refunded": { bookingId: string };
  /** To a payer: our record of the purchase is lost, so the payment is refunded. */
  "lost-payment-returned": { amountCents: Cents };
  /** To the buyer: their payment is under review, and they have no seat (rule: payment-review). */
  "payment-under-review": { bookingId: string };
  /**
   * To the buyer and to the professional: the booking is cancelled, and by whom (rule:
   * cancellation).
   */
  "booking-cancelled-client": { bookingId: string; letterId?: string };
  "booking-cancelled-professional": { bookingId: string };
  /** To both: the client has given some seats back, and keeps the others (rule: for-several). */
  "booking-moved-client": { bookingId: string; changeId: string; backCents: number };
  "booking-moved-professional": { bookingId: string; changeId: string; backCents: number };
  "seats-cancelled-client": { bookingId: string; seats: number; refundCents: number };
  "seats-cancelled-professional": { bookingId: string; seats: number; refundCents: number };
  /**
   * To a client whose seats are for sale again; sold, with what comes back; what is left of the price,
   * once the professional has cancelled; and unsold when the hour began (rule: resale).
   */
  "resale-offered": { bookingId: string };
  "resale-sold": { bookingId: string; backCents: number };
  "resale-rest-refunded": { bookingId: string; backCents: number };
  "resale-unsold": { bookingId: string };
  /**
   * To both: money was refunded that the site had not asked for, and the booking stands; to the client
   * alone: an operator's gift (rule: goodwill).
   */
  "booking-refunded-client": { bookingId: string; outsideId: string };
  "booking-refunded-professional": { bookingId: string; outsideId: string };
  /** To both: a client's bank contests a payment; and it has decided for us (rule: dispute-evidence). */
  "payment-disputed": { bookingId: string };
  "payment-disputed-client": { bookingId: string };
  "dispute-won": { bookingId: string };
  "dispute-won-client": { bookingId: string };
  /** To an operator: the gift that they have proposed was refused, and why (rule: goodwill). */
  "goodwill-refused": { proposalId: string };
  /** To a professional: an amount was taken back from them, and why (rule: share-reclaimed). */
  "share-reclaimed": { bookingId: string; reclaimId: string };
  /** To a professional: they can no longer be paid, nor booked, and what to do. */
  "payment-account-restricted": { professionalId: string };
  /** To a professional: the tax office must be told of their sales, and details are missing (rule: tax-details). */
  "tax-details-due": { professionalId: string };
  /**
   * To both sides of a cancelled booking: its refund could not be made yet; and later, how that has
   * ended.
   */
  "refund-refused-client": { bookingId: string };
  "refund-refused-professional": { bookingId: string };
  "refund-settled-client": { bookingId: string };
  "refund-settled-professional": { bookingId: string };
  /** To the subscriber: the plan is in force; or a second one was refunded (rule: plan-truth). */
  "subscription-confirmed": { checkoutId: string };
  "subscription-returned": { checkoutId: string };
  /** To the subscriber: their bank is deciding; or it has refused. */
  "subscription-processing": { checkoutId: string };
  "subscription-refused": { checkoutId: string };
  /** To a subscriber: the plan is cancelled, and when it ends. */
  "subscription-cancelled": { subscriptionId: string };
  /** To a subscriber: the last payment failed, and until when the plan stays; or it is over. */
  "subscription-renewal-failed": { subscriptionId: string };
  "subscription-ended": { subscriptionId: string };
  /** To the operator's mailbox: somebody wrote (rule: kept-messages). */
  "message-received": { messageId: string };
  /** To who wrote it: an operator's answer. */
  "message-answered": { messageId: string };
  /** To a side of a booking, or the owner of an account: an operator's words (rule: operators-letters). */
  "operator-letter": { bookingId?: string; userId?: string };
  /** To a consumer: their withdrawal has arrived, and when. */
  "withdrawal-receipt": { messageId: string };
}

/** Secrets that must not stay in the database once the mail is sent. */
export interface MailSecrets {
  "confirm-email": { token: string };
  "reset-password": { token: string };
  "address-proof": { token: string };
  "booking-link": { token: string };
  "alert-link": { token: string };
  "hour-proposed": { token: string };
  "guest-credentials": { password: string; token: string };
  "operator-letter": { subject: string; text: string };
}

export type MailKind = keyof MailData;

export type SecretsOf<Kind extends MailKind> = Kind extends keyof MailSecrets
  ? MailSecrets[Kind]
  : null;

/** One mail of the outbox, as its reader gets it. */
export interface QueuedMail<Kind extends MailKind = MailKind> {
  id: string;
  kind: Kind;
  to: string;
  data: MailData[Kind];
  secrets: SecretsOf<Kind>;
}

export interface RenderedMail {
  subject: string;
  html: string;
  text: string;
  /** The address for answers, when it is not the sender's. */
  replyTo?: string | { name: string; address: string };
  attachments?: { filename: string; content: string; contentType: string }[];
}

/** A mail as an act would send it. */
export interface RehearsedMail extends Pick<RenderedMail, "subject" | "html"> {
  to: string;
}

/** Passed in by the worker, because templates are React. Null: the mail has become pointless. */
export type RenderMail = (ctx: Context, mail: QueuedMail) => Promise<RenderedMail | null>;

/** A mail that the demo's own mail server received, or a message that came another way. */
export interface DemoMail {
  id: string;
  channel: "mail" | "sms" | "push";
  to: string;
  subject: string;
  text: string;
  html: string;
  /** The names of its files. */
  attachments: string[];
  sentAt: Date;
}
