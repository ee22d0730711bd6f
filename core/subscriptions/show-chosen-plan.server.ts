import { requireActor } from "../accounts/rules.ts";
import type { Context } from "../context.server.ts";
import { isInForce, type PlanId, planOf } from "./rules.ts";
import { findSubscription } from "./store.server.ts";

export interface ChosenPlanView {
  planId: PlanId;
  /** Whether it is in force: free, or paid. */
  inForce: boolean;
}

/**
 * The actor's plan, or the one requested and not paid yet; null when there is none.
 *
 * @throws AppError `unauthenticated`, `password_change_required`.
 */
export async function showChosenPlan(ctx: Context): Promise<ChosenPlanView | null> {
  const { userId } = requireActor(ctx);
  const subscription = await findSubscription(ctx.db, { userId });
  const planId = planOf(subscription?.planType ?? null);
  return subscription && planId && { planId, inForce: isInForce(subscription, ctx.now()) };
}
