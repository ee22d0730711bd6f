import { getTableName, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Executor, Transaction } from "./postgres.server.ts";

/** More rounds than there are events of one change, each of which asks. */
const TRIES = 20;

type Table = PgTable & { id: PgColumn; createdAt: PgColumn };

class Overtaken extends Error {}

/**
 * Asks without locks and stores only the newest answer; undefined without a row.
 * @throws Error after too many rounds.
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

/** The row's xmin, which changes with every write; null when it is gone. */
async function readVersion(db: Executor, table: Table, id: string): Promise<string | null> {
  const { rows } = await db.execute<{ version: string }>(
    sql`select xmin::text as version from ${table} where id = ${id}`,
  );
  return rows[0]?.version ?? null;
}

/** Writes the next version and locks the row. @throws Overtaken, for {@link storeNewest}. */
export async function takeVersion(
  tx: Transaction,
  table: Table,
  id: string,
  version: string,
): Promise<void> {
  // Leaves the id alone, which would block inserts that refer to this row.
  const { rowCount } = await tx.execute(sql`
    update ${table} set created_at = created_at where id = ${id} and xmin::text = ${version}`);
  if (rowCount === 0) throw new Overtaken(`${id} was written since it was read`);
}
