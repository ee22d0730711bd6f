import { type SQL, sql } from "drizzle-orm";
import { list } from "#platform/postgres.server.ts";
import { GRACE, type PlanId, planOf, rightsOf } from "./rules.ts";

/** Every name under which a plan with this right is stored. */
function namesWith(right: "remindsBySms" | "boosts"): string[] {
  const stored = ["free", "flow", "premium", "boost", "expand"];
  return stored.filter((name) => rightsOf(planOf(name) as PlanId)[right]);
}

/**
 * Whether the plan in force of a user gives this right, as part of a statement; `currentPlan` says
 * the same of one user (rule: plan-truth).
 */
export function hasRight(userId: SQL, right: "remindsBySms" | "boosts", now: Date): SQL<boolean> {
  return sql<boolean>`exists (select from professional_subscriptions plan
    where plan.user_id = ${userId} and plan.plan_type = any(${list(namesWith(right), "text")})
      and (plan.status = 'active' or (plan.status = 'past_due'
        and plan.past_due_since > ${new Date(now.getTime() - GRACE)})))`;
}
