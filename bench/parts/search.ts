import type { Context } from "#core/context.server.ts";
import { sweepListings } from "#core/listings/refresh-listings.server.ts";
import { searchQuery } from "#core/search/schema.ts";
import { searchSessions } from "#core/search/search-sessions.server.ts";
import { dice } from "../../db/demo/seeded-random.ts";
import { explainEach } from "../explain.ts";
import { median, ms, quantile, ratio } from "../numbers.ts";
import type { Measured, Part, Row, World } from "../part.ts";
import { named } from "../questions.ts";
import { openProduct } from "../runtime.ts";
import { listen, type Sent } from "../statements.ts";

/*
 * Whole searches, as a page or the JSON API asks for them: what was typed is understood, a page
 * is found, and counted. One client, one after the other.
 */

const SMALLEST = 1_000;
const SIZES = [SMALLEST, 100_000, 1_000_000];
const QUICK_SIZES = [SMALLEST, 100_000];
const NAMED_REPEATS = 400;
/** A page of rows from an index, in one prepared statement; the same in every database. */
const BARE = {
  name: "bare_page",
  text: "select * from pg_type where oid > $1 order by oid limit 25",
};
/** Search ÷ the bare page at 1 000 sessions in the first engine (2d8a8ca), the mean of two runs. */
const FIRST_TO_BARE: Record<string, number> = {
  "72 hours": 2.2,
  city: 3.8,
  word: 3.4,
  "city and word": 7.7,
  category: 2.9,
  "price band": 2.6,
  professional: 1.6,
  "price order": 2.05,
};

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

interface Sizes {
  /** The samples of each named query. */
  warm: Map<string, number[]>;
  cold: Map<string, number>;
  bare: number[];
  plans: string;
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
    const ask = () => searchSessions(product.ctx, searchQuery.parse(draw(random)));
    for (let time = 0; time < NAMED_REPEATS / 4; time += 1) await ask();
    const samples: number[] = [];
    for (let time = 0; time < NAMED_REPEATS; time += 1) samples.push(await timed(ask));
    warm.set(name, samples);
  }
  const bare: number[] = [];
  for (let time = 0; time < 2 * NAMED_REPEATS; time += 1) {
    bare.push(await timed(() => product.ctx.db.$client.query({ ...BARE, values: [0] })));
  }
  let plans = "";
  for (const [name, draw] of world.isQuick ? [] : queries) {
    const query = draw(dice(`${world.seed} ${name}`));
    const sent = await listen(() => searchSessions(product.ctx, searchQuery.parse(query)));
    const told = await explainEach(product.ctx.db.$client, sent.filter(isSearch));
    plans += `## ${name}, ${sessions} sessions: ${JSON.stringify(query)}\n\n${told}\n\n`;
  }
  await product.close();
  if (world.isQuick) return { warm, cold, bare, plans };
  for (const [name, draw] of queries) {
    await world.restartDatabase();
    const { ctx, close } = await openProduct(url);
    cold.set(
      name,
      await timed(() =>
        searchSessions(ctx, searchQuery.parse(draw(dice(`${world.seed} ${name}`)))),
      ),
    );
    await close();
  }
  return { warm, cold, bare, plans };
}

/** It walks slots, or fetches listings. */
const isSearch = ({ text }: Sent) => /(met|looked) as materialized/.test(text);

async function professionalsOf({ db }: Context): Promise<string[]> {
  const { rows } = await db.$client.query<{ professional_id: string }>(
    // Not the first ones, who offer most; as few as there are cities, so that warm means the same.
    `select professional_id from (select distinct professional_id from listings) p
     order by md5(professional_id::text) limit 100`,
  );
  return rows.map((row) => row.professional_id);
}

async function measure(world: World): Promise<Measured> {
  const measured = world.isQuick ? QUICK_SIZES : SIZES;
  const largest = Math.max(...measured);
  for (const sessions of measured) {
    const { ctx, close } = await openProduct(await world.database(sessions));
    // As the product does every minute: else what has begun since the data were made is walked past.
    const swept = await sweepListings(ctx);
    world.log(`  ${swept} slots of ${sessions} sessions have begun`);
    await close();
  }
  const sizes = new Map<number, Sizes>();
  for (const sessions of measured) {
    sizes.set(sessions, await measureNamed(world, sessions));
    world.log(`  named queries at ${sessions}`);
  }
  const names = Object.keys(named([]));
  const of = (sessions: number, name: string) => sizes.get(sessions)?.warm.get(name) ?? [];
  const bare = median(sizes.get(SMALLEST)?.bare ?? []);
  const rows: Row[] = names.flatMap((name) => {
    const [small, large] = [median(of(SMALLEST, name)), median(of(largest, name))];
    const growth: Row = {
      what: `${name}, p50 at ${largest} sessions ÷ at ${SMALLEST}`,
      product: ms(large),
      bound: ms(small),
      ratio: ratio(large / small),
      budget: "≤ 2",
      met: large / small <= 2,
      unmet: `${ms(large)}: what grows is what a search reads and does not show.`,
    };
    const most = 2 * (FIRST_TO_BARE[name] ?? Number.POSITIVE_INFINITY);
    const toBare: Row = {
      what: `${name}, p50 ÷ a bare page at ${SMALLEST} sessions`,
      product: ms(small),
      bound: ms(bare),
      ratio: ratio(small / bare),
      ...(FIRST_TO_BARE[name] && { budget: `≤ ${round(most)}`, met: small / bare <= most }),
      unmet:
        "a search is four statements one after the other, each a round trip as long as the bare page: what was typed, the slots, their cards, who is boosted.",
    };
    return [growth, toBare];
  });
  return {
    rows,
    plans: [...sizes.values()].map((of) => of.plans).join("\n"),
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
    ],
    notes: [
      "PostgreSQL's plans of each, at every size: results/search-plans.txt.",
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
    ],
  };
}

const round = (value: number) => Math.round(value * 1000) / 1000;

export const part: Part = { name: "search", title: "Search", measure };
