import type { Executor } from "#platform/postgres.server.ts";
import { isInForce, type PlanId, planOf } from "./rules.ts";
import { findSubscription } from "./store.server.ts";

/** Decides quotas and permissions, under the profile's lock (rule: plan-truth). */
export async function currentPlan(
  db: Executor,
  { userId, now }: { userId: string; now: Date },
): Promise<PlanId | null> {
  const subscription = await findSubscription(db, { userId });
  return subscription && isInForce(subscription, now) ? planOf(subscription.planType) : null;
}
