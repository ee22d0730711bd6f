import { newId } from "../state/ids.ts";
import type { Kinds } from "../state/objects.ts";
import type { Simulator } from "../state/simulator.ts";
import { cancelPlans, plan } from "../state/tasks.ts";
import { emit } from "../webhooks/events.ts";
import { composeInvoice } from "./invoice-composition.ts";
import { finalizeInvoice, voidInvoice } from "./invoices.ts";
import {
  billSubscription,
  collectInvoice,
  discountOf,
  endSubscription,
  methodOf,
  named,
  periodLines,
  subscriptionOf,
} from "./subscription-billing.ts";
import { commonRecurrence, periodFrom } from "./subscription-items.ts";
import {
  itemsOf,
  planPeriodEnd,
  type Subscription,
  type SubscriptionHidden,
  saveSubscription,
} from "./subscription-objects.ts";

/** Stripe leaves a renewal's invoice open to changes for about an hour. */
const draftSeconds = 3_600;

function located<K extends "subscription" | "invoice">(sim: Simulator, kind: K, id: string) {
  const found = sim.objects.locate(id);
  if (found?.kind !== kind) return undefined;
  return { account: found.account, object: found.body as Kinds[K] };
}

/** The period is over: the subscription ends if that was asked, or the next one is billed. */
export function renewAtItsTime(sim: Simulator, id: string): void {
  const found = located(sim, "subscription", id);
  if (!found || !["active", "trialing", "past_due"].includes(found.object.status)) return;
  const { account, object: before } = found;
  if (before.cancel_at !== null && before.cancel_at <= sim.clock.now()) {
    endSubscription(sim, account, before, "cancellation_requested");
    return;
  }
  const start = sim.clock.now();
  const items = itemsOf(before);
  const recurrence = commonRecurrence(items.map(({ price }) => price as unknown as Kinds["price"]));
  const period = periodFrom(before.billing_cycle_anchor, start, recurrence);
  const renewed = items.map((item) => ({
    ...item,
    current_period_end: period.end,
    current_period_start: period.start,
  }));
  const after: Subscription = {
    ...before,
    status: before.status === "trialing" ? "active" : before.status,
    items: { ...before.items, data: renewed as never[] },
  };
  const { pendingLines } = sim.objects.hidden<SubscriptionHidden>(id);
  const past = { start: items[0]?.current_period_start ?? start, end: start };
  sim.objects.hide(id, { pendingLines: [] } satisfies SubscriptionHidden);
  const rolled = saveSubscription(sim, account, before, after);
  const lines = [...pendingLines, ...periodLines(renewed)];
  const invoice = billSubscription(sim, account, rolled, "subscription_cycle", lines, past);
  if (rolled.pause_collection) voidInvoice(sim, account, invoice);
  else plan(sim, "finalize_invoice", invoice.id, start + draftSeconds);
  planPeriodEnd(sim, id, period.end);
}

/** Tells a week before what the next invoice will be. */
export function announceAtItsTime(sim: Simulator, id: string): void {
  const found = located(sim, "subscription", id);
  if (found?.object.status !== "active" || found.object.cancel_at_period_end) return;
  if (found.object.pause_collection) return;
  const { account, object: subscription } = found;
  const items = itemsOf(subscription);
  const [first] = items;
  if (!first) return;
  const { pendingLines } = sim.objects.hidden<SubscriptionHidden>(id);
  const upcoming = composeInvoice(
    sim,
    account,
    {
      customer: sim.objects.get("customer", String(subscription.customer), account),
      currency: subscription.currency,
      subscription: { id, metadata: subscription.metadata },
      reason: "upcoming",
      lines: named(sim, account, [...pendingLines, ...periodLines(items)]),
      discount: discountOf(sim, account, subscription),
      period: { start: first.current_period_start, end: first.current_period_end },
    },
    `upcoming_${newId("in_1")}`,
  );
  emit(sim, "invoice.upcoming", upcoming, { account });
}

export function finalizeAtItsTime(sim: Simulator, id: string): void {
  const found = located(sim, "invoice", id);
  if (found?.object.status !== "draft") return;
  const { account } = found;
  const open = finalizeInvoice(sim, account, found.object);
  const subscription = subscriptionOf(sim, account, open);
  collectInvoice(sim, account, open, {
    method: methodOf(sim, account, subscription),
    onSession: false,
  });
}

export function retryAtItsTime(sim: Simulator, id: string): void {
  const found = located(sim, "invoice", id);
  if (found?.object.status !== "open") return;
  const subscription = subscriptionOf(sim, found.account, found.object);
  collectInvoice(sim, found.account, found.object, {
    method: methodOf(sim, found.account, subscription),
    onSession: false,
  });
}

/** A first invoice that nobody paid within 23 hours takes its subscription with it. */
export function expireIncompleteAtItsTime(sim: Simulator, id: string): void {
  const found = located(sim, "subscription", id);
  if (found?.object.status !== "incomplete") return;
  const { account, object: subscription } = found;
  cancelPlans(sim, id);
  saveSubscription(sim, account, subscription, {
    ...subscription,
    ended_at: sim.clock.now(),
    status: "incomplete_expired",
  });
  const invoice = sim.objects.find("invoice", String(subscription.latest_invoice), account);
  if (invoice?.status === "open") voidInvoice(sim, account, invoice);
}

/** A `cancel_at` in the middle of a period. */
export function cancelAtItsTime(sim: Simulator, id: string): void {
  const found = located(sim, "subscription", id);
  if (!found || found.object.status === "canceled") return;
  const { cancel_at: cancelAt } = found.object;
  if (cancelAt === null || cancelAt > sim.clock.now()) return;
  endSubscription(sim, found.account, found.object, "cancellation_requested");
}
