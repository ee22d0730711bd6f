import { addDays, dayKey } from "../../dates.ts";
import { HORIZON_DAYS, type Schedule, startsOf } from "../schedule/rules.ts";
import type { Holiday } from "./schema.ts";

/**
 * Lists the public holidays of France between two days, both included, earliest first. The library
 * contains the calendars of the whole world, so it is loaded only when it is needed.
 */
export async function holidaysBetween(from: string, to: string): Promise<Holiday[]> {
  const { default: Holidays } = await import("date-holidays");
  const calendar = new Holidays("FR", { languages: ["fr"] });
  const years = [...new Set([from, to].map((day) => Number(day.slice(0, 4))))];
  return years
    .flatMap((year) => calendar.getHolidays(year))
    .filter(({ type }) => type === "public")
    .map(({ date, name }) => ({ day: date.slice(0, 10), name }))
    .filter(({ day }) => day >= from && day <= to)
    .sort((one, other) => (one.day < other.day ? -1 : 1));
}

/** Lists the holidays on which a schedule would create slots if it did not exclude them. */
export async function holidaysOf(schedule: Schedule, now: Date): Promise<Holiday[]> {
  const today = dayKey(now);
  const days = new Set(startsOf({ ...schedule, leftOut: [] }, now).map(dayKey));
  const found = await holidaysBetween(today, addDays(today, HORIZON_DAYS));
  return found.filter(({ day }) => days.has(day));
}
