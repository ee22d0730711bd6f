import type Stripe from "stripe";
import type { Context } from "../context.server.ts";
import { AppError } from "../errors.ts";
import { idOf, isMissing } from "../payments/read-checkout.server.ts";
import { ensurePrices } from "./ensure-prices.server.ts";
import { isOfferKey, type OfferKey } from "./rules.ts";

/** What the provider says of a subscription now, reduced to what decides. */
export interface Reading {
  stripeSubscriptionId: string;
  stripeCustomerId: string;
  stripePriceId: string | null;
  /** What it bills; null for what this site does not sell. */
  offer: OfferKey | null;
  /** The provider's own word. */
  status: string;
  currentPeriodEnd: Date | null;
  cancelAt: Date | null;
  /** The last invoice, and when its money was first asked for. */
  invoiceId: string | null;
  invoicedAt: Date | null;
  /** The checkout that it began with. */
  checkoutId: string | null;
}

/**
 * Asks the provider about a subscription: only its own answer decides (R15). Null when it knows no
 * such subscription.
 *
 * @throws AppError `provider_unavailable`.
 */
export async function readSubscription(ctx: Context, id: string): Promise<Reading | null> {
  try {
    const found = await ctx.stripe.subscriptions.retrieve(id, { expand: ["latest_invoice"] });
    return toReading(await taxed(ctx, found));
  } catch (error) {
    if (isMissing(error)) return null;
    throw new AppError("provider_unavailable", { cause: error });
  }
}

/**
 * The tax follows the plan (R11): whoever changes the plan in the portal changes one line, and the
 * line of its tax is changed here, for the same period.
 */
async function taxed(
  ctx: Context,
  subscription: Stripe.Subscription,
): Promise<Stripe.Subscription> {
  const plan = itemOf(subscription, "plan");
  const tax = itemOf(subscription, "tax");
  const offer = plan?.price.metadata.offer ?? null;
  const isOver = ["canceled", "incomplete_expired"].includes(subscription.status);
  if (isOver || !tax || !isOfferKey(offer) || tax.price.metadata.offer === offer) {
    return subscription;
  }
  const prices = await ensurePrices(ctx, [offer]);
  return ctx.stripe.subscriptions.update(
    subscription.id,
    {
      items: [{ id: tax.id, price: prices[offer].tax }],
      proration_behavior: "always_invoice",
      expand: ["latest_invoice"],
    },
    { idempotencyKey: `tax-${subscription.id}-${idOf(subscription.latest_invoice)}-${offer}` },
  );
}

function toReading(subscription: Stripe.Subscription): Reading {
  const item = itemOf(subscription, "plan") ?? subscription.items.data[0];
  const offer = item?.price.metadata.offer ?? null;
  const invoice = subscription.latest_invoice;
  const full = typeof invoice === "string" ? null : invoice;
  const finalized = full?.status_transitions.finalized_at;
  return {
    stripeSubscriptionId: subscription.id,
    stripeCustomerId: String(idOf(subscription.customer)),
    stripePriceId: item?.price.id ?? null,
    offer: isOfferKey(offer) ? offer : null,
    status: subscription.status,
    currentPeriodEnd: dateOf(item?.current_period_end),
    cancelAt: dateOf(subscription.cancel_at),
    invoiceId: idOf(invoice),
    invoicedAt: dateOf(finalized ?? full?.created),
    checkoutId: subscription.metadata.subscription_checkout_id ?? null,
  };
}

function itemOf(subscription: Stripe.Subscription, part: "plan" | "tax") {
  return subscription.items.data.find(({ price }) => price.metadata.part === part);
}

function dateOf(seconds: number | null | undefined): Date | null {
  return seconds ? new Date(seconds * 1000) : null;
}
