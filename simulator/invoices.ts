import type Stripe from "stripe";
import { platformAccountId } from "./authentication.ts";
import { findCoupon } from "./coupons.ts";
import type { Customer } from "./customers.ts";
import { type Discount, discountParts } from "./discounts.ts";
import { emit } from "./events.ts";
import { newId } from "./ids.ts";
import { type ListParams, listObjects } from "./listing.ts";
import { complete, type Kinds } from "./objects.ts";
import { createIntent } from "./payment-intents.ts";
import type { Price } from "./prices.ts";
import type { ApiRequest, Simulator } from "./simulator.ts";

export type Invoice = Kinds["invoice"];

/** One line to be billed; a negative amount credits time that was paid and not used. */
export interface BilledLine {
  amount: number;
  description: string;
  price: Price;
  quantity: number;
  period: { start: number; end: number };
  subscriptionItem: string | null;
  proration: boolean;
}

interface NewInvoice {
  customer: Customer;
  currency: string;
  subscription: { id: string; metadata: Record<string, string> };
  reason: NonNullable<Invoice["billing_reason"]>;
  lines: BilledLine[];
  discount: Discount | undefined;
  /** The period that the invoice looks back on. */
  period: { start: number; end: number };
}

function lineItem(
  line: BilledLine,
  invoice: string,
  currency: string,
  subscription: string,
  off: { amount: number; discount: string } | undefined,
) {
  return {
    id: newId("il_1"),
    object: "line_item",
    amount: line.amount,
    currency,
    description: line.description,
    discount_amounts: off ? [off] : [],
    discountable: !line.proration,
    discounts: off ? [off.discount] : [],
    invoice,
    livemode: false,
    metadata: {},
    parent: {
      type: "subscription_item_details",
      invoice_item_details: null,
      subscription_item_details: {
        invoice_item: null,
        proration: line.proration,
        proration_details: { credited_items: null },
        subscription,
        subscription_item: line.subscriptionItem ?? "",
      },
    },
    period: line.period,
    pretax_credit_amounts: [],
    pricing: {
      type: "price_details",
      price_details: { price: line.price.id, product: line.price.product },
      unit_amount_decimal: String(line.price.unit_amount_decimal),
    },
    quantity: line.quantity,
    quantity_decimal: String(line.quantity),
    subscription,
    subtotal: line.amount,
    taxes: [],
  };
}

/** What a discount takes off each line, in cents; credits are left alone. */
function partsOff(sim: Simulator, account: string, lines: BilledLine[], discount?: Discount) {
  if (!discount) return lines.map(() => 0);
  const coupon = findCoupon(sim, String(discount.source.coupon), account, "coupon");
  return discountParts(
    coupon,
    lines.map((line) => (line.proration ? 0 : line.amount)),
  );
}

/** The invoice that these lines make, not yet stored: what is due after discount and credit. */
export function composeInvoice(
  sim: Simulator,
  account: string,
  wanted: NewInvoice,
  id: string = newId("in_1"),
): Invoice {
  const { customer, currency, discount, lines, subscription } = wanted;
  const off = partsOff(sim, account, lines, discount);
  const subtotal = lines.reduce((sum, line) => sum + line.amount, 0);
  const total = subtotal - off.reduce((sum, amount) => sum + amount, 0);
  const issuer = sim.objects.get("account", account || platformAccountId(sim));
  // A negative balance is the customer's credit; a negative total adds to it.
  const ending = Math.min(0, customer.balance + total);
  const due = Math.max(0, total + customer.balance);
  const now = sim.clock.now();
  return complete("invoice", {
    id,
    object: "invoice",
    account_country: issuer.country ?? "FR",
    account_name: issuer.business_profile?.name ?? null,
    amount_due: due,
    amount_overpaid: 0,
    amount_paid: 0,
    amount_remaining: due,
    amount_shipping: 0,
    attempt_count: 0,
    attempted: false,
    auto_advance: true,
    automatic_tax: { enabled: false },
    billing_reason: wanted.reason,
    collection_method: "charge_automatically",
    created: now,
    currency,
    customer: customer.id,
    customer_address: customer.address ?? null,
    customer_email: customer.email,
    customer_name: customer.name ?? null,
    customer_phone: customer.phone ?? null,
    customer_tax_exempt: "none",
    customer_tax_ids: [],
    default_tax_rates: [],
    discounts: discount ? [discount.id] : [],
    ending_balance: ending,
    issuer: { type: "self" },
    lines: {
      object: "list",
      data: lines.map((line, index) => {
        const amount = off[index] ?? 0;
        const part = discount && amount > 0 ? { amount, discount: discount.id } : undefined;
        return lineItem(line, id, currency, subscription.id, part);
      }) as never[],
      has_more: false,
      url: `/v1/invoices/${id}/lines`,
    },
    livemode: false,
    metadata: {},
    parent: {
      type: "subscription_details",
      subscription_details: { metadata: subscription.metadata, subscription: subscription.id },
    },
    payment_settings: {},
    period_end: wanted.period.end,
    period_start: wanted.period.start,
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    starting_balance: customer.balance,
    status: "draft",
    status_transitions: {},
    subtotal,
    subtotal_excluding_tax: subtotal,
    total,
    total_discount_amounts: discount ? [{ amount: subtotal - total, discount: discount.id }] : [],
    total_excluding_tax: total,
    total_pretax_credit_amounts: [],
    total_taxes: [],
  });
}

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
