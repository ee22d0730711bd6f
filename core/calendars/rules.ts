import type { Version } from "#platform/outside.server.ts";
import { dayKey } from "../dates.ts";
import { DAY, HOUR, MINUTE } from "../durations.ts";
import type { EventHour, KeptHour, Reading } from "./schema.ts";

/** How often a calendar is read (rule: calendar-in), and how far ahead. */
export const READ_EVERY = 15 * MINUTE;
export const READ_AHEAD = 60 * DAY;
/** Its owner is told once it could not be read for so long. */
export const TOLD_AFTER = DAY;
/** Good readings in a row without an event after which it is gone. */
const GONE_AFTER = 2;

export const MOST_CALENDARS = 5;
export const ADDED_PER_HOUR = 10;
export const MOST_BYTES = 5_000_000;
export const READ_PATIENCE = 10_000;

/** When a calendar is read again: one that keeps failing less and less often. */
export function nextReading(failingSince: Date | null, now: Date): Date {
  const failing = failingSince ? now.getTime() - failingSince.getTime() : 0;
  const pause = failing < HOUR ? READ_EVERY : failing < DAY ? HOUR : 6 * HOUR;
  return new Date(now.getTime() + pause);
}

/**
 * The marks by which its server may say that a calendar is as it was; null where it must be read
 * whole: once a day, since events that recur reach further each day, and while an hour is missing,
 * which only another whole reading without it frees (rule: calendar-in).
 *
 * @param kept its hours that are not over.
 */
export function askIfChanged(
  { etag, lastModified, goodAt }: Version & { goodAt: Date | null },
  kept: readonly KeptHour[],
  now: Date,
): Version | null {
  if (!(etag || lastModified) || !goodAt || dayKey(goodAt) !== dayKey(now)) return null;
  return kept.some(({ missed }) => missed > 0) ? null : { etag, lastModified };
}

/** Whether a calendar that held hours to come has no event at all any more (rule: calendar-in). */
export function isSuddenlyEmpty(reading: Reading, kept: readonly KeptHour[]): boolean {
  return reading.events === 0 && kept.length > 0;
}

/** Everything that a good reading changes about the hours that are kept. */
export interface Changes {
  /** New ones, and those that are written anew: longer, shorter, renamed, or back. */
  written: EventHour[];
  /** As they were kept: not there, for the first time. */
  missed: KeptHour[];
  /** As they were kept: not there again, so they are gone. */
  gone: KeptHour[];
  /** As they were kept, of those that are shorter now. */
  shortened: KeptHour[];
}

/**
 * Compares a reading with the hours to come that are kept. An hour is gone only after two readings
 * without it; one whose event cannot be read any more, or that is further away than the reading
 * goes, stays.
 *
 * @param kept those that are not over.
 */
export function compareReading(reading: Reading, kept: readonly KeptHour[]): Changes {
  const known = new Map(kept.map((hour) => [hour.key, hour]));
  const seen = new Set(reading.hours.map(({ key }) => key));
  const broken = new Set(reading.broken);
  const written = reading.hours.filter((hour) => {
    const old = known.get(hour.key);
    return !old || old.missed > 0 || +old.end !== +hour.end || old.title !== hour.title;
  });
  const absent = kept.filter(
    ({ key, start }) =>
      !seen.has(key) && start < reading.until && !broken.has(key.split(".")[0] ?? ""),
  );
  const isGone = ({ missed }: KeptHour) => missed + 1 >= GONE_AFTER;
  return {
    written,
    missed: absent.filter((hour) => !isGone(hour)),
    gone: absent.filter(isGone),
    shortened: written.flatMap((hour) => {
      const old = known.get(hour.key);
      return old && old.end > hour.end ? [old] : [];
    }),
  };
}
