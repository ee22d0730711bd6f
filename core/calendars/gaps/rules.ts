import { addDays, dayKey, wholeMinute } from "../../dates.ts";
import { HOUR, MINUTE } from "../../durations.ts";
import { type OpeningHour, openingsOn, WEEKDAYS } from "../../professionals/working-time/rules.ts";

/** Suggested only when they begin within this time (rule: gap). */
export const GAP_AHEAD = 72 * HOUR;

interface Stretch {
  start: Date;
  end: Date;
}

const USUAL = WEEKDAYS.map((weekday) => ({ weekday, opens: "08:00", closes: "20:00" }));

function openingsOf({ start, end }: Stretch, openings: readonly OpeningHour[]): Stretch[] {
  const found: Stretch[] = [];
  for (let day = dayKey(start); day <= dayKey(end); day = addDays(day, 1)) {
    found.push(...openingsOn(day, openings.length > 0 ? openings : USUAL));
  }
  return found;
}

function without(free: readonly Stretch[], taken: Stretch): Stretch[] {
  return free.flatMap((one) => {
    if (taken.end <= one.start || taken.start >= one.end) return [one];
    return [
      { start: one.start, end: taken.start },
      { start: taken.end, end: one.end },
    ].filter(({ start, end }) => start < end);
  });
}

/** The longest bookable part, from a whole minute on (rules: gap, notice, one-place). */
export function gapIn(
  gone: Stretch,
  {
    now,
    notice,
    openings,
    taken,
  }: { now: Date; notice: number; openings: readonly OpeningHour[]; taken: readonly Stretch[] },
): Stretch | null {
  const soonest = now.getTime() + notice * MINUTE;
  let free = openingsOf(gone, openings).map(({ start, end }) => ({
    start: new Date(Math.max(+start, +gone.start)),
    end: new Date(Math.min(+end, +gone.end)),
  }));
  for (const one of taken) free = without(free, one);
  // Calendars count seconds, and slots do not.
  free = free.map(({ start, end }) => ({ start: wholeMinute(start), end }));
  const length = ({ start, end }: Stretch) => end.getTime() - start.getTime();
  return free
    .filter(
      (one) => length(one) > 0 && +one.start > soonest && +one.start <= now.getTime() + GAP_AHEAD,
    )
    .reduce<Stretch | null>(
      (best, one) => (best && length(best) >= length(one) ? best : one),
      null,
    );
}

export function fitting<Offering extends { minutes: number }>(
  { start, end }: Stretch,
  offerings: readonly Offering[],
): Offering | null {
  const minutes = (end.getTime() - start.getTime()) / MINUTE;
  return offerings.find((offering) => offering.minutes <= minutes) ?? null;
}
