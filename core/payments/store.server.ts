import { and, eq, inArray, isNull, lt, or, sql } from "drizzle-orm";
import { deleteBatch } from "#platform/batches.server.ts";
import { newId } from "#platform/ids.server.ts";
import { type Executor, hasId, list, rowOf, type Transaction } from "#platform/postgres.server.ts";
import { digestOf } from "../digest.server.ts";
import type { Leaver } from "../mailbox.ts";
import { type Cents, cents } from "../money.ts";
import { paymentMovements, payments, providerKeys, refunds, settings } from "../tables.server.ts";
import type { PaymentEvent } from "./rules.ts";

export type Payment = typeof payments.$inferSelect;
export type NewPayment = typeof payments.$inferInsert;

export interface Change {
  event: PaymentEvent | null;
  changes: Partial<Payment>;
  /** The site has not asked for it. */
  outsideId?: string | null;
}

export type Refund = typeof refunds.$inferSelect;
export type Movement = typeof paymentMovements.$inferSelect;

/** This installation's name joins the ids that the provider keeps. */
export async function insertPayment(
  tx: Transaction,
  payment: Omit<NewPayment, "recovery"> & { recovery: Record<string, string> },
): Promise<Payment> {
  const ids = sql`${JSON.stringify(payment.recovery)}::jsonb`;
  const site = sql`(select value from settings where key = ${SITE_ID})`;
  const [row] = await tx
    .insert(payments)
    .values({ ...payment, recovery: sql`${ids} || jsonb_build_object('site', ${site})` })
    .returning();
  if (!row) throw new Error("a payment was not inserted");
  if (row.recovery?.site) return row;
  const recovery = { ...payment.recovery, site: await readSiteId(tx) };
  await updatePayment(tx, row.id, { recovery });
  return { ...row, recovery };
}

export type PaymentKey =
  | { id: string }
  | { checkoutSessionId: string }
  | { paymentIntentId: string }
  | { chargeId: string }
  | { reference: string };

export async function findPayment(db: Executor, key: PaymentKey): Promise<Payment | null> {
  const [name, value] = Object.entries(key)[0] as [keyof Payment & keyof typeof payments, string];
  const found =
    name === "checkoutSessionId"
      ? sql`${digestOf(payments[name])} = ${digestOf(value)}`
      : eq(payments[name], value);
  const [row] = await db.select().from(payments).where(found);
  return row ?? null;
}

export async function lockPaymentRow(tx: Transaction, id: string): Promise<Payment | null> {
  const [row] = await tx.select().from(payments).where(eq(payments.id, id)).for("update");
  return row ?? null;
}

export async function updatePayment(
  db: Executor,
  id: string,
  changes: Partial<Payment>,
): Promise<void> {
  await db.update(payments).set(changes).where(eq(payments.id, id));
}

/** Unless a faster webhook has already moved the payment on. */
export async function saveCheckout(
  db: Executor,
  id: string,
  checkout: { checkoutSessionId: string; checkoutUrl: string | null },
): Promise<Payment | null> {
  const [row] = await db
    .update(payments)
    .set({ ...checkout, status: "open" })
    .where(and(eq(payments.id, id), eq(payments.status, "creating")))
    .returning();
  return row ?? null;
}

export async function markAbandoned(db: Executor, id: string, now: Date): Promise<void> {
  await db
    .update(payments)
    .set({ abandonedAt: now })
    .where(
      and(
        eq(payments.id, id),
        inArray(payments.status, ["creating", "open"]),
        isNull(payments.abandonedAt),
      ),
    );
}

/** Marks them asked, so that two processes share the work. */
export async function claimUnsettled(
  db: Executor,
  due: { creatingSince: Date; checkedSince: Date; now: Date; limit: number },
): Promise<string[]> {
  const candidates = db
    .select({ id: payments.id })
    .from(payments)
    .where(
      and(
        or(
          and(eq(payments.status, "creating"), lt(payments.createdAt, due.creatingSince)),
          eq(payments.status, "open"),
        ),
        or(isNull(payments.checkedAt), lt(payments.checkedAt, due.checkedSince)),
      ),
    )
    .orderBy(sql`${payments.checkedAt} nulls first`, payments.createdAt)
    .limit(due.limit)
    .for("update", { skipLocked: true });
  const rows = await db
    .update(payments)
    .set({ checkedAt: due.now })
    .where(inArray(payments.id, candidates))
    .returning({ id: payments.id });
  return rows.map(({ id }) => id);
}

export interface Shares {
  professionalCents: Cents;
  returnedCents: Cents;
  /** The site's refund of all that was left; null when it owed none. */
  lastRefundCents: Cents | null;
}

