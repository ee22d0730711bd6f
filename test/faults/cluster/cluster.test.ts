import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { HOUR } from "#core/durations.ts";
import { createDatabase, createPool, type Database, list } from "#platform/postgres.server.ts";
import { makeSession, makeSlot } from "../../make/catalogue.ts";
import { makeConfig, makeContext, stopJobs } from "../../make/context.ts";
import { expectInvariants } from "../../make/database.ts";
import { makeProfessional, makeUser } from "../../make/people.ts";
import { openToken } from "../callers.ts";
import { type Cluster, openCluster } from "./cluster.ts";
import { installPrograms } from "./debian.ts";
import { type Attempt, longestGap, startLoad } from "./load.ts";

/*
 * `npm run faults -- cluster`: the cluster of compose.cluster.yaml on one machine, of Debian's
 * programs. Its primary dies under bookings, Patroni with it; then the sites are restarted one by one.
 */

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "parenthese-cluster-"));
/** Each of its own professional: what is measured here is no queue for one row. */
const SESSIONS = 30;
const SLOTS = 5;
const CLIENTS = 40;
const SITE_LOGS = path.join(folder, "sites.log");

let cluster: Cluster;
let db: Database;
let paths: string[];
let attempts: Attempt[];
const processes: ChildProcess[] = [];
beforeAll(async () => {
  const debian = installPrograms();
  console.log(
    `${debian.postgres}; ${debian.pgbouncer ? "with PgBouncer" : "without PgBouncer, older than 1.21"}`,
  );
  cluster = await openCluster(debian, folder);
  const pool = createPool(cluster.directUrl, "drill");
  pool.on("error", () => {});
  db = createDatabase(pool);
  ({ paths, attempts } = await makeWorld());
  for (const port of cluster.sites) processes.push(await startSite(port));
  processes.push(start("worker", 0));
}, 300_000);
afterAll(async () => {
  await Promise.all(processes.map((child) => end(child)));
  if (db) await stopJobs(db).finally(() => db.$client.end());
  await cluster?.close();
  fs.rmSync(folder, { recursive: true, force: true });
});

/** Sessions without charge and people who book them: for each seat an attempt, no two of one hour. */
async function makeWorld() {
  const now = new Date();
  const ctx = makeContext(db, { now: () => new Date() });
  const slots: { sessionId: string; slotId: string }[] = [];
  for (let index = 0; index < SESSIONS; index += 1) {
    const professional = await makeProfessional(db);
    const session = await makeSession(db, { professional, priceCents: 0, capacity: CLIENTS });
    for (let turn = 0; turn < SLOTS; turn += 1) {
      const start = new Date(now.getTime() + 48 * HOUR + (turn * SESSIONS + index) * 2 * HOUR);
      const { id } = await makeSlot(db, { session, start, now });
      slots.push({ sessionId: session.id, slotId: id });
    }
  }
  const clients = await Promise.all(
    Array.from({ length: CLIENTS }, async () => {
      const { id, email } = await makeUser(db, { isClient: true });
      const member = { userId: id, email, professionalId: null, accountId: null, cookie: "" };
      return { clientId: id, token: await openToken(ctx, member) };
    }),
  );
  return {
    paths: [
      "/sessions",
      `/session/${slots[0]?.sessionId}`,
      "/api/v1/sessions?limit=5",
      "/praticiens",
    ],
    // Neighbours in this list are different people who want different slots.
    attempts: clients.flatMap((_, turn) =>
      slots.map((slot, place) => {
        const client = clients[(turn + place) % CLIENTS] as (typeof clients)[number];
        return { ...client, ...slot };
      }),
    ),
  };
}

/** The built product, for good: nothing of it is a stand-in but the provider, whom nobody asks. */
function start(program: "server" | "worker", port: number): ChildProcess {
  const log = fs.openSync(SITE_LOGS, "a");
  const child = spawn(process.execPath, [`build/server/${program}.js`], {
    stdio: ["ignore", log, log],
    env: {
      ...{ PATH: process.env.PATH, NODE_ENV: "production", DEMO: "0", LOG_LEVEL: "warn" },
      ...{ PORT: String(port || 1), HOST: "127.0.0.1", TRUSTED_PROXIES: "loopback" },
      ...{ APP_URL: cluster.origin, DATA_DIR: path.join(folder, "data") },
      DATABASE_URL: cluster.primaryUrl,
      DATABASE_REPLICA_URL: cluster.replicaUrl,
      ...{ SMTP_URL: "smtp://127.0.0.1:9", STRIPE_API_BASE: "http://127.0.0.1:9" },
      STRIPE_SECRET_KEY: "sk_test_parenthese",
      STRIPE_WEBHOOK_SECRET: "whsec_platform",
      STRIPE_CONNECT_WEBHOOK_SECRET: "whsec_connect",
      ENCRYPTION_KEY: makeConfig().encryptionKey,
    },
  });
  fs.closeSync(log);
  return child;
}

