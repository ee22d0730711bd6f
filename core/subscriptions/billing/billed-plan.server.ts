import type { Executor } from "#platform/postgres.server.ts";
import type { Cents } from "../../money.ts";
import { findBeginning } from "../checkouts/store.server.ts";
import { planName } from "../labels.ts";
import { isLive } from "../rules.ts";
import { findLastBilled } from "../store.server.ts";
import { unusedShare } from "./rules.ts";

export interface BilledPlan {
  name: string;
  /** False once it is over, or owed for too long. */
  isLive: boolean;
  paidUntil: Date | null;
  /** The provider collects nothing since then (rule: suspended-plan). */
  pausedAt: Date | null;
  /** With tax, of what was last paid, for the time after an instant. */
  unusedAfter(instant: Date): Cents;
}

/** The present or last one; null when they were never billed. */
export async function findBilledPlan(db: Executor, userId: string): Promise<BilledPlan | null> {
  const row = await findLastBilled(db, userId);
  if (!row?.stripeSubscriptionId) return null;
  const { planType, currentPeriodEnd: paidUntil, billingPausedAt: pausedAt } = row;
  const beginning = await findBeginning(db, row.stripeSubscriptionId);
  return {
    ...{ name: planName(planType) ?? planType, isLive: isLive(row.status), paidUntil, pausedAt },
    unusedAfter: (instant) => unusedShare(row, beginning, instant),
  };
}
