import { type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Database } from "./postgres.server.ts";

/** Rows per purge statement, so that locks stay short. */
export const BATCH = 2_000;
/** Milliseconds of a job's half minute. */
const SHARE = 2_000;

/** Locks up to a batch of rows, by an indexed column `first` lest PostgreSQL read everything. */
export function batchOf(table: PgTable, where: SQL | undefined, first?: PgColumn): SQL {
  const order = first ? sql` order by ${first}` : sql``;
  return sql`ctid = any(array(
    select ctid from ${table} where ${where}${order} limit ${BATCH} for update skip locked))`;
}

export async function deleteBatch(
  db: Pick<Database, "delete">,
  table: PgTable,
  where: SQL | undefined,
  first?: PgColumn,
): Promise<number> {
  const { rowCount } = await db.delete(table).where(batchOf(table, where, first));
  return rowCount ?? 0;
}

/** Repeats until a batch is incomplete or `share` (ms) is over; true if done. */
export async function inBatches(step: () => Promise<number>, share = SHARE): Promise<boolean> {
  const started = performance.now();
  while ((await step()) >= BATCH) {
    if (performance.now() - started >= share) return false;
  }
  return true;
}

/** Tries all pieces of work. @throws AggregateError with what failed. */
export async function eachByItself(
  works: Record<string, () => Promise<boolean>>,
): Promise<boolean> {
  const failures: Error[] = [];
  let isDone = true;
  for (const [name, work] of Object.entries(works)) {
    try {
      if (!(await work())) isDone = false;
    } catch (cause) {
      failures.push(new Error(`${name} could not be done`, { cause }));
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, "not everything could be done");
  return isDone;
}

export async function oneByOne<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<void>,
  share = SHARE,
): Promise<boolean> {
  const started = performance.now();
  const failures: unknown[] = [];
  let done = 0;
  for (const item of items) {
    if (done > 0 && performance.now() - started >= share) break;
    await work(item).catch((error: unknown) => failures.push(error));
    done += 1;
  }
  if (failures.length > 0)
    throw new AggregateError(failures, `${failures.length} of ${done} failed`);
  return done === items.length && items.length < BATCH;
}