export async function findShares(db: Executor, reference: string): Promise<Shares | null> {
  const moved = (kind: Movement["kind"]) => sql`coalesce((
    select sum(m.amount_cents) from ${paymentMovements} m
    where m.payment_id = p.id and m.kind = ${kind}), 0)::int`;
  const found = await db.execute(sql`
    select p.amount_cents - p.application_fee_cents - ${moved("reversal")} + ${moved("fee_refund")}
        as "professionalCents",
      p.refunded_cents + p.charged_back_cents as "returnedCents",
      (select r.amount_cents from ${refunds} r
        where r.payment_id = p.id and r.reason <> 'outside' and r.seats is null
        order by r.created_at desc limit 1) as "lastRefundCents"
    from ${payments} p where p.reference = ${reference}`);
  return rowOf(found);
}

/** Although no rule owed them (rule: goodwill). */
export async function findGoodwill(db: Executor, reference: string): Promise<Cents> {
  const { rows } = await db.execute<{ cents: number }>(sql`
    select coalesce(sum(r.amount_cents), 0)::int as cents
    from ${payments} p join ${refunds} r on r.payment_id = p.id
    where p.reference = ${reference} and r.reason = 'goodwill' and r.status = 'succeeded'`);
  return cents(rows[0]?.cents ?? 0);
}

/** By hand, by the bank, or as a gift; no rule owed it. */
export interface OutsideReturn {
  amountCents: Cents;
  /** The professional's part that we take back ourselves. */
  takenBackCents: Cents;
  byBank: boolean;
  isGift: boolean;
}

/** By a refund's id or, of a bank's, its movement's. */
export async function findOutsideReturn(db: Executor, id: string): Promise<OutsideReturn | null> {
  const found = await db.execute(sql`
    select amount_cents as "amountCents", amount_cents - coalesce(commission_cents, amount_cents) as "takenBackCents",
      false as "byBank", reason = 'goodwill' as "isGift"
    from ${refunds} where ${hasId(refunds.id, id)}
    union all
    select amount_cents, 0, true, false from ${paymentMovements} where id = ${id}`);
  return rowOf(found);
}

/** Before the bookings, in the order of settling (rule: account-deletion). */
export async function anonymisePayer(
  tx: Transaction,
  { userId, email, placeholder }: Leaver,
): Promise<void> {
  await tx
    .update(payments)
    .set({ payerEmail: placeholder, recovery: null })
    .where(sql`${payments.reference} in (select b.id from bookings b
      where b.client_id = ${userId}
        or (b.client_id is null and b.buyer_email = ${email} and b.status <> 'pending'))`);
}

export function listRefunds(db: Executor, paymentId: string): Promise<Refund[]> {
  return db
    .select()
    .from(refunds)
    .where(eq(refunds.paymentId, paymentId))
    .orderBy(refunds.createdAt);
}

export function listDisputed(db: Executor): Promise<Payment[]> {
  // Matches a partial index, which holds only these few rows.
  const asks = sql`${payments.disputeStatus} in ('needs_response', 'warning_needs_response')`;
  return db.select().from(payments).where(asks).orderBy(payments.createdAt);
}

export function listReviewed(db: Executor): Promise<Payment[]> {
  return db
    .select()
    .from(payments)
    .where(eq(payments.status, "review"))
    .orderBy(payments.createdAt);
}

export async function deletePaymentsOf(
  tx: Transaction,
  references: readonly string[],
): Promise<void> {
  const which = sql`${payments.reference} = any(${list(references, "uuid")})`;
  await tx.execute(
    sql`delete from ${refunds} where payment_id in (select id from ${payments} where ${which})`,
  );
  await tx.delete(payments).where(which);
}

async function readText(db: Executor, key: string): Promise<string | null> {
  const [row] = await db
    .select({ value: settings.value })
    .from(settings)
    .where(eq(settings.key, key));
  return row ? String(row.value) : null;
}

const SITE_ID = "site_id";

/** The first payment creates it. */
export async function readSiteId(db: Executor): Promise<string> {
  const known = await readText(db, SITE_ID);
  if (known !== null) return known;
  await db.insert(settings).values({ key: SITE_ID, value: newId() }).onConflictDoNothing();
  return String(await readText(db, SITE_ID));
}

export async function insertLost(tx: Transaction, payment: NewPayment): Promise<boolean> {
  const { rowCount } = await tx.insert(payments).values(payment).onConflictDoNothing();
  return rowCount === 1;
}

/** 1 until the provider has failed under the key. */
export async function findTurn(db: Executor, name: string): Promise<number> {
  const [row] = await db
    .select({ turn: providerKeys.turn })
    .from(providerKeys)
    .where(eq(providerKeys.name, name));
  return row?.turn ?? 1;
}

export async function takeNextTurn(
  db: Executor,
  { name, turn, changedAt }: typeof providerKeys.$inferInsert,
): Promise<void> {
  await db
    .insert(providerKeys)
    .values({ name, turn, changedAt })
    .onConflictDoUpdate({
      target: providerKeys.name,
      set: { turn: sql`greatest(${providerKeys.turn}, ${turn})`, changedAt },
    });
}

export async function deleteTurns(db: Executor, changedBefore: Date): Promise<number> {
  const due = lt(providerKeys.changedAt, changedBefore);
  return deleteBatch(db, providerKeys, due);
}
