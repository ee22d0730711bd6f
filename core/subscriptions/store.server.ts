import { and, desc, eq, inArray, isNotNull, isNull, lt, ne, or, sql } from "drizzle-orm";
import { batchOf } from "#platform/batches.server.ts";
import type { Executor, Transaction } from "#platform/postgres.server.ts";
import { professionalSubscriptions, profiles, subscriptionCheckouts } from "../tables.server.ts";

export type Subscription = typeof professionalSubscriptions.$inferSelect;
export type Checkout = typeof subscriptionCheckouts.$inferSelect;

// ─── Subscriptions ─────────────────────────────────────────────────────────────────────────────

/** Locks the user's plan, so that every decision about it takes turns. */
export async function lockSubscriber(tx: Transaction, userId: string): Promise<void> {
  await tx.select({ id: profiles.id }).from(profiles).where(eq(profiles.id, userId)).for("update");
}

/** By either side's id; or, of a user's that are not over, the one that counts. */
type WhichSubscription =
  | { id: string }
  | { stripeSubscriptionId: string }
  | {
      userId: string;
      /** The billed subscription, paid or owed; or the one requested and unpaid. */
      only?: "billed" | "unpaid";
    };

function isSubscription(which: WhichSubscription) {
  const { id, userId, status, stripeSubscriptionId } = professionalSubscriptions;
  if ("id" in which) return eq(id, which.id);
  if ("stripeSubscriptionId" in which) return eq(stripeSubscriptionId, which.stripeSubscriptionId);
  return and(
    eq(userId, which.userId),
    ne(status, "canceled"),
    which.only === "billed" ? isNotNull(stripeSubscriptionId) : undefined,
    which.only === "unpaid" ? and(isNull(stripeSubscriptionId), eq(status, "inactive")) : undefined,
  );
}

/** The live one of several, else a billed and owed one, else an unpaid one. */
export async function findSubscription(
  db: Executor,
  which: WhichSubscription,
): Promise<Subscription | null> {
  const [row] = await db
    .select()
    .from(professionalSubscriptions)
    .where(isSubscription(which))
    .orderBy(
      desc(inArray(professionalSubscriptions.status, ["active", "past_due"])),
      desc(isNotNull(professionalSubscriptions.stripeSubscriptionId)),
      desc(professionalSubscriptions.createdAt),
    )
    .limit(1);
  return row ?? null;
}

export async function insertSubscription(
  tx: Transaction,
  row: typeof professionalSubscriptions.$inferInsert,
): Promise<void> {
  await tx.insert(professionalSubscriptions).values(row);
}

export async function updateSubscription(
  db: Executor,
  id: string,
  changes: Partial<Subscription>,
): Promise<void> {
  await db
    .update(professionalSubscriptions)
    .set(changes)
    .where(eq(professionalSubscriptions.id, id));
}

/** Ends the free plan, if it is in force; false when it is not. */
export async function endFreePlan(tx: Transaction, userId: string, now: Date): Promise<boolean> {
  const { rowCount } = await tx
    .update(professionalSubscriptions)
    .set({ status: "canceled", updatedAt: now })
    .where(
      and(
        eq(professionalSubscriptions.userId, userId),
        eq(professionalSubscriptions.status, "active"),
        isNull(professionalSubscriptions.stripeSubscriptionId),
      ),
    );
  return rowCount !== 0;
}

/**
 * The profile's copy of the plan in force (rules: plan-truth, own-fields). Nobody else writes these
 * columns.
 */
export async function mirrorPlan(
  tx: Transaction,
  userId: string,
  {
    opensActivities,
    ...mirror
  }: { subscriptionPlan: string | null; opensActivities: boolean; updatedAt: Date },
): Promise<void> {
  const canCreateActivities = sql`${profiles.activitiesGranted} or ${opensActivities}`;
  await tx
    .update(profiles)
    .set({ ...mirror, canCreateActivities })
    .where(eq(profiles.id, userId));
}

/** Stores the operator's grant of activities; answers the user's id, null when there is none. */
export async function grantTo(
  tx: Transaction,
  email: string,
  activitiesGranted: boolean,
): Promise<string | null> {
  const [row] = await tx
    .update(profiles)
    .set({ activitiesGranted })
    .where(eq(profiles.email, email))
    .returning({ id: profiles.id });
  return row?.id ?? null;
}

/** The user's customer id at the provider. */
export async function findCustomer(db: Executor, userId: string): Promise<string | null> {
  const [row] = await db
    .select({ customerId: professionalSubscriptions.stripeCustomerId })
    .from(professionalSubscriptions)
    .where(
      and(
        eq(professionalSubscriptions.userId, userId),
        isNotNull(professionalSubscriptions.stripeCustomerId),
      ),
    )
    .orderBy(
      sql`${professionalSubscriptions.status} = 'canceled'`,
      desc(professionalSubscriptions.createdAt),
    )
    .limit(1);
  return row?.customerId ?? null;
}

/**
 * Claims up to `limit` subscriptions that the provider has to be asked about again, and marks them
 * asked, so that two processes share the work: owed or late ones soon, the rest now and then, and
 * at once those whose grace has just ended.
 */
