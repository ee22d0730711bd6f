import { sql } from "drizzle-orm";
import type { Database, Transaction } from "#platform/postgres.server.ts";

/** Rows of a table that are few beside those that it has, read one after the other. */
const MOST_READ = 1_000;

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
  const rowsRead = async (tx: Transaction) => {
    const { rows } = await tx.execute<{ name: string; read: number; fetched: number }>(sql`
      select relname as name, seq_tup_read::int as read, idx_tup_fetch::int as fetched
      from pg_stat_xact_user_tables`);
    return new Map(rows.map(({ name, ...counts }) => [name, counts]));
  };
  const undo = new Error("undo");
  let tables: string[] = [];
  await db
    .transaction(async (tx) => {
      const before = await rowsRead(tx);
      await work(tx);
      const after = await rowsRead(tx);
      tables = [...after].flatMap(([name, { read, fetched }]) => {
        const begun = before.get(name) ?? { read: 0, fetched: 0 };
        const isMany = read - begun.read > MOST_READ || fetched - begun.fetched > mostFetched;
        return isMany ? [name] : [];
      });
      throw undo;
    })
    .catch((error: unknown) => {
      if (error !== undo) throw error;
    });
  return tables;
}
