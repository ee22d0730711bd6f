import { type SQL, sql } from "drizzle-orm";
import type { Database } from "#platform/postgres.server.ts";

/**
 * Fills tables with rows by the ten thousand, in one transaction in which no key is checked and no
 * trigger runs: they cost five times the rows, and a test at size reads none of what they write.
 */
export async function fillTables(
  db: Database,
  fill: (run: (statement: SQL) => Promise<unknown>) => Promise<void>,
): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`);
    await fill((statement) => tx.execute(statement));
  });
}

/** Makes true again what a plan goes by: the statistics of tables and their visibility maps. */
export async function vacuum(db: Database, tables: string[]): Promise<void> {
  const client = await db.$client.connect();
  // PostgreSQL takes a row for visible to all once the commits around its own are on disk.
  await client.query("set synchronous_commit = on");
  await client.query(`vacuum analyze ${tables.join(", ")}`);
  client.release(true);
}
