/** Every job that exists and what it carries. `worker.ts` answers each with one use case. */
export interface JobMap {
  "send-mail": { mailId: string };
  "process-stripe-event": { eventId: string };
  "ask-refund": { refundId: string };
  reconcile: object;
  "sweep-offers": object;
  "renew-demo-slots": object;
  "purge-expired": object;
  "purge-messages": object;
}

export const JOB_NAMES = [
  "send-mail",
  "process-stripe-event",
  "ask-refund",
  "reconcile",
  "sweep-offers",
  "renew-demo-slots",
  "purge-expired",
  "purge-messages",
] as const satisfies readonly (keyof JobMap)[];
