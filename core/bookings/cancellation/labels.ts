import { addDays, dayKey, formatLongDay, formatShortDate, formatTime } from "../../dates.ts";
import type { OtherHour } from "./find-other-hours.server.ts";

export function hourLabel(start: Date, now: Date): string {
  const date = formatShortDate(start);
  const isNear = dayKey(start) <= addDays(dayKey(now), 6);
  return `${isNear ? date.replace(/ [^ ]+$/, "") : date}, ${formatTime(start)}`;
}

export function ofHour(start: Date, now: Date): string {
  const [day, today] = [dayKey(start), dayKey(now)];
  const time = formatTime(start);
  if (day === today) return `${time >= "17:00" ? "de ce soir" : "d'aujourd'hui"} ${time}`;
  return day === addDays(today, 1) ? `de demain ${time}` : `du ${formatLongDay(start)}, ${time}`;
}

export function otherLabel(other: OtherHour, lostTitle: string): string {
  const { title, isOwn, professional, free } = other;
  const parts = [isOwn ? "avec vous" : professional];
  if (title !== lostTitle) parts.unshift(title);
  if (free > 1) parts.push(`${free} places`);
  return parts.join(", ");
}

export function othersTitle(count: number): string {
  return count === 1 ? "Une autre heure :" : `${count === 2 ? "Deux" : "Trois"} autres heures :`;
}