async function startSite(port: number): Promise<ChildProcess> {
  const site = start("server", port);
  const isReady = () =>
    fetch(`http://127.0.0.1:${port}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  await vi.waitFor(async () => expect(await isReady()).toBe(true), {
    timeout: 120_000,
    interval: 250,
  });
  return site;
}

async function end(child: ChildProcess, signal: NodeJS.Signals = "SIGKILL"): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, "exit");
  child.kill(signal);
  await exited;
}

const load = () => startLoad(cluster.origin, attempts, { buyers: 4, readers: 3, paths });

/** Those of these bookings that are not in the database. */
async function lostOf(acknowledged: readonly { clientId: string; slotId: string }[]) {
  const { rows } = await db.execute<{ client_id: string; slot_id: string }>(sql`
    select client_id, slot_id from bookings where status = 'confirmed'
      and slot_id = any(${list([...new Set(acknowledged.map(({ slotId }) => slotId))], "uuid")})`);
  const kept = new Set(rows.map((row) => `${row.client_id} ${row.slot_id}`));
  return acknowledged.filter(({ clientId, slotId }) => !kept.has(`${clientId} ${slotId}`));
}

test("the primary dies with its Patroni: bookings within 40 s, none lost, pages throughout", {
  timeout: 300_000,
}, async () => {
  const { acknowledged, refused, pages, stop } = load();
  onTestFinished(stop);
  await vi.waitFor(() => expect(acknowledged.length).toBeGreaterThan(20), 120_000);
  const old = await cluster.primary();
  if (!old) throw new Error("no node says that it is the primary");
  const before = processes.map(({ pid }) => pid);
  const killed = performance.now();
  await cluster.kill(old);
  const since = () => acknowledged.find(({ asked }) => asked > killed);
  await vi.waitFor(() => expect(since()).toBeDefined(), { timeout: 120_000, interval: 100 });
  const again = ((since()?.answered ?? 0) - killed) / 1_000;
  await wait(15_000);
  await stop();
  const gap = longestGap(pages, killed - 2_000, performance.now() - 1_000) / 1_000;
  const slowest = Math.max(...pages.map(({ took }) => took)) / 1_000;
  const failed = pages.filter(({ status }) => status !== 200);
  const lost = await lostOf(acknowledged);
  console.log(
    `killed ${old.name}: bookings again after ${again.toFixed(1)} s; ${acknowledged.length} acknowledged, ` +
      `${lost.length} lost; refused meanwhile: ${JSON.stringify([...refused])}; ${pages.length} pages, ` +
      `${failed.length} of them failed, longest without any ${gap.toFixed(1)} s, slowest ${slowest.toFixed(1)} s`,
  );
  expect(again).toBeLessThan(40);
  expect(lost).toEqual([]);
  expect(gap).toBeLessThan(3);
  expect((await cluster.primary())?.name).not.toBe(old.name);
  expect(processes.map(({ pid, exitCode }) => (exitCode === null ? pid : null))).toEqual(before);
  // Answers that are not 200 are of buyers who were told to come back.
  expect([...refused.keys()].filter((answer) => !answer.startsWith("503"))).toEqual([]);

  const returned = performance.now();
  cluster.start(old);
  await vi.waitFor(async () => expect(await cluster.isSafe()).toBe(true), {
    timeout: 120_000,
    interval: 1_000,
  });
  console.log(
    `${old.name} follows again after ${Math.round((performance.now() - returned) / 1_000)} s`,
  );
  await expectInvariants(db, new Date());
});

test("the sites are restarted one by one, and no request fails", { timeout: 300_000 }, async () => {
  const { acknowledged, refused, pages, stop } = load();
  onTestFinished(stop);
  await vi.waitFor(() => expect(acknowledged.length).toBeGreaterThan(10), 120_000);
  for (const [index, port] of cluster.sites.entries()) {
    await end(processes[index] as ChildProcess, "SIGTERM");
    processes[index] = await startSite(port);
    // HAProxy sees it before the next one goes.
    await wait(2_000);
  }
  await stop();
  const failed = pages.filter(({ status }) => status !== 200);
  console.log(
    `rolling restart: ${pages.length} pages and ${acknowledged.length} bookings, ` +
      `${failed.length} and ${JSON.stringify([...refused])} failed`,
  );
  expect(failed).toEqual([]);
  expect([...refused]).toEqual([]);
  expect(await lostOf(acknowledged)).toEqual([]);
});
