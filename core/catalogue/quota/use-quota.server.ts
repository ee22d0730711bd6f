import type { Transaction } from "#platform/postgres.server.ts";
import { AppError } from "../../errors.ts";
import { currentPlan } from "../../subscriptions/current-plan.server.ts";
import { quotaReachedText } from "../../subscriptions/labels.ts";
import { quotaMonth, quotaOf } from "../../subscriptions/rules.ts";
import { lockUsage, writeUsage } from "./store.server.ts";

interface Month {
  /** The start of the month. */
  since: Date;
  used: number;
}

/** Locks the profile, and begins a new month when the stored one is over (rule: quota-month). */
export async function lockMonth(tx: Transaction, userId: string, now: Date): Promise<Month> {
  const { quotaAnchor, lastQuotaReset, sessionCount } = await lockUsage(tx, userId);
  const { since } = quotaMonth(quotaAnchor, now);
  return { since, used: lastQuotaReset < since ? 0 : sessionCount };
}

/** @throws AppError `quota_reached` */
export async function takeQuota(tx: Transaction, userId: string, now: Date): Promise<void> {
  const { since, used } = await lockMonth(tx, userId, now);
  const planId = await currentPlan(tx, { userId, now });
  if (quotaOf(planId, used).state === "reached") throw quotaReached(planId);
  await writeUsage(tx, userId, { used: used + 1, since, countedUnder: planId });
}

/** The refusal, with a message that names the plan. */
export function quotaReached(planId: string | null): AppError {
  return new AppError("quota_reached", {
    message: quotaReachedText(planId),
  });
}

/** Only if it was created this month (rule: quota-month). */
export async function giveQuotaBack(
  tx: Transaction,
  userId: string,
  createdAt: Date,
  now: Date,
): Promise<void> {
  const { since, used } = await lockMonth(tx, userId, now);
  if (createdAt >= since) await writeUsage(tx, userId, { used: Math.max(0, used - 1), since });
}
