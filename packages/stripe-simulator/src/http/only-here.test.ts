import { mkdtempSync, rmSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { readSettings } from "../state/settings.ts";
import { openSimulator } from "../state/simulator.ts";
import { WebhookDelivery } from "../webhooks/webhook-delivery.ts";
import { createApp } from "./server.ts";

const folder = mkdtempSync(join(tmpdir(), "simulator-"));
const sim = openSimulator(
  readSettings({
    SIMULATOR_PORT: "1",
    SIMULATOR_STATE: join(folder, "state.sqlite"),
    STRIPE_SECRET_KEY: "sk_test_simulator",
    STRIPE_WEBHOOK_SECRET: "whsec_platform",
    STRIPE_CONNECT_WEBHOOK_SECRET: "whsec_connect",
  }),
);
const app = createApp(sim, new WebhookDelivery(sim));
afterAll(() => {
  sim.db.close();
  rmSync(folder, { recursive: true });
});

/** The status answered to a connection from there, on a machine that is 192.168.1.5 to others. */
async function statusFrom(remoteAddress: string, path: string): Promise<number> {
  const socket = { remoteAddress, localAddress: "192.168.1.5" };
  const headers = { authorization: "Bearer sk_test_simulator", "x-forwarded-for": "127.0.0.1" };
  const incoming = { socket } as unknown as IncomingMessage;
  return (await app.request(path, { headers }, { incoming })).status;
}

describe("whom the simulator answers", () => {
  const PRIVATE = ["/v1/refunds", "/_simulator", "/_simulator/faults"];

  test.each(["203.0.113.9", "192.168.1.6", "::ffff:203.0.113.9", "2001:db8::1", "1127.0.0.1", ""])(
    "its API and its switches are closed to %s",
    async (from) => {
      for (const path of PRIVATE) expect(await statusFrom(from, path), path).toBe(403);
    },
  );

  test.each(["127.0.0.1", "127.1.2.3", "::1", "::ffff:127.0.0.1", "192.168.1.5"])(
    "and open to %s, which is this machine",
    async (from) => {
      for (const path of PRIVATE) expect(await statusFrom(from, path), path).toBe(200);
    },
  );

  test("its payment pages are for whoever comes", async () => {
    for (const path of ["/c/pay/cs_test_unknown", "/setup/s/unknown", "/p/session/unknown"]) {
      expect(await statusFrom("203.0.113.9", path), path).not.toBe(403);
    }
    expect(await statusFrom("203.0.113.9", "/healthz")).toBe(200);
  });
});
