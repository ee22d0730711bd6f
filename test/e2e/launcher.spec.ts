import { once } from "node:events";
import fs from "node:fs";
import net from "node:net";
import path from "node:path";
import { test as base, expect } from "@playwright/test";
import {
  newDataDir,
  type Product,
  type ProductOptions,
  removeProduct,
  spawnProduct,
} from "./product.ts";

/*
 * The launcher refuses what it cannot start with; its lives and deaths are in
 * test/faults/outages/launcher.test.ts. The folders of these tests have a space in their names.
 */

/** `spawn` waits for nothing; what it has begun is removed, whatever happens. */
const test = base.extend<{ spawn: (options?: ProductOptions) => Promise<Product> }>({
  spawn: async ({ browserName: _ }, use) => {
    const begun: Product[] = [];
    await use(async (options) => {
      const product = await spawnProduct(options);
      begun.push(product);
      return product;
    });
    for (const product of begun) await removeProduct(product);
  },
});

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

test("it stops when the program that started it is gone", async ({ spawn }) => {
  const product = await spawn();
  await expect.poll(() => product.output(), { timeout: 60_000 }).toContain("database");
  product.process.disconnect();
  await expect.poll(() => product.process.exitCode, { timeout: 60_000 }).toBe(0);
  expect(product.output()).toContain("Stopping with what has started this");
});
