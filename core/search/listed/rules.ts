import { addDays, dayKey, fromParis } from "../../dates.ts";
import { DAY } from "../../durations.ts";
import { FLAGS, MARKED_MINUTES } from "../../listings/rules.ts";
import { squareOf } from "../../places/rules.ts";
import type { Times } from "../schema.ts";
import { type Asked, MOST_DAYS } from "./schema.ts";

const MIDNIGHT = "24:00";
const SATURDAY = 6;

/**
 * The period in which a slot may begin. One day with its hours is a single period; hours without a
 * day, or of several days, have to be compared for each slot.
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

/** So many alternatives at most: each of them costs a step for each listing that has another. */
const MOST_ALTERNATIVES = 16;
/** The sides in kilometres of the squares that `facts_of` knows. */
const SQUARES = [8, 32];

/** What a listing must have: all of `every`, and of each list of `some` at least one. */
interface Facts {
  every: string[];
  some: string[][];
}

/**
 * The facts without which nothing of a listing can match (`facts_of`, migration 0051). Activity
 * type, place and day are asked for in pairs, because what has both is rarer than what has either.
 */
export function factsOf(
  asked: Omit<Asked, "order" | "after" | "professionalId">,
): Facts {
  const types = asked.marks.filter((mark) => mark.startsWith("#"));
  const areas = asked.marks.filter((mark) => /^\^\d\d$/.test(mark));
  const cities = (asked.cities ?? []).map((city) => `@${city}`);
  const places = [areas, squaresOf(asked), cities].find(isShort) ?? [];
  const days = daysOf(asked);
  const covered = new Set<string[]>();
  const some: string[][] = [];
  for (const pair of [[types, places], [places, days], [types, days]] as const) {
    const [first, second] = pair;
    const both = first.flatMap((one) => second.map((other) => one + other));
    if (!isShort(both) || pair.every((list) => covered.has(list))) continue;
    some.push(both);
    for (const list of pair) covered.add(list);
  }
  const alone = new Set([places, days, cellsOf(asked)].filter(isShort));
  // Squares are left to their cells, but nothing else looks at cities.
  if (cities.length > 0) alone.add(cities);
  return {
    every: [
      ...asked.marks.filter((mark) => !covered.has(types) || !types.includes(mark)),
      ...slotFactsOf(asked),
    ],
    some: [...some, ...alone.difference(covered)],
  };
}

/** The facts of slots: that one has some of them and another the others is not excluded. */
function slotFactsOf({
  flags,
  price,
  minutes,
}: Pick<Asked, "flags" | "price" | "minutes">): string[] {
  const longest = MARKED_MINUTES.find((marked) => minutes !== null && minutes <= marked);
  return [
    ...(flags.value & FLAGS.online ? ["~online"] : []),
    ...(flags.value & FLAGS.group ? ["~group"] : []),
    ...(price ? [`~${price}`] : []),
    ...(longest ? [`~${longest}`] : []),
  ];
}

const isShort = ({ length }: readonly string[]) => length > 0 && length <= MOST_ALTERNATIVES;

const cellsOf = ({ near }: Pick<Asked, "near">) => (near?.cells ?? []).map((cell) => `+${cell}`);

/** The smallest squares around the cells of which there are few. */
function squaresOf({ near }: Pick<Asked, "near">): string[] {
  const [small = [], large = []] = SQUARES.map((side) => [
    ...new Set((near?.cells ?? []).map((cell) => `+${side} ${squareOf(cell, side)}`)),
  ]);
  return isShort(small) ? small : large;
}

/** The days of a short period, as the marks have them. */
function daysOf({ now, from, to }: Pick<Asked, "now" | "from" | "to">): string[] {
  if (to === null) return [];
  const first = Math.floor((from && from > now ? from : now).getTime() / DAY);
  const last = Math.floor((to.getTime() - 1) / DAY);
  if (last - first >= MOST_DAYS) return [];
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, n) => `$${first + n}`);
}
