import { sql } from "drizzle-orm";
import type { Database, Transaction } from "#platform/postgres.server.ts";

/** Rows of a table that are few beside those that it has, read one after the other. */
const MAX_READ = 1_000;

/** The rows of each table that a transaction's statements have read one by one, and by an index. */
export async function countRowsRead(
  db: Database,
  work: (tx: Transaction) => Promise<unknown>,
): Promise<Map<string, { read: number; fetched: number }>> {
  const rowsRead = async (tx: Transaction) => {
    const { rows } = await tx.execute<{ name: string; read: number; fetched: number }>(sql`
      select relname as name, seq_tup_read::int as read, coalesce(idx_tup_fetch, 0)::int as fetched
      from pg_stat_xact_user_tables`);
    return new Map(rows.map(({ name, ...counts }) => [name, counts]));
  };
  const undo = new Error("undo");
  const counted = new Map<string, { read: number; fetched: number }>();
  await db
    .transaction(async (tx) => {
      // PostgreSQL counts for a connection what it has not yet reported of earlier transactions too.
      const before = await rowsRead(tx);
      await work(tx);
      for (const [name, { read, fetched }] of await rowsRead(tx)) {
        const begun = before.get(name) ?? { read: 0, fetched: 0 };
        counted.set(name, { read: read - begun.read, fetched: fetched - begun.fetched });
      }
      throw undo;
    })
    .catch((error: unknown) => {
      if (error !== undo) throw error;
    });
  return counted;
}

/**
 * The tables of which a transaction's statements have read more rows one by one than are due.
 *
 * @param mostFetched how many an index may have led to: one that fits worse leads to more.
 */
export async function readThrough(
  db: Database,
  work: (tx: Transaction) => Promise<unknown>,
  mostFetched = Number.POSITIVE_INFINITY,
): Promise<string[]> {
  return [...(await countRowsRead(db, work))].flatMap(([name, { read, fetched }]) =>
    read > MAX_READ || fetched > mostFetched ? [name] : [],
  );
}

/**
 * The same of work that has transactions of its own: the tables of which it has read more rows one
 * by one than are due, over whichever of the pool's connections.
 */
export async function readThroughBy(db: Database, work: () => Promise<unknown>): Promise<string[]> {
  const before = await readOfEach(db);
  await work();
  return [...(await readOfEach(db))].flatMap(([name, read]) =>
    read - (before.get(name) ?? 0) > MAX_READ ? [name] : [],
  );
}

/** How many rows of a table were read so far, one by one and by indexes. */
export async function countReadOf(db: Database, table: string): Promise<number> {
  await reportWork(db);
  const { rows } = await db.execute<{ read: number }>(sql`
    select (seq_tup_read + coalesce(idx_tup_fetch, 0))::int as read
    from pg_stat_user_tables where relname = ${table}`);
  return rows[0]?.read ?? 0;
}

/**
 * Has every connection of the pool report what it has read and written: otherwise each does so once a
 * second, and what another test has done there would be counted in the middle of this one.
 */
export async function reportWork({ $client: pool }: Database): Promise<void> {
  const clients = await Promise.all(Array.from({ length: pool.totalCount }, () => pool.connect()));
  await Promise.all(clients.map((one) => one.query("select pg_stat_force_next_flush()")));
  for (const one of clients) one.release();
}

/** The rows of each table that were read one by one so far. */
async function readOfEach(db: Database): Promise<Map<string, number>> {
  await reportWork(db);
  const { rows } = await db.$client.query<{ name: string; read: number }>(
    "select relname as name, seq_tup_read::int as read from pg_stat_user_tables",
  );
  return new Map(rows.map(({ name, read }) => [name, read]));
}
