import { once } from "node:events";
import fs from "node:fs";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { newId } from "#platform/ids.server.ts";
import { markOf } from "#platform/seal.server.ts";
import { createStripe } from "#platform/stripe.server.ts";
import { makeContext, startJobs } from "#test/make/context.ts";
import { dataTest } from "#test/make/database.ts";
import { makeOperatorContext } from "#test/make/operators.ts";
import { HOUR } from "../durations.ts";
import { listActs } from "../operators/acts/list-acts.server.ts";
import { proofFiles, settings, stripeEvents } from "../tables.server.ts";
import { HEALTH_WORDS } from "./labels.ts";
import { noteDone, noteDrill } from "./measure-state.server.ts";
import { RHYTHMS, THRESHOLDS } from "./rules.ts";
import { showHealth } from "./show-health.server.ts";

const NOW = new Date("2026-11-20T09:00:00Z");

test.each(Object.entries(THRESHOLDS))(
  "the runbook wakes somebody for %s at the same threshold",
  (name, most) => {
    const runbook = fs.readFileSync("docs/operations.md", "utf8");
    const alert = name === "jobs_failed" ? 'jobs_waiting{state="failed"}' : name;
    const row = runbook.split("\n").find((line) => line.startsWith(`| \`${alert}\``));
    expect(Number(row?.split(" | ")[1]?.replaceAll(/[> ]/g, ""))).toBe(most);
  },
);

dataTest("each line of the page is judged by its threshold or its rhythm", async ({ db }) => {
  const ctx = await makeOperatorContext(makeContext(db, { now: NOW }));
  await startJobs(db);
  const lines = async (now = NOW) =>
    Object.fromEntries(
      (await showHealth({ ...ctx, now: () => now })).map(({ id, ...line }) => [id, line]),
    );
  const fresh = await lines();
  expect(Object.keys(fresh).sort()).toEqual(Object.keys(HEALTH_WORDS).sort());
  expect(fresh.mails_waiting_oldest_seconds).toEqual({ state: "good", value: 0, at: null });
  for (const id of ["checked", "backed_up", "drilled"]) {
    expect(fresh[id]).toEqual({ state: "watch", value: 0, at: null });
  }

  await noteDone(ctx, "checked", 2);
  await noteDone(ctx, "backed_up");
  expect((await lines()).checked).toEqual({ state: "act", value: 2, at: NOW });
  await noteDone(ctx, "checked");
  const later = new Date(NOW.getTime() + RHYTHMS.checked + HOUR);
  expect(await lines(later)).toMatchObject({
    ...{ checked: { state: "act", at: NOW }, backed_up: { state: "good", at: NOW } },
  });

  await db.insert(stripeEvents).values({
    ...{ id: "evt_health", type: "charge.updated", livemode: false, createdAt: NOW },
    receivedAt: new Date(NOW.getTime() - HOUR),
  });
  expect((await lines()).stripe_events_waiting_oldest_seconds).toMatchObject({
    ...{ state: "act", value: 3_600 },
  });
});

dataTest("the provider is asked, and what no key opens is counted", async ({ db }) => {
  const server = http.createServer((_, response) => {
    response.writeHead(200, { "content-type": "application/json" }).end('{"object":"balance"}');
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const ctx = await makeOperatorContext(makeContext(db, { now: NOW }));
  await startJobs(db);
  const stateOf = async (id: string, given: Partial<typeof ctx> = {}) => {
    const found = (await showHealth({ ...ctx, ...given })).find((line) => line.id === id);
    return [found?.state, found?.value];
  };
  try {
    const apiBase = `http://127.0.0.1:${port}`;
    const stripe = createStripe({ ...ctx.config.stripe, apiBase });
    // The page waits two seconds for it, and a busy machine may take more.
    await expect.poll(() => stateOf("provider", { stripe })).toEqual(["good", 0]);
  } finally {
    server.close();
    server.closeAllConnections();
  }
  // Nobody answers at the address of this context.
  expect(await stateOf("provider")).toEqual(["act", null]);

  const { encryptionKey } = ctx.config;
  const paper = () => ({ id: newId(), type: "application/pdf" as const, bytes: 1, createdAt: NOW });
  await db.insert(proofFiles).values({ ...paper(), sealedBy: markOf(encryptionKey) });
  expect(await stateOf("unreadable")).toEqual(["good", 0]);
  const other = { ...ctx.config, encryptionKey: "B".repeat(43) };
  // The paper, and the secret of the operator who asks.
  expect(await stateOf("unreadable", { config: other })).toEqual(["act", 2]);
  const changing = { ...other, previousEncryptionKey: encryptionKey };
  expect(await stateOf("unreadable", { config: changing })).toEqual(["good", 0]);
});

dataTest("a drill is noted with what was seen, in the journal too", async ({ db }) => {
  const ctx = await makeOperatorContext(makeContext(db, { now: NOW }));
  await expect(noteDrill(ctx, { reason: " " })).rejects.toMatchObject({
    fields: { reason: [expect.any(String)] },
  });
  expect(await db.$count(settings, eq(settings.key, "last_drilled"))).toBe(0);
  await noteDrill(ctx, { reason: "Sauvegarde du 19, 12 minutes, aucun écart." });
  await startJobs(db);
  const drilled = (await showHealth(ctx)).find(({ id }) => id === "drilled");
  expect(drilled).toMatchObject({ state: "good", at: NOW });
  const acts = await listActs(ctx, { limit: 50 });
  expect(acts[0]).toMatchObject({ act: "drill_noted", details: { reason: /12 minutes/ } });
});
