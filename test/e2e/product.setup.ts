import { request } from "@playwright/test";
import { listPaid, logInOperator, NADIA } from "./journeys.ts";
import { removeProduct, requireUnbrokenLife, spawnProduct, untilItRuns } from "./product.ts";

/** One product for all the tests of a run, thrown away with its data at the end. */
export default async function setup(): Promise<() => Promise<void>> {
  const product = await spawnProduct();
  try {
    await untilItRuns(product);
  } catch (error) {
    await removeProduct(product);
    throw error;
  }
  process.env.E2E_URL = product.url;
  process.env.E2E_SOON = new Date(Date.now() + 3_600_000).toISOString();
  process.env.E2E_DATABASE_URL = /postgres:\/\/\S+/.exec(product.output())?.[0] ?? "";
  const browser = await request.newContext({ baseURL: product.url });
  const paid = await listPaid(browser, "price=20-40");
  process.env.E2E_PAID = JSON.stringify(paid.map(({ id }) => id));
  await logInOperator(browser, NADIA);
  process.env.E2E_OPERATOR = JSON.stringify((await browser.storageState()).cookies);
  await browser.dispose();
  return async () => {
    try {
      await requireUnbrokenLife(product);
    } finally {
      await removeProduct(product);
    }
  };
}
