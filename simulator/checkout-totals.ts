import type { LineItem } from "./checkout-line-items.ts";
import {
  type AskedDiscount,
  type ChosenDiscount,
  chooseDiscount,
  discountParts,
} from "./discounts.ts";
import type { Simulator } from "./simulator.ts";

/** What a checkout costs, in cents, and its lines with their share of the discount. */
interface CheckoutTotals {
  items: LineItem[];
  subtotal: number;
  total: number;
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
  const items = lines.map((item, index) => ({
    ...item,
    amount_discount: parts[index] ?? 0,
    amount_total: item.amount_subtotal - (parts[index] ?? 0),
  }));
  const total = items.reduce((sum, item) => sum + item.amount_total, 0);
  return { items, subtotal, total, discount };
}
