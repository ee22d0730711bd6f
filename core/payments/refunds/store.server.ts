import {
  and,
  asc,
  desc,
  eq,
  getTableColumns,
  gt,
  gte,
  inArray,
  isNotNull,
  isNull,
  like,
  lt,
  ne,
  or,
  type SQL,
  sql,
} from "drizzle-orm";
import type { Executor, Transaction } from "#platform/postgres.server.ts";
import { type Cents, cents } from "../../money.ts";
import { paymentMovements, payments, refunds } from "../../tables.server.ts";
import { type Movement, type Payment, type Refund, updatePayment } from "../store.server.ts";

const isUnsettled = inArray(refunds.status, ["asked", "pending"]);
// Matches a small partial index.
const isUnreversed = sql`(${refunds.commissionCents} is not null and ${refunds.reversedAt} is null
  and ${refunds.status} <> 'failed')`;

export async function insertRefund(
  db: Executor,
  refund: typeof refunds.$inferInsert,
): Promise<void> {
  await db.insert(refunds).values(refund);
}

export async function findRefund(db: Executor, id: string): Promise<Refund | null> {
  const [row] = await db.select().from(refunds).where(eq(refunds.id, id));
  return row ?? null;
}

export async function findRefundByStripeId(
  db: Executor,
  stripeRefundId: string,
): Promise<Refund | null> {
  const [row] = await db.select().from(refunds).where(eq(refunds.stripeRefundId, stripeRefundId));
  return row ?? null;
}

export async function updateRefund(
  db: Executor,
  id: string,
  changes: Partial<Refund>,
): Promise<void> {
  await db.update(refunds).set(changes).where(eq(refunds.id, id));
}

/** Unless the provider has mentioned them meanwhile. */
export async function dropAsked(
  db: Executor,
  of: { id: string } | { paymentId: string },
  settledAt: Date,
): Promise<void> {
  const which = "id" in of ? eq(refunds.id, of.id) : eq(refunds.paymentId, of.paymentId);
  await db
    .update(refunds)
    .set({ status: "failed", settledAt })
    .where(and(which, eq(refunds.status, "asked")));
}

export function sumRefunded(db: Executor, paymentId: string): Promise<Cents> {
  return sumOf(db, paymentId, eq(refunds.status, "succeeded"));
}

/** By other means; the provider has no name for them. */
export function sumOutsideRefunds(db: Executor, paymentId: string): Promise<Cents> {
  const isNoted = and(isNull(refunds.stripeRefundId), eq(refunds.status, "succeeded"));
  return sumOf(db, paymentId, isNoted);
}

export function sumOutsideSince(db: Executor, paymentId: string, since: Date): Promise<Cents> {
  const isOutside = and(eq(refunds.reason, "outside"), eq(refunds.status, "succeeded"));
  return sumOf(db, paymentId, and(isOutside, gte(refunds.createdAt, since)));
}

export function sumOnTheWay(db: Executor, paymentId: string): Promise<Cents> {
  return sumOf(db, paymentId, isUnsettled);
}

/** Made or about to be (rule: resale). */
export function sumResold(db: Executor, paymentId: string): Promise<Cents> {
  return sumOf(db, paymentId, and(eq(refunds.reason, "resold"), ne(refunds.status, "failed")));
}

/** Made or about to be (rule: goodwill). */
export function sumGoodwill(db: Executor, paymentId: string): Promise<Cents> {
  return sumOf(db, paymentId, and(eq(refunds.reason, "goodwill"), ne(refunds.status, "failed")));
}

async function sumOf(db: Executor, paymentId: string, such: SQL | undefined): Promise<Cents> {
  const [row] = await db
    .select({ total: sql<number>`coalesce(sum(${refunds.amountCents}), 0)::int` })
    .from(refunds)
    .where(and(eq(refunds.paymentId, paymentId), such));
  return cents(row?.total ?? 0);
}

export async function hasParts(db: Executor, paymentId: string): Promise<boolean> {
  const isPart = and(eq(refunds.paymentId, paymentId), isNotNull(refunds.seats));
  return (await db.$count(refunds, isPart)) > 0;
}

