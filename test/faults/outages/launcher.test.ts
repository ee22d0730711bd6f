import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { isAlive } from "../../../launch/process-identity.ts";
import type { RunRecord } from "../../../launch/run-record.ts";
import {
  newDataDir,
  type Product,
  type ProductOptions,
  removeProduct,
  requireUnbrokenLife,
  spawnProduct,
  untilItRuns,
} from "../../e2e/product.ts";

/*
 * The lives of `npm start`: stopped, killed and started again, by somebody or by itself. The folders of these tests have a
 * space in their names.
 */

async function start(options?: ProductOptions): Promise<Product> {
  const product = await spawnProduct(options);
  onTestFinished(() => removeProduct(product));
  return untilItRuns(product);
}

function readRecord({ dataDir, port }: Product): RunRecord {
  return JSON.parse(fs.readFileSync(path.join(dataDir, "run", `${port}.json`), "utf8"));
}

async function ask(databaseUrl: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

/** The newest server of this launch, and nobody else of that name. */
function serverOf(product: Product): { pid: number } {
  const found = readRecord(product).children.filter(({ name }) => name === "server");
  expect(found).toHaveLength(1);
  return { pid: found[0]?.pid ?? 0 };
}

async function untilReady({ url }: Product): Promise<void> {
  const ask = () =>
    fetch(`${url}/readyz`).then(
      ({ status }) => status,
      () => null,
    );
  await expect.poll(ask, { timeout: 120_000 }).toBe(200);
}

async function ended(product: Product): Promise<number | null> {
  if (product.process.exitCode === null) await once(product.process, "close");
  return product.process.exitCode;
}

test("SIGTERM, kill -9 and a process that dies: the next start works, and keeps all data", {
  timeout: 300_000,
}, async () => {
  const first = await start();
  const { dataDir, port } = first;
  const { children: stopped, ownDatabaseUrl = "" } = readRecord(first);
  expect(first.output()).toContain(ownDatabaseUrl);
  await ask(ownDatabaseUrl, "INSERT INTO settings VALUES ('launcher-test', '1')");
  expect(await first.stop()).toBe(0);
  expect(stopped.filter(isAlive)).toEqual([]);

  const second = await start({ dataDir, port });
  const left = readRecord(second);
  const kept = await ask(
    left.ownDatabaseUrl ?? "",
    "SELECT value FROM settings WHERE key = 'launcher-test'",
  );
  expect(kept).toEqual([{ value: 1 }]);
  // The launcher alone is killed; its processes go on.
  second.process.kill("SIGKILL");

  const third = await start({ dataDir, port });
  expect(third.output()).toContain("Stopped what was left running");
  expect(left.children.filter(isAlive)).toEqual([]);
  const everything = readRecord(third).children;
  third.process.kill("SIGKILL");
  for (const { pid } of everything.filter(isAlive)) process.kill(pid, "SIGKILL");

  const fourth = await start({ dataDir, port });
  expect((await fetch(`${fourth.url}/readyz`)).status).toBe(200);
  const simulator = readRecord(fourth).children.find(({ name }) => name === "simulator");
  process.kill(simulator?.pid ?? 0, "SIGKILL");
  expect(await ended(fourth)).toBe(1);
  expect(fourth.output()).toContain("The simulator has stopped by itself (SIGKILL). Stopping");
});

test("a server that dies is started again, and not while everything is being stopped", {
  timeout: 300_000,
}, async () => {
  const product = await start();
  const said = "The server has stopped by itself (SIGKILL). Starting it again in";
  const first = serverOf(product);
  process.kill(first.pid, "SIGKILL");
  await expect.poll(product.output).toContain(`${said} 1 s`);
  await untilReady(product);
  await expect(requireUnbrokenLife(product)).rejects.toThrow("the site died");
  const second = serverOf(product);
  expect(second.pid).not.toBe(first.pid);
  const { children } = readRecord(product);
  expect(children.filter(isAlive).map(({ name }) => name)).toEqual([
    ...["database", "simulator", "server"],
  ]);
  process.kill(second.pid, "SIGKILL");
  await expect.poll(product.output).toContain(`${said} 2 s`);
  expect(await product.stop()).toBe(0);
  expect(children.filter(isAlive)).toEqual([]);
  expect(fs.readdirSync(path.join(product.dataDir, "run"))).not.toContain(`${product.port}.json`);
  await expect(fetch(product.url)).rejects.toThrow("fetch failed");
});

test("a promise that fails while nobody listens is logged and counted, and the site goes on", {
  timeout: 300_000,
}, async () => {
  // A read of the test's own that fails at a signal, in whatever this launch starts.
  const dataDir = newDataDir();
  const failing = path.join(path.dirname(dataDir), "fail at a signal.mjs");
  fs.writeFileSync(
    failing,
    `async function readNothing() { throw new Error("nothing was read"); }
    process.on("SIGUSR2", readNothing);`,
  );
  const env = { NODE_OPTIONS: `--import=${pathToFileURL(failing)}` };
  const product = await start({ dataDir, env });
  await requireUnbrokenLife(product);
  const server = serverOf(product);
  process.kill(server.pid, "SIGUSR2");
  const metrics = async () => (await fetch(`${product.url}/metrics`)).text();
  await expect.poll(metrics).toContain("\nunhandled_rejections_total 1\n");
  const log = fs.readFileSync(path.join(product.dataDir, "logs", "server.log"), "utf8");
  expect(log).toMatch(/"level":50,.*nothing was read.* at process\.readNothing/);
  expect((await fetch(product.url)).status).toBe(200);
  expect(serverOf(product)).toEqual(server);
  await expect(requireUnbrokenLife(product)).rejects.toThrow("nothing was read");
});

test("a second process on the same database serves the same site with the same simulator", {
  timeout: 300_000,
}, async () => {
  const first = await start();
  const { ownDatabaseUrl, environment } = readRecord(first);
  const second = await start({ env: { DATABASE_URL: ownDatabaseUrl } });
  const neighbour = await start({ dataDir: first.dataDir });
  for (const other of [second, neighbour]) {
    expect(readRecord(other).environment).toMatchObject({
      DATABASE_URL: ownDatabaseUrl,
      STRIPE_SECRET_KEY: environment.STRIPE_SECRET_KEY,
      STRIPE_API_BASE: environment.STRIPE_API_BASE,
    });
    const [here, there] = await Promise.all(
      [first, other].map(async ({ url }) => (await fetch(`${url}/api/v1/activity-types`)).json()),
    );
    expect(here.data.length).toBeGreaterThan(0);
    expect(there).toEqual(here);
  }
});
