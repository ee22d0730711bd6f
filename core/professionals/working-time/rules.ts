import { dayKey, fromParis, toParis, weekdayOf } from "../../dates.ts";
import { DAY } from "../../durations.ts";

/** 1 is Monday, 7 is Sunday. */
export const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7] as const;

/** By the clock in Paris, « 09:00 ». */
export interface OpeningHour {
  weekday: (typeof WEEKDAYS)[number];
  opens: string;
  closes: string;
}

/** Of one day, « 2026-11-20 », as instants. */
export function openingsOn(day: string, hours: readonly OpeningHour[]) {
  return hours
    .filter(({ weekday }) => weekday === weekdayOf(day))
    .flatMap(({ opens, closes }) => {
      const [start, end] = [fromParis(`${day}T${opens}`), fromParis(`${day}T${closes}`)];
      return start && end ? [{ start, end }] : [];
    });
}

/** Milliseconds of past slots that hours are proposed from. */
export const LOOKED_BACK = 56 * DAY;
/** Minutes; a pause this long makes two stretches of a day. */
const BREAK = 120;
const LAST_MINUTE = 24 * 60 - 1;
const STEP = 30;

/** From the earliest start to the latest end of each weekday, rounded outwards to half hours. */
export function proposeHours(offered: readonly { start: Date; end: Date }[]): OpeningHour[] {
  return WEEKDAYS.flatMap((weekday) => {
    const ofDay = offered
      .filter(({ start }) => weekdayOf(dayKey(start)) === weekday)
      .map(({ start, end }) => ({
        from: Math.floor(minuteOf(start) / STEP) * STEP,
        to: dayKey(end) === dayKey(start) ? Math.ceil(minuteOf(end) / STEP) * STEP : LAST_MINUTE,
      }))
      .sort((one, other) => one.from - other.from);
    const stretches: { from: number; to: number }[] = [];
    for (const one of ofDay) {
      const last = stretches.at(-1);
      if (last && one.from - last.to < BREAK) last.to = Math.max(last.to, one.to);
      else stretches.push({ ...one });
    }
    return stretches.map(({ from, to }) => ({ weekday, opens: clock(from), closes: clock(to) }));
  });
}

function minuteOf(instant: Date): number {
  const [hours, minutes] = toParis(instant).slice(11).split(":");
  return Number(hours) * 60 + Number(minutes);
}

/** « 09:30 »; the end of a day is its last minute. */
function clock(minute: number): string {
  const shown = Math.min(minute, LAST_MINUTE);
  const two = (number: number) => String(number).padStart(2, "0");
  return `${two(Math.floor(shown / 60))}:${two(shown % 60)}`;
}
