import type Stripe from "stripe";
import type { Context } from "../../context.server.ts";
import { askProvider, endCheckout, idOf } from "../../payments/checkouts/read-checkout.server.ts";
import { isLiveKey } from "../../payments/rules.ts";
import { readSubscription } from "../read-subscription.server.ts";
import { beginSubscription } from "./begin-subscription.server.ts";
import { handleUnpaid } from "./handle-unpaid-checkout.server.ts";
import { openCheckout } from "./open-checkout.server.ts";
import { returnSubscription } from "./return-subscription.server.ts";
import { type Checkout, expireCheckout, findCheckout, updateCheckout } from "./store.server.ts";

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

async function handle(
  ctx: Context,
  checkout: Checkout,
  session: Stripe.Checkout.Session | null,
): Promise<void> {
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
