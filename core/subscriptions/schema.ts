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

/** The chosen plan, under the names of the calls. */
export const choosePlanInput = z.object({ planType });

export const chooseGuestPlanInput = z.object({ planType, email: guestEmail, guestProof });

export const verifyGuestInput = z.object({
  /** Null for the free plan, which nobody pays for. */
  sessionId: checkoutIdInput.nullable(),
  planType,
  email: guestEmail,
  guestProof,
});

/** One's own subscription, for the card on the profile and for programs. */
export interface SubscriptionView {
  /** A plan is in force: active, or owed for less than seven days (rule: plan-truth). */
  subscribed: boolean;
  /** The stored name of the plan, aliases included; null when not subscribed. */
  planType: string | null;
  /**
   * The catalogue's plan of that name; null for « Aucun abonnement actif » (rule:
   * one-plan-catalogue).
   */
  planId: PlanId | null;
  /** The price; null for a free plan. */
  price: Price | null;
  /** `inactive` when a payment has been owed for too long; null when nothing is billed or in force. */
  status: SubscriptionState | null;
  /** The next payment; null for a free plan. */
  currentPeriodEnd: Date | null;
  /** Its end, once it was cancelled in the portal: then there is no next payment. */
  cancelAt: Date | null;
  /** Nothing is collected at present (rule: suspended-plan). */
  isPaused: boolean;
  /** While a payment is owed, the end of the grace. */
  graceEndsAt: Date | null;
  /** The provider knows this customer: `openCustomerPortal` has something to open. */
  hasPortal: boolean;
  /** One was paid for, and the buyer's bank is deciding. */
  isProcessing: boolean;
}

/** The month's quota as the card shows it. */
export interface QuotaView extends Quota {
  /** Null without a plan in force: the limit is 0. */
  planId: PlanId | null;
  /**
   * When the count starts again: the last reset plus one month, counted from the anchor (rule:
   * quota-month).
   */
  renewsAt: Date;
}
