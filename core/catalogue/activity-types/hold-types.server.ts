import { sql } from "drizzle-orm";
import type { Executor, Transaction } from "#platform/postgres.server.ts";

const TYPES = sql`hashtext('activity types')`;

/**
 * Keeps every category as it is until the transaction ends, as whoever stores the id or the name of
 * one needs it; many do so at once (rule: category-care). As the first thing of a transaction, before
 * any row: an operator who changes a category waits for all of them, and holds rows then.
 */
export async function holdTypes(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock_shared(${TYPES})`);
}

/** Lets nobody else hold or change the categories until the transaction ends; as its first thing. */
export async function lockTypes(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${TYPES})`);
}

/** The name that a category has now, by this or a former one; as it was given when none has it. */
export async function nameInForce(db: Executor, name: string): Promise<string> {
  return (await findNewName({ db }, name)) ?? name;
}

/**
 * The name of the category that this one was renamed to or merged into, whatever its case and
 * accents; null for a name in force, or of none.
 */
export async function findNewName({ db }: { db: Executor }, name: string): Promise<string | null> {
  const { rows } = await db.execute<{ name: string }>(sql`
    select named.name from activity_types former
      join activity_types named on named.id = former.merged_into_id
    where search_key(former.name) = search_key(${name}) and former.category = 'session' limit 1`);
  return rows[0]?.name ?? null;
}
