import { and, asc, eq, lt, sql } from "drizzle-orm";
import type { Executor, Transaction } from "#platform/postgres.server.ts";
import {
  bookings,
  paymentMovements,
  payments,
  professionalProfiles,
  profiles,
  reclaims,
} from "../../tables.server.ts";

export type ReclaimRow = typeof reclaims.$inferSelect;

export function listReclaims(db: Executor, paymentId: string): Promise<ReclaimRow[]> {
  return db
    .select()
    .from(reclaims)
    .where(eq(reclaims.paymentId, paymentId))
    .orderBy(asc(reclaims.createdAt));
}

export async function findReclaim(db: Executor, id: string): Promise<ReclaimRow | null> {
  const [row] = await db.select().from(reclaims).where(eq(reclaims.id, id));
  return row ?? null;
}

export async function insertReclaim(tx: Transaction, reclaim: typeof reclaims.$inferInsert) {
  const { rowCount } = await tx.insert(reclaims).values(reclaim).onConflictDoNothing();
  return rowCount === 1;
}

export async function endReclaim(
  tx: Executor,
  id: string,
  end: { settledAt: Date } & (
    | { status: "made"; stripeReversalId: string }
    | { status: "refused"; refusedCode: string }
  ),
): Promise<boolean> {
  const { rowCount } = await tx
    .update(reclaims)
    .set(end)
    .where(and(eq(reclaims.id, id), eq(reclaims.status, "asked")));
  return rowCount === 1;
}

export async function listAskedReclaims(db: Executor, askedBefore: Date, limit: number) {
  const rows = await db
    .select({ id: reclaims.id })
    .from(reclaims)
    // Matches a small partial index.
    .where(and(sql`status = 'asked'`, lt(reclaims.createdAt, askedBefore)))
    .orderBy(asc(reclaims.createdAt))
    .limit(limit);
  return rows.map(({ id }) => id);
}

export function listMovementsOf(db: Executor, paymentId: string) {
  const { kind, amountCents, stripeRefundId } = paymentMovements;
  return db
    .select({ kind, amountCents, stripeRefundId })
    .from(paymentMovements)
    .where(eq(paymentMovements.paymentId, paymentId));
}

export async function findPayee(db: Executor, paymentId: string) {
  const [row] = await db
    .select({ userId: profiles.id, email: profiles.email })
    .from(payments)
    .innerJoin(bookings, eq(bookings.id, payments.reference))
    .innerJoin(professionalProfiles, eq(professionalProfiles.id, bookings.professionalId))
    .innerJoin(profiles, eq(profiles.id, professionalProfiles.userId))
    .where(eq(payments.id, paymentId));
  return row ?? null;
}
