import { requireAtLeast } from "../protocol/param-checks.ts";
import { invalidRequest } from "../protocol/stripe-error.ts";
import { newId } from "../state/ids.ts";
import type { Kinds } from "../state/objects.ts";
import type { Simulator } from "../state/simulator.ts";
import { cancelPlans, plan } from "../state/tasks.ts";
import { emit, previousOf } from "../webhooks/events.ts";
import { attachDiscount, type ChosenDiscount } from "./discounts.ts";
import type { BilledLine } from "./invoice-composition.ts";
import {
  commonRecurrence,
  makeItem,
  periodFrom,
  type SubscriptionItem,
  type WantedItem,
} from "./subscription-items.ts";

export type Subscription = Kinds["subscription"];

/** Prorations that wait for the next invoice. */
export interface SubscriptionHidden {
  pendingLines: BilledLine[];
}

const day = 24 * 3_600;
const firstPaymentWithin = 23 * 3_600;
const announcedBefore = 7 * day;
const longestTrialDays = 730;

interface NewSubscription {
  customer: string;
  items: WantedItem[];
  method: string | null;
  metadata: Record<string, string>;
  description: string | null;
  trialEnd: number | null;
  cancelAtPeriodEnd: boolean;
  discount: ChosenDiscount | undefined;
  checkout: string | null;
}

/** Stores a subscription that is not paid yet (or on trial) and announces it. */
export function makeSubscription(
  sim: Simulator,
  account: string,
  wanted: NewSubscription,
): Subscription {
  const id = newId("sub_1");
  const now = sim.clock.now();
  const { trialEnd } = wanted;
  const recurrence = commonRecurrence(wanted.items.map(({ price }) => price));
  const anchor = trialEnd ?? now;
  const period =
    trialEnd === null ? periodFrom(now, now, recurrence) : { start: now, end: trialEnd };
  const discount =
    wanted.discount &&
    attachDiscount(sim, account, wanted.discount, {
      customer: wanted.customer,
      subscription: id,
      checkout: wanted.checkout,
    });
  const subscription = sim.objects.insert(
    "subscription",
    {
      id,
      object: "subscription",
      automatic_tax: { enabled: false },
      billing_cycle_anchor: anchor,
      billing_mode: { flexible: { proration_discounts: "included" }, type: "flexible" },
      billing_schedules: [],
      cancel_at: wanted.cancelAtPeriodEnd ? period.end : null,
      cancel_at_period_end: wanted.cancelAtPeriodEnd,
      cancellation_details: {},
      collection_method: "charge_automatically",
      created: now,
      currency: wanted.items[0]?.price.currency ?? "eur",
      customer: wanted.customer,
      default_payment_method: wanted.method,
      default_tax_rates: [],
      description: wanted.description,
      discounts: discount ? [discount.id] : [],
      invoice_settings: { issuer: { type: "self" } },
      items: {
        object: "list",
        data: wanted.items.map((item) => makeItem(sim, id, item, period)) as never[],
        has_more: false,
        url: `/v1/subscription_items?subscription=${id}`,
      },
      livemode: false,
      metadata: wanted.metadata,
      payment_settings: { save_default_payment_method: "off" },
      start_date: now,
      status: trialEnd === null ? "incomplete" : "trialing",
      trial_end: trialEnd,
      trial_settings: { end_behavior: { missing_payment_method: "create_invoice" } },
      trial_start: trialEnd === null ? null : now,
    },
    { account, hidden: { pendingLines: [] } satisfies SubscriptionHidden },
  );
  emit(sim, "customer.subscription.created", subscription, { account });
  planPeriodEnd(sim, id, period.end);
  if (trialEnd === null) plan(sim, "expire_incomplete", id, now + firstPaymentWithin);
  return subscription;
}

/** Plans what happens at the end of a period, and its announcement a week before. */
export function planPeriodEnd(sim: Simulator, id: string, end: number): void {
  cancelPlans(sim, id, "renew_subscription");
  cancelPlans(sim, id, "announce_renewal");
  plan(sim, "renew_subscription", id, end);
  if (end - announcedBefore > sim.clock.now()) {
    plan(sim, "announce_renewal", id, end - announcedBefore);
  }
}

/** Saves a change and announces it with what was there before; nothing happens without a change. */
export function saveSubscription(
  sim: Simulator,
  account: string,
  before: Subscription,
  after: Subscription,
): Subscription {
  const previous = previousOf(before, after);
  if (Object.keys(previous).length === 0) return before;
  sim.objects.save("subscription", after);
  emit(sim, "customer.subscription.updated", after, { account, previous });
  return after;
}

export function itemsOf(subscription: Subscription): SubscriptionItem[] {
  return subscription.items.data as unknown as SubscriptionItem[];
}

/** The subscriptions of a customer that are not over, newest first. */
export function livingSubscriptions(
  sim: Simulator,
  customer: string,
  account: string,
): Subscription[] {
  return sim.objects
    .all("subscription", { customer }, account)
    .filter(({ status }) => status !== "canceled" && status !== "incomplete_expired")
    .reverse();
}

/** `trial_end` or `trial_period_days` as a second, or null without a trial; two years at most. */
export function trialEndOf(
  sim: Simulator,
  asked: { trial_end?: number | "now"; trial_period_days?: number },
): number | null {
  const now = sim.clock.now();
  const days = asked.trial_period_days;
  if (days !== undefined) requireAtLeast(1, days, "trial_period_days");
  const end = typeof asked.trial_end === "number" ? asked.trial_end : days && now + days * day;
  if (!end) return null;
  if (end <= now || end > now + longestTrialDays * day) {
    throw invalidRequest(`A trial ends in the future, within ${longestTrialDays} days.`, {
      param: days === undefined ? "trial_end" : "trial_period_days",
    });
  }
  return end;
}
