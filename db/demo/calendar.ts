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
  const found: Date[] = [];
  const last = parisDate(to);
  for (let day = parisDate(from); !isAfter(day, last); day = day.add({ days: 1 })) {
    const week = Math.floor(MONDAY.until(day).days / 7);
    for (const { weekday, time, every, offset } of times) {
      if (weekday !== day.dayOfWeek || week % every !== offset) continue;
      const start = new Date(
        day.toZonedDateTime({ timeZone: ZONE, plainTime: time }).epochMilliseconds,
      );
      if (start > from && start <= to) found.push(start);
    }
  }
  return found.sort((a, b) => a.getTime() - b.getTime());
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
  return new Date(day.toZonedDateTime({ timeZone: ZONE, plainTime: "18:30" }).epochMilliseconds);
}

function parisDate(instant: Date): Temporal.PlainDate {
  return Temporal.Instant.fromEpochMilliseconds(instant.getTime())
    .toZonedDateTimeISO(ZONE)
    .toPlainDate();
}

function isAfter(a: Temporal.PlainDate, b: Temporal.PlainDate): boolean {
  return Temporal.PlainDate.compare(a, b) > 0;
}