/** Earliest first, not owed anew. What the provider tells of counts as taken back, noted or not. */
export function listToRedo(db: Executor, paymentId: string): Promise<Refund[]> {
  const reversedAt = sql<Date | null>`coalesce(refunds.reversed_at, (
    select min(m.created_at) from payment_movements m
    where m.payment_id = refunds.payment_id and m.kind = 'reversal'
      and refunds.commission_cents is not null and m.stripe_refund_id = refunds.stripe_refund_id))`;
  return db
    .select({ ...getTableColumns(refunds), reversedAt: reversedAt.mapWith(refunds.reversedAt) })
    .from(refunds)
    .where(and(hasFailed(paymentId), isNull(refunds.redoneAt)))
    .orderBy(asc(refunds.createdAt), asc(refunds.id));
}

export async function markRedone(tx: Transaction, paymentId: string, now: Date): Promise<void> {
  await tx
    .update(refunds)
    .set({ redoneAt: now })
    .where(and(hasFailed(paymentId), isNull(refunds.redoneAt)));
}

export async function markReversed(db: Executor, id: string, now: Date): Promise<void> {
  await db.update(refunds).set({ reversedAt: now }).where(eq(refunds.id, id));
}

const hasFailed = (paymentId: string) =>
  and(
    eq(refunds.paymentId, paymentId),
    eq(refunds.status, "failed"),
    ne(refunds.reason, "outside"),
  );

/** Replaces those assumed before the provider was asked. */
export async function insertMovements(
  tx: Transaction,
  paymentId: string,
  movements: readonly Movement[],
  readAt: Date,
): Promise<void> {
  await tx
    .delete(paymentMovements)
    .where(and(eq(paymentMovements.paymentId, paymentId), like(paymentMovements.id, "estimated%")));
  if (movements.length > 0) {
    await tx
      .insert(paymentMovements)
      .values([...movements])
      .onConflictDoNothing();
  }
  await updatePayment(tx, paymentId, { returnsReadAt: readAt });
}

/** Deletes losses won after all. Answers the movement's id, null when no more was taken. */
export async function recordChargeback(
  tx: Transaction,
  payment: Payment,
  chargedBackCents: Cents,
  at: Date,
): Promise<string | null> {
  const { id: paymentId, chargedBackCents: before } = payment;
  if (chargedBackCents < before) {
    await tx
      .delete(paymentMovements)
      .where(and(eq(paymentMovements.paymentId, paymentId), eq(paymentMovements.kind, "dispute")));
  }
  const more = chargedBackCents - (chargedBackCents < before ? 0 : before);
  if (more <= 0) return null;
  const id = `dispute_${paymentId}_${chargedBackCents}`;
  const amountCents = cents(more);
  await tx.insert(paymentMovements).values({
    ...{ id, paymentId, kind: "dispute", amountCents, createdAt: at },
  });
  return chargedBackCents > before ? id : null;
}

export function listMovements(db: Executor, paymentId: string): Promise<Movement[]> {
  return db
    .select()
    .from(paymentMovements)
    .where(eq(paymentMovements.paymentId, paymentId))
    .orderBy(paymentMovements.createdAt);
}

export async function listUnreadReturns(db: Executor, limit: number): Promise<string[]> {
  const rows = await db
    .select({ id: payments.id })
    .from(payments)
    .where(and(gt(payments.refundedCents, cents(0)), isNull(payments.returnsReadAt)))
    .orderBy(payments.createdAt)
    .limit(limit);
  return rows.map(({ id }) => id);
}

/** Without an outcome or the professional's part; requested before `askedBefore`. */
export async function listUnsettledRefunds(
  db: Executor,
  askedBefore: Date,
  limit: number,
): Promise<string[]> {
  const rows = await db
    .select({ id: refunds.id })
    .from(refunds)
    .where(and(or(isUnsettled, isUnreversed), lt(refunds.createdAt, askedBefore)))
    .orderBy(refunds.status, refunds.createdAt)
    .limit(limit);
  return rows.map(({ id }) => id);
}

export async function findFailedRefund(db: Executor, paymentId: string): Promise<Refund | null> {
  const [row] = await db
    .select()
    .from(refunds)
    .where(hasFailed(paymentId))
    .orderBy(desc(refunds.createdAt))
    .limit(1);
  return row ?? null;
}

export const pendingRefunds = (paymentId: SQL) => sql<Cents>`coalesce((
  select sum(r.amount_cents) from refunds r
  where r.payment_id = ${paymentId} and r.status in ('asked', 'pending')), 0)::int`;
