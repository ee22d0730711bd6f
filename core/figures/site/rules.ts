import { addDays, dayKey } from "../../dates.ts";
import type { Cents } from "../../money.ts";
import type { Places } from "../rules.ts";

/** The periods of the page, each in days that are over. */
export const PERIODS = { hier: 1, "7j": 7, "30j": 30 } as const;
export type Period = keyof typeof PERIODS;
export const DEFAULT_PERIOD: Period = "7j";

/** The same weekday a year ago: 52 weeks. */
const YEAR_OF_WEEKS = 364;

/** The first and the last day of some that follow each other. */
export interface Span {
  from: string;
  to: string;
}

/** The counts of some days. */
export interface Totals extends Places {
  cents: Cents;
  holds: number;
  paid: number;
  views: number;
  /** How many of the days were counted at all: nothing is known of the others. */
  days: number;
}

/** The places of an evening. */
export type Evening = Places;

/** Today and the evenings that it is compared with. */
export function eveningsOf(now: Date) {
  const today = dayKey(now);
  return { today, weekAgo: addDays(today, -7), yearAgo: addDays(today, -YEAR_OF_WEEKS) };
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

/** The part of an evening's places below which a cell asks to be looked at, from 0 to 1. */
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

/** Rows of counts as a table: towns down, categories across, both in the order in which they come. */
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

/** Those with the most places first. */
function categoriesOf(rows: readonly { category: string | null; seats: number }[]): string[] {
  const seats = new Map<string, number>();
  for (const { category, seats: more } of rows) {
    if (category !== null) seats.set(category, (seats.get(category) ?? 0) + more);
  }
  return [...seats].sort(([, a], [, b]) => b - a).map(([category]) => category);
}

/** The steps from a page that is shown to a place that is paid. */
export const STEPS = ["views", "holds", "paid"] as const;
export type Step = (typeof STEPS)[number];
