import { addDays, dayKey, weekdayOf } from "../dates.ts";
import { type Cents, cents } from "../money.ts";

/** In days. */
export const PERIODS = { "4s": 28, "3m": 91, "1a": 364 } as const;
export type Period = keyof typeof PERIODS;
export const DEFAULT_PERIOD: Period = "4s";

/** As far as the longest period and the one before it. */
const DAYS_COUNTED = 2 * PERIODS["1a"];

/** A payment may be settled, or given back, a little later. */
const RECOUNTED = 3;

/** Where the last count ended, or the beginning of everything that is shown. */
export function countFrom(latest: string | null, today: string): string {
  const soonest = addDays(today, -RECOUNTED);
  if (latest === null) return addDays(today, -DAYS_COUNTED);
  return latest < soonest ? latest : soonest;
}

export function spanOf(period: Period, now: Date) {
  const today = dayKey(now);
  const days = PERIODS[period];
  return {
    from: addDays(today, -days),
    to: addDays(today, -1),
    before: addDays(today, -2 * days),
  };
}

export interface CountedHour {
  offeringId: string;
  title: string;
  day: string;
  hour: number;
  seats: number;
  filled: number;
  outside: number;
  lateSeats: number;
  lateCents: Cents;
  emptyCents: Cents;
  holds: number;
  paid: number;
  kind: "session" | "activity";
  isOffered: boolean;
}

function mondayOf(day: string): string {
  return addDays(day, 1 - weekdayOf(day));
}

export interface Places {
  seats: number;
  filled: number;
}

const sum = <Row>(rows: readonly Row[], of: (row: Row) => number) =>
  rows.reduce((total, row) => total + of(row), 0);

export function placesOf(rows: readonly CountedHour[]): Places {
  return { seats: sum(rows, (row) => row.seats), filled: sum(rows, (row) => row.filled) };
}

/** Nobody could book these here. */
export function outsideOf(rows: readonly CountedHour[]): number {
  return sum(rows, (row) => row.outside);
}

/**
 * In cents, without the commission.
 * @param share the professional's part of a price, from 0 to 1.
 */
export function emptyCost(rows: readonly CountedHour[], share: number): Cents | null {
  const empty = sum(rows, ({ seats, filled }) => seats - filled);
  if (empty === 0) return null;
  return cents(Math.round((sum(rows, (row) => row.emptyCents) * share) / empty));
}

const BARS: Record<Period, { by: "week" | "month"; withBefore: boolean }> = {
  "4s": { by: "week", withBefore: true },
  "3m": { by: "week", withBefore: false },
  "1a": { by: "month", withBefore: false },
};

export interface Bar {
  /** A Monday or the first of a month. */
  day: string;
  seats: number;
  cents: Cents;
  isBefore: boolean;
}

export function barsOf(
  rows: readonly CountedHour[],
  period: Period,
  { from, to, before }: ReturnType<typeof spanOf>,
): Bar[] {
  const { by, withBefore } = BARS[period];
  const startOf = (day: string) => (by === "week" ? mondayOf(day) : `${day.slice(0, 7)}-01`);
  const bars: Bar[] = [];
  // A week at a time misses no month.
  for (let day = withBefore ? before : from; ; day = addDays(day, 7)) {
    const start = startOf(day < to ? day : to);
    if (bars.at(-1)?.day !== start) {
      const own = rows.filter((row) => startOf(row.day) === start);
      bars.push({
        day: start,
        seats: sum(own, (row) => row.lateSeats),
        cents: cents(sum(own, (row) => row.lateCents)),
        isBefore: addDays(start, 6) < from,
      });
    }
    if (day >= to) return bars;
  }
}

export function heatOf(all: readonly CountedHour[]) {
  const rows = all.filter(({ seats }) => seats > 0);
  const hours = [...new Set(rows.map(({ hour }) => hour))].sort((a, b) => a - b);
  return hours.map((hour) => ({
    hour,
    days: [1, 2, 3, 4, 5, 6, 7].map((weekday): Places | null => {
      const own = rows.filter((row) => row.hour === hour && weekdayOf(row.day) === weekday);
      return own.length > 0 ? placesOf(own) : null;
    }),
  }));
}

const MOMENTS = [
  { name: "Nuit, avant 9 h", from: 0, to: 9 },
  { name: "Matin, 9 h à 12 h", from: 9, to: 12 },
  { name: "Midi, 12 h à 14 h", from: 12, to: 14 },
  { name: "Après-midi, 14 h à 17 h", from: 14, to: 17 },
  { name: "Soir, dès 17 h", from: 17, to: 24 },
] as const;

export function momentsOf(rows: readonly CountedHour[]) {
  return MOMENTS.map(({ name, from, to }) => ({
    name,
    ...placesOf(rows.filter(({ hour }) => hour >= from && hour < to)),
  })).filter(({ seats }) => seats > 0);
}

const LEAST_SEATS = 4;
const GOOD = 0.8;

export function bestHour(rows: readonly CountedHour[]) {
  return goodHours(rows)[0] ?? null;
}

