import { createRoute, z } from "@hono/zod-openapi";
import type { SubscriptionView } from "#core/subscriptions/schema.ts";
import { showSubscription } from "#core/subscriptions/show-subscription.server.ts";
import { BEARER, failures, jsonContent } from "../openapi.ts";
import { createResource } from "../resource.ts";

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

export function encodeSubscription(view: SubscriptionView): z.output<typeof subscriptionBody> {
  return {
    subscribed: view.subscribed,
    plan_type: view.planType,
    current_period_end: view.currentPeriodEnd?.toISOString() ?? null,
  };
}

export function subscriptionRoutes() {
  const subscription = createResource();
  subscription.openapi(
    createRoute({
      method: "get",
      path: "/",
      tags: ["Abonnement"],
      summary: "Son propre abonnement",
      security: BEARER,
      responses: { 200: jsonContent(subscriptionBody, "L'abonnement"), ...failures(401, 403) },
    }),
    async (c) => c.json(encodeSubscription(await showSubscription(c.get("ctx"))), 200),
  );
  return subscription;
}
