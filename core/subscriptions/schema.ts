import { z } from "zod";
import { guestEmail } from "../accounts/schema.ts";
import { checkoutIdInput, guestProof } from "../payments/schema.ts";
import {
  PLAN_TYPES,
  type PlanId,
  type PlanType,
  type Price,
  type Quota,
  type SubscriptionState,
} from "./rules.ts";

const planType = z.string().pipe(z.enum(Object.keys(PLAN_TYPES) as [PlanType, ...PlanType[]]));

export const choosePlanInput = z.object({ planType });

export const chooseGuestPlanInput = z.object({ planType, email: guestEmail, guestProof });

export const verifyGuestInput = z.object({
  /** Null for the free plan, which nobody pays for. */
  sessionId: checkoutIdInput.nullable(),
  planType,
  email: guestEmail,
  guestProof,
});

export interface SubscriptionView {
  /** In force: active, or owed within the grace (rule: plan-truth). */
  subscribed: boolean;
  /** As stored, aliases included; null when not subscribed. */
  planType: string | null;
  /** The catalogue's; null for « Aucun abonnement actif » (rule: one-plan-catalogue). */
  planId: PlanId | null;
  price: Price | null;
  /** `inactive` when owed for too long; null when nothing is billed or in force. */
  status: SubscriptionState | null;
  currentPeriodEnd: Date | null;
  /** Set once cancelled in the portal: then there is no next payment. */
  cancelAt: Date | null;
  /** Nothing is collected at present (rule: suspended-plan). */
  isPaused: boolean;
  graceEndsAt: Date | null;
  hasPortal: boolean;
  /** One was paid for, and the buyer's bank is deciding. */
  isProcessing: boolean;
}

export interface QuotaView extends Quota {
  /** Null without a plan in force: the limit is 0. */
  planId: PlanId | null;
  /** The last reset plus one month, counted from the anchor (rule: quota-month). */
  renewsAt: Date;
}
