import { addDays, dayKey, formatTime, fromParis, isNight } from "../../dates.ts";
import { HOUR, MINUTE } from "../../durations.ts";

/** Per person; a further one takes the place of the oldest. */
export const MOST_DEVICES = 10;

/** Given up then, since its mail has gone. */
const PATIENCE = HOUR;

/** Milliseconds for which a push service keeps it by default, at least and at most. */
const SHORTEST = MINUTE;
const LONGEST = 24 * HOUR;

/** None rings between 21:00 and 8:00. */
export function timeOf(now: Date): { from: Date; until: Date } {
  const from = isNight(now) ? morningAfter(now) : now;
  return { from, until: new Date(from.getTime() + PATIENCE) };
}

function morningAfter(night: Date): Date {
  const day = dayKey(night);
  return fromParis(`${formatTime(night) < "12:00" ? day : addDays(day, 1)}T08:00`) ?? night;
}

/** Seconds for which a push service keeps it. */
export function secondsKept(goodUntil: Date, now: Date): number {
  const left = goodUntil.getTime() - now.getTime();
  return Math.round(Math.min(LONGEST, Math.max(SHORTEST, left)) / 1_000);
}
