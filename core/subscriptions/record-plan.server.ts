import { newId } from "#platform/ids.server.ts";
import type { Transaction } from "#platform/postgres.server.ts";
import type { Context } from "../context.server.ts";
import { isLive, type PlanId } from "./rules.ts";
import {
  findSubscription,
  insertSubscription,
  lockSubscriber,
  mirrorPlan,
  updateSubscription,
} from "./store.server.ts";

/**
 * The free plan is in force at once unless another is, a paid one once paid (rule: plan-truth).
 * @returns whether this call put it in force.
 */
export async function recordPlan(
  ctx: Context,
  tx: Transaction,
  { userId, planId }: { userId: string; planId: PlanId },
): Promise<boolean> {
  await lockSubscriber(tx, userId);
  const now = ctx.now();
  const times = { createdAt: now, updatedAt: now };
  if (planId !== "free") {
    if (await findSubscription(tx, { userId, only: "billed" })) return false;
    const unpaid = await findSubscription(tx, { userId, only: "unpaid" });
    if (unpaid) {
      await updateSubscription(tx, unpaid.id, { planType: planId, updatedAt: now });
    } else {
      const status = "inactive";
      await insertSubscription(tx, { id: newId(), userId, planType: planId, status, ...times });
    }
    return false;
  }
  const current = await findSubscription(tx, { userId });
  if (current && isLive(current.status)) return false;
  await insertSubscription(tx, {
    id: newId(),
    userId,
    planType: planId,
    status: "active",
    ...times,
  });
  await mirrorPlan(tx, userId, planId, now);
  return true;
}
