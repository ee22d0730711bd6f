import { addDays, dayKey } from "../../dates.ts";
import { HORIZON_DAYS, type Holiday } from "./rules.ts";

/** Both days included; read only when needed, because the library is large. */
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

/** Offered to the professional to leave out; no slot is left out by itself. */
export async function comingHolidays(now: Date): Promise<Holiday[]> {
  const today = dayKey(now);
  return holidaysBetween(today, addDays(today, HORIZON_DAYS));
}
