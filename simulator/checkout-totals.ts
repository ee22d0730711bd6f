import type { LineItem } from "./checkout-line-items.ts";
import type { Simulator } from "./simulator.ts";
import { invalidRequest } from "./stripe-error.ts";

interface Totals {
  subtotal: number;
  total: number;
  discounts: { coupon: string | null; promotion_code: string | null }[];
}

/** What a checkout costs, in cents. */
export function checkoutTotals(
  _sim: Simulator,
  _account: string,
  items: LineItem[],
  discounts: object[] | undefined,
): Totals {
  if (discounts && discounts.length > 0) {
    throw invalidRequest("The simulator has no discounts yet.", { param: "discounts" });
  }
  const subtotal = items.reduce((sum, item) => sum + item.amount_subtotal, 0);
  return { subtotal, total: subtotal, discounts: [] };
}
