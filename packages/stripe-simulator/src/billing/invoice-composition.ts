import { newId } from "../state/ids.ts";
import { complete, type Kinds } from "../state/objects.ts";
import { platformAccountId } from "../state/platform-account.ts";
import type { Simulator } from "../state/simulator.ts";
import { findCoupon } from "./coupons.ts";
import { type Discount, discountParts } from "./discounts.ts";
import type { Price } from "./prices.ts";
import { type TaxRate, taxesOn } from "./tax-rates.ts";

type Invoice = Kinds["invoice"];

/** One line to be billed; a negative amount credits time that was paid and not used. */
export interface BilledLine {
  amount: number;
  description: string;
  price: Price;
  quantity: number;
  taxRates: TaxRate[];
  period: { start: number; end: number };
  subscriptionItem: string | null;
  proration: boolean;
}

export interface NewInvoice {
  customer: Kinds["customer"];
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
  taxes: Taxes,
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
    taxes: taxMembers(taxes),
  };
}

type Taxes = ReturnType<typeof taxesOn>;

/** Taxes as an invoice and its lines say them. */
function taxMembers(taxes: Taxes) {
  return taxes.map(({ rate, amount, taxable }) => ({
    amount,
    tax_behavior: "exclusive" as const,
    tax_rate_details: { tax_rate: rate.id },
    taxability_reason: "not_available" as const,
    taxable_amount: taxable,
    type: "tax_rate_details" as const,
  }));
}

/** The taxes of all lines, one sum a rate. */
function addedTaxes(lines: Taxes[]): Taxes {
  const sums = new Map<string, Taxes[number]>();
  for (const tax of lines.flat()) {
    const { amount = 0, taxable = 0 } = sums.get(tax.rate.id) ?? {};
    const sum = { amount: amount + tax.amount, taxable: taxable + tax.taxable };
    sums.set(tax.rate.id, { rate: tax.rate, ...sum });
  }
  return [...sums.values()];
}

/** Takes a discount off each line, in cents; credits are left alone. */
function partsOff(sim: Simulator, account: string, lines: BilledLine[], discount?: Discount) {
  if (!discount) return lines.map(() => 0);
  const coupon = findCoupon(sim, String(discount.source.coupon), account, "coupon");
  return discountParts(
    coupon,
    lines.map((line) => (line.proration ? 0 : line.amount)),
  );
}

/** The invoice that these lines make, not yet stored: what is due after discount, tax and credit. */
export function composeInvoice(
  sim: Simulator,
  account: string,
  wanted: NewInvoice,
  id: string = newId("in_1"),
): Invoice {
  const { customer, currency, discount, lines, subscription } = wanted;
  const off = partsOff(sim, account, lines, discount);
  const subtotal = lines.reduce((sum, line) => sum + line.amount, 0);
  const discounted = subtotal - off.reduce((sum, amount) => sum + amount, 0);
  const taxes = lines.map((line, index) => taxesOn(line.taxRates, line.amount - (off[index] ?? 0)));
  const total = taxes.flat().reduce((sum, { amount }) => sum + amount, discounted);
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
        return lineItem(line, id, currency, subscription.id, part, taxes[index] ?? []);
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
    total_discount_amounts: discount
      ? [{ amount: subtotal - discounted, discount: discount.id }]
      : [],
    total_excluding_tax: discounted,
    total_pretax_credit_amounts: [],
    total_taxes: taxMembers(addedTaxes(taxes)),
  });
}
