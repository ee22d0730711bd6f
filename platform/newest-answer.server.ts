import { getTableName, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Executor, Transaction } from "./postgres.server.ts";

/**
 * Of answers that arrive together one is stored, and the others are asked for again; a service sends
 * several events of one change, each of which asks. More rounds than there can be of these.
 */
const TRIES = 20;

type Table = PgTable & { id: PgColumn; createdAt: PgColumn };

/** Thrown where an answer may be older than what is stored. */
class Overtaken extends Error {}

/**
 * Asks a service for the state of something that a row of ours repeats, and stores the answer, so
 * that one that is older never takes the place of a newer one: the row's version is read before
 * asking and compared by {@link takeVersion} in the transaction that stores, and whoever was
 * overtaken asks again. Nothing is locked while the service is asked.
 *
 * @param askAndStore asks outside any transaction, and passes the version on to
 * {@link takeVersion}; it runs again when that refuses.
 * @returns what it returns; undefined when there is no such row.
 * @throws Error when others write the row again and again, and whatever `askAndStore` throws.
 */
export async function storeNewest<Stored>(
  db: Executor,
  table: Table,
  id: string,
  askAndStore: (version: string) => Promise<Stored>,
): Promise<Stored | undefined> {
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const version = await readVersion(db, table, id);
    if (version === null) return;
    try {
      return await askAndStore(version);
    } catch (error) {
      if (!(error instanceof Overtaken)) throw error;
    }
  }
  throw new Error(`${id} of ${getTableName(table)} does not come to rest`);
}

/**
 * The row's version, null when it is gone: the number of the transaction that wrote it last
 * (https://www.postgresql.org/docs/current/ddl-system-columns.html).
 */
async function readVersion(db: Executor, table: Table, id: string): Promise<string | null> {
  const { rows } = await db.execute<{ version: string }>(
    sql`select xmin::text as version from ${table} where id = ${id}`,
  );
  return rows[0]?.version ?? null;
}

/**
 * Writes the row's next version, also where nothing else of it changes, and locks it until the end
 * of the transaction.
 *
 * @throws Overtaken, for {@link storeNewest}, when it was written since that version was read.
 */
export async function takeVersion(
  tx: Transaction,
  table: Table,
  id: string,
  version: string,
): Promise<void> {
  // Not its id: whoever inserts a row that refers to this one would have to wait.
  const { rowCount } = await tx.execute(sql`
    update ${table} set created_at = created_at where id = ${id} and xmin::text = ${version}`);
  if (rowCount === 0) throw new Overtaken(`${id} was written since it was read`);
}
