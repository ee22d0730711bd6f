import { and, desc, eq, inArray, isNotNull, isNull, lt, ne, or, sql } from "drizzle-orm";
import { type Executor, hasId, type Transaction } from "#platform/postgres.server.ts";
import { professionalProfiles, professionalSubscriptions, profiles } from "../tables.server.ts";
import { type PlanId, rightsOf } from "./rules.ts";

export type Subscription = typeof professionalSubscriptions.$inferSelect;

/** Every decision about a user's plan takes turns. */
export async function lockSubscriber(tx: Transaction, userId: string): Promise<void> {
  await tx.select({ id: profiles.id }).from(profiles).where(eq(profiles.id, userId)).for("update");
}

export async function hasPaymentAccount(db: Executor, userId: string): Promise<boolean> {
  const { userId: owner, canReceiveCharges } = professionalProfiles;
  return (await db.$count(professionalProfiles, and(eq(owner, userId), canReceiveCharges))) > 0;
}

/** By either side's id; or, of a user's that are not over, the one that counts. */
type WhichSubscription =
  | { id: string }
  | { stripeSubscriptionId: string }
  | {
      userId: string;
      /** Paid or owed; or requested and unpaid. */
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

export async function findSubscription(db: Executor, which: WhichSubscription) {
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

export async function findLastBilled(db: Executor, userId: string): Promise<Subscription | null> {
  const { stripeSubscriptionId, status, createdAt } = professionalSubscriptions;
  const [row] = await db
    .select()
    .from(professionalSubscriptions)
    .where(and(eq(professionalSubscriptions.userId, userId), isNotNull(stripeSubscriptionId)))
    .orderBy(desc(ne(status, "canceled")), desc(createdAt))
    .limit(1);
  return row ?? null;
}

export async function insertSubscription(
  tx: Transaction,
  row: typeof professionalSubscriptions.$inferInsert,
): Promise<void> {
  await tx.insert(professionalSubscriptions).values(row);
}

export async function updateSubscription(db: Executor, id: string, changes: Partial<Subscription>) {
  await db
    .update(professionalSubscriptions)
    .set(changes)
    .where(eq(professionalSubscriptions.id, id));
}

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

/** Nobody else writes these columns of the profile (rules: plan-truth, own-fields, plan-end). */
export async function copyPlanToProfile(
  tx: Transaction,
  userId: string,
  plan: PlanId | null,
  now: Date,
) {
  const { opensActivities } = rightsOf(plan);
  const canCreateActivities = sql`${profiles.activitiesGranted} or ${opensActivities}`;
  await tx
    .update(profiles)
    .set({ subscriptionPlan: plan, canCreateActivities, updatedAt: now })
    .where(eq(profiles.id, userId));
}

export async function grantTo(tx: Transaction, email: string, activitiesGranted: boolean) {
  const [row] = await tx
    .update(profiles)
    .set({ activitiesGranted })
    .where(eq(profiles.email, email))
    .returning({ id: profiles.id });
  return row?.id ?? null;
}

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
 * Owed or late ones soon, the rest now and then, at once those whose grace has ended. Marks them
 * asked, so that two processes share the work.
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
  return (await db.$count(profiles, hasId(profiles.id, id))) > 0;
}

export async function findEmail(db: Executor, userId: string): Promise<string> {
  const [row] = await db
    .select({ email: profiles.email })
    .from(profiles)
    .where(eq(profiles.id, userId));
  if (!row) throw new Error(`profile ${userId} is gone`);
  return row.email;
}

/** Only who may use an account can use what is bought for it; null when there is none. */
export async function findAccountStatus(db: Executor, userId: string) {
  const [row] = await db
    .select({ status: profiles.accountStatus })
    .from(profiles)
    .where(eq(profiles.id, userId));
  return row?.status ?? null;
}
