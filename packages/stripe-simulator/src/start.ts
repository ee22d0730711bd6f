import { serve } from "@hono/node-server";
import { ensurePlatformAccount } from "./accounts/accounts.ts";
import { ensureDefaultConfiguration } from "./billing/billing-portal.ts";
import { createApp } from "./http/server.ts";
import { warmUp } from "./protocol/schemas.ts";
import { runDueTasks } from "./schedule/run-due-tasks.ts";
import { inTransaction } from "./state/database.ts";
import { readSettings, type Settings } from "./state/settings.ts";
import { openSimulator } from "./state/simulator.ts";
import { WebhookDelivery } from "./webhooks/webhook-delivery.ts";
import { configureEndpoints } from "./webhooks/webhook-endpoints.ts";

/**
 * Starts the simulator in this process. Resolves once requests are answered, and rejects when the
 * port is taken. `stop` lets running requests finish.
 *
 * @param wanted what differs from the settings of `npx stripe-simulator`
 */
export async function startSimulator(
  wanted: Partial<Settings> = {},
): Promise<{ settings: Settings; stop(): Promise<void> }> {
  const settings = {
    ...readSettings({}, wanted.port ? { port: `${wanted.port}` } : {}),
    ...wanted,
  };
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
    const { host: hostname, port } = settings;
    // Where neither is quick, one side would end an idle connection as the other uses it again.
    const serverOptions = { keepAliveTimeout: 0 };
    const starting = serve({ fetch: app.fetch, hostname, port, serverOptions }, () =>
      resolve(starting),
    );
    starting.once("error", reject);
  });
  const tick = setInterval(() => {
    runDueTasks(sim);
  }, 1_000);
  delivery.pump();

  return {
    settings,
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
