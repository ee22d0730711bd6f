import { invalidRequest } from "../protocol/stripe-error.ts";
import { newId } from "../state/ids.ts";
import { complete, type Kinds } from "../state/objects.ts";
import type { Simulator } from "../state/simulator.ts";
import { nextPeriodEnd } from "./billing-periods.ts";
import type { Price } from "./prices.ts";
import type { TaxRate } from "./tax-rates.ts";

export type SubscriptionItem = Kinds["subscription_item"];

export interface WantedItem {
  price: Price;
  quantity: number;
  metadata?: Record<string, string>;
  taxRates?: TaxRate[];
}

/** The legacy `plan` that an item still carries beside its price. */
function planOf(price: Price) {
  return {
    id: price.id,
    object: "plan" as const,
    active: price.active,
    amount: price.unit_amount,
    amount_decimal: String(price.unit_amount_decimal),
    billing_scheme: price.billing_scheme,
    created: price.created,
    currency: price.currency,
    interval: price.recurring?.interval ?? ("month" as const),
    interval_count: price.recurring?.interval_count ?? 1,
    livemode: false,
    metadata: price.metadata,
    meter: null,
    nickname: price.nickname,
    product: price.product,
    tiers_mode: null,
    transform_usage: null,
    trial_period_days: null,
    usage_type: "licensed" as const,
  };
}

export function makeItem(
  sim: Simulator,
  subscription: string,
  wanted: WantedItem,
  period: { start: number; end: number },
): SubscriptionItem {
  return complete("subscription_item", {
    id: newId("si_"),
    object: "subscription_item",
    created: sim.clock.now(),
    current_period_end: period.end,
    current_period_start: period.start,
    discounts: [],
    metadata: wanted.metadata ?? {},
    plan: planOf(wanted.price) as never,
    price: wanted.price as never,
    quantity: wanted.quantity,
    subscription,
    tax_rates: (wanted.taxRates ?? []) as never[],
  });
}

/** How often these prices are billed; refuses prices that do not go together. */
export function commonRecurrence(prices: Price[]): { interval: string; count: number } {
  const [first, ...others] = prices.map((price) => price.recurring);
  if (!first) {
    throw invalidRequest(
      "The price specified is set to `type=one_time` but this field only accepts prices with `type=recurring`.",
      { param: "items" },
    );
  }
  for (const other of others) {
    if (other?.interval !== first.interval || other.interval_count !== first.interval_count) {
      throw invalidRequest(
        "Currently, all subscription items must have the same billing interval.",
        { param: "items" },
      );
    }
  }
  return { interval: first.interval, count: first.interval_count };
}

/** The period that begins at `start`, counted from the subscription's anchor. */
export function periodFrom(
  anchor: number,
  start: number,
  recurrence: { interval: string; count: number },
): { start: number; end: number } {
  return { start, end: nextPeriodEnd(anchor, recurrence.interval, recurrence.count, start) };
}

export function itemRates(item: SubscriptionItem): TaxRate[] {
  return (item.tax_rates ?? []) as TaxRate[];
}

/** Cents for one period of an item, without tax. */
export function itemAmount(price: Price, quantity: number): number {
  return Math.round(Number(price.unit_amount_decimal) * quantity);
}
