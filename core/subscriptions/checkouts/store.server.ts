import { and, desc, eq, inArray, isNull, lt, or, sql } from "drizzle-orm";
import { deleteBatch } from "#platform/batches.server.ts";
import type { Executor, Transaction } from "#platform/postgres.server.ts";
import { subscriptionCheckouts } from "../../tables.server.ts";

export type Checkout = typeof subscriptionCheckouts.$inferSelect;

export async function insertCheckout(
  tx: Transaction,
  checkout: typeof subscriptionCheckouts.$inferInsert,
): Promise<Checkout> {
  const [row] = await tx.insert(subscriptionCheckouts).values(checkout).returning();
  if (!row) throw new Error("a checkout was not inserted");
  return row;
}

/** Nothing happens either while another one of its user is open. */
export async function insertLostCheckout(
  db: Executor,
  checkout: typeof subscriptionCheckouts.$inferInsert,
): Promise<void> {
  await db.insert(subscriptionCheckouts).values(checkout).onConflictDoNothing();
}

/** By either side's id; a user's open one; the free plan requested with an e-mail. */
type WhichCheckout =
  | { id: string }
  | { checkoutSessionId: string }
  | { openFor: string }
  | { freeFor: string };

function isCheckout(which: WhichCheckout) {
  const { id, checkoutSessionId, userId, status, buyerEmail, priceKey } = subscriptionCheckouts;
  if ("id" in which) return eq(id, which.id);
  if ("checkoutSessionId" in which) return eq(checkoutSessionId, which.checkoutSessionId);
  return "openFor" in which
    ? and(eq(userId, which.openFor), inArray(status, ["creating", "open"]))
    : and(eq(buyerEmail, which.freeFor), eq(priceKey, "free"));
}

export async function findCheckout(db: Executor, which: WhichCheckout): Promise<Checkout | null> {
  const [row] = await db
    .select()
    .from(subscriptionCheckouts)
    .where(isCheckout(which))
    .orderBy(desc(subscriptionCheckouts.createdAt))
    .limit(1);
  return row ?? null;
}

export async function findBeginning(db: Executor, stripeSubscriptionId: string) {
  const { priceKey, createdAt } = subscriptionCheckouts;
  const [row] = await db
    .select({ priceKey, createdAt })
    .from(subscriptionCheckouts)
    .where(eq(subscriptionCheckouts.stripeSubscriptionId, stripeSubscriptionId));
  return row ?? null;
}

export async function lockCheckout(tx: Transaction, id: string): Promise<Checkout> {
  const [row] = await tx
    .select()
    .from(subscriptionCheckouts)
    .where(eq(subscriptionCheckouts.id, id))
    .for("update");
  if (!row) throw new Error(`checkout ${id} is gone`);
  return row;
}

export async function updateCheckout(db: Executor, id: string, changes: Partial<Checkout>) {
  await db.update(subscriptionCheckouts).set(changes).where(eq(subscriptionCheckouts.id, id));
}

/** Unless it has moved on since the provider was asked: a page may have been made, or paid. */
export async function expireCheckout(
  db: Executor,
  { id, status }: Pick<Checkout, "id" | "status">,
  settledAt: Date,
): Promise<void> {
  await db
    .update(subscriptionCheckouts)
    .set({ status: "expired", settledAt })
    .where(and(eq(subscriptionCheckouts.id, id), eq(subscriptionCheckouts.status, status)));
}

/** Unless a faster webhook has already moved the checkout on. */
export async function saveOpening(
  db: Executor,
  id: string,
  opening: { checkoutSessionId: string; checkoutUrl: string | null },
): Promise<Checkout | null> {
  const [row] = await db
    .update(subscriptionCheckouts)
    .set({ ...opening, status: "open" })
    .where(and(eq(subscriptionCheckouts.id, id), eq(subscriptionCheckouts.status, "creating")))
    .returning();
  return row ?? findCheckout(db, { id });
}

export async function claimCheckouts(
  db: Executor,
  due: { createdBefore: Date; checkedBefore: Date; now: Date; limit: number },
): Promise<string[]> {
  const candidates = db
    .select({ id: subscriptionCheckouts.id })
    .from(subscriptionCheckouts)
    .where(
      and(
        isNull(subscriptionCheckouts.settledAt),
        lt(subscriptionCheckouts.createdAt, due.createdBefore),
        or(
          isNull(subscriptionCheckouts.checkedAt),
          lt(subscriptionCheckouts.checkedAt, due.checkedBefore),
        ),
      ),
    )
    .orderBy(sql`${subscriptionCheckouts.checkedAt} nulls first`, subscriptionCheckouts.createdAt)
    .limit(due.limit)
    .for("update", { skipLocked: true });
  const rows = await db
    .update(subscriptionCheckouts)
    .set({ checkedAt: due.now })
    .where(inArray(subscriptionCheckouts.id, candidates))
    .returning({ id: subscriptionCheckouts.id });
  return rows.map(({ id }) => id);
}

export async function listOpenGuestCheckouts(db: Executor, email: string): Promise<string[]> {
  const { id, userId, buyerEmail, status } = subscriptionCheckouts;
  const rows = await db
    .select({ id })
    .from(subscriptionCheckouts)
    .where(and(isNull(userId), eq(buyerEmail, email), inArray(status, ["creating", "open"])));
  return rows.map((row) => row.id);
}

/** Leaves those for later that the provider may still be asked for, word for word. */
export async function anonymiseCheckouts(
  db: Executor,
  { userId, email, placeholder }: { userId: string; email: string | null; placeholder: string },
): Promise<void> {
  await db
    .update(subscriptionCheckouts)
    .set({ buyerEmail: placeholder, successUrl: "", guestProofHash: null, recovery: null })
    .where(
      and(
        sql`${subscriptionCheckouts.status} not in ('creating', 'open')`,
        or(
          eq(subscriptionCheckouts.userId, userId),
          and(
            isNull(subscriptionCheckouts.userId),
            sql`${subscriptionCheckouts.buyerEmail} = ${email}`,
          ),
        ),
      ),
    );
}

export async function deleteGuestCheckouts(db: Executor, settledBefore: Date): Promise<number> {
  const due = and(
    isNull(subscriptionCheckouts.userId),
    eq(subscriptionCheckouts.status, "expired"),
    lt(subscriptionCheckouts.settledAt, settledBefore),
  );
  return deleteBatch(db, subscriptionCheckouts, due);
}
