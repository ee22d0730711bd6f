import type { Executor } from "#platform/postgres.server.ts";
import { isInForce, type PlanId, planOf } from "./rules.ts";
import { findSubscription } from "./store.server.ts";

/**
 * Decides quotas and permissions (rule: plan-truth). The caller's transaction holds the profile's
 * lock.
 */
export async function currentPlan(
  db: Executor,
  { userId, now }: { userId: string; now: Date },
): Promise<PlanId | null> {
  const subscription = await findSubscription(db, { userId });
  return subscription && isInForce(subscription, now) ? planOf(subscription.planType) : null;
}
