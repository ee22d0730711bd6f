import type Stripe from "stripe";
import { requireUrl } from "../protocol/param-checks.ts";
import { invalidRequest, missingParam } from "../protocol/stripe-error.ts";
import { keepVisit } from "../state/hosted-visits.ts";
import { newId, newToken } from "../state/ids.ts";
import { given, type ListParams, listObjects } from "../state/listing.ts";
import { applyMetadata } from "../state/metadata.ts";
import { complete, type Kinds, platform } from "../state/objects.ts";
import type { ApiRequest, Simulator } from "../state/simulator.ts";
import { emit } from "../webhooks/events.ts";

export type PortalConfiguration = Kinds["billing_portal.configuration"];
export type PortalSession = Kinds["billing_portal.session"];

/** A portal's address opens for this long. */
const visitSeconds = 3_600;

type Features = Stripe.BillingPortal.ConfigurationCreateParams["features"];

function featureMembers(asked: Features, before?: PortalConfiguration["features"]) {
  const {
    customer_update: customer,
    subscription_cancel: cancel,
    subscription_update: update,
  } = asked;
  if (asked.subscription_pause?.enabled) {
    throw invalidRequest("The simulator does not pause subscriptions.", {
      param: "features[subscription_pause][enabled]",
    });
  }
  if (update?.enabled && !update.products && !before?.subscription_update.products) {
    throw missingParam("features[subscription_update][products]");
  }
  return {
    customer_update: {
      allowed_updates: (customer?.allowed_updates || before?.customer_update.allowed_updates) ?? [],
      enabled: customer?.enabled ?? before?.customer_update.enabled ?? false,
    },
    invoice_history: {
      enabled: asked.invoice_history?.enabled ?? before?.invoice_history.enabled ?? false,
    },
    payment_method_update: {
      enabled:
        asked.payment_method_update?.enabled ?? before?.payment_method_update.enabled ?? false,
    },
    subscription_cancel: {
      cancellation_reason: {
        enabled: cancel?.cancellation_reason?.enabled ?? false,
        feedback_options: [],
        options: cancel?.cancellation_reason?.options || [],
      },
      enabled: cancel?.enabled ?? before?.subscription_cancel.enabled ?? false,
      mode: cancel?.mode ?? before?.subscription_cancel.mode ?? "at_period_end",
      proration_behavior: cancel?.proration_behavior ?? "none",
    },
    subscription_pause: {
      duration: { interval_options: [], type: "indefinite" },
      enabled: false,
    },
    subscription_update: {
      default_allowed_updates:
        (update?.default_allowed_updates || before?.subscription_update.default_allowed_updates) ??
        [],
      enabled: update?.enabled ?? before?.subscription_update.enabled ?? false,
      products:
        (update?.products || undefined)?.map(({ product, prices }) => ({
          adjustable_quantity: { enabled: false, minimum: 1 },
          prices,
          product,
        })) ??
        before?.subscription_update.products ??
        [],
      proration_behavior:
        update?.proration_behavior ?? before?.subscription_update.proration_behavior ?? "none",
      schedule_at_period_end: { conditions: [] },
      trial_update_behavior: "end_trial",
    },
  } as unknown as PortalConfiguration["features"];
}

export function createConfiguration(
  sim: Simulator,
  { params, account }: ApiRequest<Stripe.BillingPortal.ConfigurationCreateParams>,
): PortalConfiguration {
  return makeConfiguration(sim, account, params, false);
}

function makeConfiguration(
  sim: Simulator,
  account: string,
  params: Stripe.BillingPortal.ConfigurationCreateParams,
  isDefault: boolean,
): PortalConfiguration {
  const now = sim.clock.now();
  return sim.objects.insert(
    "billing_portal.configuration",
    {
      id: newId("bpc_1"),
      object: "billing_portal.configuration",
      active: true,
      business_profile: {
        headline: (params.business_profile || undefined)?.headline || null,
        privacy_policy_url: (params.business_profile || undefined)?.privacy_policy_url ?? null,
        terms_of_service_url: (params.business_profile || undefined)?.terms_of_service_url ?? null,
      },
      created: now,
      default_return_url: params.default_return_url || null,
      features: featureMembers(params.features) as never,
      is_default: isDefault,
      livemode: false,
      login_page: { enabled: false },
      metadata: applyMetadata({}, params.metadata),
      name: params.name || null,
      updated: now,
    },
    { account },
  );
}

