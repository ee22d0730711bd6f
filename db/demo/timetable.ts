import type { WeeklyTime } from "./calendar.ts";
import type { Dice } from "./seeded-random.ts";
import type { Announcement, PartOfDay } from "./texts.ts";

/** Minutes of the day between which a session may start. */
const HOURS: Record<PartOfDay, [from: number, to: number]> = {
  morning: [7 * 60, 10 * 60 + 30],
  noon: [12 * 60, 13 * 60],
  afternoon: [14 * 60, 17 * 60],
  evening: [18 * 60, 20 * 60],
  any: [9 * 60, 19 * 60 + 30],
};
/** Nothing lasts longer into the night. */
const CLOSING = 21 * 60 + 45;
/** To air the room. */
const BREAK = 15;
const QUARTER = 15;

/** One practitioner's week, in which nothing overlaps. */
export class Timetable {
  readonly #taken: { weekday: number; from: number; to: number }[] = [];

  /** Finds up to `count` times a week for a session. */
  place(
    { when, days, online }: Announcement,
    minutes: number,
    count: number,
    dice: Dice,
  ): WeeklyTime[] {
    const weekdays =
      days ?? (online ? WEEK : when === "noon" ? WEEK.slice(0, 5) : WEEK.slice(0, 6));
    const [from, to] = HOURS[when];
    const latest = Math.min(to, CLOSING - minutes);
    const wishes: [weekday: number, start: number][] = [];
    for (const weekday of weekdays) {
      for (let start = from; start <= latest; start += QUARTER) wishes.push([weekday, start]);
    }
    const found: WeeklyTime[] = [];
    for (const [weekday, start] of dice.shuffle(wishes)) {
      if (found.length === count) break;
      const time = this.take(weekday, start, minutes);
      if (time) found.push({ ...time, ...(dice.next() < 0.3 ? rarely(dice) : ALWAYS) });
    }
    return found;
  }

  isFree(weekday: number, start: number, minutes: number): boolean {
    const to = start + minutes + BREAK;
    return !this.#taken.some(
      (other) => other.weekday === weekday && other.from < to && start < other.to,
    );
  }

  /** Takes a time that is fixed, whatever else is there. */
  reserve(weekday: number, start: number, minutes: number): void {
    this.#taken.push({ weekday, from: start, to: start + minutes + BREAK });
  }

  /** Takes this very time when it is free. */
  take(weekday: number, start: number, minutes: number): WeeklyTime | null {
    if (!this.isFree(weekday, start, minutes)) return null;
    this.reserve(weekday, start, minutes);
    const clock = (part: number) => String(part).padStart(2, "0");
    return { weekday, time: `${clock(Math.floor(start / 60))}:${clock(start % 60)}`, ...ALWAYS };
  }
}

const WEEK = [1, 2, 3, 4, 5, 6, 7];

const ALWAYS = { every: 1, offset: 0 } as const;

function rarely(dice: Dice): { every: 2; offset: number } {
  return { every: 2, offset: dice.between(0, 1) };
}
