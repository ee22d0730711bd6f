import { addDays } from "#core/dates.ts";
import { PRICE_BANDS } from "#core/listings/rules.ts";
import { SORTS } from "#core/search/schema.ts";
import type { Dice } from "../db/demo/seeded-random.ts";
import { CITIES, SURNAMES, TEXTS, TRADES } from "./vocabulary.ts";

/*
 * The questions of searches: those that the budget names, and a sample of all that the list can combine.
 */

/** As an address says it. */
export type Query = Record<string, string>;
type Draw = (random: Dice) => string;

const wordsOf = (title: string) => title.match(/\p{L}{5,}/gu) ?? [];
const TITLE_WORDS = TEXTS.map(({ title }) => wordsOf(title)).filter((words) => words.length > 0);

/** Large cities are asked for oftener. */
const INHABITED = CITIES.flatMap(([name, thousands]) =>
  Array(Math.ceil(thousands / 10)).fill(name),
);
const city: Draw = (random) => random.pick<string>(INHABITED);
const postcode: Draw = (random) => {
  const [, , ...postcodes] = random.pick(CITIES);
  return random.pick(postcodes);
};
const word: Draw = (random) => random.pick(random.pick(TITLE_WORDS));
const category: Draw = (random) => random.pick(TRADES);
const band: Draw = (random) => random.pick(PRICE_BANDS);
/** A day of the next three weeks. */
const day: Draw = (random) => addDays(new Date().toISOString().slice(0, 10), random.between(0, 21));
/** Two letters of it have changed places. */
const slip: Draw = (random) => {
  const right = word(random);
  const at = random.between(1, right.length - 2);
  return right.slice(0, at) + right[at + 1] + right[at] + right.slice(at + 2);
};

const QS: Record<string, Draw> = {
  "": () => "",
  word,
  "rare word": (random) => random.pick(SURNAMES),
  "two words that meet": (random) => {
    const words = random.shuffle(random.pick(TITLE_WORDS));
    return words.slice(0, 2).join(" ");
  },
  "any two words": (random) => `${word(random)} ${word(random)}`,
  slip,
};
const PLACES: Record<string, (random: Dice) => Query> = {
  "": () => ({}),
  city: (random) => ({ location: city(random) }),
  postcode: (random) => ({ location: postcode(random) }),
  department: (random) => ({ location: postcode(random).slice(0, 2) }),
  "around a city": (random) => ({ place: city(random) }),
  "2 km around a city": (random) => ({ place: city(random), radius: "2" }),
  "50 km around a city": (random) => ({ place: city(random), radius: "50" }),
};

const WHENS: Record<string, (random: Dice) => Query> = {
  "": () => ({}),
  "72 hours": () => ({ filter: "last-minute" }),
  tonight: () => ({ date: "today", from: "18:00" }),
  "tomorrow from 18 to 22": () => ({ date: "tomorrow", from: "18:00", to: "22:00" }),
  "the week-end": () => ({ date: "weekend" }),
  "the week-end's evenings": () => ({ date: "weekend", from: "18:00" }),
  "a day from 12 on": (random) => ({ date: day(random), from: "12:00" }),
  "any evening": () => ({ from: "18:00", to: "22:00" }),
};
const HOW: Record<string, Query> = {
  "": {},
  "two seats": { seats: "2" },
  "four seats": { seats: "4" },
  online: { mode: "online" },
  "on site": { mode: "onsite" },
  "on site, alone": { mode: "onsite", format: "individual" },
  "online, in a group, two seats": { mode: "online", format: "group", seats: "2" },
  "half an hour": { duration_max: "30" },
};

/** Those of the budget. */
export function named(professionals: readonly string[]): Record<string, (random: Dice) => Query> {
  return {
    "72 hours": () => ({ filter: "last-minute" }),
    city: (random) => ({ location: city(random) }),
    word: (random) => ({ q: word(random) }),
    "city and word": (random) => ({ location: city(random), q: word(random) }),
    category: (random) => ({ category: category(random) }),
    "price band": (random) => ({ price: band(random) }),
    near: (random) => ({ place: city(random) }),
    professional: (random) => ({ professional: random.pick(professionals) }),
    "price order": () => ({ sort: "price_asc" }),
  };
}

export interface Combination {
  name: string;
  draw(random: Dice): Query;
}

/**
 * Ways to combine what the list offers: time, words, place, category, price, seats, the way to be
 * held, and order; `count` of them all, drawn by the seed.
 */
export function combinations(random: Dice, count: number): Combination[] {
  const found: Combination[] = [];
  for (const [whenName, when] of Object.entries(WHENS)) {
    for (const [qName, q] of Object.entries(QS)) {
      for (const [placeName, place] of Object.entries(PLACES)) {
        for (const [typeName, type] of [
          ["", () => ""],
          ["category", category],
        ] as [string, Draw][]) {
          for (const [priceName, price] of [
            ["", () => ""],
            ["price", band],
          ] as [string, Draw][]) {
            for (const [howName, how] of Object.entries(HOW)) {
              // By distance is how those around a place come by relevance.
              for (const sort of SORTS.filter((name) => name !== "distance")) {
                const wishes = [whenName, qName, placeName, typeName, priceName, howName];
                found.push({
                  name: [...wishes.filter(Boolean), `by ${sort}`].join(", "),
                  draw: (dice) =>
                    given({
                      ...when(dice),
                      q: q(dice),
                      ...place(dice),
                      category: type(dice),
                      price: price(dice),
                      ...how,
                      sort,
                    }),
                });
              }
            }
          }
        }
      }
    }
  }
  return random.shuffle(found).slice(0, count);
}

const given = (query: Query): Query =>
  Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ""));

/** A share of all answers has this, drawn anew. */
const sometimes = (random: Dice, percent: number, draw: () => Query): Query =>
  random.between(1, 100) <= percent ? draw() : {};

/** A search that somebody keeps: an activity, mostly around a town, and a few wishes. */
export function alertConditions(random: Dice): Query {
  const activity: Query =
    random.between(1, 100) <= 60
      ? { category: category(random) }
      : { q: random.between(1, 10) <= 7 ? category(random).toLowerCase() : word(random) };
  const radius = random.pick(["2", "5", "5", "10", "10", "10", "10", "25", "25", "50"]);
  return {
    ...activity,
    ...sometimes(random, 90, () => ({ place: city(random), radius })),
    ...sometimes(random, 25, () => ({ price: band(random) })),
    ...sometimes(random, 25, () => ({ price_max: random.pick(["30", "45", "60", "80"]) })),
    ...sometimes(random, 20, () => ({ seats: random.pick(["2", "2", "2", "3", "4"]) })),
    ...sometimes(random, 40, () => ({ from: random.pick(["12:00", "18:00", "18:00"]) })),
    ...sometimes(random, 25, () => ({
      days: random.pick(["saturday", "saturday,sunday", "monday,thursday", "wednesday"]),
    })),
    ...sometimes(random, 10, () => ({ date: day(random) })),
    ...sometimes(random, 10, () => ({ duration_max: random.pick(["30", "60"]) })),
  };
}
