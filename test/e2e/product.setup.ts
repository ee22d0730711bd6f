import fs from "node:fs";
import path from "node:path";
import { startProduct } from "./product.ts";

/** One product for all the tests of a run, thrown away with its data at the end. */
export default async function setup(): Promise<() => Promise<void>> {
  const product = await startProduct();
  process.env.E2E_URL = product.url;
  return async () => {
    await product.stop();
    fs.rmSync(path.dirname(product.dataDir), { recursive: true, force: true });
  };
}