function goodHours(rows: readonly CountedHour[]) {
  const cells = heatOf(rows).flatMap(({ hour, days }) =>
    days.flatMap((places, index) => (places ? [{ hour, weekday: index + 1, ...places }] : [])),
  );
  const good = cells.filter(({ seats, filled }) => seats >= LEAST_SEATS && filled >= GOOD * seats);
  return good.sort(
    (a, b) => b.filled / b.seats - a.filled / a.seats || b.seats - a.seats || a.weekday - b.weekday,
  );
}

export interface Offered {
  id: string;
  title: string;
  kind: CountedHour["kind"];
}

/** Null where a figure tells too little to propose one. */
export interface Acts {
  fewer: Offered | null;
  sooner: Offered | null;
  elsewhere: Offered | null;
  /** Beside one that fills well, for what filled it most; `local` in Paris. */
  open: (Offered & { weekday: number; hour: number; local: string }) | null;
}

const LEAST_VIEWS = 20;
const RARELY = 0.03;
const DAYTIME = { from: 8, to: 20 };

/** @param today in Paris, « 2026-11-20 ». */
export function actsOf(
  rows: readonly CountedHour[],
  offerings: readonly { id: string; seats: number; filled: number; views: number; holds: number }[],
  today: string,
): Acts {
  const offered = new Map<string, Offered>();
  for (const { isOffered, offeringId: id, title, kind } of rows) {
    if (isOffered) offered.set(id, { id, title, kind });
  }
  const costs = (id: string) =>
    sum(rows, ({ offeringId, emptyCents }) => (offeringId === id ? emptyCents : 0));
  const most = (of: typeof offerings, weight: (one: (typeof offerings)[number]) => number) => {
    const [first] = of
      .filter((one) => offered.has(one.id) && weight(one) > 0)
      .sort((a, b) => weight(b) - weight(a));
    return (first && offered.get(first.id)) ?? null;
  };
  const known = offerings.filter(({ seats }) => seats >= LEAST_SEATS);
  return {
    fewer: most(
      known.filter(({ seats, filled }) => filled < seats / 2),
      ({ seats, filled }) => seats - filled,
    ),
    sooner: most(known, ({ id }) => costs(id)),
    elsewhere: most(
      offerings.filter(({ views, holds }) => views >= LEAST_VIEWS && holds < RARELY * views),
      ({ views }) => views,
    ),
    open: hourToOpen(rows, offered, today),
  };
}

function hourToOpen(
  rows: readonly CountedHour[],
  offered: ReadonlyMap<string, Offered>,
  today: string,
): Acts["open"] {
  const isOpen = (weekday: number, hour: number) =>
    rows.some((row) => row.hour === hour && weekdayOf(row.day) === weekday);
  for (const { weekday, hour: good } of goodHours(rows)) {
    const hour = [good + 1, good - 1].find(
      (next) => next >= DAYTIME.from && next <= DAYTIME.to && !isOpen(weekday, next),
    );
    const [best] = rows
      .filter((row) => row.hour === good && weekdayOf(row.day) === weekday)
      .sort((a, b) => b.filled - a.filled)
      .flatMap(({ offeringId }) => offered.get(offeringId) ?? []);
    if (hour === undefined || !best) continue;
    const day = addDays(today, (weekday - weekdayOf(today) + 7) % 7 || 7);
    const local = `${day}T${String(hour).padStart(2, "0")}:00`;
    return { ...best, weekday, hour, local };
  }
  return null;
}

export function offeringsOf(
  rows: readonly CountedHour[],
  views: ReadonlyMap<string, { title: string; views: number }>,
) {
  const titles = new Map(rows.map(({ offeringId, title }) => [offeringId, title]));
  for (const [id, { title }] of views) titles.set(id, title);
  return [...titles]
    .map(([id, title]) => {
      const own = rows.filter(({ offeringId }) => offeringId === id);
      return {
        ...{ id, title, ...placesOf(own), outside: outsideOf(own) },
        ...{ views: views.get(id)?.views ?? 0 },
        holds: sum(own, (row) => row.holds),
        paid: sum(own, (row) => row.paid),
      };
    })
    .sort(
      (a, b) =>
        b.filled / (b.seats || 1) - a.filled / (a.seats || 1) ||
        b.seats - a.seats ||
        (a.title < b.title ? -1 : 1),
    );
}

/** All counts where a hundred are too few to tell; null while nobody looked. */
export function ofAHundred({ views, holds, paid }: { views: number; holds: number; paid: number }) {
  if (views === 0) return null;
  const part = (count: number) => Math.min(100, Math.round((count / views) * 100));
  const chose = part(holds);
  const isTelling = chose > 0 && views >= 100;
  return isTelling
    ? { views: 100, chose, paid: Math.min(chose, part(paid)) }
    : { views, chose: Math.min(views, holds), paid: Math.min(views, paid) };
}

/** « 7 places sur 10 »; the counts themselves where that says nothing. */
export function inTen({ seats, filled }: Places): Places {
  const tenths = Math.round((filled / seats) * 10);
  const isTelling = tenths > 0 && (tenths < 10 || filled === seats);
  return isTelling ? { filled: tenths, seats: 10 } : { filled, seats };
}
