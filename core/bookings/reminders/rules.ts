import { HOUR } from "../../durations.ts";

/** Longest first; `late`: how much later a mail may still go when no queue was worked. */
export const REMINDERS = [
  { before: 24 * HOUR, late: 6 * HOUR },
  { before: 2 * HOUR, late: HOUR },
] as const;

/** The confirmation just above has the facts. */
const TOO_FRESH = HOUR;

/** Null when none is due (rule: booking-reminder). */
export function dueReminder(start: Date, confirmedAt: Date, now: Date): number | null {
  const due = REMINDERS.find(({ before, late }) => {
    const at = start.getTime() - before;
    const wait = now.getTime() - at;
    return wait >= 0 && wait < late && confirmedAt.getTime() <= at - TOO_FRESH;
  });
  return due?.before ?? null;
}
