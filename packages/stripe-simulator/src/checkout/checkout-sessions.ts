import type Stripe from "stripe";
import type { ChosenDiscount } from "../billing/discounts.ts";
import { trialEndOf } from "../billing/subscription-objects.ts";
import { cancelIntent } from "../payments/payment-intents.ts";
import { requireChargeable, requireCurrency } from "../protocol/money.ts";
import { requireEmail, requireUrl } from "../protocol/param-checks.ts";
import { invalidRequest, missingParam } from "../protocol/stripe-error.ts";
import { newId } from "../state/ids.ts";
import { given, type ListParams, listObjects } from "../state/listing.ts";
import { applyMetadata } from "../state/metadata.ts";
import type { Kinds } from "../state/objects.ts";
import type { ApiRequest, Simulator } from "../state/simulator.ts";
import { cancelPlans, plan } from "../state/tasks.ts";
import { emit } from "../webhooks/events.ts";
import { type LineItem, makeLineItems } from "./checkout-line-items.ts";
import { requireConsistent, requireExpiry, requireIntentData } from "./checkout-terms.ts";
import { checkoutTotals } from "./checkout-totals.ts";

type Params = Stripe.Checkout.SessionCreateParams;
export type CheckoutSession = Kinds["checkout.session"];

/** Kept with a session for the moment of payment, and shown to nobody. */
export interface SessionHidden {
  lineItems: LineItem[];
  intentData: NonNullable<Params["payment_intent_data"]>;
  subscriptionData: NonNullable<Params["subscription_data"]>;
  challengeAlways: boolean;
  discount?: ChosenDiscount;
  /** The card that waits for its 3-D Secure challenge. */
  pendingMethod?: string;
  /** Why the last attempt failed, as the hosted page says it. */
  refusal?: string;
  /** The checkout.session.completed of a session that has been paid. */
  completedEvent?: string;
}

/** How a session shows its discount. */
export function discountMembers(chosen: ChosenDiscount | undefined) {
  return chosen ? [{ coupon: chosen.coupon.id, promotion_code: chosen.promotionCode }] : [];
}

/** Opens a hosted checkout. Amounts in cents; it expires by itself at `expires_at`. */
export function createCheckoutSession(
  sim: Simulator,
  { params, account }: ApiRequest<Params>,
): CheckoutSession {
  const mode = requireConsistent(params);
  const successUrl = requireUrl(params.success_url, "success_url");
  if (params.cancel_url !== undefined) requireUrl(params.cancel_url, "cancel_url");
  requireEmail(params.customer_email, "customer_email");
  const known =
    params.customer === undefined
      ? undefined
      : sim.objects.get("customer", params.customer, account, { param: "customer", status: 400 });
  const email = params.customer_email ?? known?.email;
  if (!params.line_items || params.line_items.length === 0) throw missingParam("line_items");
  const expiresAt = requireExpiry(sim, params.expires_at);
  const { subscription_data: subscriptionData = {} } = params;
  const trial = trialEndOf(sim, subscriptionData as Parameters<typeof trialEndOf>[1]);
  const lines = makeLineItems(sim, account, mode, params.line_items, trial !== null);
  const currency = lines[0]?.currency ?? "eur";
  if (params.currency !== undefined && requireCurrency(params.currency, "currency") !== currency) {
    throw invalidRequest("`currency` differs from that of the line items.", { param: "currency" });
  }
  const customer = known?.id ?? null;
  const totals = checkoutTotals(sim, account, lines, params.discounts, customer);
  const intentData = params.payment_intent_data ?? {};
  if (mode === "payment") {
    // A total of nothing is confirmed without a card.
    if (totals.total > 0) requireChargeable(totals.total, currency);
    requireIntentData(sim, account, intentData, totals.total);
  }
  const challenge = params.payment_method_options?.card?.request_three_d_secure;
  const id = newId("cs_test_a1");
  const session = sim.objects.insert(
    "checkout.session",
    {
      id,
      object: "checkout.session",
      adaptive_pricing: { enabled: false },
      allowed_payment_method_types: params.allowed_payment_method_types ?? null,
      allow_promotion_codes: params.allow_promotion_codes ?? null,
      amount_subtotal: totals.subtotal,
      amount_total: totals.total,
      automatic_tax: { enabled: false },
      billing_address_collection: params.billing_address_collection ?? null,
      cancel_url: params.cancel_url ?? null,
      client_reference_id: params.client_reference_id ?? null,
      collected_information: null,
      created: sim.clock.now(),
      currency,
      custom_fields: [],
      custom_text: {
        after_submit: params.custom_text?.after_submit || null,
        submit: params.custom_text?.submit || null,
        terms_of_service_acceptance: params.custom_text?.terms_of_service_acceptance || null,
      },
      customer,
      customer_creation:
        mode === "payment" && !params.customer ? (params.customer_creation ?? "if_required") : null,
      customer_details: email ? { email, tax_exempt: "none" } : null,
      customer_email: params.customer_email ?? null,
      discounts: discountMembers(totals.discount),
      expires_at: expiresAt,
      integration_identifier: params.integration_identifier ?? null,
      invoice_creation:
        mode === "payment" ? { enabled: false, invoice_data: { metadata: {} } } : null,
      livemode: false,
      locale: params.locale ?? null,
      metadata: applyMetadata({}, params.metadata),
      mode,
      origin_context: params.origin_context ?? null,
      payment_method_collection: params.payment_method_collection ?? "always",
      payment_method_options: { card: { request_three_d_secure: challenge ?? "automatic" } },
      payment_method_types: ["card"],
      payment_status: "unpaid",
      phone_number_collection: { enabled: false },
      shipping_options: [],
      status: "open",
      submit_type: params.submit_type ?? null,
      success_url: successUrl,
      total_details: totals.details,
      ui_mode: "hosted_page",
      url: `${sim.settings.publicUrl}/c/pay/${id}`,
    },
    {
      account,
      hidden: {
        lineItems: totals.items,
        intentData,
        subscriptionData,
        ...(totals.discount && { discount: totals.discount }),
        challengeAlways: challenge === "any" || challenge === "challenge",
      } satisfies SessionHidden,
    },
  );
  plan(sim, "expire_checkout", id, expiresAt);
  return session;
}

