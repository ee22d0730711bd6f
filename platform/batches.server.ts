import { type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";

/**
 * The rows that one statement of a purge touches at most, so that nobody waits long for its locks.
 */
export const BATCH = 2_000;
/** The milliseconds that one purge may take of a job's half minute. */
const SHARE = 2_000;

/**
 * Chooses rows of a table for which `where` holds, as many as one statement may touch, and locks
 * them.
 *
 * @param first the column whose least values go first: one that has an index, lest PostgreSQL read
 * everything that stays to find a few that go.
 */
export function batchOf(table: PgTable, where: SQL | undefined, first?: PgColumn): SQL {
  const order = first ? sql` order by ${first}` : sql``;
  return sql`ctid = any(array(
    select ctid from ${table} where ${where}${order} limit ${BATCH} for update skip locked))`;
}

/**
 * Repeats a step until it finds fewer rows than a batch, or has had its share of time.
 *
 * @param step touches a batch of rows at most, and says how many.
 * @param share in milliseconds.
 * @returns whether it came to the end.
 */
export async function inBatches(step: () => Promise<number>, share = SHARE): Promise<boolean> {
  const started = performance.now();
  while ((await step()) >= BATCH) {
    if (performance.now() - started >= share) return false;
  }
  return true;
}

/**
 * Runs each piece of work, whatever becomes of the others.
 *
 * @returns whether all of them came to their end.
 * @throws AggregateError with what failed, once all were tried.
 */
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

/**
 * Handles each item, whatever becomes of the others, until its share of time is over.
 *
 * @param items fewer than {@link BATCH}, unless there may be more of them.
 * @returns whether it came to the end.
 * @throws AggregateError with what failed.
 */
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
