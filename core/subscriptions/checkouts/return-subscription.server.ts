import type { Context } from "../../context.server.ts";
import { idOf, isMissing } from "../../payments/checkouts/read-checkout.server.ts";
import { createOnce, findMarked } from "../../payments/prepare-payment.server.ts";
import { type Checkout, updateCheckout } from "./store.server.ts";

/**
 * Bought beside another; the refund's key is the checkout's id.
 * @throws Stripe's error without an answer.
 */
export async function returnSubscription(ctx: Context, checkout: Checkout): Promise<void> {
  const { stripeSubscriptionId, checkoutSessionId } = checkout;
  if (!stripeSubscriptionId || !checkoutSessionId) throw new Error("nothing to give back");
  try {
    await ctx.stripe.subscriptions.cancel(stripeSubscriptionId);
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
  const session = await ctx.stripe.checkout.sessions.retrieve(checkoutSessionId);
  const invoice = idOf(session.invoice);
  const payments = invoice
    ? await ctx.stripe.invoicePayments.list({ invoice, status: "paid" })
    : { data: [] };
  for (const { payment } of payments.data) {
    const paymentIntent = idOf(payment.payment_intent);
    if (!paymentIntent) continue;
    const metadata = { subscription_checkout_id: checkout.id };
    const { refunds } = ctx.stripe;
    await createOnce(ctx, `return-${checkout.id}-${paymentIntent}`, {
      find: (options) =>
        findMarked(
          refunds.list({ payment_intent: paymentIntent, limit: 100 }, options),
          (one) => one.metadata?.subscription_checkout_id === checkout.id,
        ),
      make: (options) => refunds.create({ payment_intent: paymentIntent, metadata }, options),
    });
  }
  await updateCheckout(ctx.db, checkout.id, { settledAt: ctx.now() });
}
