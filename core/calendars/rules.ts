import type { Version } from "#platform/outside-requests.server.ts";
import { dayKey } from "../dates.ts";
import { DAY, HOUR, MINUTE } from "../durations.ts";
import type { EventHour, KeptHour, Reading } from "./schema.ts";

/** Each calendar is read this often (rule: calendar-in). */
export const READ_EVERY = 15 * MINUTE;
export const READ_AHEAD = 60 * DAY;
export const TELL_UNREADABLE_AFTER = DAY;
/** Successful readings without an event, after which it counts as deleted. */
const GONE_AFTER = 2;

export const MAX_CALENDARS = 5;
export const ADDED_PER_HOUR = 10;
export const MAX_BYTES = 5_000_000;
export const READ_PATIENCE = 10_000;

export function nextReading(failingSince: Date | null, now: Date): Date {
  const failing = failingSince ? now.getTime() - failingSince.getTime() : 0;
  const pause = failing < HOUR ? READ_EVERY : failing < DAY ? HOUR : 6 * HOUR;
  return new Date(now.getTime() + pause);
}

/** Null where it must be read in full (rule: calendar-in): daily, and while an hour is missing. */
export function askIfChanged(
  { etag, lastModified, goodAt }: Version & { goodAt: Date | null },
  kept: readonly KeptHour[],
  now: Date,
): Version | null {
  if (!(etag || lastModified) || !goodAt || dayKey(goodAt) !== dayKey(now)) return null;
  return kept.some(({ missed }) => missed > 0) ? null : { etag, lastModified };
}

/** Had hours to come, and contains no event at all (rule: calendar-in). */
export function isSuddenlyEmpty(reading: Reading, kept: readonly KeptHour[]): boolean {
  return reading.events === 0 && kept.length > 0;
}

export interface Changes {
  /** New, longer, shorter, renamed or back again. */
  written: EventHour[];
  missed: KeptHour[];
  /** For the second time, and so deleted. */
  gone: KeptHour[];
  shortened: KeptHour[];
}

/** Keeps an hour whose event cannot be parsed, or that lies beyond the reading's end. */
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
