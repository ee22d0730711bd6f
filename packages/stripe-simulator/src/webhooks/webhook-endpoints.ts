import { randomBytes } from "node:crypto";
import type Stripe from "stripe";
import { apiVersion } from "../protocol/schemas.ts";
import { newId } from "../state/ids.ts";
import { type ListParams, listObjects } from "../state/listing.ts";
import { applyMetadata } from "../state/metadata.ts";
import type { ApiRequest, Simulator } from "../state/simulator.ts";

/** `connect`: the endpoint listens to the events of connected accounts instead of the platform's. */
export interface EndpointHidden {
  secret: string;
  connect: boolean;
}

const configured = [
  { id: "we_configured_platform", connect: false },
  { id: "we_configured_connect", connect: true },
];

/** Makes the two endpoints of the environment exist with the addresses and secrets of this start. */
export function configureEndpoints(sim: Simulator): void {
  const { webhookUrl, webhookConnectUrl, webhookSecret, connectWebhookSecret } = sim.settings;
  for (const { id, connect } of configured) {
    const url = connect ? webhookConnectUrl : webhookUrl;
    const secret = connect ? connectWebhookSecret : webhookSecret;
    const present = sim.objects.find("webhook_endpoint", id);
    if (!url) {
      if (present) sim.objects.save("webhook_endpoint", { ...present, status: "disabled" });
    } else if (present) {
      sim.objects.save("webhook_endpoint", { ...present, url, status: "enabled" });
      sim.objects.hide(id, { secret, connect } satisfies EndpointHidden);
    } else {
      sim.objects.insert(
        "webhook_endpoint",
        {
          id,
          object: "webhook_endpoint",
          api_version: apiVersion,
          created: sim.clock.now(),
          enabled_events: ["*"],
          livemode: false,
          metadata: {},
          status: "enabled",
          url,
        },
        { hidden: { secret, connect } satisfies EndpointHidden },
      );
    }
  }
}

export function createEndpoint(
  sim: Simulator,
  { params }: ApiRequest<Stripe.WebhookEndpointCreateParams>,
) {
  const hidden: EndpointHidden = {
    secret: `whsec_${randomBytes(24).toString("base64url")}`,
    connect: params.connect ?? false,
  };
  const endpoint = sim.objects.insert(
    "webhook_endpoint",
    {
      id: newId("we_1"),
      object: "webhook_endpoint",
      api_version: params.api_version ?? null,
      created: sim.clock.now(),
      description: params.description || null,
      enabled_events: params.enabled_events,
      livemode: false,
      metadata: applyMetadata({}, params.metadata),
      status: "enabled",
      url: params.url,
    },
    { hidden },
  );
  // Stripe shows the secret once, in the answer to the creation.
  return { ...endpoint, secret: hidden.secret };
}

export function updateEndpoint(
  sim: Simulator,
  { id, params }: ApiRequest<Stripe.WebhookEndpointUpdateParams>,
) {
  const endpoint = sim.objects.get("webhook_endpoint", id);
  const updated = {
    ...endpoint,
    ...(params.description !== undefined && { description: params.description || null }),
    ...(params.enabled_events && { enabled_events: params.enabled_events }),
    ...(params.url !== undefined && { url: params.url }),
    ...(params.disabled !== undefined && { status: params.disabled ? "disabled" : "enabled" }),
    metadata: applyMetadata(endpoint.metadata, params.metadata),
  };
  sim.objects.save("webhook_endpoint", updated);
  return updated;
}

export function retrieveEndpoint(sim: Simulator, { id }: ApiRequest) {
  return sim.objects.get("webhook_endpoint", id);
}

export function listEndpoints(sim: Simulator, request: ApiRequest<ListParams>) {
  return listObjects(sim, request, "webhook_endpoint");
}

export function deleteEndpoint(sim: Simulator, { id }: ApiRequest) {
  sim.objects.get("webhook_endpoint", id);
  sim.objects.delete(id);
  return { id, object: "webhook_endpoint", deleted: true };
}
