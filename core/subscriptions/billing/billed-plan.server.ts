import type { Executor } from "#platform/postgres.server.ts";
import type { Cents } from "../../money.ts";
import { findBeginning } from "../checkouts/store.server.ts";
import { planName } from "../labels.ts";
import { isLive } from "../rules.ts";
import { findLastBilled } from "../store.server.ts";
import { unusedShare } from "./rules.ts";

/** The paid plan of an account as others than its owner need to know it. */
export interface BilledPlan {
  /** « Premium » */
  name: string;
  /** False once it is over, or owed for too long. */
  isLive: boolean;
  paidUntil: Date | null;
  /** Since when the provider collects nothing (rule: suspended-plan). */
  pausedAt: Date | null;
  /** The part, with tax, of what was last paid that is for the time after an instant. */
  unusedAfter(instant: Date): Cents;
}

/** The plan that an account is, or was last, billed for; null when it never was. */
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
