import type Stripe from "stripe";
import type { Context } from "../../context.server.ts";
import { enqueueMail } from "../../notifications/enqueue-mail.server.ts";
import {
  askProvider,
  endCheckout,
  idOf,
  isMissing,
} from "../../payments/checkouts/read-checkout.server.ts";
import { createOnce, findMarked } from "../../payments/prepare-payment.server.ts";
import { isLiveKey } from "../../payments/rules.ts";
import { readSubscription } from "../read-subscription.server.ts";
import { beginSubscription } from "./begin-subscription.server.ts";
import { openCheckout } from "./open-checkout.server.ts";
import {
  type Checkout,
  expireCheckout,
  findCheckout,
  lockCheckout,
  updateCheckout,
} from "./store.server.ts";

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

/**
 * The bank is deciding or has refused, of which the buyer is told (rule: processing-payment).
 * @throws AppError `provider_unavailable` when it does not answer.
 */
async function handleUnpaid(ctx: Context, checkout: Checkout, session: Stripe.Checkout.Session) {
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

interface Settling {
  checkoutId: string;
  /** Known from an event that came before our own call returned. */
  checkoutSessionId?: string;
  /** The page is ended first, so that nobody can pay there. */
  abandon?: boolean;
}

/**
 * By the provider's present answer; any number of times, by anybody (rule: plan-truth).
 * @throws AppError `provider_unavailable` when it does not answer.
 */
export async function settleCheckout(
  ctx: Context,
  { checkoutId, checkoutSessionId, abandon = false }: Settling,
): Promise<Checkout | null> {
  let checkout = await findCheckout(ctx.db, { id: checkoutId });
  if (!checkout) return null;
  if (checkout.status === "creating" && !checkoutSessionId) {
    checkout = await openCheckout(ctx, checkout);
  }
  const sessionId = checkout.checkoutSessionId ?? checkoutSessionId;
  if (sessionId && (checkout.status === "creating" || checkout.status === "open")) {
    if (abandon) await endCheckout(ctx, sessionId);
    const { sessions } = ctx.stripe.checkout;
    await handle(ctx, checkout, await askProvider(ctx, sessions.retrieve(sessionId)));
    checkout = await findCheckout(ctx.db, { id: checkoutId });
  }
  if (checkout?.status === "returned" && checkout.settledAt === null) {
    await returnSubscription(ctx, checkout);
  }
  return checkout;
}

async function handle(ctx: Context, checkout: Checkout, session: Stripe.Checkout.Session | null) {
  if (!session || session.status === "expired") {
    return expireCheckout(ctx.db, checkout, ctx.now());
  }
  const subscriptionId = idOf(session.subscription);
  if (session.status !== "complete" || !subscriptionId) return;
  if (session.payment_status === "unpaid") return handleUnpaid(ctx, checkout, session);
  const isOurs =
    session.client_reference_id === checkout.id &&
    session.livemode === isLiveKey(ctx.config.stripe.secretKey);
  const reading = isOurs ? await readSubscription(ctx, subscriptionId) : null;
  if (!reading?.priceKey) {
    // Alerts the operator (rule: payment-review).
    ctx.log.error({ checkoutId: checkout.id, subscriptionId }, "PAYMENT REVIEW: subscription");
    return;
  }
  await updateCheckout(ctx.db, checkout.id, { checkoutSessionId: session.id });
  await beginSubscription(ctx, checkout.id, reading);
}
