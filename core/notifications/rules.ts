import { HOUR, SECOND, YEAR } from "../durations.ts";
import { WAITED_FOR } from "../jobs.ts";
import { factsOf, type MailKind } from "./labels.ts";

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

/** The priority of the job that sends it. */
export function mailPriority(kind: MailKind, isUrgent: boolean): number {
  return isUrgent || factsOf(kind).isAwaited ? WAITED_FOR : 0;
}
