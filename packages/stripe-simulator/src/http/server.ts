import type { IncomingMessage } from "node:http";
import { Hono } from "hono";
import { hostedAccounts } from "../hosted/hosted-accounts.ts";
import { hostedBilling } from "../hosted/hosted-billing.ts";
import { hostedCheckout } from "../hosted/hosted-checkout.ts";
import { failedPage } from "../hosted/page-layout.ts";
import type { openSimulator } from "../state/simulator.ts";
import { switches } from "../switches/switches-routes.ts";
import type { WebhookDelivery } from "../webhooks/webhook-delivery.ts";
import { stripeApi } from "./api.ts";
import { onlyHere } from "./only-here.ts";

/**
 * The pages are for whoever reaches the site, and are found by tokens that nobody guesses. The API,
 * whose key everybody knows, and the switches, which need none, are for this machine alone.
 */
export function createApp(
  sim: ReturnType<typeof openSimulator>,
  delivery: WebhookDelivery,
): Hono<{ Bindings: { incoming: IncomingMessage } }> {
  const app = new Hono<{ Bindings: { incoming: IncomingMessage } }>();
  app.onError((error, c) => {
    sim.log(`500: ${error.stack}`);
    return c.html(failedPage(), 500);
  });
  app.use("/v1/*", onlyHere);
  app.use("/_simulator", onlyHere);
  app.use("/_simulator/*", onlyHere);
  app.route("/", stripeApi(sim));
  app.route("/", hostedCheckout(sim, delivery));
  app.route("/", hostedAccounts(sim));
  app.route("/", hostedBilling(sim));
  app.route("/", switches(sim, delivery));
  app.get("/healthz", (c) => c.text("ok"));
  return app;
}
