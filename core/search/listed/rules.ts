import type { SlotKind } from "../../catalogue/schema.ts";
import { addDays, dayKey, fromParis, WEEKDAYS, type Weekday, weekdayOf } from "../../dates.ts";
import { DAY, HOUR } from "../../durations.ts";
import { FLAGS, MARKED_MINUTES } from "../../listings/rules.ts";
import { eurosToCents } from "../../money.ts";
import { squareOf } from "../../places/rules.ts";
import { DEFAULT_SORT, LAST_MINUTE_HOURS } from "../rules.ts";
import type { OfferQuery, Times } from "../schema.ts";
import type { Understood } from "../typing/understand-query.server.ts";
import { MAX_DAYS, type SearchPlan } from "./schema.ts";

const MIDNIGHT = "24:00";
const SATURDAY = 6;

/** When a slot may begin; hours of no single day are compared for each slot instead. */
export function periodOf(
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

/** Null when no session can match: what is online is in no place. */
export function planOf(
  { kind, words, place, category, near }: Understood,
  conditions: Conditions,
  now: Date,
): SearchPlan | null {
  const { seats = 1, format, mode } = conditions;
  if (!words || !place || !category || !near) return null;
  if (format === "individual" && seats > 1) return null;
  const { cities, postcode } = place;
  const isSomewhere = cities !== null || postcode !== null || near.around !== null;
  if (mode === "online" && isSomewhere) return null;
  const meant = { kind, ...words, ...category, ...near, cities, postcode };
  return buildPlan(meant, conditions, now);
}

type Conditions = Partial<OfferQuery> & Pick<OfferQuery, "sort">;

export function planSoonest(
  now: Date,
  {
    type = null,
    cities = null,
    ...conditions
  }: Partial<Pick<Meant, "type" | "cities">> & Pick<Partial<OfferQuery>, "filter" | "professional">,
): SearchPlan {
  const meant = { kind: "session" as const, terms: [], type, cities, postcode: null, around: null };
  return buildPlan(meant, { ...conditions, sort: "date" }, now);
}

interface Meant extends Pick<SearchPlan, "kind" | "cities" | "postcode" | "around"> {
  /** Stems; by relevance, titles with the first one come first. */
  terms: string[];
  type: string | null;
}

/** (rule: relevance-order) */
function buildPlan(
  { kind, terms, type, cities, postcode, around }: Meant,
  conditions: Conditions,
  now: Date,
): SearchPlan {
  const { filter, sort, professional, price, price_max, days } = conditions;
  const isByRelevance = sort === DEFAULT_SORT && !around;
  const { from, to, hours } = periodOf(conditions, now);
  // The last-minute list includes sessions that start in exactly 72 hours, to the millisecond.
  const soon =
    filter === "last-minute" ? new Date(now.getTime() + LAST_MINUTE_HOURS * HOUR + 1) : null;
  return {
    kind,
    now,
    from,
    to: to && soon && to > soon ? soon : (to ?? soon),
    hours,
    weekdays: days ? days.split(",").map((day) => WEEKDAYS.indexOf(day as Weekday) + 1) : null,
    marks: [...terms, ...(type ? [type] : []), ...(postcode === null ? [] : [`^${postcode}`])],
    leading: (isByRelevance && terms[0]) || null,
    without: null,
    cities,
    postcode,
    professionalId: professional ?? null,
    price: price ?? null,
    mostCents: price_max === undefined ? null : eurosToCents(price_max),
    seats: conditions.seats ?? 1,
    minutes: conditions.duration_max ?? null,
    flags: flagsOf(kind, conditions),
    around,
    order: sort === DEFAULT_SORT ? (around ? "distance" : "date") : sort,
    isByRelevance,
    after: null,
  };
}

/** A search for more than one seat needs group sessions, because the others have only one. */
function flagsOf(kind: SlotKind, { mode, format, seats = 1 }: Conditions): SearchPlan["flags"] {
  const isGroup = format === "group" || seats > 1;
  return {
    mask:
      FLAGS.activity |
      (mode ? FLAGS.online : 0) |
      (format !== undefined || isGroup ? FLAGS.group : 0),
    value:
      (kind === "activity" ? FLAGS.activity : 0) |
      (mode === "online" ? FLAGS.online : 0) |
      (isGroup ? FLAGS.group : 0),
  };
}

/** More alternatives than this cost more than they save. */
const MAX_ALTERNATIVES = 16;
const SQUARES = [8, 32];

interface Facts {
  rare: string[][];
  /** Frequent facts are compared only where the others are not rare enough. */
  frequent: string[][];
}

/** The facts of a listing (`facts_of`), in pairs of type, place and day, which are rarer. */
export function factsOf(
  plan: Pick<
    SearchPlan,
    "now" | "from" | "to" | "marks" | "cities" | "around" | "price" | "minutes" | "flags"
  >,
): Facts {
  const types = plan.marks.filter((mark) => mark.startsWith("#"));
  // A word in the title is among all words too, and that alone would make a question look rare.
  const words = plan.marks
    .filter((mark) => !types.includes(mark) && !plan.marks.includes(`!${mark}`))
    .map((mark) => [mark]);
  const areas = plan.marks.filter((mark) => /^\^\d\d$/.test(mark));
  const cities = (plan.cities ?? []).map((city) => `@${city}`);
  const places = [areas, squaresOf(plan), cities].find(isShort) ?? [];
  const days = daysOf(plan);
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
  const cells = (plan.around?.cells ?? []).map((cell) => `+${cell}`);
  const place = isLeft(places) && isShort(cells) ? cells : places;
  const alone = new Set([place, cities, types].filter((list) => isLeft(list) && list !== areas));
  return {
    rare: [...pairs, ...alone, ...words],
    frequent: [...[days].filter(isLeft), ...slotFactsOf(plan)],
  };
}

function slotFactsOf({
  flags,
  price,
  minutes,
}: Pick<SearchPlan, "flags" | "price" | "minutes">): string[][] {
  const longest = MARKED_MINUTES.find((marked) => minutes !== null && minutes <= marked);
  return [
    ...(flags.value & FLAGS.online ? [["~online"]] : []),
    ...(longest ? [[`~${longest}`]] : []),
    ...(price ? [[`~${price}`]] : []),
    ...(flags.value & FLAGS.group ? [["~group"]] : []),
  ];
}

const isShort = ({ length }: readonly string[]) => length > 0 && length <= MAX_ALTERNATIVES;

function squaresOf({ around }: Pick<SearchPlan, "around">): string[] {
  const [small = [], large = []] = SQUARES.map((side) => [
    ...new Set((around?.cells ?? []).map((cell) => `+${side} ${squareOf(cell, side)}`)),
  ]);
  return isShort(small) ? small : large;
}

function daysOf({ now, from, to }: Pick<SearchPlan, "now" | "from" | "to">): string[] {
  if (to === null) return [];
  const first = Math.floor((from && from > now ? from : now).getTime() / DAY);
  const last = Math.floor((to.getTime() - 1) / DAY);
  if (last - first >= MAX_DAYS) return [];
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, n) => `$${first + n}`);
}
