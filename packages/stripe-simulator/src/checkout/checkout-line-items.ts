import type Stripe from "stripe";
import { makePrice, type Price } from "../billing/prices.ts";
import { commonRecurrence } from "../billing/subscription-items.ts";
import { namedRates, type TaxRate } from "../billing/tax-rates.ts";
import { requireAtLeast } from "../protocol/param-checks.ts";
import { invalidRequest, missingParam } from "../protocol/stripe-error.ts";
import { newId } from "../state/ids.ts";
import { complete, type Kinds } from "../state/objects.ts";
import type { Simulator } from "../state/simulator.ts";

export type LineItem = Kinds["item"];

/** The tax rates that a line was opened with. */
export function ratesOf(item: LineItem): TaxRate[] {
  return (item.taxes ?? []).map(({ rate }) => rate as TaxRate);
}

function priceOf(
  sim: Simulator,
  account: string,
  line: Stripe.Checkout.SessionCreateParams.LineItem,
  at: string,
): Price {
  if (line.price !== undefined && line.price_data !== undefined) {
    throw invalidRequest(
      `You may only specify one of these parameters: ${at}[price], ${at}[price_data].`,
      { code: "parameters_exclusive", param: `${at}[price_data]` },
    );
  }
  if (line.price !== undefined) {
    const price = sim.objects.get("price", line.price, account, {
      param: `${at}[price]`,
      status: 400,
    });
    if (!price.active) {
      throw invalidRequest(
        `The price specified is inactive. This field only accepts active prices.`,
        { param: `${at}[price]` },
      );
    }
    return price;
  }
  if (!line.price_data) throw missingParam(`${at}[price_data]`);
  return makePrice(
    sim,
    account,
    line.price_data as Parameters<typeof makePrice>[2],
    `${at}[price_data]`,
    { active: false },
  );
}

/**
 * Turns `line_items` into priced lines, without discount and tax; during a trial what recurs costs
 * nothing yet. Refuses mixed currencies and prices of the wrong kind.
 */
export function makeLineItems(
  sim: Simulator,
  account: string,
  mode: "payment" | "subscription",
  lines: Stripe.Checkout.SessionCreateParams.LineItem[],
  onTrial: boolean,
): LineItem[] {
  const items = lines.map((line, index) => {
    const at = `line_items[${index}]`;
    if (line.adjustable_quantity) {
      throw invalidRequest("The simulator has no adjustable_quantity.", {
        param: `${at}[adjustable_quantity]`,
      });
    }
    const price = priceOf(sim, account, line, at);
    if (line.quantity === undefined) throw missingParam(`${at}[quantity]`);
    requireAtLeast(1, line.quantity, `${at}[quantity]`);
    if (mode === "payment" && price.type === "recurring") {
      throw invalidRequest(
        "You specified `payment` mode but passed a recurring price. Either switch to `subscription` mode or use only one-time prices.",
        { param: "line_items" },
      );
    }
    const isDue = !onTrial || price.type === "one_time";
    const amount = isDue ? Math.round(Number(price.unit_amount_decimal) * line.quantity) : 0;
    const product = sim.objects.get("product", price.product, account);
    const rates = namedRates(sim, account, line.tax_rates || undefined, `${at}[tax_rates]`);
    return complete("item", {
      id: newId("li_1"),
      object: "item",
      amount_discount: 0,
      amount_subtotal: amount,
      amount_tax: 0,
      amount_total: amount,
      currency: price.currency,
      description: product.name,
      price: price as unknown as Stripe.Price as never,
      quantity: line.quantity,
      taxes: rates.map((rate) => ({ amount: 0, rate })),
    });
  });
  if (new Set(items.map((item) => item.currency)).size > 1) {
    throw invalidRequest("All line items must use the same currency.", { param: "line_items" });
  }
  const recurring = items.flatMap((item) =>
    item.price?.recurring ? [item.price as unknown as Price] : [],
  );
  if (mode === "subscription" && recurring.length > 0) commonRecurrence(recurring);
  else if (mode === "subscription") {
    throw invalidRequest(
      "You must provide at least one recurring price in `subscription` mode when using prices.",
      { param: "line_items" },
    );
  }
  return items;
}
