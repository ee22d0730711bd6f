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

/** What is chosen, under the names of the calls (S2§7). */
export const choosePlanInput = z.object({ planType });

export const chooseGuestPlanInput = z.object({ planType, email: guestEmail, guestProof });

export const verifyGuestInput = z.object({
  /** Null for the free plan, which nobody pays for. */
  sessionId: checkoutIdInput.nullable(),
  planType,
  email: guestEmail,
  guestProof,
});

/** One's own subscription, for the card on the profile (S1§2) and for programs. */
export interface SubscriptionView {
  /** A plan is in force: active, or owed for less than seven days (R15). */
  subscribed: boolean;
  /** The stored name of the plan, aliases included; null when not subscribed. */
  planType: string | null;
  /** What that name means; null for « Aucun abonnement actif » (S1§4, R10). */
  planId: PlanId | null;
  /** What is paid for it; null for what costs nothing. */
  price: Price | null;
  /** `inactive` when a payment has been owed for too long; null when nothing is billed or in force. */
  status: SubscriptionState | null;
  /** The next payment; null for what costs nothing. */
  currentPeriodEnd: Date | null;
  /** When it ends, once it was called off in the portal: then there is no next payment. */
  cancelAt: Date | null;
  /** While a payment is owed: until when the plan stays in force. */
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
  /** When the count starts again: the last reset plus one month, counted from the anchor (R23). */
  renewsAt: Date;
}
