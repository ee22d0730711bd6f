import { addDays, dayKey, formatLongDay, formatShortDate, formatTime } from "../../dates.ts";
import type { OtherHour } from "./schema.ts";

/** « lun. 23, 18:30 »; from a week ahead « sam. 19 déc., 18:30 ». */
export function hourLabel(start: Date, now: Date): string {
  const date = formatShortDate(start);
  const isNear = dayKey(start) <= addDays(dayKey(now), 6);
  return `${isNear ? date.replace(/ [^ ]+$/, "") : date}, ${formatTime(start)}`;
}

/** « de demain 11:30 », « du samedi 21 novembre, 11:30 »: a start within a sentence. */
export function ofHour(start: Date, now: Date): string {
  const [day, today] = [dayKey(start), dayKey(now)];
  const time = formatTime(start);
  if (day === today) return `${time >= "17:00" ? "de ce soir" : "d'aujourd'hui"} ${time}`;
  return day === addDays(today, 1) ? `de demain ${time}` : `du ${formatLongDay(start)}, ${time}`;
}

/** « avec vous, 4 places », « Yoga du soir, avec vous »: another hour, as its professional reads it. */
export function otherLabel(other: OtherHour, lostTitle: string): string {
  const { title, isOwn, professional, free } = other;
  const parts = [isOwn ? "avec vous" : professional];
  if (title !== lostTitle) parts.unshift(title);
  if (free > 1) parts.push(`${free} places`);
  return parts.join(", ");
}

/** « Trois autres heures : » */
export function othersTitle(count: number): string {
  return count === 1 ? "Une autre heure :" : `${count === 2 ? "Deux" : "Trois"} autres heures :`;
}
