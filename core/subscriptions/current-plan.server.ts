import type { Executor } from "#platform/postgres.server.ts";
import { isInForce, type PlanId, planOf } from "./rules.ts";
import { findSubscription } from "./store.server.ts";

/**
 * A user's plan in force, null without one; it decides quotas and permissions (rule: plan-truth).
 * One that is owed stays so for `GRACE` (`isInForce`).
 * Inside the caller's transaction, which holds the profile's lock.
 */
export async function currentPlan(
  db: Executor,
  { userId, now }: { userId: string; now: Date },
): Promise<PlanId | null> {
  const subscription = await findSubscription(db, { userId });
  return subscription && isInForce(subscription, now) ? planOf(subscription.planType) : null;
}
