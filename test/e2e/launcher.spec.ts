import { once } from "node:events";
import fs from "node:fs";
import net from "node:net";
import path from "node:path";
import { test as base, expect } from "@playwright/test";
import pg from "pg";
import { isAlive } from "../../launch/process-identity.ts";
import type { RunRecord } from "../../launch/run-record.ts";
import {
  newDataDir,
  type Product,
  type ProductOptions,
  removeProduct,
  spawnProduct,
  untilItRuns,
} from "./product.ts";

/*
 * The contract between `npm start` and its operator. The folders of these tests have a space in
 * their names.
 */

type Begin = (options?: ProductOptions) => Promise<Product>;

/** `start` waits until the product runs, `spawn` does not; both are cleaned up, whatever happens. */
const test = base.extend<{ start: Begin; spawn: Begin }>({
  start: async ({ spawn }, use) => {
    await use(async (options) => untilItRuns(await spawn(options)));
  },
  spawn: async ({ browserName: _ }, use) => {
    const begun: Product[] = [];
    await use(async (options) => {
      const product = await spawnProduct(options);
      begun.push(product);
      return product;
    });
    for (const product of begun.toReversed()) await removeProduct(product);
  },
});
// One after the other: each of them starts whole products.
test.describe.configure({ mode: "default", timeout: 180_000 });

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

test("a taken port is refused in one sentence", async ({ spawn }) => {
  const other = net.createServer().listen(0);
  await once(other, "listening");
  const { port } = other.address() as net.AddressInfo;
  const product = await spawn({ port });
  expect(await ended(product)).toBe(1);
  expect(product.output().trim()).toMatch(new RegExp(`^Port ${port} \\(the site\\) is taken.*$`));
  other.close();
});

test("a folder that cannot be written to is refused in one sentence", async ({ spawn }) => {
  const file = newDataDir();
  fs.writeFileSync(file, "");
  const product = await spawn({ dataDir: path.join(file, "data") });
  expect(await ended(product)).toBe(1);
  expect(product.output().trim()).toMatch(/^The folder .* cannot be written to \(ENOTDIR\).*$/);
});

test("without demo, what is missing is listed", async ({ spawn }) => {
  const product = await spawn({ env: { DEMO: "0" } });
  expect(await ended(product)).toBe(1);
  expect(product.output()).toMatch(/DATABASE_URL: .*\n {2}STRIPE_SECRET_KEY: /);
});

// One life of one folder: a first start, which fills the database, takes longer than the others.
test("SIGTERM, kill -9 and a process that dies: the next start works, and keeps all data", async ({
  start,
}) => {
  const first = await start();
  const { dataDir, port } = first;
  await test.step("SIGTERM stops every process", async () => {
    const { children, ownDatabaseUrl = "" } = readRecord(first);
    expect(first.output()).toContain(ownDatabaseUrl);
    await ask(ownDatabaseUrl, "INSERT INTO settings VALUES ('launcher-test', '1')");
    expect(await first.stop()).toBe(0);
    expect(children.filter(isAlive)).toEqual([]);
  });
  const second = await start({ dataDir, port });
  const before = readRecord(second);
  await test.step("the launcher alone is killed", async () => {
    const kept = await ask(
      before.ownDatabaseUrl ?? "",
      "SELECT value FROM settings WHERE key = 'launcher-test'",
    );
    expect(kept).toEqual([{ value: 1 }]);
    second.process.kill("SIGKILL");
  });
  const third = await start({ dataDir, port });
  await test.step("everything is killed", async () => {
    expect(third.output()).toContain("Stopped what was left running");
    expect(before.children.filter(isAlive)).toEqual([]);
    const { children } = readRecord(third);
    third.process.kill("SIGKILL");
    for (const { pid } of children.filter(isAlive)) process.kill(pid, "SIGKILL");
  });
  const fourth = await start({ dataDir, port });
  await test.step("one process dies", async () => {
    expect((await fetch(`${fourth.url}/readyz`)).status).toBe(200);
    const server = readRecord(fourth).children.find(({ name }) => name === "server");
    process.kill(server?.pid ?? 0, "SIGKILL");
    expect(await ended(fourth)).toBe(1);
    expect(fourth.output()).toContain("The server has stopped by itself (SIGKILL)");
  });
});

test("a second process on the same database serves the same site with the same simulator", async ({
  start,
}) => {
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
