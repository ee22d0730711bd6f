import { requireActor } from "../accounts/rules.ts";
import type { Context } from "../context.server.ts";
import { findCheckout } from "./checkouts/store.server.ts";
import { bankOf, graceEnd, isInForce, isPriceKey, planAndPriceOf, planOf } from "./rules.ts";
import type { SubscriptionView } from "./schema.ts";
import { findCustomer, findSubscription } from "./store.server.ts";

export async function showSubscription(ctx: Context): Promise<SubscriptionView> {
  const { userId } = requireActor(ctx);
  const subscription = await findSubscription(ctx.db, { userId });
  const hasPortal = (await findCustomer(ctx.db, userId)) !== null;
  const open = await findCheckout(ctx.db, { openFor: userId });
  const subscribed = subscription !== null && isInForce(subscription, ctx.now());
  const isBilled = subscription !== null && subscription.stripeSubscriptionId !== null;
  const owedSince = subscription?.status === "past_due" ? subscription.pastDueSince : null;
  return {
    subscribed,
    planType: subscribed ? subscription.planType : null,
    planId: subscribed ? planOf(subscription.planType) : null,
    price:
      subscribed && isPriceKey(subscription.priceKey)
        ? planAndPriceOf(subscription.priceKey).price
        : null,
    status: subscription && (subscribed || isBilled) ? subscription.status : null,
    currentPeriodEnd: subscription?.currentPeriodEnd ?? null,
    cancelAt: subscription?.cancelAt ?? null,
    isPaused: subscribed && subscription.billingPausedAt !== null,
    graceEndsAt: owedSince && graceEnd(owedSince),
    hasPortal,
    isProcessing: bankOf(open) === "deciding",
  };
}
