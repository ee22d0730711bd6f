import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { type Executor, list } from "#platform/postgres.server.ts";
import { requireActor } from "../accounts/rules.ts";
import type { Context } from "../context.server.ts";
import { AppError } from "../errors.ts";
import { parseInput } from "../parse.ts";
import { findCheckout } from "./checkouts/store.server.ts";
import {
  bankOf,
  GRACE,
  graceEnd,
  isInForce,
  isPriceKey,
  PLAN_IDS,
  type PlanId,
  planAndPriceOf,
  planOf,
  quotaMonth,
  quotaOf,
  rightsOf,
} from "./rules.ts";
import type { QuotaView, SubscriptionView } from "./schema.ts";
import { findCustomer, findSubscription, findUsage } from "./store.server.ts";

export async function showSubscription(ctx: Context): Promise<SubscriptionView> {
  const { userId } = requireActor(ctx);
  const subscription = await findSubscription(ctx.db, { userId });
  const hasPortal = (await findCustomer(ctx.db, userId)) !== null;
  const open = await findCheckout(ctx.db, { openFor: userId });
  const subscribed = subscription !== null && isInForce(subscription, ctx.now());
  const isBilled = subscription !== null && subscription.stripeSubscriptionId !== null;
  const owedSince = subscription?.status === "past_due" ? subscription.pastDueSince : null;
  return {
    subscribed,
    planType: subscribed ? subscription.planType : null,
    planId: subscribed ? planOf(subscription.planType) : null,
    price:
      subscribed && isPriceKey(subscription.priceKey)
        ? planAndPriceOf(subscription.priceKey).price
        : null,
    status: subscription && (subscribed || isBilled) ? subscription.status : null,
    currentPeriodEnd: subscription?.currentPeriodEnd ?? null,
    cancelAt: subscription?.cancelAt ?? null,
    isPaused: subscribed && subscription.billingPausedAt !== null,
    graceEndsAt: owedSince && graceEnd(owedSince),
    hasPortal,
    isProcessing: bankOf(open) === "deciding",
  };
}

/** Decides quotas and permissions, under the profile's lock (rule: plan-truth). */
export async function currentPlan(
  db: Executor,
  { userId, now }: { userId: string; now: Date },
): Promise<PlanId | null> {
  const subscription = await findSubscription(db, { userId });
  return subscription && isInForce(subscription, now) ? planOf(subscription.planType) : null;
}

/** Part of a statement; `currentPlan` says the same of one user (rule: plan-truth). */
export function hasRight(userId: SQL, right: "remindsBySms" | "boosts", now: Date): SQL<boolean> {
  const plans = PLAN_IDS.filter((plan) => rightsOf(plan)[right]);
  return sql<boolean>`exists (select from professional_subscriptions plan
    where plan.user_id = ${userId} and plan.plan_type = any(${list(plans, "text")})
      and (plan.status = 'active' or (plan.status = 'past_due'
        and plan.past_due_since > ${new Date(now.getTime() - GRACE)})))`;
}

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

/** A past month counts as new; the next created session resets it (rule: quota-month). */
export async function showQuota(ctx: Context): Promise<QuotaView> {
  const { userId } = requireActor(ctx);
  const usage = await findUsage(ctx.db, userId);
  if (!usage) throw new AppError("unauthenticated");
  const now = ctx.now();
  const planId = await currentPlan(ctx.db, { userId, now });
  const { since, renewsAt } = quotaMonth(usage.quotaAnchor, now);
  const used = usage.lastQuotaReset < since ? 0 : usage.sessionCount;
  return { ...quotaOf(planId, used), planId, renewsAt };
}

const checkInput = z.object({ userId: z.string() });

/** @throws AppError `forbidden` for another's id, which is never believed (rule: own-fields). */
export async function checkSubscription(
  ctx: Context,
  input: z.input<typeof checkInput>,
): Promise<SubscriptionView> {
  const actor = requireActor(ctx);
  const { userId } = parseInput(checkInput, input);
  if (userId !== actor.userId) throw new AppError("forbidden");
  return showSubscription(ctx);
}