export function updateConfiguration(
  sim: Simulator,
  { id, params, account }: ApiRequest<Stripe.BillingPortal.ConfigurationUpdateParams>,
): PortalConfiguration {
  const before = sim.objects.get("billing_portal.configuration", id, account);
  const after = complete("billing_portal.configuration", {
    ...(before as object),
    ...(params.active !== undefined && { active: params.active }),
    ...(params.default_return_url !== undefined && {
      default_return_url: params.default_return_url || null,
    }),
    ...(params.features && {
      features: featureMembers(params.features as Features, before.features) as never,
    }),
    metadata: applyMetadata(before.metadata, params.metadata),
    updated: sim.clock.now(),
  });
  sim.objects.save("billing_portal.configuration", after);
  return after;
}

export function retrieveConfiguration(sim: Simulator, { id, account }: ApiRequest) {
  return sim.objects.get("billing_portal.configuration", id, account);
}

export function listConfigurations(
  sim: Simulator,
  request: ApiRequest<Stripe.BillingPortal.ConfigurationListParams & ListParams>,
) {
  const filter = given(request.params, "active", "is_default");
  return listObjects(sim, request, "billing_portal.configuration", filter);
}

/** The portal that the platform has "saved in its dashboard": everything but changing plans. */
export function ensureDefaultConfiguration(sim: Simulator): void {
  if (sim.objects.all("billing_portal.configuration", { is_default: true }).length > 0) return;
  const features = {
    customer_update: { allowed_updates: ["email"], enabled: true },
    invoice_history: { enabled: true },
    payment_method_update: { enabled: true },
    subscription_cancel: { enabled: true, mode: "at_period_end" },
  } as Features;
  makeConfiguration(sim, platform, { features }, true);
}

/** A visit of a customer to the portal, at an unguessable address. */
export function createPortalSession(
  sim: Simulator,
  { params, account }: ApiRequest<Stripe.BillingPortal.SessionCreateParams>,
): PortalSession {
  if (!params.customer) throw missingParam("customer");
  if (params.flow_data) {
    throw invalidRequest("The simulator only has the portal's home page.", { param: "flow_data" });
  }
  if (params.return_url !== undefined) requireUrl(params.return_url, "return_url");
  const customer = sim.objects.get("customer", params.customer, account, {
    param: "customer",
    status: 400,
  });
  const configuration = params.configuration
    ? sim.objects.get("billing_portal.configuration", params.configuration, account, {
        param: "configuration",
        status: 400,
      })
    : sim.objects.all("billing_portal.configuration", { is_default: true }, account)[0];
  if (!configuration?.active) {
    throw invalidRequest(
      "No configuration provided and your test mode default configuration has not been created. Provide a configuration or create your default by saving your customer portal settings in test mode at https://dashboard.stripe.com/test/settings/billing/portal.",
    );
  }
  const token = newToken();
  const session = sim.objects.insert(
    "billing_portal.session",
    {
      id: newId("bps_1"),
      object: "billing_portal.session",
      configuration: configuration.id,
      created: sim.clock.now(),
      customer: customer.id,
      livemode: false,
      locale: params.locale ?? null,
      return_url: params.return_url ?? configuration.default_return_url,
      url: `${sim.settings.publicUrl}/p/session/${token}`,
    },
    { account },
  );
  const expiresAt = sim.clock.now() + visitSeconds;
  keepVisit(sim, token, { purpose: "portal", session: session.id, expiresAt });
  emit(sim, "billing_portal.session.created", session, { account });
  return session;
}
