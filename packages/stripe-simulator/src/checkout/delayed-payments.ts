import { paymentOf, voidInvoice } from "../billing/invoices.ts";
import { collectInvoice } from "../billing/subscription-billing.ts";
import { chargeIntent } from "../payments/charges.ts";
import type { PaymentIntent } from "../payments/payment-intents.ts";
import { testCard } from "../payments/test-cards.ts";
import { invalidRequest } from "../protocol/stripe-error.ts";
import type { Simulator } from "../state/simulator.ts";
import { emit } from "../webhooks/events.ts";
import type { CheckoutSession } from "./checkout-sessions.ts";

/**
 * The bank decides about a checkout that is complete and unpaid
 * (https://docs.stripe.com/payments/checkout/fulfill-orders#delayed-notification). Returns the session
 * as it is then: one that failed stays complete and unpaid, and the invoice of a subscription is
 * voided while the subscription stays active.
 */
export function decidePayment(
  sim: Simulator,
  id: string,
  outcome: "succeeded" | "failed",
): CheckoutSession {
  const found = sim.objects.locate(id);
  if (found?.kind !== "checkout.session") throw invalidRequest(`No such checkout: ${id}`);
  const { account } = found;
  const session = found.body as CheckoutSession;
  const intent = intentOf(sim, session, account);
  if (intent?.status !== "processing") {
    throw invalidRequest("Nothing is being decided about this checkout.");
  }
  const method = sim.objects.get("payment_method", String(intent.payment_method), account);
  const declined = testCard("4000000000000002").declined;
  const isPaid = outcome === "succeeded";
  const isOfInvoice = session.mode === "subscription";
  if (isOfInvoice && isPaid) {
    const invoice = sim.objects.get("invoice", String(session.invoice), account);
    collectInvoice(sim, account, invoice, { method: method.id, onSession: true });
  } else {
    const refusal = isPaid || !declined ? {} : { declined };
    chargeIntent(sim, account, intent, method, { authenticated: false, ...refusal });
  }
  if (isOfInvoice && !isPaid) {
    voidInvoice(sim, account, sim.objects.get("invoice", String(session.invoice), account));
  }
  const decided: CheckoutSession = { ...session, payment_status: isPaid ? "paid" : "unpaid" };
  sim.objects.save("checkout.session", decided);
  emit(sim, `checkout.session.async_payment_${outcome}`, decided, { account });
  return decided;
}

function intentOf(
  sim: Simulator,
  { payment_intent: own, invoice }: CheckoutSession,
  account: string,
): PaymentIntent | undefined {
  const id = own ?? (invoice && paymentOf(sim, account, String(invoice))?.payment.payment_intent);
  return id ? sim.objects.find("payment_intent", String(id), account) : undefined;
}
