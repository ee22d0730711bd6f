import { chargeIntent } from "../payments/charges.ts";
import { bankOf } from "../payments/payment-methods.ts";
import type { TestCard } from "../payments/test-cards.ts";
import { strike } from "../state/faults.ts";
import type { Simulator } from "../state/simulator.ts";
import { emit } from "../webhooks/events.ts";
import { type Invoice, paymentOf } from "./invoices.ts";

type Refusal = NonNullable<TestCard["declined"]>;

/** `onSession`: the payer is there and has passed 3-D Secure if the bank asked for it. */
export interface Attempt {
  method: string | null;
  onSession: boolean;
  authenticated?: boolean;
}

const noCard: Refusal = {
  code: "missing",
  message: "This customer has no default payment method.",
  french: "Aucun moyen de paiement n'est enregistré.",
};

const authenticationNeeded: Refusal = {
  code: "authentication_required",
  declineCode: "authentication_required",
  message: "Your card was declined. This transaction requires authentication.",
  french: "Votre banque demande une authentification.",
};

function refusalOf(sim: Simulator, attempt: Attempt): Refusal | undefined {
  if (attempt.method === null) return noCard;
  const bank = bankOf(sim, attempt.method);
  if (attempt.onSession) return bank.declined;
  const fault = strike(sim, ["decline_invoices"], () => true);
  if (bank.refusedLater || fault) {
    return {
      code: "card_declined",
      declineCode: "generic_decline",
      message: "Your card was declined.",
      french: "Votre carte a été refusée.",
    };
  }
  return bank.challenge === "always" ? authenticationNeeded : bank.declined;
}

function markPaid(sim: Simulator, account: string, invoice: Invoice): Invoice {
  const now = sim.clock.now();
  const paid: Invoice = {
    ...invoice,
    amount_paid: invoice.amount_due,
    amount_remaining: 0,
    attempt_count: invoice.attempt_count + (invoice.amount_due > 0 ? 1 : 0),
    attempted: true,
    auto_advance: false,
    next_payment_attempt: null,
    status: "paid",
    status_transitions: { ...invoice.status_transitions, paid_at: now },
  };
  sim.objects.save("invoice", paid);
  const payment = paymentOf(sim, account, invoice.id);
  if (payment) {
    const settled = {
      ...payment,
      amount_paid: invoice.amount_due,
      status: "paid",
      status_transitions: { ...payment.status_transitions, paid_at: now },
    };
    sim.objects.save("invoice_payment", settled);
    emit(sim, "invoice_payment.paid", settled, { account });
  }
  emit(sim, "invoice.paid", paid, { account });
  emit(sim, "invoice.payment_succeeded", paid, { account });
  return paid;
}

/**
 * Tries to take an open invoice's money. Returns the invoice as it then is, and why it was refused.
 * The caller decides what that means for the subscription.
 */
export function attemptInvoice(
  sim: Simulator,
  account: string,
  invoice: Invoice,
  attempt: Attempt,
): { invoice: Invoice; refusal?: Refusal } {
  if (invoice.amount_due === 0) return { invoice: markPaid(sim, account, invoice) };
  const refusal = refusalOf(sim, attempt);
  const intentId = paymentOf(sim, account, invoice.id)?.payment.payment_intent;
  const intent = sim.objects.get("payment_intent", String(intentId), account);
  if (attempt.method !== null) {
    chargeIntent(sim, account, intent, sim.objects.get("payment_method", attempt.method, account), {
      authenticated: attempt.authenticated ?? false,
      ...(refusal && { declined: refusal }),
    });
  }
  if (!refusal) return { invoice: markPaid(sim, account, invoice) };
  const failed: Invoice = {
    ...invoice,
    attempt_count: invoice.attempt_count + 1,
    attempted: true,
  };
  sim.objects.save("invoice", failed);
  if (refusal === authenticationNeeded) {
    emit(sim, "invoice.payment_action_required", failed, { account });
  }
  return { invoice: failed, refusal };
}
