import type { Kinds } from "../state/objects.ts";
import type { Simulator } from "../state/simulator.ts";
import { cancelPlans, plan } from "../state/tasks.ts";
import { emit } from "../webhooks/events.ts";
import type { Discount } from "./discounts.ts";
import { type Attempt, attemptInvoice } from "./invoice-collection.ts";
import type { BilledLine } from "./invoice-composition.ts";
import { draftInvoice, type Invoice, saveInvoice } from "./invoices.ts";
import { itemAmount, itemRates, type SubscriptionItem } from "./subscription-items.ts";
import { type Subscription, saveSubscription } from "./subscription-objects.ts";

const day = 24 * 3_600;
/** Days after each refusal until the next attempt; after the last one the subscription ends. */
const retryDays = [3, 5, 7];

/** The discount that still holds: one for a first invoice only is gone after it. */
export function discountOf(
  sim: Simulator,
  account: string,
  subscription: Subscription,
): Discount | undefined {
  const id = subscription.discounts[0];
  const discount = id ? sim.objects.find("discount", String(id), account) : undefined;
  const over = discount && discount.end !== null && discount.end <= sim.clock.now();
  return over ? undefined : discount;
}

export function periodLines(items: SubscriptionItem[]): BilledLine[] {
  return items.map((item) => {
    const price = item.price as unknown as Kinds["price"];
    const quantity = item.quantity ?? 1;
    return {
      amount: itemAmount(price, quantity),
      description: `${quantity} × abonnement`,
      price,
      quantity,
      taxRates: itemRates(item),
      period: { start: item.current_period_start, end: item.current_period_end },
      subscriptionItem: item.id,
      proration: false,
    };
  });
}

/** Drafts an invoice of a subscription and makes it its latest one. */
export function billSubscription(
  sim: Simulator,
  account: string,
  subscription: Subscription,
  reason: NonNullable<Invoice["billing_reason"]>,
  lines: BilledLine[],
  period: { start: number; end: number },
): Invoice {
  const discount: Discount | undefined = discountOf(sim, account, subscription);
  const invoice = draftInvoice(sim, account, {
    customer: sim.objects.get("customer", String(subscription.customer), account),
    currency: subscription.currency,
    subscription: { id: subscription.id, metadata: subscription.metadata },
    reason,
    lines: named(sim, account, lines),
    discount,
    period,
  });
  const coupon = discount && sim.objects.find("coupon", String(discount.source.coupon), account);
  const usedUp = discount && coupon?.duration === "once";
  saveSubscription(sim, account, subscription, {
    ...subscription,
    ...(usedUp && { discounts: [] }),
    latest_invoice: invoice.id,
  });
  return invoice;
}

/** Lines that carry their product's name. */
export function named(sim: Simulator, account: string, lines: BilledLine[]): BilledLine[] {
  return lines.map((line) => {
    const product = sim.objects.find("product", String(line.price.product), account);
    const name = product?.name ?? "Abonnement";
    return line.proration
      ? { ...line, description: `${line.description} ${name}` }
      : { ...line, description: `${line.quantity} × ${name}` };
  });
}

export function subscriptionOf(sim: Simulator, account: string, invoice: Invoice): Subscription {
  const id = invoice.parent?.subscription_details?.subscription;
  return sim.objects.get("subscription", String(id), account);
}

function invoicesOf(sim: Simulator, account: string, subscription: string, status: string) {
  const filter = { status, "parent.subscription_details.subscription": subscription };
  return sim.objects.all("invoice", filter, account);
}

/** Tries to take an open invoice's money, with everything that follows for its subscription. */
export function collectInvoice(
  sim: Simulator,
  account: string,
  open: Invoice,
  attempt: Attempt,
): ReturnType<typeof attemptInvoice> {
  const tried = attemptInvoice(sim, account, open, attempt);
  const subscription = subscriptionOf(sim, account, tried.invoice);
  if (!tried.refusal) {
    cancelPlans(sim, open.id, "retry_invoice");
    restAfter(sim, account, tried.invoice);
    return tried;
  }
  const { invoice } = tried;
  const ended = subscription.status === "canceled";
  const days = retryDays[invoice.attempt_count - 1];
  const first = subscription.status === "incomplete";
  const next = first || ended || days === undefined ? null : sim.clock.now() + days * day;
  const failed: Invoice = { ...invoice, next_payment_attempt: next };
  sim.objects.save("invoice", failed);
  emit(sim, "invoice.payment_failed", failed, { account });
  cancelPlans(sim, failed.id, "retry_invoice");
  if (next !== null) {
    plan(sim, "retry_invoice", failed.id, next);
    saveSubscription(sim, account, subscription, { ...subscription, status: "past_due" });
  } else if (!first && !ended) {
    endSubscription(sim, account, subscription, "payment_failed");
  }
  return { ...tried, invoice: failed };
}

/** Puts a subscription that waits for money in good standing when no invoice of it is owed any more. */
export function restAfter(sim: Simulator, account: string, settled: Invoice): void {
  const subscription = subscriptionOf(sim, account, settled);
  const owing = invoicesOf(sim, account, subscription.id, "open").length > 0;
  if (owing || !["incomplete", "past_due"].includes(subscription.status)) return;
  cancelPlans(sim, subscription.id, "expire_incomplete");
  saveSubscription(sim, account, subscription, { ...subscription, status: "active" });
}

/** The payment method that is charged when nobody is there to choose one. */
export function methodOf(sim: Simulator, account: string, subscription: Subscription) {
  const customer = sim.objects.find("customer", String(subscription.customer), account);
  const own = subscription.default_payment_method;
  return own ?? (customer?.invoice_settings.default_payment_method as string | null) ?? null;
}

type EndReason = "cancellation_requested" | "payment_failed";

/** Ends a subscription now. Invoices that are still open are not tried again. */
export function endSubscription(
  sim: Simulator,
  account: string,
  subscription: Subscription,
  reason: EndReason,
): Subscription {
  const now = sim.clock.now();
  const ended: Subscription = {
    ...subscription,
    canceled_at: subscription.canceled_at ?? now,
    cancellation_details: {
      comment: null,
      feedback: null,
      feedback_option: null,
      ...subscription.cancellation_details,
      reason,
    },
    ended_at: now,
    status: "canceled",
  };
  sim.objects.save("subscription", ended);
  cancelPlans(sim, subscription.id);
  for (const status of ["draft", "open"]) {
    for (const invoice of invoicesOf(sim, account, subscription.id, status)) {
      cancelPlans(sim, invoice.id);
      saveInvoice(sim, account, { ...invoice, auto_advance: false, next_payment_attempt: null });
    }
  }
  emit(sim, "customer.subscription.deleted", ended, { account });
  return ended;
}
