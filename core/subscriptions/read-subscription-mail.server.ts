import type { Context } from "../context.server.ts";
import type { QueuedMail } from "../notifications/schema.ts";
import { findCheckout } from "./checkouts/store.server.ts";
import { PLAN_NAMES, planName } from "./labels.ts";
import {
  bankOf,
  graceEnd,
  isLive,
  isPriceKey,
  PLANS,
  type PlanId,
  type Price,
  planAndPriceOf,
} from "./rules.ts";
import { findSubscription, hasPaymentAccount, type Subscription } from "./store.server.ts";

type SubscriptionMailKind =
  | "subscription-cancelled"
  | "subscription-renewal-failed"
  | "subscription-ended";
type PurchaseMailKind =
  | "subscription-confirmed"
  | "subscription-returned"
  | "subscription-processing"
  | "subscription-refused";

export interface SubscriptionMail {
  siteUrl: string;
  plan: string;
  /** The plan stays in force until then although a payment failed. */
  graceEndsAt: Date | null;
  endsAt: Date | null;
}

/** Null when the mail would be wrong by now. */
export async function readSubscriptionMail(
  ctx: Context,
  mail: QueuedMail<SubscriptionMailKind>,
): Promise<SubscriptionMail | null> {
  const row = await findSubscription(ctx.db, { id: mail.data.subscriptionId });
  if (!row || !isTrueStill(mail.kind, row)) return null;
  return {
    siteUrl: ctx.config.appUrl,
    plan: planName(row.planType) ?? row.planType,
    graceEndsAt: row.pastDueSince && graceEnd(row.pastDueSince),
    endsAt: row.cancelAt,
  };
}

function isTrueStill(kind: SubscriptionMailKind, { status, cancelAt }: Subscription): boolean {
  switch (kind) {
    case "subscription-cancelled":
      return isLive(status) && cancelAt !== null;
    case "subscription-renewal-failed":
      return status === "past_due";
    case "subscription-ended":
      return status === "canceled";
  }
}

export interface PurchaseMail {
  siteUrl: string;
  plan: string;
  planId: PlanId;
  price: Price | null;
  sendsTexts: boolean;
  /** They have a profile and a payment account to sell slots by. */
  canSell: boolean;
  /** Bought with the e-mail of an existing account (rule: guest-account). */
  isAttached: boolean;
}

/** Null when the checkout was deleted meanwhile, or the deciding bank has decided. */
export async function readPurchaseMail(
  ctx: Context,
  mail: QueuedMail<PurchaseMailKind>,
): Promise<PurchaseMail | null> {
  const row = await findCheckout(ctx.db, { id: mail.data.checkoutId });
  if (!row) return null;
  if (mail.kind === "subscription-processing" && bankOf(row) !== "deciding") return null;
  const { plan, price } = isPriceKey(row.priceKey)
    ? planAndPriceOf(row.priceKey)
    : { plan: PLANS.free, price: null };
  return {
    siteUrl: ctx.config.appUrl,
    plan: PLAN_NAMES[plan.id],
    planId: plan.id,
    price,
    sendsTexts: ctx.texter.works,
    canSell: row.userId !== null && (await hasPaymentAccount(ctx.db, row.userId)),
    isAttached: row.guestProofHash !== null && row.userId !== null && !row.accountCreated,
  };
}
