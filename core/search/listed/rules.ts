import { addDays, dayKey, fromParis, weekdayOf } from "../../dates.ts";
import { DAY } from "../../durations.ts";
import { FLAGS, MARKED_MINUTES } from "../../listings/rules.ts";
import { squareOf } from "../../places/rules.ts";
import type { Times } from "../schema.ts";
import { type Asked, MOST_DAYS } from "./schema.ts";

const MIDNIGHT = "24:00";
const SATURDAY = 6;

/**
 * The period in which a slot may begin; hours of no single day are compared for each slot instead.
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
  if (date === "week" || date === "next-week") {
    const monday = addDays(today, 1 - weekdayOf(today) + (date === "week" ? 0 : 7));
    const [, first = today] = [monday, today].sort();
    return {
      from: atParis(first, "00:00"),
      to: atParis(addDays(monday, 6), MIDNIGHT),
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

/** More alternatives than this cost more than they save. */
const MOST_ALTERNATIVES = 16;
const SQUARES = [8, 32];

interface Facts {
  rare: string[][];
  /** Frequent facts are compared only where the others are not rare enough. */
  frequent: string[][];
}

/** The facts of a listing (`facts_of`), in pairs of type, place and day, which are rarer. */
export function factsOf(asked: Omit<Asked, "order" | "after" | "professionalId">): Facts {
  const types = asked.marks.filter((mark) => mark.startsWith("#"));
  // A word in the title is among all words too, and that alone would make a question look rare.
  const words = asked.marks
    .filter((mark) => !types.includes(mark) && !asked.marks.includes(`!${mark}`))
    .map((mark) => [mark]);
  const areas = asked.marks.filter((mark) => /^\^\d\d$/.test(mark));
  const cities = (asked.cities ?? []).map((city) => `@${city}`);
  const places = [areas, squaresOf(asked), cities].find(isShort) ?? [];
  const days = daysOf(asked);
  const paired = new Set<string[]>();
  const pairs: string[][] = [];
  for (const pair of [
    [types, places],
    [places, days],
    [types, days],
  ] as const) {
    const [first, second] = pair;
    const both = first.flatMap((one) => second.map((other) => one + other));
    if (!isShort(both) || pair.every((list) => paired.has(list))) continue;
    pairs.push(both);
    for (const list of pair) paired.add(list);
  }
  const isLeft = (list: string[]) => list.length > 0 && !paired.has(list);
  const cells = (asked.near?.cells ?? []).map((cell) => `+${cell}`);
  const place = isLeft(places) && isShort(cells) ? cells : places;
  const alone = new Set([place, cities, types].filter((list) => isLeft(list) && list !== areas));
  return {
    rare: [...pairs, ...alone, ...words],
    frequent: [...[days].filter(isLeft), ...slotFactsOf(asked)],
  };
}

function slotFactsOf({
  flags,
  price,
  minutes,
}: Pick<Asked, "flags" | "price" | "minutes">): string[][] {
  const longest = MARKED_MINUTES.find((marked) => minutes !== null && minutes <= marked);
  return [
    ...(flags.value & FLAGS.online ? [["~online"]] : []),
    ...(longest ? [[`~${longest}`]] : []),
    ...(price ? [[`~${price}`]] : []),
    ...(flags.value & FLAGS.group ? [["~group"]] : []),
  ];
}

const isShort = ({ length }: readonly string[]) => length > 0 && length <= MOST_ALTERNATIVES;

function squaresOf({ near }: Pick<Asked, "near">): string[] {
  const [small = [], large = []] = SQUARES.map((side) => [
    ...new Set((near?.cells ?? []).map((cell) => `+${side} ${squareOf(cell, side)}`)),
  ]);
  return isShort(small) ? small : large;
}

function daysOf({ now, from, to }: Pick<Asked, "now" | "from" | "to">): string[] {
  if (to === null) return [];
  const first = Math.floor((from && from > now ? from : now).getTime() / DAY);
  const last = Math.floor((to.getTime() - 1) / DAY);
  if (last - first >= MOST_DAYS) return [];
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, n) => `$${first + n}`);
}
