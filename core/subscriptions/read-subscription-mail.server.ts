import type { Context } from "../context.server.ts";
import type { QueuedMail } from "../notifications/schema.ts";
import { findCheckout } from "./checkouts/store.server.ts";
import { PLAN_NAMES, planName } from "./labels.ts";
import { bankOf, graceEnd, isLive, isPriceKey, PLANS, planAndPriceOf } from "./rules.ts";
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

/** Null when the mail would be wrong by now. */
export async function readSubscriptionMail(ctx: Context, mail: QueuedMail<SubscriptionMailKind>) {
  const row = await findSubscription(ctx.db, { id: mail.data.subscriptionId });
  if (!row || !isTrueStill(mail.kind, row)) return null;
  return {
    siteUrl: ctx.config.appUrl,
    plan: planName(row.planType) ?? row.planType,
    /** The plan stays in force until then although a payment failed. */
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

/** Null when the checkout was deleted meanwhile, or the deciding bank has decided. */
export async function readPurchaseMail(ctx: Context, mail: QueuedMail<PurchaseMailKind>) {
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
    /** They have a profile and a payment account to sell slots by. */
    canSell: row.userId !== null && (await hasPaymentAccount(ctx.db, row.userId)),
    /** Bought with the e-mail of an existing account (rule: guest-account). */
    isAttached: row.guestProofHash !== null && row.userId !== null && !row.accountCreated,
  };
}
