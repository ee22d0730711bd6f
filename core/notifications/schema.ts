import type { Context } from "../context.server.ts";
import type { Cents } from "../money.ts";

/**
 * Every mail that goes out and what its row keeps: ids of what it speaks of, never its words. What
 * is said is read when the mail is sent, by the reader that mails/kinds.ts names for the kind.
 */
export interface MailData {
  /** Somebody registered with this address (R25). */
  "confirm-email": object;
  /** Somebody asked for a new password (R26). */
  "reset-password": object;
  /** An account was made for a guest who paid (R27). */
  "guest-credentials": { expiresAt: string };
  /** To the owner of an account: its password was changed, over a reset link or by who knew it. */
  "password-changed": { at: string; by: "owner" | "reset" };
  /** To a professional: the deletion of their account was asked for. */
  "deletion-requested": { askedAt: string };
  /** To the owner of an account that nobody has used for years: it will end. */
  "account-unused": { userId: string };
  /** To whoever had an account: it is gone. Older ones do not say why. */
  "account-deleted": { at: string; why?: "asked" | "unused" };
  /** To the buyer: the seat is theirs, with a calendar file. */
  "booking-confirmed": { bookingId: string };
  /** To the professional: somebody booked. */
  "booking-received": { bookingId: string };
  /** To a guest: the link that confirms what costs nothing, or goes on with a slot. */
  "booking-link": {
    linkId: string;
    /** Only for who holds a checkout of its slot: the mail is written for whoever asks. */
    isOfHold?: boolean;
  };
  /** To a guest who begins to pay for what they have booked, or for their own session. */
  "needless-payment": { bookingId: string };
  /** To the buyer: they have finished, and their bank is deciding; it has refused. */
  "payment-processing": { bookingId: string };
  "payment-failed": { bookingId: string };
  /** To the buyer: paid for what was not to be had, hence refunded in full (R17). */
  "late-paid-refunded": { bookingId: string };
  /** To a payer: nothing is left here of what they paid for, and it is given back. */
  "lost-payment-returned": { amountCents: Cents };
  /** To the buyer: their payment is not believed, and they have no seat. */
  "payment-under-review": { bookingId: string };
  /** To the buyer and to the professional: called off, and by whom (R34). */
  "booking-cancelled-client": { bookingId: string };
  "booking-cancelled-professional": { bookingId: string };
  /** To the same: money went back that the site had not asked for, and the booking is as it was. */
  "booking-refunded-client": { bookingId: string; outsideId: string };
  "booking-refunded-professional": { bookingId: string; outsideId: string };
  /** To a professional: they cannot be paid any more, hence not booked, and what to do. */
  "payment-account-restricted": { professionalId: string };
  /** To both sides of a booking called off: its refund could not be made yet; how that has ended. */
  "refund-refused-client": { bookingId: string };
  "refund-refused-professional": { bookingId: string };
  "refund-settled-client": { bookingId: string };
  "refund-settled-professional": { bookingId: string };
  /** To whom a subscription is for: in force; bought beside another, hence given back (R15). */
  "subscription-confirmed": { checkoutId: string };
  "subscription-returned": { checkoutId: string };
  /** To whom it was paid for: their bank is deciding; it has refused. */
  "subscription-processing": { checkoutId: string };
  "subscription-refused": { checkoutId: string };
  /** To a subscriber: called off, and when it ends. */
  "subscription-cancelled": { subscriptionId: string };
  /** To a subscriber: the last payment failed, and until when the plan stays; over. */
  "subscription-renewal-failed": { subscriptionId: string };
  "subscription-ended": { subscriptionId: string };
  /** To the operator's mailbox: somebody wrote (R32). */
  "message-received": { messageId: string };
  /** To a consumer: their withdrawal has arrived, and when. */
  "withdrawal-receipt": { messageId: string };
}

/** What may not stay in the database once the mail is sent. */
export interface MailSecrets {
  "confirm-email": { token: string };
  "reset-password": { token: string };
  "booking-link": { token: string };
  "guest-credentials": { password: string; token: string };
}

export type MailKind = keyof MailData;

export type SecretsOf<Kind extends MailKind> = Kind extends keyof MailSecrets
  ? MailSecrets[Kind]
  : null;

/** One mail of the outbox, as a reader gets it. */
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
  /** Where an answer goes, when not to the sender. */
  replyTo?: string | { name: string; address: string };
  attachments?: { filename: string; content: string; contentType: string }[];
}

/** Given by the worker, because templates are React. Null: the mail has lost its point. */
export type RenderMail = (ctx: Context, mail: QueuedMail) => Promise<RenderedMail | null>;

/** A mail that the demo's own mail server took in. */
export interface DemoMail {
  id: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  /** The names of its files. */
  attachments: string[];
  sentAt: Date;
}
