import type { Context } from "#core/context.server.ts";
import { writeCursor } from "#core/cursor.ts";
import { addDays } from "#core/dates.ts";
import { PRICE_BANDS } from "#core/listings/rules.ts";
import { sweepListings } from "#core/listings/sweep-listings.server.ts";
import { listOfferings } from "#core/search/offering-list/list-offerings.server.ts";
import { LAST_PAGE } from "#core/search/rules.ts";
import { SORTS } from "#core/search/schema.ts";
import { searchSessions } from "#core/search/search-sessions.server.ts";
import { type Dice, dice } from "../../db/demo/seeded-random.ts";
import { median, ms, quantile, ratio } from "../numbers.ts";
import type { Measured, Part, Row, World } from "../part.ts";
import { openProduct } from "../runtime.ts";
import { CITIES, SURNAMES, TEXTS, TRADES } from "../vocabulary.ts";

/*
 * Whole searches, as a page or the JSON API asks for them: what was typed is understood, a page
 * is found, and counted. One client, one after the other.
 */

const SIZES = [1_000, 100_000, 1_000_000];
const LARGEST = 1_000_000;
const NAMED_REPEATS = 400;
/** So many combinations of wishes, each at three depths of its list: 3 000 in all. */
const COMBINATIONS = 1_000;
/** Each with so many different values. */
const COMBINATION_REPEATS = 20;
const SHOWN_WORST = 12;

const UNMET =
  "Those that last longer ask for a frequent day by price or rating, with nothing rare beside it: docs/decisions/040 says what was tried.";

/** As an address says it. */
type Query = Record<string, string>;
type Draw = (random: Dice) => string;

// ─── What is asked ─────────────────────────────────────────────────────────────────────────────

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
function named(professionals: readonly string[]): Record<string, (random: Dice) => Query> {
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

interface Combination {
  name: string;
  draw(random: Dice): Query;
}

/**
 * Ways to combine what the list offers: time, words, place, category, price, seats, the way to be
 * held, and order; so many of them all, drawn by the seed.
 */
function combinations(random: Dice): Combination[] {
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
  return random.shuffle(found).slice(0, COMBINATIONS);
}

const given = (query: Query): Query =>
  Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ""));

// ─── How long it takes ─────────────────────────────────────────────────────────────────────────

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

interface Sizes {
  /** The samples of each named query. */
  warm: Map<string, number[]>;
  cold: Map<string, number>;
}

async function measureNamed(world: World, sessions: number): Promise<Sizes> {
  const url = await world.database(sessions);
  const warm = new Map<string, number[]>();
  const cold = new Map<string, number>();
  const product = await openProduct(url);
  const professionals = await professionalsOf(product.ctx);
  const queries = Object.entries(named(professionals));
  for (const [name, draw] of queries) {
    const random = dice(`${world.seed} ${name}`);
    const ask = () => searchSessions(product.ctx, draw(random));
    for (let time = 0; time < NAMED_REPEATS / 4; time += 1) await ask();
    const samples: number[] = [];
    for (let time = 0; time < NAMED_REPEATS; time += 1) samples.push(await timed(ask));
    warm.set(name, samples);
  }
  await product.close();
  for (const [name, draw] of queries) {
    await world.restartDatabase();
    const { ctx, close } = await openProduct(url);
    cold.set(name, await timed(() => searchSessions(ctx, draw(dice(`${world.seed} ${name}`)))));
    await close();
  }
  return { warm, cold };
}

async function professionalsOf({ db }: Context): Promise<string[]> {
  const { rows } = await db.$client.query<{ professional_id: string }>(
    // Not the first ones, who offer most; as few as there are cities, so that warm means the same.
    `select professional_id from (select distinct professional_id from listings) p
     order by md5(professional_id::text) limit 100`,
  );
  return rows.map((row) => row.professional_id);
}

/** Samples of each combination and depth, and of those among them that found nothing. */
async function measureCombinations(
  world: World,
): Promise<{ combined: Map<string, number[]>; empty: number[] }> {
  const { ctx, close } = await openProduct(await world.database(LARGEST));
  const random = dice(`${world.seed} combinations`);
  const cursors = await cursorsOf(ctx);
  const page = async (query: Query) => (await searchSessions(ctx, query)).sessions;
  const depths: [string, (query: Query) => Promise<unknown[]>][] = [
    ["first page", page],
    [`page ${LAST_PAGE}`, (query) => page({ ...query, page: String(LAST_PAGE) })],
    [
      "deep cursor",
      async (query) => {
        const asked = { ...query, cursor: random.pick(cursors) };
        return (await listOfferings(ctx, "session", asked)).offerings;
      },
    ],
  ];
  const combined = new Map<string, number[]>();
  const empty: number[] = [];
  const all = combinations(random);
  // Round after round, so that no combination meets only what it has just warmed.
  for (let round = 0; round < COMBINATION_REPEATS; round += 1) {
    for (const { name, draw } of random.shuffle(all)) {
      for (const [depth, ask] of depths) {
        const query = draw(random);
        const key = `${name}; ${depth}`;
        const known = combined.get(key) ?? [];
        const start = performance.now();
        const sessions = await ask(query);
        const took = performance.now() - start;
        combined.set(key, [...known, took]);
        if (sessions.length === 0) empty.push(took);
      }
    }
    world.log(`  combinations, round ${round + 1} of ${COMBINATION_REPEATS}`);
  }
  await close();
  return { combined, empty };
}

