import { requireActor } from "../accounts/rules.ts";
import type { Context } from "../context.server.ts";
import { isInForce, type PlanId, planOf } from "./rules.ts";
import { findSubscription } from "./store.server.ts";

export interface ChosenPlanView {
  planId: PlanId;
  inForce: boolean;
}

/** In force, or requested and not paid yet; null when there is none. */
export async function showChosenPlan(ctx: Context): Promise<ChosenPlanView | null> {
  const { userId } = requireActor(ctx);
  const subscription = await findSubscription(ctx.db, { userId });
  const planId = planOf(subscription?.planType ?? null);
  return subscription && planId && { planId, inForce: isInForce(subscription, ctx.now()) };
}
