const SECOND = 1_000;
const HOUR = 3_600 * SECOND;

/** A mail that no server has taken for this long is given up, and the log says so. */
export const MAIL_PATIENCE = 72 * HOUR;
/** Longer than a mail server should take, shorter than the job's own limit. */
export const SENDING_TIMEOUT = 20 * SECOND;

const FIRST_DELAY_SECONDS = 5;
const LONGEST_DELAY_SECONDS = 600;

/** Seconds to wait after this many failed attempts: 5, 10, 20 … at most 10 minutes. */
export function retryDelay(attempts: number): number {
  return Math.min(FIRST_DELAY_SECONDS * 2 ** Math.min(attempts - 1, 20), LONGEST_DELAY_SECONDS);
}

/** Whether a mail that still waits is given up. */
export function isHopeless(createdAt: Date, now: Date): boolean {
  return now.getTime() - createdAt.getTime() >= MAIL_PATIENCE;
}
