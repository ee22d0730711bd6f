/** Milliseconds of elapsed time, never for calendar days. */
export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
export const YEAR = 365 * DAY;

const UNITS = [
  [YEAR, "an"],
  [DAY, "jour"],
  [HOUR, "heure"],
] as const;

/** « 3 ans », « 30 jours », « 24 heures »; hours up to a day and a half. */
export function formatPeriod(milliseconds: number): string {
  const [unit, name] =
    UNITS.find(([size]) => milliseconds >= size && milliseconds !== DAY) ?? UNITS[2];
  const count = Math.round(milliseconds / unit);
  return `${count} ${name}${count > 1 ? "s" : ""}`;
}
