import {
  type AskedDiscount,
  type ChosenDiscount,
  chooseDiscount,
  discountParts,
} from "../billing/discounts.ts";
import { taxesOn } from "../billing/tax-rates.ts";
import type { Simulator } from "../state/simulator.ts";
import { type LineItem, ratesOf } from "./checkout-line-items.ts";

/** The price of a checkout, in cents, and its lines with their share of the discount and their tax. */
interface CheckoutTotals {
  items: LineItem[];
  subtotal: number;
  total: number;
  details: { amount_discount: number; amount_shipping: number; amount_tax: number };
  discount: ChosenDiscount | undefined;
}

export function checkoutTotals(
  sim: Simulator,
  account: string,
  lines: LineItem[],
  asked: AskedDiscount[] | undefined,
  customer: string | null,
): CheckoutTotals {
  const subtotal = lines.reduce((sum, item) => sum + item.amount_subtotal, 0);
  const discount = chooseDiscount(sim, account, asked, {
    customer,
    amount: subtotal,
    currency: lines[0]?.currency ?? "eur",
  });
  const parts = discount
    ? discountParts(
        discount.coupon,
        lines.map((item) => item.amount_subtotal),
      )
    : [];
  const items = lines.map((item, index) => {
    const off = parts[index] ?? 0;
    const taxes = taxesOn(ratesOf(item), item.amount_subtotal - off);
    const tax = taxes.reduce((sum, { amount }) => sum + amount, 0);
    return {
      ...item,
      amount_discount: off,
      amount_tax: tax,
      amount_total: item.amount_subtotal - off + tax,
      taxes: taxes.map(({ rate, amount, taxable }) => ({
        amount,
        rate,
        taxability_reason: null,
        taxable_amount: taxable,
      })),
    };
  });
  const sum = (member: "amount_discount" | "amount_tax" | "amount_total") =>
    items.reduce((whole, item) => whole + item[member], 0);
  return {
    items,
    subtotal,
    total: sum("amount_total"),
    details: {
      amount_discount: sum("amount_discount"),
      amount_shipping: 0,
      amount_tax: sum("amount_tax"),
    },
    discount,
  };
}
