import { z } from "@hono/zod-openapi";
import type { SubscriptionView } from "#core/subscriptions/schema.ts";
import { showSubscription } from "#core/subscriptions/show-subscription.server.ts";
import { encodeAs } from "../names.ts";
import { createTaggedResource } from "../resource.ts";

export const subscriptionBody = z
  .object({
    subscribed: z.boolean(),
    plan_type: z.string().nullable().openapi({
      description: "free ou flow, premium ou boost, expand ; null sans abonnement",
    }),
    current_period_end: z.iso.datetime().nullable().openapi({
      description: "Prochaine échéance ; null pour une offre gratuite",
    }),
  })
  .openapi("Subscription");

export const encodeSubscription = (view: SubscriptionView) => encodeAs(subscriptionBody, view);

export function subscriptionRoutes() {
  const { resource, addCall } = createTaggedResource("Abonnement");
  addCall("get", "/", {
    summary: "Son propre abonnement",
    answer: [subscriptionBody, "L'abonnement"],
    call: async (ctx) => encodeSubscription(await showSubscription(ctx)),
  });
  return resource;
}
