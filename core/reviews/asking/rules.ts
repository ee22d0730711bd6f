import { DAY, HOUR } from "../../durations.ts";

/** After the end (rule: reviews); `late` is how much later a mail may still go. */
export const ASKS = [
  { after: DAY, late: 12 * HOUR },
  { after: 4 * DAY, late: 12 * HOUR },
] as const;

/** 1 or 2; null when none is. */
export function dueAsk(end: Date, now: Date): number | null {
  const place = ASKS.findIndex(({ after, late }) => {
    const wait = now.getTime() - end.getTime() - after;
    return wait >= 0 && wait < late;
  });
  return place < 0 ? null : place + 1;
}
