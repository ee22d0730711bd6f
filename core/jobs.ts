/** Every job that exists and what it carries. `worker.ts` answers each with one use case. */
export interface JobMap {
  "send-mail": { mailId: string };
  "process-stripe-event": { eventId: string };
  "ask-refund": { refundId: string };
  /** Of a guest's account, for what was bought. */
  "issue-temporary-password": { userId: string; reference: string };
  "open-payment-account": { professionalId: string };
  "refresh-account": { accountId: string };
  reconcile: object;
  "reconcile-subscriptions": object;
  /** Of somebody who has deleted their account; of guests who gave their e-mail, what is open. */
  "end-subscriptions": { userId: string; guestCheckoutIds: string[] };
  /** Guests' seats that cost nothing, whose link nobody followed in time. */
  "release-holds": object;
  "sweep-offers": object;
  /** Of one thing that comes again, and of all of them (R20). */
  "generate-slots": { kind: "session" | "activity"; id: string };
  "generate-all-slots": { after?: string };
  "renew-demo-slots": object;
  "purge-expired": object;
  "apply-retention": object;
  /** Of who asked to leave a month ago, and of who has not been here for years. */
  "close-accounts": object;
  "free-image": { imageId: string };
  "sweep-images": object;
}

/** Somebody waits for what this job does: it goes before all others of its queue. */
export const WAITED_FOR = 10;

/**
 * How the queues are worked in each process whose jobs are not done one at a time. Mails: together as
 * many as a process has connections to the mail server; a few of them are never busy with the rest
 * while somebody waits for theirs, and one that hangs holds up a part of them only.
 */
export const LANES = {
  "send-mail": [{ atOnce: 4 }, { atOnce: 4 }, { atOnce: 2, minPriority: WAITED_FOR }],
} as const;

export const JOB_NAMES = [
  "send-mail",
  "process-stripe-event",
  "ask-refund",
  "issue-temporary-password",
  "open-payment-account",
  "refresh-account",
  "reconcile",
  "reconcile-subscriptions",
  "end-subscriptions",
  "release-holds",
  "sweep-offers",
  "generate-slots",
  "generate-all-slots",
  "renew-demo-slots",
  "purge-expired",
  "apply-retention",
  "close-accounts",
  "free-image",
  "sweep-images",
] as const satisfies readonly (keyof JobMap)[];
