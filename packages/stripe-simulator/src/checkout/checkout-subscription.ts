import type { BilledLine } from "../billing/invoice-composition.ts";
import { finalizeInvoice, paymentOf } from "../billing/invoices.ts";
import type { Price } from "../billing/prices.ts";
import {
  billSubscription,
  collectInvoice,
  periodLines,
  subscriptionOf,
} from "../billing/subscription-billing.ts";
import {
  itemsOf,
  makeSubscription,
  saveSubscription,
  trialEndOf,
} from "../billing/subscription-objects.ts";
import { processIntent } from "../payments/payment-intents.ts";
import type { PaymentMethod } from "../payments/payment-methods.ts";
import { applyMetadata } from "../state/metadata.ts";
import type { Kinds } from "../state/objects.ts";
import type { Simulator } from "../state/simulator.ts";
import { emit } from "../webhooks/events.ts";
import { ratesOf } from "./checkout-line-items.ts";
import type { CheckoutSession, SessionHidden } from "./checkout-sessions.ts";

/** A card that its owner leaves for later payments. */
export function attachMethod(
  sim: Simulator,
  account: string,
  method: PaymentMethod,
  customer: string,
) {
  const attached: PaymentMethod = { ...method, customer };
  sim.objects.save("payment_method", attached);
  emit(sim, "payment_method.attached", attached, { account });
}

/**
 * Starts the subscription of a checkout whose card is accepted, and pays its first invoice. Prices that do not recur stand on that invoice only. While the bank has not
 * decided, the subscription is active and its invoice open, as Stripe has it for payments that take
 * time (https://docs.stripe.com/billing/subscriptions/overview).
 */
export function payForSubscription(
  sim: Simulator,
  account: string,
  session: CheckoutSession,
  hidden: SessionHidden,
  paid: { customer: string; method: PaymentMethod; authenticated: boolean; isProcessing: boolean },
): { subscription: string; invoice: string } {
  const { subscriptionData: data } = hidden;
  attachMethod(sim, account, paid.method, paid.customer);
  const lines = hidden.lineItems.map((item) => ({
    price: item.price as unknown as Price,
    quantity: item.quantity ?? 1,
    amount: item.amount_subtotal,
    taxRates: ratesOf(item),
  }));
  const trialEnd = trialEndOf(sim, data as Parameters<typeof trialEndOf>[1]);
  const subscription = makeSubscription(sim, account, {
    customer: paid.customer,
    items: lines.filter(({ price }) => price.type === "recurring"),
    method: paid.method.id,
    metadata: applyMetadata({}, data.metadata),
    description: data.description ?? null,
    trialEnd,
    cancelAtPeriodEnd: false,
    discount: hidden.discount,
    checkout: session.id,
  });
  const now = sim.clock.now();
  const once: BilledLine[] = lines
    .filter(({ price }) => price.type === "one_time")
    .map(({ price, quantity, amount, taxRates }) => ({
      amount,
      description: "",
      price,
      quantity,
      taxRates,
      period: { start: now, end: now },
      subscriptionItem: null,
      proration: false,
    }));
  const recurring = trialEnd === null ? periodLines(itemsOf(subscription)) : [];
  const draft = billSubscription(
    sim,
    account,
    subscription,
    "subscription_create",
    [...recurring, ...once],
    { start: now, end: now },
  );
  const open = finalizeInvoice(sim, account, draft);
  if (paid.isProcessing && open.amount_due > 0) {
    const payment = paymentOf(sim, account, open.id)?.payment.payment_intent;
    const intent = sim.objects.get("payment_intent", String(payment), account);
    processIntent(sim, account, intent, paid.method.id);
    const billed = subscriptionOf(sim, account, open);
    saveSubscription(sim, account, billed, { ...billed, status: "active" });
    return { subscription: subscription.id, invoice: open.id };
  }
  const { invoice } = collectInvoice(sim, account, open, {
    method: paid.method.id,
    onSession: true,
    authenticated: paid.authenticated,
  });
  return { subscription: subscription.id, invoice: (invoice as Kinds["invoice"]).id };
}
