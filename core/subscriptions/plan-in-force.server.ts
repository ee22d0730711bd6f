import { type SQL, sql } from "drizzle-orm";
import { list } from "#platform/postgres.server.ts";
import { GRACE, PLAN_IDS, rightsOf } from "./rules.ts";

/** Part of a statement; `currentPlan` says the same of one user (rule: plan-truth). */
export function hasRight(userId: SQL, right: "remindsBySms" | "boosts", now: Date): SQL<boolean> {
  const plans = PLAN_IDS.filter((plan) => rightsOf(plan)[right]);
  return sql<boolean>`exists (select from professional_subscriptions plan
    where plan.user_id = ${userId} and plan.plan_type = any(${list(plans, "text")})
      and (plan.status = 'active' or (plan.status = 'past_due'
        and plan.past_due_since > ${new Date(now.getTime() - GRACE)})))`;
}
