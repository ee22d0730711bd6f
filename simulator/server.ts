import type { IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { serve } from "@hono/node-server";
import { Hono } from "hono";
import { ensurePlatformAccount } from "./accounts.ts";
import { stripeApi } from "./api.ts";
import { ensureDefaultConfiguration } from "./billing-portal.ts";
import { inTransaction } from "./database.ts";
import { hostedAccounts } from "./hosted-accounts.ts";
import { hostedBilling } from "./hosted-billing.ts";
import { hostedCheckout } from "./hosted-checkout.ts";
import { onlyHere } from "./only-here.ts";
import { failedPage } from "./page-layout.ts";
import { warmUp } from "./schemas.ts";
import type { Settings } from "./settings.ts";
import { openSimulator } from "./simulator.ts";
import { switches } from "./switches-routes.ts";
import { taskTable } from "./task-table.ts";
import { runDueTasks } from "./tasks.ts";
import { WebhookDelivery } from "./webhook-delivery.ts";
import { configureEndpoints } from "./webhook-endpoints.ts";

/** Starts everything; resolves once requests are answered. `stop` lets running ones finish. */
export async function startSimulator(settings: Settings): Promise<{ stop(): Promise<void> }> {
  warmUp();
  const sim = openSimulator(settings);
  inTransaction(sim.db, () => {
    ensurePlatformAccount(sim);
    configureEndpoints(sim);
    ensureDefaultConfiguration(sim);
  });
  const delivery = new WebhookDelivery(sim);
  // Queued inside a transaction: the delivery looks once that has been committed.
  sim.wake = () => setImmediate(() => delivery.pump());

  const app = createApp(sim, delivery);

  const server = await new Promise<ReturnType<typeof serve>>((resolve, reject) => {
    const starting = serve(
      { fetch: app.fetch, hostname: settings.host, port: settings.port },
      (_info: AddressInfo) => resolve(starting),
    );
    starting.once("error", reject);
  });
  const tick = setInterval(() => {
    runDueTasks(sim, taskTable);
  }, 1_000);
  delivery.pump();

  return {
    async stop() {
      clearInterval(tick);
      delivery.stop();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        if ("closeIdleConnections" in server) server.closeIdleConnections();
        setTimeout(() => {
          if ("closeAllConnections" in server) server.closeAllConnections();
        }, 1_000).unref();
      });
      sim.db.close();
    },
  };
}

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
