import { HOUR } from "../../durations.ts";

/**
 * How long before the start a client is reminded by mail, the longest first; `late` is how much
 * later a mail may still go, when nothing worked the queues at its hour.
 */
export const REMINDERS = [
  { before: 24 * HOUR, late: 6 * HOUR },
  { before: 2 * HOUR, late: HOUR },
] as const;

/** A booking made so shortly before its reminder has its facts in the confirmation above it. */
const TOO_FRESH = HOUR;

/**
 * The reminder that is due now, by how long before the start it is meant to go (rule:
 * booking-reminder); null when none is.
 */
export function dueReminder(start: Date, confirmedAt: Date, now: Date): number | null {
  const due = REMINDERS.find(({ before, late }) => {
    const at = start.getTime() - before;
    const wait = now.getTime() - at;
    return wait >= 0 && wait < late && confirmedAt.getTime() <= at - TOO_FRESH;
  });
  return due?.before ?? null;
}
