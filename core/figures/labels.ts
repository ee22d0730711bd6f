import { formatDate, formatShortDate, fromParis, weekdayName } from "../dates.ts";
import type { Period } from "./rules.ts";

export const PERIOD_LABELS: Record<Period, string> = {
  "4s": "4 semaines",
  "3m": "3 mois",
  "1a": "1 an",
};

export function shortWeekday(weekday: number): string {
  return `${weekdayName(weekday).slice(0, 3)}.`;
}

const noon = (day: string) => fromParis(`${day}T12:00`) ?? new Date(Number.NaN);

export function dayLabel(day: string): string {
  return formatDate(noon(day));
}

/** « 28 sept. » of a week, « nov. » of a month. */
export function barLabel(day: string, period: Period): string {
  const [, number = "", month = ""] = formatShortDate(noon(day)).split(" ");
  return period === "1a" ? month : `${number} ${month}`;
}

export function partLabel({ seats, filled }: { seats: number; filled: number }): string {
  return seats === 0 ? "–" : `${Math.round((filled / seats) * 100)} %`;
}

const NUMBERS = ["zéro", "un", "deux", "trois", "quatre", "cinq", "six", "sept", "huit", "neuf"];

/** « trois », « 12 »: small numbers stand in words in a sentence. */
export function inWords(count: number): string {
  return NUMBERS[count] ?? String(count);
}
