import pg from "pg";
import { DAY, YEAR } from "#core/durations.ts";
import { applyRetention } from "#core/privacy/apply-retention.server.ts";
import { fillBookings } from "../fill-bookings.ts";
import type { Measured, Part, Row, World } from "../part.ts";
import { openProduct } from "../runtime.ts";

/*
 * The disk that bookings take in PostgreSQL, indexes included: in their first year, and after it, when
 * the mails about them and the provider's events are gone. Kept to a million of them.
 */

const SESSIONS = 1_000;
const BOOKINGS = 50_000;
const BUDGET = 1.5e9;
/** Whatever is written for a booking. What it is booked of belongs to the catalogue. */
const OF_MONEY = ["bookings", "payments", "refunds", "payment_movements"];
const OF_A_YEAR = ["mails", "stripe_events"];
const OF_CLIENTS = ["reviews"];

interface Size {
  table: string;
  rows: number;
  /** Bytes for a million bookings. */
  heap: number;
  indexes: number;
}

async function sizesOf(pool: pg.Pool, tables: readonly string[]): Promise<Size[]> {
  const { rows } = await pool.query<{ table: string; rows: string; heap: string; indexes: string }>(
    `select relname as table, pg_table_size(oid) as heap, pg_indexes_size(oid) as indexes,
       (xpath('/row/n/text()', query_to_xml('select count(*) as n from ' || relname, false, true, '')))[1]::text as rows
     from pg_class where oid = any($1::regclass[]) order by array_position($1::regclass[], oid::regclass)`,
    [tables],
  );
  const each = (bytes: string) => (1e6 * Number(bytes)) / BOOKINGS;
  return rows.map(({ table, heap, indexes, rows }) => ({
    ...{ table, rows: Number(rows), heap: each(heap), indexes: each(indexes) },
  }));
}

/** The largest indexes of these tables, in bytes for a million bookings. */
async function largestIndexes(pool: pg.Pool, tables: readonly string[], limit: number) {
  const { rows } = await pool.query<{ name: string; bytes: string }>(
    `select indexrelid::regclass::text as name, pg_relation_size(indexrelid) as bytes from pg_index
     where indrelid = any($1::regclass[]) order by 2 desc limit $2`,
    [tables, limit],
  );
  return rows.map(({ name, bytes }) => ({ name, bytes: (1e6 * Number(bytes)) / BOOKINGS }));
}

const sum = (sizes: readonly Size[]) =>
  sizes.reduce((total, { heap, indexes }) => total + heap + indexes, 0);
const giga = (bytes: number) => `${(bytes / 1e9).toFixed(2)} GB`;
const mega = (bytes: number) => `${Math.round(bytes / 1e6)} MB`;

/** The product's own job of the night, until it leaves nothing for another turn. */
async function tidy(url: string, now: Date): Promise<void> {
  const { ctx, close } = await openProduct(url);
  let isDone = false;
  const jobs = {
    ...ctx.jobs,
    send: async (...[, name]: Parameters<typeof ctx.jobs.send>) => {
      if (name === "apply-retention") isDone = false;
    },
  };
  while (!isDone) {
    isDone = true;
    await applyRetention({ ...ctx, jobs, now: () => now });
  }
  await close();
}

async function measure(world: World): Promise<Measured> {
  const url = await world.copy(SESSIONS);
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  try {
    const until = new Date();
    const since = new Date(until.getTime() - YEAR + DAY);
    await fillBookings(pool, { bookings: BOOKINGS, since, until });
    await tidy(url, until);
    await pool.query("vacuum analyze");
    const all = await sizesOf(pool, [...OF_MONEY, ...OF_A_YEAR, ...OF_CLIENTS]);
    const indexes = await largestIndexes(pool, OF_MONEY, 10);
    await tidy(url, new Date(until.getTime() + YEAR + DAY));
    const [kept, left] = [await sizesOf(pool, OF_MONEY), await sizesOf(pool, OF_A_YEAR)];
    if (left.some(({ rows }) => rows > 0))
      throw new Error("mails or events have outlived their year");
    return report(all, kept, indexes);
  } finally {
    await pool.end();
  }
}

function report(all: Size[], kept: Size[], indexes: { name: string; bytes: number }[]): Measured {
  const rows: Row[] = [
    {
      what: "a million bookings after a year",
      product: giga(sum(kept)),
      budget: `≤ ${giga(BUDGET)}`,
      met: sum(kept) <= BUDGET,
      note: kept.map(({ table, heap, indexes }) => `${table} ${giga(heap + indexes)}`).join(", "),
      unmet:
        "what a booking was sold as is 260 bytes of JSON of 496 a row, half of them its keys; the facts in columns of their own would spare 0.15 GB. Ids of the provider are another 125 bytes of a payment's row; an index of two of them by their digests would spare 0.05.",
    },
    {
      what: "the same in their first year, with mails, events and reviews",
      product: giga(sum(all)),
    },
  ];
  const table = [
    "| for a million bookings | rows | table | indexes |",
    "|---|---|---|---|",
    ...all.map(
      ({ table, rows, heap, indexes }) =>
        `| ${table} | ${(rows / BOOKINGS).toFixed(2)} each | ${mega(heap)} | ${mega(indexes)} |`,
    ),
  ];
  const list = indexes.map(({ name, bytes }) => `\`${name}\` ${mega(bytes)}`).join(", ");
  return {
    rows,
    curves: [],
    notes: [
      `${BOOKINGS} bookings over a year, each in the product's own steps: held, paid, come to, every twentieth given back, every fifth reviewed; reminders and requests for a review with it (bench/fill-bookings.ts). The job of the night has run. Rows that have been changed leave room behind, which the next ones take.`,
      table.join("\n"),
      `The largest indexes of the first four: ${list}.`,
    ],
  };
}

export const part: Part = { name: "size", title: "Size", measure };
