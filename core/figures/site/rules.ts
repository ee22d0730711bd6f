import { addDays, dayKey } from "../../dates.ts";
import type { Cents } from "../../money.ts";
import type { Places } from "../rules.ts";

/** In days that are over. */
export const PERIODS = { hier: 1, "7j": 7, "30j": 30 } as const;
export type Period = keyof typeof PERIODS;
export const DEFAULT_PERIOD: Period = "7j";

/** 52 weeks, so that weekdays match. */
const YEAR_OF_WEEKS = 364;

export interface Span {
  from: string;
  to: string;
}

export interface Totals extends Places {
  cents: Cents;
  holds: number;
  paid: number;
  views: number;
  /** Null before December 2026, when counting began. */
  visits: number | null;
  /** Counted days: nothing is known of the others. */
  days: number;
}

export type Evening = Places;

export function eveningsOf(now: Date) {
  const today = dayKey(now);
  return { today, weekAgo: addDays(today, -7), yearAgo: addDays(today, -YEAR_OF_WEEKS) };
}

export function courseOf(
  rows: readonly { day: string; hour: number; taken: number }[],
  { today, weekAgo, yearAgo }: ReturnType<typeof eveningsOf>,
): { hour: number; taken: (number | null)[] }[] {
  const byHour = Map.groupBy(rows, ({ hour }) => hour);
  return [...byHour].map(([hour, some]) => ({
    hour,
    taken: [today, weekAgo, yearAgo].map(
      (day) => some.find((row) => row.day === day)?.taken ?? null,
    ),
  }));
}

/** A period up to yesterday, the one before it, and the same days a year ago. */
export function spansOf(period: Period, now: Date): [now: Span, before: Span, yearAgo: Span] {
  const days = PERIODS[period];
  const to = addDays(dayKey(now), -1);
  const from = addDays(to, 1 - days);
  return [
    { from, to },
    { from: addDays(from, -days), to: addDays(from, -1) },
    { from: addDays(from, -YEAR_OF_WEEKS), to: addDays(to, -YEAR_OF_WEEKS) },
  ];
}

/** Below it, a cell asks to be looked at; from 0 to 1. */
const LOW = 0.3;

export const isLow = ({ seats, filled }: Places): boolean => seats > 0 && filled < LOW * seats;

export interface TownRow {
  /** Empty for what is online. */
  town: string;
  /** In the order of the table's categories; null where nothing is open. */
  cells: (Places | null)[];
  tonight: Places;
  weekAgo: Places | null;
  yearAgo: Places | null;
}

export function tableOf(
  rows: readonly (Places & { day: string; town: string; category: string | null })[],
  { today, weekAgo, yearAgo }: ReturnType<typeof eveningsOf>,
): { categories: string[]; towns: TownRow[] } {
  const categories = categoriesOf(rows);
  const towns = [...new Set(rows.map(({ town }) => town))];
  return {
    categories,
    towns: towns.map((town) => {
      const placesOf = (day: string, category: string | null): Places | null => {
        const row = rows.find(
          (one) => one.town === town && one.day === day && one.category === category,
        );
        return row && row.seats > 0 ? { seats: row.seats, filled: row.filled } : null;
      };
      return {
        town,
        cells: categories.map((category) => placesOf(today, category)),
        tonight: placesOf(today, null) ?? { seats: 0, filled: 0 },
        weekAgo: placesOf(weekAgo, null),
        yearAgo: placesOf(yearAgo, null),
      };
    }),
  };
}

function categoriesOf(rows: readonly { category: string | null; seats: number }[]): string[] {
  const seats = new Map<string, number>();
  for (const { category, seats: more } of rows) {
    if (category !== null) seats.set(category, (seats.get(category) ?? 0) + more);
  }
  return [...seats].sort(([, a], [, b]) => b - a).map(([category]) => category);
}

export interface HourCount extends Places {
  day: string;
  hour: number;
}

