import { requireActor } from "../accounts/rules.ts";
import type { Context } from "../context.server.ts";
import { AppError } from "../errors.ts";
import { currentPlan } from "./current-plan.server.ts";
import { quotaMonth, quotaOf } from "./rules.ts";
import type { QuotaView } from "./schema.ts";
import { findUsage } from "./store.server.ts";

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
