/* Always Europe/Paris (rule: date-labels), by Intl since this runs in browsers. */

import { DAY, HOUR, MINUTE } from "./durations.ts";

const ZONE = "Europe/Paris";

const format = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat("fr-FR", { timeZone: ZONE, ...options });

const time = format({ hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
const weekday = format({ weekday: "long" });
const shortDate = format({ weekday: "short", day: "numeric", month: "short" });
const longDay = format({ weekday: "long", day: "numeric", month: "long" });
const longDate = format({ weekday: "long", day: "numeric", month: "long", year: "numeric" });
const plainDate = format({ day: "numeric", month: "long", year: "numeric" });
const numericDay = new Intl.DateTimeFormat("en-CA", {
  timeZone: ZONE,
  year: "numeric",
  month: "2-digit",
  day: "2-digit",
});

/** Rounds up to the minute, so that clocks without seconds name no time too early. */
export function wholeMinute(instant: Date): Date {
  return new Date(Math.ceil(instant.getTime() / MINUTE) * MINUTE);
}

export function formatTime(instant: Date): string {
  return time.format(instant);
}

/** « 19:45 », « 00:45 (lendemain) » past midnight. */
export function formatEnd(start: Date, end: Date): string {
  return dayKey(end) === dayKey(start) ? formatTime(end) : `${formatTime(end)} (lendemain)`;
}

export function formatWeekday(instant: Date): string {
  return weekday.format(instant);
}

/** French uses an ordinal for the first of a month, which Intl does not. */
const withOrdinal = (date: string) => date.replace(/\b1 /, "1er ");

export function formatShortDate(instant: Date): string {
  return withOrdinal(shortDate.format(instant));
}

export function formatLongDay(instant: Date): string {
  return withOrdinal(longDay.format(instant));
}

export function formatLongDate(instant: Date): string {
  return withOrdinal(longDate.format(instant));
}

export function formatDate(instant: Date): string {
  return withOrdinal(plainDate.format(instant));
}

export function formatMoment(instant: Date): string {
  return `${formatDate(instant)} à ${formatTime(instant)}`;
}

/** The day in Paris, « 2026-11-20 ». */
export function dayKey(instant: Date): string {
  return numericDay.format(instant);
}

/** Paris time for `<input type="datetime-local">`, « 2026-11-20T18:30 ». */
export function toParis(instant: Date): string {
  return `${dayKey(instant)}T${formatTime(instant)}`;
}

/** Paris time with its offset (ISO 8601), « 2026-11-20T18:30+01:00 ». */
export function toParisWithOffset(instant: Date): string {
  const hours = offsetAt(instant.getTime()) / HOUR;
  return `${toParis(instant)}+${String(hours).padStart(2, "0")}:00`;
}

const MORNING = "08:00";
const NIGHT = "21:00";

/** Night in Paris is 21:00 to 8:00. */
export function isNight(now: Date): boolean {
  const clock = formatTime(now);
  return clock < MORNING || clock >= NIGHT;
}

/** Takes the first of two times in autumn, an hour later in spring; null if invalid. */
export function fromParis(local: string): Date | null {
  const wall = wallTime(local);
  if (wall === null) return null;
  // The offset changes at most once in these two days.
  const [before, after] = [-DAY, DAY].map((step) => new Date(wall - offsetAt(wall + step)));
  if (!before || !after) return null;
  return toParis(before) !== local && toParis(after) === local ? after : before;
}

function wallTime(local: string): number | null {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(local)) return null;
  const wall = new Date(`${local}Z`);
  return !Number.isNaN(wall.getTime()) && wall.toISOString().startsWith(local)
    ? wall.getTime()
    : null;
}

/** Milliseconds that Paris is ahead of UTC. */
function offsetAt(instant: number): number {
  const wall = wallTime(toParis(new Date(instant)));
  return wall === null ? 0 : wall - Math.floor(instant / MINUTE) * MINUTE;
}

export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00Z`) + days * DAY).toISOString().slice(0, 10);
}

export const WEEKDAYS = [
  "monday",
  "tuesday",
  "wednesday",
  "thursday",
  "friday",
  "saturday",
  "sunday",
] as const;
export type Weekday = (typeof WEEKDAYS)[number];

/** 1 is Monday, 7 is Sunday. */
export function weekdayOf(day: string): number {
  return new Date(`${day}T00:00Z`).getUTCDay() || 7;
}

/** 1 January 2024 was a Monday. */
export function weekdayName(weekday: number): string {
  return formatWeekday(new Date(Date.UTC(2024, 0, weekday, 12)));
}

/** Same day and hour in Paris, or the last day of a shorter month (« constrain », the default). */
export function monthsAfter(instant: Date, months: number): Date {
  const start = Temporal.Instant.fromEpochMilliseconds(instant.getTime());
  const later = start.toZonedDateTimeISO("Europe/Paris").add({ months });
  return new Date(later.epochMilliseconds);
}