export interface EveningHour {
  hour: number;
  places: (Places | null)[];
}

const HOURS = [17, 18, 19, 20, 21, 22, 23];

export function hoursOf(
  counts: readonly HourCount[],
  { today, weekAgo, yearAgo }: ReturnType<typeof eveningsOf>,
): EveningHour[] {
  const days = [today, weekAgo, yearAgo];
  return HOURS.map((hour) => ({
    hour,
    places: days.map((day) => {
      const own = counts.filter((count) => count.day === day);
      // An hour without a row had no place, if its evening was counted.
      const { seats = 0, filled = 0 } = own.find((count) => count.hour === hour) ?? {};
      return own.length > 0 ? { seats, filled } : null;
    }),
  }));
}

export interface MissedRow {
  words: string;
  town: string;
  nearest: string;
  visitors: (number | null)[];
}

export interface Trust {
  days: number;
  payments: number;
  takenCents: Cents;
  keptCents: Cents;
  refundedCents: Cents;
  disputes: number;
  joined: number;
  gone: number | null;
  booked: number;
  absent: number;
}

const WEEKS = 8;

export function weeksOf(now: Date): Span[] {
  const to = addDays(dayKey(now), -1);
  return Array.from({ length: WEEKS }, (_, place) => {
    const last = addDays(to, -7 * (WEEKS - 1 - place));
    return { from: addDays(last, -6), to: last };
  });
}

export function fortnightOf(now: Date): { days: string[]; from: string } {
  const today = dayKey(now);
  return {
    days: Array.from({ length: 14 }, (_, place) => addDays(today, -1 - place)),
    from: addDays(today, -7),
  };
}

/** From so many free places, or points less, on. */
const MANY_FREE = 4;
const POINTS_LESS = 5;
/** Fewer places in seven evenings tell nothing of a town. */
const LEAST_PLACES = 20;

export type Hint =
  | { kind: "free"; town: string; category: string; free: number }
  | { kind: "less"; town: string; points: number }
  | { kind: "missed"; town: string; words: string; visitors: number };

export function hintsOf({
  categories,
  towns,
  townSpans,
  missed,
}: {
  categories: readonly string[];
  towns: readonly TownRow[];
  townSpans: readonly { town: string; span: number; seats: number; filled: number }[];
  missed: readonly MissedRow[];
}): Hint[] {
  const [free] = towns
    .flatMap(({ town, cells }) =>
      cells.flatMap((places, place) =>
        places && isLow(places)
          ? [{ town, category: categories[place] ?? "", free: places.seats - places.filled }]
          : [],
      ),
    )
    .filter((cell) => cell.free >= MANY_FREE)
    .sort((a, b) => b.free - a.free);
  const [less] = towns
    .map(({ town }) => ({ town, points: pointsLess(townSpans.filter((one) => one.town === town)) }))
    .filter(({ points }) => points >= POINTS_LESS)
    .sort((a, b) => b.points - a.points);
  const search = missed.find(({ town, words }) => town !== "" && words !== "");
  const visitors = search?.visitors[0] ?? 0;
  return [
    ...(free ? [{ kind: "free" as const, ...free }] : []),
    ...(less ? [{ kind: "less" as const, ...less }] : []),
    ...(search && visitors > 0
      ? [{ kind: "missed" as const, town: search.town, words: search.words, visitors }]
      : []),
  ];
}

/** From the second span to the first; 0 if either is too few. */
function pointsLess(spans: readonly (Places & { span: number })[]): number {
  const [now, before] = [0, 1].map((place) => spans.find(({ span }) => span === place));
  if (!now || !before || Math.min(now.seats, before.seats) < LEAST_PLACES) return 0;
  const percent = ({ seats, filled }: Places) => Math.round((filled / seats) * 100);
  return percent(before) - percent(now);
}

export const STEPS = ["visits", "views", "holds", "paid"] as const;
export type Step = (typeof STEPS)[number];
