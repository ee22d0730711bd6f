/*
 * Dates and times as people in France read them: always in Europe/Paris, whatever the zone of the
 * server or of the browser (rule: date-labels). Intl rather than Temporal: these run in browsers too.
 */

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

/** The first whole minute from then on, for what must not be named too early: clocks show no seconds. */
export function wholeMinute(instant: Date): Date {
  return new Date(Math.ceil(instant.getTime() / MINUTE) * MINUTE);
}

/** « 18:30 » */
export function formatTime(instant: Date): string {
  return time.format(instant);
}

/** The end of a slot that began then: « 19:45 », « 00:45 (lendemain) » past midnight. */
export function formatEnd(start: Date, end: Date): string {
  return dayKey(end) === dayKey(start) ? formatTime(end) : `${formatTime(end)} (lendemain)`;
}

/** « vendredi » */
export function formatWeekday(instant: Date): string {
  return weekday.format(instant);
}

/** The first of a month is an ordinal in French: « 1er décembre ». Intl leaves it a number. */
const withOrdinal = (date: string) => date.replace(/\b1 /, "1er ");

/** « ven. 20 nov. », « mar. 1er déc. » */
export function formatShortDate(instant: Date): string {
  return withOrdinal(shortDate.format(instant));
}

/** « vendredi 20 novembre », for days close enough to need no year. */
export function formatLongDay(instant: Date): string {
  return withOrdinal(longDay.format(instant));
}

/** « vendredi 20 novembre 2026 » */
export function formatLongDate(instant: Date): string {
  return withOrdinal(longDate.format(instant));
}

/** « 20 novembre 2026 », « 1er décembre 2026 » */
export function formatDate(instant: Date): string {
  return withOrdinal(plainDate.format(instant));
}

/** « 20 novembre 2026 à 18:30 » */
export function formatMoment(instant: Date): string {
  return `${formatDate(instant)} à ${formatTime(instant)}`;
}

/** The Paris calendar day, « 2026-11-20 »: groups slots by day, and sorts as text. */
export function dayKey(instant: Date): string {
  return numericDay.format(instant);
}

/** The wall clock in Paris, « 2026-11-20T18:30 », as `<input type="datetime-local">` holds it. */
export function toParis(instant: Date): string {
  return `${dayKey(instant)}T${formatTime(instant)}`;
}

/** « 2026-11-20T18:30+01:00 »: the wall clock in Paris with its offset (ISO 8601). */
export function toParisWithOffset(instant: Date): string {
  const hours = offsetAt(instant.getTime()) / HOUR;
  return `${toParis(instant)}+${String(hours).padStart(2, "0")}:00`;
}

const MORNING = "08:00";
const NIGHT = "21:00";

/** Whether it is night in Paris, from 21:00 to 8:00, when nobody is hurried. */
export function isNight(now: Date): boolean {
  const clock = formatTime(now);
  return clock < MORNING || clock >= NIGHT;
}

/**
 * The instant at which a clock in Paris shows « 2026-11-20T18:30 »; the first of the two in autumn,
 * and an hour later for a time that spring skips. Null for a date that no calendar has.
 */
export function fromParis(local: string): Date | null {
  const wall = wallTime(local);
  if (wall === null) return null;
  // The offset changes at most once in these two days.
  const [before, after] = [-DAY, DAY].map((step) => new Date(wall - offsetAt(wall + step)));
  if (!before || !after) return null;
  return toParis(before) !== local && toParis(after) === local ? after : before;
}

/** A wall-clock time as if it were UTC; null when it does not exist. */
function wallTime(local: string): number | null {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(local)) return null;
  const wall = new Date(`${local}Z`);
  return !Number.isNaN(wall.getTime()) && wall.toISOString().startsWith(local)
    ? wall.getTime()
    : null;
}

/** How far Paris is ahead of UTC, in milliseconds. */
function offsetAt(instant: number): number {
  const wall = wallTime(toParis(new Date(instant)));
  return wall === null ? 0 : wall - Math.floor(instant / MINUTE) * MINUTE;
}

/** A calendar day some days later, « 2026-11-30 » + 1 → « 2026-12-01 ». */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00Z`) + days * DAY).toISOString().slice(0, 10);
}

/** The days of the week as they are stored with an offering. */
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

/** The weekday of a calendar day, « 2026-11-20 »: 1 is Monday, 7 is Sunday. */
export function weekdayOf(day: string): number {
  return new Date(`${day}T00:00Z`).getUTCDay() || 7;
}

/** « mardi », for 2: 1 January 2024 was a Monday. */
export function weekdayName(weekday: number): string {
  return formatWeekday(new Date(Date.UTC(2024, 0, weekday, 12)));
}

/** The same day and hour some months later, in Paris; the last day of a month that is too short. */
export function monthsAfter(instant: Date, months: number): Date {
  const start = Temporal.Instant.fromEpochMilliseconds(instant.getTime());
  const later = start.toZonedDateTimeISO("Europe/Paris").add({ months });
  return new Date(later.epochMilliseconds);
}
