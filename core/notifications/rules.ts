import { HOUR, SECOND, YEAR } from "../durations.ts";
import { WAITED_FOR } from "../jobs.ts";
import { factsOf, type MailKind } from "./labels.ts";

/** Waits between tries are those of every job: `QUEUE` in platform/job-queue.server.ts. */
export const MAIL_PATIENCE = 72 * HOUR;
/** Nothing that would send it a second time happens so much later. */
export const MAIL_LIFE = YEAR;
/** Longer than a mail server should take, shorter than the job's own limit. */
export const SENDING_TIMEOUT = 20 * SECOND;

/** Tried again until then; an address that does not exist is not. */
export function isGivenUp(createdAt: Date, answer: string, now: Date): boolean {
  return isBounce(answer) || now.getTime() - createdAt.getTime() >= MAIL_PATIENCE;
}

/** RFC 3463: 5.1.x, but 5.1.7 and 5.1.8 are our own address, and 5.1.0 says neither. */
export function isBounce(answer: string): boolean {
  return /\b5\d\d[ -]5\.1\.(?:10|[1-46])\b/.test(answer);
}

/** Stands where other mails have their server's answer. */
export const NO_JOB = "no job sent it";

export function mailPriority(kind: MailKind, isUrgent: boolean): number {
  return isUrgent || factsOf(kind).isAwaited ? WAITED_FOR : 0;
}
