import type Stripe from "stripe";
import { refuseNotPlayed } from "../protocol/param-checks.ts";
import {
  cardRefused,
  invalidRequest,
  missingParam,
  StripeError,
} from "../protocol/stripe-error.ts";
import { type ListParams, listObjects } from "../state/listing.ts";
import { applyMetadata } from "../state/metadata.ts";
import type { ApiRequest, Simulator } from "../state/simulator.ts";
import { cancelPlans, plan } from "../state/tasks.ts";
import { type AskedDiscount, attachDiscount, chooseDiscount } from "./discounts.ts";
import { finalizeInvoice } from "./invoices.ts";
import {
  billSubscription,
  collectInvoice,
  endSubscription,
  methodOf,
  periodLines,
} from "./subscription-billing.ts";
import { askedPrice, changeItems } from "./subscription-changes.ts";
import { itemAmount } from "./subscription-items.ts";
import {
  itemsOf,
  makeSubscription,
  type Subscription,
  saveSubscription,
  trialEndOf,
} from "./subscription-objects.ts";

/** Parameters that would change what is billed or when, and that the simulator does not play. */
const notPlayed = [
  "add_invoice_items",
  "application_fee_percent",
  "automatic_tax",
  "backdate_start_date",
  "billing_cycle_anchor",
  "billing_cycle_anchor_config",
  "billing_schedules",
  "billing_thresholds",
  "days_until_due",
  "default_source",
  "default_tax_rates",
  "on_behalf_of",
  "pending_invoice_item_interval",
  "proration_date",
  "transfer_data",
];

/** Starts a subscription of a customer whose card is known already. */
export function createSubscription(
  sim: Simulator,
  { params, account }: ApiRequest<Stripe.SubscriptionCreateParams>,
): Subscription {
  refuseNotPlayed(params, [...notPlayed, "pause_collection"]);
  if (!params.customer) throw missingParam("customer");
  if (!params.items || params.items.length === 0) throw missingParam("items");
  const customer = sim.objects.get("customer", params.customer, account, {
    param: "customer",
    status: 400,
  });
  const method = params.default_payment_method ?? null;
  if (method) {
    sim.objects.get("payment_method", method, account, {
      param: "default_payment_method",
      status: 400,
    });
  }
  const items = params.items.map((item, index) => ({
    price: askedPrice(sim, account, item as Parameters<typeof askedPrice>[2], `items[${index}]`),
    quantity: item.quantity ?? 1,
    metadata: applyMetadata({}, item.metadata),
  }));
  const trialEnd = trialEndOf(sim, params as Parameters<typeof trialEndOf>[1]);
  const subscription = makeSubscription(sim, account, {
    customer: customer.id,
    items,
    method,
    metadata: applyMetadata({}, params.metadata),
    description: params.description ?? null,
    trialEnd,
    cancelAtPeriodEnd: params.cancel_at_period_end ?? false,
    discount: chooseDiscount(sim, account, (params.discounts || []) as AskedDiscount[], {
      customer: customer.id,
      amount: items.reduce((sum, { price, quantity }) => sum + itemAmount(price, quantity), 0),
      currency: items[0]?.price.currency ?? "eur",
    }),
    checkout: null,
  });
  if (methodOf(sim, account, subscription) === null && trialEnd === null) {
    throw invalidRequest(
      "This customer has no attached payment source or default payment method. Please consider adding a default payment method.",
      { code: "resource_missing" },
    );
  }
  const lines = trialEnd === null ? periodLines(itemsOf(subscription)) : [];
  const period = { start: subscription.created, end: subscription.created };
  const draft = billSubscription(sim, account, subscription, "subscription_create", lines, period);
  const open = finalizeInvoice(sim, account, draft);
  if (params.payment_behavior === "default_incomplete")
    return retrieve(sim, subscription.id, account);
  const { refusal } = collectInvoice(sim, account, open, {
    method: methodOf(sim, account, subscription),
    onSession: false,
  });
  if (refusal && params.payment_behavior === "error_if_incomplete") {
    throw cardRefused(refusal, false);
  }
  return retrieve(sim, subscription.id, account);
}

function retrieve(sim: Simulator, id: string, account: string): Subscription {
  return sim.objects.get("subscription", id, account, { param: "id" });
}

export function retrieveSubscription(sim: Simulator, { id, account }: ApiRequest) {
  return retrieve(sim, id, account);
}

/** Sets or takes back an end: at the period's end, or at a second of its own. */
export function scheduleEnd(
  sim: Simulator,
  account: string,
  subscription: Subscription,
  asked: { atPeriodEnd: boolean } | { at: number | null },
): Subscription {
  const periodEnd = itemsOf(subscription)[0]?.current_period_end ?? null;
  const atPeriodEnd = "atPeriodEnd" in asked && asked.atPeriodEnd;
  const cancelAt = "at" in asked ? asked.at : atPeriodEnd ? periodEnd : null;
  cancelPlans(sim, subscription.id, "cancel_subscription");
  if (cancelAt !== null) plan(sim, "cancel_subscription", subscription.id, cancelAt);
  return saveSubscription(sim, account, subscription, {
    ...subscription,
    cancel_at: cancelAt,
    cancel_at_period_end: atPeriodEnd,
    canceled_at: cancelAt === null ? null : sim.clock.now(),
    cancellation_details: {
      comment: null,
      feedback: null,
      feedback_option: null,
      ...subscription.cancellation_details,
      reason: cancelAt === null ? null : "cancellation_requested",
    },
  });
}

