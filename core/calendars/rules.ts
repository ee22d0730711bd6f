import type { Version } from "#platform/outside-requests.server.ts";
import { dayKey } from "../dates.ts";
import { DAY, HOUR, MINUTE } from "../durations.ts";
import type { EventHour, KeptHour, Reading } from "./schema.ts";

/** Each calendar is read this often (rule: calendar-in). */
export const READ_EVERY = 15 * MINUTE;
export const READ_AHEAD = 60 * DAY;
/** The owner is told once a calendar could not be read for this long. */
export const TOLD_AFTER = DAY;
/** An event counts as deleted when it is missing from this many successful readings in a row. */
const GONE_AFTER = 2;

export const MOST_CALENDARS = 5;
export const ADDED_PER_HOUR = 10;
export const MOST_BYTES = 5_000_000;
export const READ_PATIENCE = 10_000;

/** The time of the next reading. A calendar that keeps failing is read less and less often. */
export function nextReading(failingSince: Date | null, now: Date): Date {
  const failing = failingSince ? now.getTime() - failingSince.getTime() : 0;
  const pause = failing < HOUR ? READ_EVERY : failing < DAY ? HOUR : 6 * HOUR;
  return new Date(now.getTime() + pause);
}

/**
 * The version to send with the request, so that the server can answer that nothing has changed.
 * Null if the calendar must be downloaded in full: once a day, because every day brings further
 * occurrences of recurring events, and while an hour is missing, because only another full reading
 * without it can free it (rule: calendar-in).
 *
 * @param kept the stored hours that are not over.
 */
export function askIfChanged(
  { etag, lastModified, goodAt }: Version & { goodAt: Date | null },
  kept: readonly KeptHour[],
  now: Date,
): Version | null {
  if (!(etag || lastModified) || !goodAt || dayKey(goodAt) !== dayKey(now)) return null;
  return kept.some(({ missed }) => missed > 0) ? null : { etag, lastModified };
}

/**
 * Whether a calendar that had hours to come suddenly contains no event at all (rule: calendar-in).
 */
export function isSuddenlyEmpty(reading: Reading, kept: readonly KeptHour[]): boolean {
  return reading.events === 0 && kept.length > 0;
}

/** The changes that a successful reading makes to the stored hours. */
export interface Changes {
  /** Hours to insert or overwrite: they are new, longer, shorter, renamed or back again. */
  written: EventHour[];
  /** Stored hours that are missing for the first time. */
  missed: KeptHour[];
  /** Stored hours that are missing again, and are therefore deleted. */
  gone: KeptHour[];
  /** Hours that have become shorter, as they were stored before. */
  shortened: KeptHour[];
}

/**
 * Compares a reading with the stored hours. An hour is deleted only after two readings without it.
 * It stays if its event can no longer be parsed, or if it lies beyond the end of the reading.
 *
 * @param kept the stored hours that are not over.
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
