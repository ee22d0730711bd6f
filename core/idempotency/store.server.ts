import { eq, lt, sql } from "drizzle-orm";
import { deleteBatch } from "#platform/batches.server.ts";
import type { Executor, Transaction } from "#platform/postgres.server.ts";
import { idempotencyKeys } from "../tables.server.ts";
import type { KeptCall } from "./rules.ts";

/** Waits for whoever works under it now, unlike {@link lockCall}. */
export async function awaitCall(tx: Transaction, id: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${id}, 0))`);
}

/** Tells whether this transaction alone works under this key until it ends. */
export async function lockCall(tx: Transaction, id: string): Promise<boolean> {
  const { rows } = await tx.execute<{ locked: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtextextended(${id}, 0)) as locked`,
  );
  return rows[0]?.locked ?? false;
}

export async function findCall(db: Executor, id: string): Promise<KeptCall | null> {
  const { bodyHash, answer, startedAt } = idempotencyKeys;
  const [row] = await db
    .select({ bodyHash, answer, startedAt })
    .from(idempotencyKeys)
    .where(eq(idempotencyKeys.id, id));
  return row ?? null;
}

export async function keepCall(
  db: Executor,
  call: typeof idempotencyKeys.$inferInsert,
): Promise<void> {
  const { id, ...kept } = call;
  await db
    .insert(idempotencyKeys)
    .values(call)
    .onConflictDoUpdate({ target: idempotencyKeys.id, set: { answer: null, ...kept } });
}

export async function keepAnswer(
  db: Executor,
  id: string,
  answer: Record<string, unknown>,
): Promise<void> {
  await db.update(idempotencyKeys).set({ answer }).where(eq(idempotencyKeys.id, id));
}

export async function deleteCall(db: Executor, id: string): Promise<void> {
  await db.delete(idempotencyKeys).where(eq(idempotencyKeys.id, id));
}

export async function deleteCallsBefore(db: Executor, before: Date): Promise<number> {
  const due = lt(idempotencyKeys.startedAt, before);
  return deleteBatch(db, idempotencyKeys, due);
}
