import { sql } from "drizzle-orm";
import type { Executor, Transaction } from "#platform/postgres.server.ts";

const TYPES = sql`hashtext('activity types')`;

/**
 * Keeps every category until the transaction ends (rule: category-care). Call it before any row is
 * locked.
 */
export async function holdTypes(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock_shared(${TYPES})`);
}

/** Lets nobody else hold or change the categories; as the first thing of a transaction. */
export async function lockTypes(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${TYPES})`);
}

/** The name in force, by this or a former one; as it was given when none has it. */
export async function nameInForce(db: Executor, name: string): Promise<string> {
  return (await findNewName({ db }, name)) ?? name;
}

/** Null for a name in force, or of none. */
export async function findNewName({ db }: { db: Executor }, name: string): Promise<string | null> {
  const { rows } = await db.execute<{ name: string }>(sql`
    select named.name from activity_types former
      join activity_types named on named.id = former.merged_into_id
    where search_key(former.name) = search_key(${name}) and former.category = 'session' limit 1`);
  return rows[0]?.name ?? null;
}
