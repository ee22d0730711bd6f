/*
 * Dates and times as people in France read them: always in Europe/Paris, whatever the zone of the
 * server or of the browser (R4). Intl rather than Temporal: these run in browsers too.
 */

const ZONE = "Europe/Paris";

/** Units in milliseconds, for windows that count elapsed time (24 h, 72 h), never for calendar days. */
export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;

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

/** « 18:30 » */
export function formatTime(instant: Date): string {
  return time.format(instant);
}

/** « vendredi » */
export function formatWeekday(instant: Date): string {
  return weekday.format(instant);
}

/** « ven. 20 nov. » */
export function formatShortDate(instant: Date): string {
  return shortDate.format(instant);
}

/** « vendredi 20 novembre », for days close enough to need no year. */
export function formatLongDay(instant: Date): string {
  return longDay.format(instant);
}

/** « vendredi 20 novembre 2026 » */
export function formatLongDate(instant: Date): string {
  return longDate.format(instant);
}

/** « 20 novembre 2026 », « 1er décembre 2026 » */
export function formatDate(instant: Date): string {
  return plainDate.format(instant).replace(/^1 /, "1er ");
}

/** The Paris calendar day, « 2026-11-20 »: groups slots by day, and sorts as text. */
export function dayKey(instant: Date): string {
  return numericDay.format(instant);
}
