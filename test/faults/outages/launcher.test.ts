import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { isAlive } from "../../../launch/process-identity.ts";
import type { RunRecord } from "../../../launch/run-record.ts";
import {
  type Product,
  type ProductOptions,
  removeProduct,
  spawnProduct,
  untilItRuns,
} from "../../e2e/product.ts";

/*
 * The lives of `npm start`: stopped, killed and started again. The folders of these tests have a
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
  const server = readRecord(fourth).children.find(({ name }) => name === "server");
  process.kill(server?.pid ?? 0, "SIGKILL");
  expect(await ended(fourth)).toBe(1);
  expect(fourth.output()).toContain("The server has stopped by itself (SIGKILL)");
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
