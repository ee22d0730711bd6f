import type Stripe from "stripe";
import { cardRefused, invalidRequest, missingParam } from "../protocol/stripe-error.ts";
import type { Kinds } from "../state/objects.ts";
import type { Simulator } from "../state/simulator.ts";
import type { BilledLine } from "./invoice-composition.ts";
import { finalizeInvoice, voidInvoice } from "./invoices.ts";
import { makePrice, type Price } from "./prices.ts";
import { billSubscription, collectInvoice, methodOf, periodLines } from "./subscription-billing.ts";
import {
  commonRecurrence,
  itemAmount,
  itemRates,
  makeItem,
  periodFrom,
  type SubscriptionItem,
  type WantedItem,
} from "./subscription-items.ts";
import {
  itemsOf,
  planPeriodEnd,
  type Subscription,
  type SubscriptionHidden,
  saveSubscription,
} from "./subscription-objects.ts";

type AskedItem = Pick<
  Stripe.SubscriptionUpdateParams.Item,
  "id" | "price" | "price_data" | "quantity" | "deleted"
>;

/** The price that an item names or describes. */
export function askedPrice(sim: Simulator, account: string, item: AskedItem, at: string): Price {
  if (item.price !== undefined) {
    return sim.objects.get("price", item.price, account, { param: `${at}[price]`, status: 400 });
  }
  if (!item.price_data) throw missingParam(`${at}[price]`);
  return makePrice(
    sim,
    account,
    item.price_data as Parameters<typeof makePrice>[2],
    `${at}[price_data]`,
    { active: false },
  );
}

function changedItems(
  sim: Simulator,
  account: string,
  subscription: Subscription,
  asked: AskedItem[],
): WantedItem[] & { kept?: never } {
  const items = itemsOf(subscription).map((item) => ({
    id: item.id as string | undefined,
    price: item.price as unknown as Price,
    quantity: item.quantity ?? 1,
    metadata: item.metadata,
    taxRates: itemRates(item),
  }));
  asked.forEach((change, index) => {
    const at = `items[${index}]`;
    const own = items.findIndex((item) => item.id !== undefined && item.id === change.id);
    if (change.id !== undefined && own === -1) {
      throw invalidRequest(`No such subscription item: '${change.id}'`, {
        code: "resource_missing",
        param: `${at}[id]`,
      });
    }
    const present = items[own];
    if (!present) {
      const price = askedPrice(sim, account, change, at);
      items.push({
        id: undefined,
        price,
        quantity: change.quantity ?? 1,
        metadata: {},
        taxRates: [],
      });
    } else if (change.deleted) {
      items.splice(own, 1);
    } else {
      const named = change.price !== undefined || change.price_data !== undefined;
      if (named) present.price = askedPrice(sim, account, change, at);
      present.quantity = change.quantity ?? present.quantity;
    }
  });
  if (items.length === 0) {
    throw invalidRequest("A subscription must have at least one active item.", { param: "items" });
  }
  return items as (WantedItem & { id?: string })[];
}

/** The value of what is left of each item's period, as lines of one sign. */
function remainder(items: SubscriptionItem[], now: number, sign: 1 | -1): BilledLine[] {
  return items.map((item) => {
    const { current_period_start: start, current_period_end: end } = item;
    const price = item.price as unknown as Kinds["price"];
    const quantity = item.quantity ?? 1;
    const left = (end - now) / (end - start);
    return {
      amount: sign * Math.round(itemAmount(price, quantity) * left),
      description: sign < 0 ? "Unused time on" : "Remaining time on",
      price,
      quantity,
      taxRates: itemRates(item),
      period: { start: now, end },
      subscriptionItem: item.id,
      proration: true,
    };
  });
}

/**
 * Changes what a subscription consists of. In the same recurrence the difference for the rest of the
 * period is billed with the next invoice (`create_prorations`), at once (`always_invoice`) or not
 * at all (`none`). Another recurrence starts a new period now and is billed at once.
 */
export function changeItems(
  sim: Simulator,
  account: string,
  before: Subscription,
  asked: AskedItem[],
  more: { proration: "create_prorations" | "always_invoice" | "none"; mustPay: boolean },
): Subscription {
  const now = sim.clock.now();
  const old = itemsOf(before);
  const wanted = changedItems(sim, account, before, asked) as (WantedItem & { id?: string })[];
  const recurrence = commonRecurrence(wanted.map(({ price }) => price));
  const oldRecurrence = commonRecurrence(old.map(({ price }) => price as unknown as Price));
  const sameRecurrence =
    recurrence.interval === oldRecurrence.interval && recurrence.count === oldRecurrence.count;
  const current = {
    start: old[0]?.current_period_start ?? now,
    end: old[0]?.current_period_end ?? now,
  };
  const period = sameRecurrence ? current : periodFrom(now, now, recurrence);
  const items = wanted.map((item) => {
    const made = makeItem(sim, before.id, item, period);
    return item.id === undefined ? made : { ...made, id: item.id };
  });
  const changed: Subscription = {
    ...before,
    ...(!sameRecurrence && { billing_cycle_anchor: now }),
    items: { ...before.items, data: items as never[] },
  };
  const after = saveSubscription(sim, account, before, changed);
  if (!sameRecurrence) planPeriodEnd(sim, before.id, period.end);
  if (before.status === "trialing" && sameRecurrence) return after;

  const credit = more.proration === "none" ? [] : remainder(old, now, -1);
  const debit = sameRecurrence
    ? more.proration === "none"
      ? []
      : remainder(items, now, 1)
    : periodLines(items);
  const hidden = sim.objects.hidden<SubscriptionHidden>(before.id);
  const lines = [...hidden.pendingLines, ...credit, ...debit];
  if (sameRecurrence && more.proration !== "always_invoice") {
    sim.objects.hide(before.id, { pendingLines: lines } satisfies SubscriptionHidden);
    return after;
  }
  sim.objects.hide(before.id, { pendingLines: [] } satisfies SubscriptionHidden);
  const draft = billSubscription(sim, account, after, "subscription_update", lines, period);
  if (after.pause_collection) {
    voidInvoice(sim, account, draft);
    return sim.objects.get("subscription", before.id, account);
  }
  const { refusal } = collectInvoice(sim, account, finalizeInvoice(sim, account, draft), {
    method: methodOf(sim, account, after),
    onSession: false,
  });
  if (refusal && more.mustPay) {
    throw cardRefused(refusal, false);
  }
  return sim.objects.get("subscription", before.id, account);
}
