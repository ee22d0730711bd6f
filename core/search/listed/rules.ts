import { addDays, dayKey, fromParis } from "../../dates.ts";
import type { Times } from "../schema.ts";

const MIDNIGHT = "24:00";
const SATURDAY = 6;

/**
 * The period in which a slot may begin. One day with its hours is a single period; hours without a
 * day, or of several days, have to be compared for each slot.
 */
export function stretchOf(
  { date, from, to }: Times,
  now: Date,
): { from: Date | null; to: Date | null; hours: { from: string; to: string } | null } {
  const today = dayKey(now);
  if (date === "weekend") {
    const weekday = new Date(`${today}T00:00Z`).getUTCDay();
    // On a Sunday the week-end is the one that has begun.
    const saturday = addDays(today, weekday === 0 ? -1 : SATURDAY - weekday);
    return {
      from: atParis(saturday, "00:00"),
      to: atParis(addDays(saturday, 1), MIDNIGHT),
      hours: hoursOf(from, to),
    };
  }
  if (date === undefined) return { from: null, to: null, hours: hoursOf(from, to) };
  const named: Record<string, string> = { today, tomorrow: addDays(today, 1) };
  const day = named[date] ?? date;
  return { from: atParis(day, from ?? "00:00"), to: atParis(day, to ?? MIDNIGHT), hours: null };
}

function hoursOf(from: string | undefined, to: string | undefined) {
  return from || to ? { from: from ?? "00:00", to: to ?? MIDNIGHT } : null;
}

function atParis(day: string, clock: string): Date | null {
  return clock === MIDNIGHT ? fromParis(`${addDays(day, 1)}T00:00`) : fromParis(`${day}T${clock}`);
}
