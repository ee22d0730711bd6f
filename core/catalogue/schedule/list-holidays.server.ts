import { addDays, dayKey } from "../../dates.ts";
import { HORIZON_DAYS, type Holiday } from "./rules.ts";

/** Code du travail, article L3133-1: a month and day, or days after Easter. */
const FIXED: Record<string, string> = {
  "01-01": "Nouvel An",
  "05-01": "Fête du travail",
  "05-08": "Fête de la Victoire 1945",
  "07-14": "Fête nationale",
  "08-15": "Assomption",
  "11-01": "Toussaint",
  "11-11": "Armistice 1918",
  "12-25": "Noël",
};
const AFTER_EASTER: [days: number, name: string][] = [
  [1, "Lundi de Pâques"],
  [39, "Ascension"],
  [50, "Lundi de Pentecôte"],
];

/** Those of metropolitan France, both days included, the first first. */
export function holidaysBetween(from: string, to: string): Holiday[] {
  const years = [...new Set([from, to].map((day) => Number(day.slice(0, 4))))];
  return years
    .flatMap((year) => [
      ...Object.entries(FIXED).map(([date, name]) => ({ day: `${year}-${date}`, name })),
      ...AFTER_EASTER.map(([days, name]) => ({ day: addDays(easterOf(year), days), name })),
    ])
    .filter(({ day }) => day >= from && day <= to)
    .sort((one, other) => (one.day < other.day ? -1 : 1));
}

/** Offered to the professional to leave out; no slot is left out by itself. */
export function comingHolidays(now: Date): Holiday[] {
  const today = dayKey(now);
  return holidaysBetween(today, addDays(today, HORIZON_DAYS));
}

/** Easter Sunday, by Gauss's rule, which holds from 1900 to 2099. */
function easterOf(year: number): string {
  const moon = (19 * (year % 19) + 24) % 30;
  const week = (2 * (year % 4) + 4 * (year % 7) + 6 * moon + 5) % 7;
  const days = moon + week;
  const isLate = days === 35 || (days === 34 && moon === 28 && year % 19 > 10);
  return addDays(`${year}-03-22`, isLate ? days - 7 : days);
}
