import { addDays, dayKey, fromParis } from "../dates.ts";
import { DAY, HOUR, MINUTE } from "../durations.ts";
import type { NewOwnTime, OwnTimeKind } from "./schema.ts";

/** A day in autumn has an hour more. */
const WHOLE_DAY = DAY + HOUR;
const LONGEST: Record<OwnTimeKind, number> = {
  absence: 365 * DAY + WHOLE_DAY,
  busy: WHOLE_DAY,
  outside: WHOLE_DAY,
};
const FARTHEST = 2 * 366 * DAY;

/** Beside the field at fault; null for hours that can be somebody's own. */
export function whyNotOwnTime(
  { kind, start, end }: Pick<NewOwnTime, "kind" | "start" | "end">,
  now: Date,
): { field: "from" | "to"; why: string } | null {
  if (end <= start) return { field: "to", why: "La fin vient après le début" };
  if (end <= now) return { field: "to", why: "La fin doit être à venir" };
  if (start.getTime() - now.getTime() > FARTHEST) {
    return { field: "from", why: "Choisissez une date dans les deux ans" };
  }
  if (end.getTime() - start.getTime() > LONGEST[kind]) {
    const why = kind === "absence" ? "Un an au plus" : "Un jour au plus : notez plutôt une absence";
    return { field: "to", why };
  }
  return null;
}

/** Minutes. */
const QUICK = [30, 60, 120];
const STEP = 30 * MINUTE;

export function quickStretches(now: Date): { start: Date; end: Date }[] {
  const start = new Date(Math.floor((now.getTime() + 10 * MINUTE) / STEP) * STEP);
  const ends = QUICK.map((minutes) => new Date(start.getTime() + minutes * MINUTE));
  const midnight = fromParis(`${addDays(dayKey(start), 1)}T00:00`);
  if (midnight && midnight.getTime() - start.getTime() > 2 * HOUR) ends.push(midnight);
  return ends.map((end) => ({ start, end }));
}
