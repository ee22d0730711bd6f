import { asc, eq } from "drizzle-orm";
import type { Executor, Transaction } from "#platform/postgres.server.ts";
import { letters } from "../../tables.server.ts";

export type Letter = typeof letters.$inferSelect;

export async function insertLetter(
  tx: Transaction,
  letter: typeof letters.$inferInsert,
): Promise<void> {
  await tx.insert(letters).values(letter);
}

/** The letters of a booking, oldest first. */
export function listOf(db: Executor, bookingId: string): Promise<Letter[]> {
  return db
    .select()
    .from(letters)
    .where(eq(letters.bookingId, bookingId))
    .orderBy(asc(letters.createdAt), asc(letters.id));
}

export async function findLetter(db: Executor, id: string): Promise<Letter | null> {
  const [row] = await db.select().from(letters).where(eq(letters.id, id));
  return row ?? null;
}
