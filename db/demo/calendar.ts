import { HOUR, MINUTE } from "#core/durations.ts";

/** A standing appointment, in Paris time. */
export interface WeeklyTime {
  /** ISO: 1 is Monday. */
  weekday: number;
  /** « 18:30 » */
  time: string;
  /** Every week, every other week, or once in four weeks. All divide the renewal's 28 days. */
  every: 1 | 2 | 4;
  /** In which of these weeks, counted from the first Monday of 1970. */
  offset: number;
}

const ZONE = "Europe/Paris";
const MONDAY = Temporal.PlainDate.from("1970-01-05");

/** When these times come up, after `from` and up to `to`, earliest first. */
export function occurrences(times: readonly WeeklyTime[], from: Date, to: Date): Date[] {
  const first = MONDAY.until(parisDate(from)).days;
  const last = MONDAY.until(parisDate(to)).days;
  const found: Date[] = [];
  for (const { weekday, time, every, offset } of times) {
    const cycle = every * 7;
    const place = offset * 7 + weekday - 1;
    for (let day = place + Math.ceil((first - place) / cycle) * cycle; day <= last; day += cycle) {
      const start = timeOf(day, time);
      if (start > from && start <= to) found.push(start);
    }
  }
  return found.sort((a, b) => a.getTime() - b.getTime());
}

const noons = new Map<number, number>();

/** A time of the day in Paris, after the hour at which clocks change. @param day days since 5 January 1970. */
function timeOf(day: number, time: string): Date {
  let noon = noons.get(day);
  if (noon === undefined) {
    noon = inParis(MONDAY.add({ days: day }), "12:00").getTime();
    noons.set(day, noon);
  }
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  return new Date(noon + (hours - 12) * HOUR + minutes * MINUTE);
}

/** The same hour in Paris some days later, or earlier. */
export function addDays(instant: Date, days: number): Date {
  const moved = Temporal.Instant.fromEpochMilliseconds(instant.getTime())
    .toZonedDateTimeISO(ZONE)
    .add({ days });
  return new Date(moved.epochMilliseconds);
}

/** The middle of the month before the one that is running in Paris, at half past six. */
export function middleOfLastMonth(now: Date): Date {
  const day = parisDate(now).subtract({ months: 1 }).with({ day: 15 });
  return inParis(day, "18:30");
}

function inParis(day: Temporal.PlainDate, plainTime: string): Date {
  return new Date(day.toZonedDateTime({ timeZone: ZONE, plainTime }).epochMilliseconds);
}

function parisDate(instant: Date): Temporal.PlainDate {
  return Temporal.Instant.fromEpochMilliseconds(instant.getTime())
    .toZonedDateTimeISO(ZONE)
    .toPlainDate();
}