export async function claimBilled(
  db: Executor,
  due: { now: Date; soon: Date; nowAndThen: Date; graceOver: Date; limit: number },
): Promise<string[]> {
  const { status, currentPeriodEnd, pastDueSince, checkedAt } = professionalSubscriptions;
  const restless = or(ne(status, "active"), lt(currentPeriodEnd, due.now));
  const candidates = db
    .select({ id: professionalSubscriptions.id })
    .from(professionalSubscriptions)
    .where(
      and(
        isNotNull(professionalSubscriptions.stripeSubscriptionId),
        ne(status, "canceled"),
        or(
          isNull(checkedAt),
          lt(checkedAt, due.nowAndThen),
          and(restless, lt(checkedAt, due.soon)),
          and(eq(status, "past_due"), lt(pastDueSince, due.graceOver)),
        ),
      ),
    )
    .orderBy(sql`${checkedAt} nulls first`)
    .limit(due.limit)
    .for("update", { skipLocked: true });
  const rows = await db
    .update(professionalSubscriptions)
    .set({ checkedAt: due.now })
    .where(inArray(professionalSubscriptions.id, candidates))
    .returning({ id: professionalSubscriptions.stripeSubscriptionId });
  return rows.map(({ id }) => String(id));
}

// ─── Checkouts ─────────────────────────────────────────────────────────────────────────────────

export async function insertCheckout(
  tx: Transaction,
  checkout: typeof subscriptionCheckouts.$inferInsert,
): Promise<Checkout> {
  const [row] = await tx.insert(subscriptionCheckouts).values(checkout).returning();
  if (!row) throw new Error("a checkout was not inserted");
  return row;
}

/** Inserts it once; nothing happens either while another one of its user is open. */
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
  const { id, checkoutSessionId, userId, status, buyerEmail, offer } = subscriptionCheckouts;
  if ("id" in which) return eq(id, which.id);
  if ("checkoutSessionId" in which) return eq(checkoutSessionId, which.checkoutSessionId);
  return "openFor" in which
    ? and(eq(userId, which.openFor), inArray(status, ["creating", "open"]))
    : and(eq(buyerEmail, which.freeFor), eq(offer, "free"));
}

/** The newest of these. */
export async function findCheckout(db: Executor, which: WhichCheckout): Promise<Checkout | null> {
  const [row] = await db
    .select()
    .from(subscriptionCheckouts)
    .where(isCheckout(which))
    .orderBy(desc(subscriptionCheckouts.createdAt))
    .limit(1);
  return row ?? null;
}

/** Locks it until the end of the transaction. It must exist. */
export async function lockCheckout(tx: Transaction, id: string): Promise<Checkout> {
  const [row] = await tx
    .select()
    .from(subscriptionCheckouts)
    .where(eq(subscriptionCheckouts.id, id))
    .for("update");
  if (!row) throw new Error(`checkout ${id} is gone`);
  return row;
}

export async function updateCheckout(
  db: Executor,
  id: string,
  changes: Partial<Checkout>,
): Promise<void> {
  await db.update(subscriptionCheckouts).set(changes).where(eq(subscriptionCheckouts.id, id));
}

/** Saves the provider's page, unless a faster webhook has already moved the checkout on. */
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

/** Claims up to `limit` checkouts that are not settled and were not asked about lately. */
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

// ─── People ────────────────────────────────────────────────────────────────────────────────────

/** The basis of a user's quota. */
export async function findUsage(db: Executor, userId: string) {
  const [row] = await db
    .select({
      sessionCount: profiles.sessionCount,
      quotaAnchor: profiles.quotaAnchor,
      lastQuotaReset: profiles.lastQuotaReset,
    })
    .from(profiles)
    .where(eq(profiles.id, userId));
  return row ?? null;
}

export async function isUser(db: Executor, id: string): Promise<boolean> {
  return (await db.$count(profiles, sql`${profiles.id}::text = ${id}`)) > 0;
}

export async function findEmail(db: Executor, userId: string): Promise<string> {
  const [row] = await db
    .select({ email: profiles.email })
    .from(profiles)
    .where(eq(profiles.id, userId));
  if (!row) throw new Error(`profile ${userId} is gone`);
  return row.email;
}

/** Whether the buyer's account is gone, so that nobody could use the purchase. */
export async function hasLeft(db: Executor, userId: string): Promise<boolean> {
  const [row] = await db
    .select({ status: profiles.accountStatus })
    .from(profiles)
    .where(eq(profiles.id, userId));
  return row?.status === "deleted";
}

/** Guests' open checkouts with this e-mail. */
export async function listOpenGuestCheckouts(db: Executor, email: string): Promise<string[]> {
  const { id, userId, buyerEmail, status } = subscriptionCheckouts;
  const rows = await db
    .select({ id })
    .from(subscriptionCheckouts)
    .where(and(isNull(userId), eq(buyerEmail, email), inArray(status, ["creating", "open"])));
  return rows.map((row) => row.id);
}

/** Checkouts that the provider may still be asked for, word for word, are left for later. */
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

/** Deletes a batch of them. @returns how many. */
export async function deleteGuestCheckouts(db: Executor, settledBefore: Date): Promise<number> {
  const due = and(
    isNull(subscriptionCheckouts.userId),
    eq(subscriptionCheckouts.status, "expired"),
    lt(subscriptionCheckouts.settledAt, settledBefore),
  );
  const { rowCount } = await db
    .delete(subscriptionCheckouts)
    .where(batchOf(subscriptionCheckouts, due));
  return rowCount ?? 0;
}