export function retrieveCheckoutSession(sim: Simulator, { id, account }: ApiRequest) {
  return sim.objects.get("checkout.session", id, account, { param: "session" });
}

export function listCheckoutSessions(
  sim: Simulator,
  request: ApiRequest<Stripe.Checkout.SessionListParams & ListParams>,
) {
  const { customer_details: details } = request.params;
  return listObjects(sim, request, "checkout.session", {
    ...given(request.params, "customer", "payment_intent", "status", "subscription"),
    ...(details && { "customer_details.email": details.email }),
  });
}

export function updateCheckoutSession(
  sim: Simulator,
  { id, params, account }: ApiRequest<Stripe.Checkout.SessionUpdateParams>,
) {
  const session = sim.objects.get("checkout.session", id, account, { param: "session" });
  for (const name of Object.keys(params)) {
    if (name !== "metadata" && name !== "expand") {
      throw invalidRequest(`The simulator only updates metadata.`, { param: name });
    }
  }
  const updated = { ...session, metadata: applyMetadata(session.metadata, params.metadata) };
  sim.objects.save("checkout.session", updated);
  return updated;
}

/** Ends an open session unpaid, with its unfinished payment if it has one. */
function closeUnpaid(sim: Simulator, session: CheckoutSession, account: string): CheckoutSession {
  const expired: CheckoutSession = { ...session, status: "expired", url: null };
  sim.objects.save("checkout.session", expired);
  cancelPlans(sim, session.id, "expire_checkout");
  if (session.payment_intent) cancelIntent(sim, session.payment_intent, account, "expired");
  emit(sim, "checkout.session.expired", expired, { account });
  return expired;
}

export function expireCheckoutSession(sim: Simulator, { id, account }: ApiRequest) {
  const session = sim.objects.get("checkout.session", id, account, { param: "session" });
  if (session.status !== "open") {
    throw invalidRequest(
      `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of \`${session.status}\`.`,
    );
  }
  return closeUnpaid(sim, session, account);
}

/** The clock's own expiry. */
export function expireCheckoutAtItsTime(sim: Simulator, id: string): void {
  const found = sim.objects.locate(id);
  if (found?.kind !== "checkout.session") return;
  const session = found.body as CheckoutSession;
  if (session.status === "open") closeUnpaid(sim, session, found.account);
}

export function listCheckoutLineItems(sim: Simulator, request: ApiRequest<ListParams>) {
  sim.objects.get("checkout.session", request.id, request.account, { param: "session" });
  const { limit = 10, starting_after: after, ending_before: before } = request.params;
  const all = sim.objects.hidden<SessionHidden>(request.id).lineItems;
  const start = after === undefined ? 0 : all.findIndex((item) => item.id === after) + 1;
  const end = before === undefined ? all.length : all.findIndex((item) => item.id === before);
  const data = all.slice(start, end).slice(0, limit);
  return { object: "list", data, has_more: end - start > data.length, url: request.path };
}
