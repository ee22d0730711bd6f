import type { Context } from "#core/context.server.ts";
import { writeCursor } from "#core/cursor.ts";
import { sweepListings } from "#core/listings/refresh-listings.server.ts";
import { listOfferings } from "#core/search/offering-list/list-offerings.server.ts";
import { LAST_PAGE } from "#core/search/rules.ts";
import { searchQuery } from "#core/search/schema.ts";
import { searchSessions } from "#core/search/search-sessions.server.ts";
import { dice } from "../../db/demo/seeded-random.ts";
import { median, ms, quantile, ratio } from "../numbers.ts";
import type { Measured, Part, Row, World } from "../part.ts";
import { watchProcesses } from "../processor.ts";
import { combinations, type Query } from "../questions.ts";
import { openProduct } from "../runtime.ts";

/*
 * A sample of all searches that the list can combine, near a place, with hours, seats and falling
 * prices among them. One client, one after the other; what PostgreSQL's processes take for an
 * answer, since a clock would count what else the machine does.
 */

const SIZES = [100_000, 1_000_000];
/** So many combinations of wishes, each at three depths of its list: 3 000 in all. */
const COMBINATIONS = 1_000;
/** Each with so many different values. */
const REPEATS = 4;
const QUICK = { sizes: [100_000], count: 100, repeats: 2 };
const BUDGET_MS = 25;
const SHOWN_WORST = 12;
const DEPTHS = ["first page", `page ${LAST_PAGE}`, "deep cursor"] as const;

/** One search of the sample. */
interface Answer {
  /** Its combination and its depth. */
  name: string;
  isEmpty: boolean;
  /** The product's limit of a statement came first. */
  isCancelled: boolean;
  /** Milliseconds of PostgreSQL's processor time. */
  took: number;
}

/** Asks all of the sample, round after round: no combination meets only what it has just warmed. */
async function* askSample(
  databaseUrl: string,
  { seed, repeats, count }: { seed: number; repeats: number; count: number },
): AsyncGenerator<Answer> {
  const { ctx, close } = await openProduct(databaseUrl);
  const processes = await watchProcesses(databaseUrl);
  const random = dice(`${seed} combinations`);
  const cursors = await cursorsOf(ctx);
  const page = async (query: Query) =>
    (await searchSessions(ctx, searchQuery.parse(query))).sessions;
  const ask: Record<(typeof DEPTHS)[number], (query: Query) => Promise<unknown[]>> = {
    "first page": page,
    [`page ${LAST_PAGE}`]: (query) => page({ ...query, page: String(LAST_PAGE) }),
    "deep cursor": async (query) => {
      const asked = { ...query, cursor: random.pick(cursors) };
      return (await listOfferings(ctx, "session", asked)).offerings;
    },
  };
  const all = combinations(random, count);
  for (let round = 0; round < repeats; round += 1) {
    for (const { name, draw } of random.shuffle(all)) {
      for (const depth of DEPTHS) {
        const query = draw(random);
        const before = await processes.used();
        const found = await ask[depth](query).catch((error) => {
          if (isCancelled(error)) return null;
          throw error;
        });
        const took = (await processes.used()) - before;
        const isEmpty = found?.length === 0;
        yield { name: `${name}; ${depth}`, isEmpty, isCancelled: found === null, took };
      }
    }
  }
  await processes.close();
  await close();
}

/** Places anywhere in the order of a result, whether or not what stands there fits the question. */
async function cursorsOf({ db }: Context): Promise<string[]> {
  const { rows } = await db.$client.query<{ key: object }>(
    `select json_build_object('no', listing_no::text, 'rank', n % 2, 'listed', 100,
       'startsAt', to_char(starts_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
       'cents', cents, 'rating', rating, 'cell', cell) as key
     from (select *, row_number() over () as n from listed_slots
       where cut_day = 0 order by md5(slot_id::text) limit 200) picked`,
  );
  return rows.map(({ key }) => writeCursor(key));
}

/** PostgreSQL's query_canceled, wherever it stands among the causes. */
function isCancelled(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return ("code" in error && error.code === "57014") || isCancelled(error.cause);
}

async function measure(world: World): Promise<Measured> {
  const { isQuick, seed, log } = world;
  const { sizes, count, repeats } = isQuick
    ? QUICK
    : { sizes: SIZES, count: COMBINATIONS, repeats: REPEATS };
  const parts: Measured[] = [];
  for (const sessions of sizes) {
    log(`  ${count} combinations at ${sessions}`);
    parts.push(await measureAt(sessions, await world.database(sessions), { seed, count, repeats }));
  }
  return {
    rows: parts.flatMap(({ rows }) => rows),
    curves: parts.flatMap(({ curves }) => curves),
    notes: parts.flatMap(({ notes }) => notes),
  };
}

async function measureAt(
  sessions: number,
  url: string,
  asked: { seed: number; count: number; repeats: number },
): Promise<Measured> {
  const { ctx, close } = await openProduct(url);
  // As the product does every minute: else what has begun since the data were made is walked past.
  await sweepListings(ctx);
  await close();
  const combined = new Map<string, number[]>();
  const empty: number[] = [];
  let cancelled = 0;
  for await (const { name, isEmpty, isCancelled, took } of askSample(url, asked)) {
    combined.set(name, [...(combined.get(name) ?? []), took]);
    if (isEmpty) empty.push(took);
    if (isCancelled) cancelled += 1;
  }
  const worst = [...combined]
    .map(([name, samples]) => ({ name, p50: median(samples), p95: quantile(samples, 0.95) }))
    .sort((a, b) => b.p95 - a.p95);
  const all = [...combined.values()].flat();
  const slow = worst.filter(({ p95 }) => p95 > BUDGET_MS).length;
  const at = `at ${sessions} sessions`;
  const rows: Row[] = [
    {
      what: `combinations of ${worst.length} with a p95 over ${BUDGET_MS} ms, ${at}`,
      product: String(slow),
      budget: "0",
      met: slow === 0,
      note: `the slowest has ${ms(worst[0]?.p95 ?? Number.NaN)}, ${cancelled} statements were cancelled`,
      unmet:
        "two thirds of it is PostgreSQL reading the lists of common facts to find what they have in common, which is little where nothing is found; docs/decisions/100 says what was tried.",
    },
    {
      what: `all combinations together, p95, ${at}`,
      product: ms(quantile(all, 0.95)),
      bound: `${BUDGET_MS} ms`,
      ratio: ratio(quantile(all, 0.95) / BUDGET_MS),
      budget: "≤ 1",
      met: quantile(all, 0.95) <= BUDGET_MS,
    },
  ];
  for (const [what, samples] of [
    ["all answers", all],
    ["those that find nothing, with the searches offered instead", empty],
  ] as const) {
    for (const share of [0.5, 0.95, 0.99, 1]) {
      rows.push({
        what: `${what}, p${share * 100}, ${at}`,
        product: ms(quantile(samples, share)),
      });
    }
  }
  return {
    rows,
    curves: [
      {
        title: `So many answers take at most so long, ${at}`,
        x: "% of answers",
        y: "ms",
        logY: true,
        lines: DEPTHS.map((depth) => {
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
      `Processor time of PostgreSQL for whole searches with their count, through the use case, ${at} with four slots each, a fifth of them with falling prices; ${asked.repeats} different values for each combination. The slowest:`,
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

export const part: Part = { name: "combinations", title: "Combinations of wishes", measure };
