import type Stripe from "stripe";
import type { Context } from "../../context.server.ts";
import { enqueueMail } from "../../notifications/enqueue-mail.server.ts";
import { askProvider, idOf, isMissing } from "../../payments/checkouts/read-checkout.server.ts";
import { type Checkout, lockCheckout, updateCheckout } from "./store.server.ts";

/**
 * The bank is deciding or has refused, of which the buyer is told (rule: processing-payment).
 * @throws AppError `provider_unavailable` when it does not answer.
 */
export async function handleUnpaid(
  ctx: Context,
  checkout: Checkout,
  session: Stripe.Checkout.Session,
): Promise<void> {
  const isRefused = await hasBankRefused(ctx, idOf(session.invoice));
  // Else the subscription would bill again next month without ever having been paid.
  if (isRefused) await endUnpaid(ctx, String(idOf(session.subscription)));
  const now = ctx.now();
  await ctx.db.transaction(async (tx) => {
    const { id, status, processingAt, buyerEmail: to } = await lockCheckout(tx, checkout.id);
    if (status !== "creating" && status !== "open") return;
    if (!isRefused && processingAt) return;
    const data = { checkoutId: id };
    await updateCheckout(tx, id, {
      checkoutSessionId: session.id,
      ...(isRefused
        ? { status: "expired", processingAt: null, refusedAt: now, settledAt: now }
        : { status: "open", processingAt: now }),
    });
    const kind = isRefused ? "subscription-refused" : "subscription-processing";
    await enqueueMail(ctx, tx, { kind, reference: id, to, data });
  });
}

/** Of an invoice that is not paid. */
async function hasBankRefused(ctx: Context, invoice: string | null): Promise<boolean> {
  if (invoice === null) return false;
  const { invoicePayments, paymentIntents } = ctx.stripe;
  const asked = await askProvider(ctx, invoicePayments.list({ invoice, limit: 100 }));
  const intents = (asked?.data ?? []).flatMap(({ payment }) => idOf(payment.payment_intent) ?? []);
  const states: string[] = [];
  for (const id of intents) {
    const intent = await askProvider(ctx, paymentIntents.retrieve(id));
    if (intent) states.push(intent.status);
  }
  return states.length > 0 && states.every((status) => REFUSED.includes(status));
}

const REFUSED: readonly string[] = ["requires_payment_method", "canceled"];

async function endUnpaid(ctx: Context, subscriptionId: string): Promise<void> {
  try {
    await ctx.stripe.subscriptions.cancel(subscriptionId);
  } catch (error) {
    // Ended already, by us or by the provider.
    if (!isMissing(error)) throw error;
  }
}