export function updateSubscription(
  sim: Simulator,
  { id, params, account }: ApiRequest<Stripe.SubscriptionUpdateParams>,
): Subscription {
  refuseNotPlayed(params, notPlayed);
  let subscription = retrieve(sim, id, account);
  if (subscription.status === "canceled" || subscription.status === "incomplete_expired") {
    throw invalidRequest(
      "A canceled subscription can only update its cancellation_details and metadata.",
      { code: "resource_missing", param: "id" },
    );
  }
  const method = params.default_payment_method;
  if (method) {
    sim.objects.get("payment_method", method, account, {
      param: "default_payment_method",
      status: 400,
    });
  }
  subscription = saveSubscription(sim, account, subscription, {
    ...subscription,
    ...(method !== undefined && { default_payment_method: method || null }),
    ...(params.description !== undefined && { description: params.description || null }),
    ...(params.pause_collection !== undefined && {
      pause_collection: pauseOf(params.pause_collection),
    }),
    metadata: applyMetadata(subscription.metadata, params.metadata),
  });
  if (params.discounts !== undefined) {
    const chosen = chooseDiscount(sim, account, (params.discounts || []) as AskedDiscount[], {
      customer: String(subscription.customer),
      amount: 0,
      currency: subscription.currency,
    });
    const customer = String(subscription.customer);
    const discount =
      chosen &&
      attachDiscount(sim, account, chosen, { customer, subscription: id, checkout: null });
    subscription = saveSubscription(sim, account, subscription, {
      ...subscription,
      discounts: discount ? [discount.id] : [],
    });
  }
  if (params.items) {
    subscription = changeItems(sim, account, subscription, params.items as never, {
      proration: (params.proration_behavior ?? "create_prorations") as "create_prorations",
      mustPay: params.payment_behavior === "error_if_incomplete",
    });
  }
  if (params.cancel_at_period_end !== undefined) {
    const atPeriodEnd = params.cancel_at_period_end;
    subscription = scheduleEnd(sim, account, subscription, { atPeriodEnd });
  } else if (params.cancel_at !== undefined) {
    const at = typeof params.cancel_at === "number" ? params.cancel_at : null;
    subscription = scheduleEnd(sim, account, subscription, { at });
  }
  return subscription;
}

/**
 * Pauses the collection of what a subscription bills, until that is unset: its status stays, and
 * each invoice that it makes meanwhile is void at once, without touching the customer's credit.
 * Invoices of before are collected all the same
 * (https://docs.stripe.com/billing/subscriptions/pause-payment).
 */
function pauseOf(
  asked: Stripe.SubscriptionUpdateParams["pause_collection"],
): Subscription["pause_collection"] {
  if (!asked) return null;
  if (asked.behavior !== "void") {
    throw invalidRequest("The simulator voids what is billed during a pause.", {
      param: "pause_collection[behavior]",
    });
  }
  refuseNotPlayed(asked, ["resumes_at"]);
  return { behavior: asked.behavior, resumes_at: null };
}

/** Ends it at once; money for the rest of the period stays where it is. */
export function cancelSubscription(
  sim: Simulator,
  { id, params, account }: ApiRequest<Stripe.SubscriptionCancelParams>,
): Subscription {
  for (const name of ["invoice_now", "prorate"] as const) {
    if (params[name]) throw invalidRequest(`The simulator does not play ${name}.`, { param: name });
  }
  const subscription = retrieve(sim, id, account);
  if (subscription.status === "canceled") {
    throw new StripeError(404, {
      type: "invalid_request_error",
      code: "resource_missing",
      message: `No such subscription: '${id}'`,
      param: "id",
    });
  }
  const { comment, feedback } = params.cancellation_details ?? {};
  return endSubscription(
    sim,
    account,
    {
      ...subscription,
      cancellation_details: {
        comment: comment || null,
        feedback: (feedback || null) as null,
        feedback_option: null,
        reason: null,
      },
    },
    "cancellation_requested",
  );
}

/** Only a paused subscription can be resumed, and nothing here pauses one: collection is another thing. */
export function resumeSubscription(sim: Simulator, { id, account }: ApiRequest): never {
  const { status } = retrieve(sim, id, account);
  throw invalidRequest(
    `You can only resume a subscription with a status of \`paused\`; this one is \`${status}\`.`,
  );
}

export function listSubscriptions(
  sim: Simulator,
  request: ApiRequest<Stripe.SubscriptionListParams & ListParams>,
) {
  const { customer, price, status } = request.params;
  const over = "('canceled', 'incomplete_expired')";
  const column = "json_extract(body, '$.status')";
  let sql = "";
  const values: string[] = [];
  if (status === undefined) sql += ` AND ${column} <> 'canceled'`;
  else if (status === "ended") sql += ` AND ${column} IN ${over}`;
  else if (status !== "all") {
    sql += ` AND ${column} = ?`;
    values.push(status);
  }
  if (price !== undefined) {
    sql += ` AND EXISTS (SELECT 1 FROM json_each(body, '$.items.data') AS item
                         WHERE json_extract(item.value, '$.price.id') = ?)`;
    values.push(price);
  }
  const filter = customer === undefined ? {} : { customer };
  return listObjects(sim, request, "subscription", filter, { sql, values });
}