/** Places anywhere in the order of a result, whether or not what stands there fits the question. */
async function cursorsOf({ db }: Context): Promise<string[]> {
  const { rows } = await db.$client.query<{ key: object }>(
    `select json_build_object('no', listing_no::text, 'rank', n % 2, 'listed', 100,
       'startsAt', to_char(starts_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
       'cents', cents, 'rating', rating) as key
     from (select *, row_number() over () as n from listed_slots
       where cut_day = 0 order by md5(slot_id::text) limit 200) picked`,
  );
  return rows.map(({ key }) => writeCursor(key));
}

// ─── What is written ───────────────────────────────────────────────────────────────────────────

async function measure(world: World): Promise<Measured> {
  for (const sessions of SIZES) {
    const { ctx, close } = await openProduct(await world.database(sessions));
    // As the product does every minute: else what has begun since the data were made is walked past.
    const swept = await sweepListings(ctx);
    world.log(`  ${swept} slots of ${sessions} sessions have begun`);
    await close();
  }
  const sizes = new Map<number, Sizes>();
  for (const sessions of SIZES) {
    sizes.set(sessions, await measureNamed(world, sessions));
    world.log(`  named queries at ${sessions}`);
  }
  const names = Object.keys(named([]));
  const of = (sessions: number, name: string) => sizes.get(sessions)?.warm.get(name) ?? [];
  const rows: Row[] = names.map((name) => {
    const [small, large] = [median(of(1_000, name)), median(of(LARGEST, name))];
    return {
      what: `${name}, p50 at 1 000 000 sessions ÷ at 1 000`,
      product: ms(large),
      bound: ms(small),
      ratio: ratio(large / small),
      budget: "≤ 2",
      met: large / small <= 2,
      unmet: `${ms(large)} are short in themselves; what grows is the depth of indexes and the share of a page that is not in the processor's cache.`,
    };
  });
  const { combined, empty } = await measureCombinations(world);
  const worst = [...combined]
    .map(([name, samples]) => ({ name, p50: median(samples), p95: quantile(samples, 0.95) }))
    .sort((a, b) => b.p95 - a.p95);
  const all = [...combined.values()].flat();
  const slow = worst.filter(({ p95 }) => p95 > 25).length;
  rows.push({
    what: "each of 3 000 combinations, p95 of the slowest at 1 000 000 sessions",
    product: ms(worst[0]?.p95 ?? Number.NaN),
    bound: "",
    ratio: "",
    budget: "≤ 25 ms",
    met: slow === 0,
    note: `${slow} of ${worst.length} are over it`,
    unmet: UNMET,
  });
  for (const [what, samples] of [
    ["all combinations together", all],
    ["those that find nothing, with the searches offered instead", empty],
  ] as const) {
    for (const share of [0.5, 0.95, 0.99]) {
      rows.push({
        what: `${what}, p${share * 100}`,
        product: ms(quantile(samples, share)),
        bound: "",
        ratio: "",
        budget: "",
        met: null,
      });
    }
  }
  return {
    rows,
    curves: [
      {
        title: "Search, p50 by number of sessions",
        x: "sessions",
        y: "ms",
        logX: true,
        logY: true,
        lines: names.map((name) => ({
          name,
          points: SIZES.map((sessions) => [sessions, round(median(of(sessions, name)))]),
        })),
      },
      {
        title: "All combinations at 1 000 000 sessions: so many answers take at most so long",
        x: "% of answers",
        y: "ms",
        logY: true,
        lines: ["first page", `page ${LAST_PAGE}`, "deep cursor"].map((depth) => {
          const samples = [...combined].flatMap(([name, list]) =>
            name.endsWith(depth) ? list : [],
          );
          const shares = [1, 5, 10, 20, 30, 40, 50, 60, 70, 80, 90, 95, 98, 99, 99.5, 100];
          return {
            name: depth,
            points: shares.map((share) => [share, round(quantile(samples, share / 100))]),
          };
        }),
      },
    ],
    notes: [
      "Whole searches with their count, one client, through the use case. Warm p50 / p95, and the first answer after a restart with empty caches (its connection open, its statements not yet prepared):",
      [
        `| | ${SIZES.map((size) => `${size} warm | ${size} cold`).join(" | ")} |`,
        `|---${"|---|---".repeat(SIZES.length)}|`,
        ...names.map((name) => {
          const cells = SIZES.flatMap((size) => [
            `${ms(median(of(size, name)))} / ${ms(quantile(of(size, name), 0.95))}`,
            ms(sizes.get(size)?.cold.get(name) ?? Number.NaN),
          ]);
          return `| ${name} | ${cells.join(" | ")} |`;
        }),
      ].join("\n"),
      `The slowest of ${worst.length} combinations, with ${COMBINATION_REPEATS} values each:`,
      [
        "| | p50 | p95 |",
        "|---|---|---|",
        ...worst
          .slice(0, SHOWN_WORST)
          .map(({ name, p50, p95 }) => `| ${name} | ${ms(p50)} | ${ms(p95)} |`),
      ].join("\n"),
    ],
  };
}

const round = (value: number) => Math.round(value * 1000) / 1000;

export const part: Part = { name: "search", title: "Search", measure };
