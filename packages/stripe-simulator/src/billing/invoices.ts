import type Stripe from "stripe";
import { createIntent } from "../payments/payment-intents.ts";
import { newId } from "../state/ids.ts";
import { type ListParams, listObjects } from "../state/listing.ts";
import type { Kinds } from "../state/objects.ts";
import type { ApiRequest, Simulator } from "../state/simulator.ts";
import { emit } from "../webhooks/events.ts";
import { composeInvoice, type NewInvoice } from "./invoice-composition.ts";

export type Invoice = Kinds["invoice"];

/** Stores a draft and announces it. */
export function draftInvoice(sim: Simulator, account: string, wanted: NewInvoice): Invoice {
  const composed = composeInvoice(sim, account, wanted);
  const invoice = sim.objects.insert("invoice", composed, { account });
  emit(sim, "invoice.created", invoice, { account });
  return invoice;
}

export function saveInvoice(sim: Simulator, account: string, invoice: Invoice): Invoice {
  sim.objects.save("invoice", invoice);
  emit(sim, "invoice.updated", invoice, { account });
  return invoice;
}

/** Numbers a draft, uses the customer's credit up and, when something is due, opens its payment. */
export function finalizeInvoice(sim: Simulator, account: string, draft: Invoice): Invoice {
  const customer = sim.objects.get("customer", String(draft.customer), account);
  const sequence = customer.next_invoice_sequence ?? 1;
  sim.objects.save("customer", {
    ...customer,
    balance: draft.ending_balance ?? 0,
    next_invoice_sequence: sequence + 1,
  });
  const now = sim.clock.now();
  const page = `${sim.settings.publicUrl}/i/${draft.id}`;
  const open: Invoice = {
    ...draft,
    effective_at: now,
    hosted_invoice_url: page,
    invoice_pdf: null,
    number: `${customer.invoice_prefix}-${String(sequence).padStart(4, "0")}`,
    status: "open",
    status_transitions: { ...draft.status_transitions, finalized_at: now },
  };
  sim.objects.save("invoice", open);
  emit(sim, "invoice.finalized", open, { account });
  if (open.amount_due > 0) openPayment(sim, account, open);
  return open;
}

function openPayment(sim: Simulator, account: string, invoice: Invoice): void {
  const intent = createIntent(sim, account, {
    amount: invoice.amount_due,
    currency: invoice.currency,
    customer: String(invoice.customer),
    data: { description: "Subscription payment" },
    origin: "invoice",
    metadata: {},
  });
  sim.objects.insert(
    "invoice_payment",
    {
      id: newId("inpay_1"),
      object: "invoice_payment",
      amount_requested: invoice.amount_due,
      created: sim.clock.now(),
      currency: invoice.currency,
      invoice: invoice.id,
      is_default: true,
      livemode: false,
      payment: { type: "payment_intent", payment_intent: intent.id },
      status: "open",
      status_transitions: {},
    },
    { account },
  );
}

export function paymentOf(sim: Simulator, account: string, invoice: string) {
  return sim.objects.all("invoice_payment", { invoice }, account)[0];
}

/** Ends an open or draft invoice unpaid. */
export function voidInvoice(sim: Simulator, account: string, invoice: Invoice): void {
  const voided: Invoice = {
    ...invoice,
    auto_advance: false,
    next_payment_attempt: null,
    status: "void",
    status_transitions: { ...invoice.status_transitions, voided_at: sim.clock.now() },
  };
  sim.objects.save("invoice", voided);
  emit(sim, "invoice.voided", voided, { account });
}

export function retrieveInvoice(sim: Simulator, { id, account }: ApiRequest) {
  return sim.objects.get("invoice", id, account, { param: "invoice" });
}

export function listInvoices(
  sim: Simulator,
  request: ApiRequest<Stripe.InvoiceListParams & ListParams>,
) {
  const { collection_method: method, customer, status, subscription } = request.params;
  return listObjects(sim, request, "invoice", {
    ...(method !== undefined && { collection_method: method }),
    ...(customer !== undefined && { customer }),
    ...(status !== undefined && { status }),
    ...(subscription !== undefined && {
      "parent.subscription_details.subscription": subscription,
    }),
  });
}

export function listInvoicePayments(
  sim: Simulator,
  request: ApiRequest<Stripe.InvoicePaymentListParams & ListParams>,
) {
  const { invoice, payment, status } = request.params;
  return listObjects(sim, request, "invoice_payment", {
    ...(invoice !== undefined && { invoice }),
    ...(status !== undefined && { status }),
    ...(payment?.payment_intent !== undefined && {
      "payment.payment_intent": payment.payment_intent,
    }),
  });
}
