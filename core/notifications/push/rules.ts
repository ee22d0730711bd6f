import { addDays, dayKey, formatTime, fromParis, isNight } from "../../dates.ts";
import { HOUR, MINUTE } from "../../durations.ts";

/**
 * The subjects of notifications, each chosen by itself (rule: notifications). They are others than
 * those of mails: a cancellation's mail always goes, and its notification need not.
 */
export const PUSH_TOPICS = [
  "alerts",
  "waiting",
  "reminders",
  "cancellations",
  "bookings",
  "gaps",
] as const;
export type PushTopic = (typeof PUSH_TOPICS)[number];

const OF_PROFESSIONALS: readonly PushTopic[] = ["bookings", "gaps"];

/** Those that somebody may choose. */
export function topicsFor(isProfessional: boolean): readonly PushTopic[] {
  return PUSH_TOPICS.filter((topic) => isProfessional || !OF_PROFESSIONALS.includes(topic));
}

/** The devices of one person; a further one takes the place of the oldest. */
export const MOST_DEVICES = 10;

/** A notification that no push service has taken for this long is given up: its mail has gone. */
const PATIENCE = HOUR;

/** Milliseconds for which a push service keeps what nobody says more of, and at least and at most. */
const SHORTEST = MINUTE;
const LONGEST = 24 * HOUR;

/** When a notification may go at the earliest and at the latest: none rings between 21:00 and 8:00. */
export function timeOf(now: Date): { from: Date; until: Date } {
  const from = isNight(now) ? morningAfter(now) : now;
  return { from, until: new Date(from.getTime() + PATIENCE) };
}

function morningAfter(night: Date): Date {
  const day = dayKey(night);
  return fromParis(`${formatTime(night) < "12:00" ? day : addDays(day, 1)}T08:00`) ?? night;
}

/** For how many seconds a push service keeps what is true until then. */
export function secondsKept(goodUntil: Date, now: Date): number {
  const left = goodUntil.getTime() - now.getTime();
  return Math.round(Math.min(LONGEST, Math.max(SHORTEST, left)) / 1_000);
}
