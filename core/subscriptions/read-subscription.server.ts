import type Stripe from "stripe";
import type { Context } from "../context.server.ts";
import { askProvider, idOf } from "../payments/checkouts/read-checkout.server.ts";
import { isPriceKey, type PriceKey } from "./rules.ts";

export interface Reading {
  stripeSubscriptionId: string;
  stripeCustomerId: string;
  stripePriceId: string | null;
  priceKey: PriceKey | null;
  status: string;
  currentPeriodEnd: Date | null;
  cancelAt: Date | null;
  /** Nothing is collected, and by our wish (rule: suspended-plan). */
  isPaused: boolean;
  isOurPause: boolean;
  /** When the last invoice's payment was first requested. */
  invoiceId: string | null;
  invoicedAt: Date | null;
  checkoutId: string | null;
}

/**
 * Only the provider's answer decides (rule: plan-truth). Null when it knows none.
 * @throws AppError `provider_unavailable` when it does not answer.
 */
export async function readSubscription(ctx: Context, id: string): Promise<Reading | null> {
  const { subscriptions } = ctx.stripe;
  const expand = ["latest_invoice"];
  const found = await askProvider(ctx, subscriptions.retrieve(id, { expand }));
  return found && toReading(found);
}

function toReading(subscription: Stripe.Subscription): Reading {
  const [item] = subscription.items.data;
  const priceKey = item?.price.metadata.offer ?? null;
  const invoice = subscription.latest_invoice;
  const full = typeof invoice === "string" ? null : invoice;
  const finalized = full?.status_transitions.finalized_at;
  return {
    stripeSubscriptionId: subscription.id,
    stripeCustomerId: String(idOf(subscription.customer)),
    stripePriceId: item?.price.id ?? null,
    priceKey: isPriceKey(priceKey) ? priceKey : null,
    status: subscription.status,
    currentPeriodEnd: dateOf(item?.current_period_end),
    cancelAt: dateOf(subscription.cancel_at),
    isPaused: subscription.pause_collection !== null,
    isOurPause: subscription.metadata.paused_for === "suspension",
    invoiceId: idOf(invoice),
    invoicedAt: dateOf(finalized ?? full?.created),
    checkoutId: subscription.metadata.subscription_checkout_id ?? null,
  };
}

function dateOf(seconds: number | null | undefined): Date | null {
  return seconds ? new Date(seconds * 1000) : null;
}
