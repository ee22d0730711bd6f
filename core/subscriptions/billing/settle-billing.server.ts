import type Stripe from "stripe";
import type { Context } from "../../context.server.ts";
import { AppError } from "../../errors.ts";
import type { JobMap } from "../../jobs.ts";
import { settleCheckout } from "../checkouts/settle-checkout.server.ts";
import { findCheckout } from "../checkouts/store.server.ts";
import { readSubscription } from "../read-subscription.server.ts";
import { findAccountStatus, findSubscription } from "../store.server.ts";
import { syncSubscription } from "../sync-subscription.server.ts";
import { billingStepOf } from "./rules.ts";

/** For an account closed or opened again during a call. */
const TRIES = 5;

/** With the mark by which we know it for ours. */
const PAUSE: Stripe.SubscriptionUpdateParams = {
  pause_collection: { behavior: "void" },
  metadata: { paused_for: "suspension" },
};
const RESUMPTION: Stripe.SubscriptionUpdateParams = {
  pause_collection: "",
  metadata: { paused_for: "" },
};

/**
 * A suspended account pays nothing, nor what it owed (rule: suspended-plan). No idempotency key:
 * the answer to one would be yesterday's.
 * @throws AppError `provider_unavailable`, or Stripe's error, when a call fails.
 */
export async function settleBilling(
  ctx: Context,
  { userId }: JobMap["settle-billing"],
): Promise<void> {
  if ((await findAccountStatus(ctx.db, userId)) === "suspended") await closePage(ctx, userId);
  const billed = await findSubscription(ctx.db, { userId, only: "billed" });
  if (!billed?.stripeSubscriptionId) return;
  const { stripeSubscriptionId } = billed;
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const reading = await readSubscription(ctx, stripeSubscriptionId);
    const step = reading && billingStepOf(await findAccountStatus(ctx.db, userId), reading);
    if (!step) break;
    const change = step === "pause" ? PAUSE : RESUMPTION;
    await ctx.stripe.subscriptions.update(stripeSubscriptionId, change);
  }
  if ((await findAccountStatus(ctx.db, userId)) === "suspended") {
    await forgive(ctx, stripeSubscriptionId);
  }
  await syncSubscription(ctx, { stripeSubscriptionId });
}

/** Nobody pays for a plan on a page opened before. */
async function closePage(ctx: Context, userId: string): Promise<void> {
  const open = await findCheckout(ctx.db, { openFor: userId });
  if (!open) return;
  const checkout = await settleCheckout(ctx, { checkoutId: open.id, abandon: true });
  if (checkout?.settledAt === null) throw new AppError("provider_unavailable");
}

/**
 * The provider would go on collecting what was billed before
 * (https://docs.stripe.com/billing/subscriptions/pause-payment).
 */
async function forgive(ctx: Context, subscription: string): Promise<void> {
  const { invoices } = ctx.stripe;
  for (const { id } of (await invoices.list({ subscription, status: "draft" })).data) {
    await invoices.finalizeInvoice(String(id), { auto_advance: false });
  }
  for (const { id } of (await invoices.list({ subscription, status: "open" })).data) {
    await invoices.voidInvoice(String(id));
  }
}
