import path from "node:path";
import { spawnProduct, untilItRuns } from "../test/e2e/product.ts";
import type { World } from "./part.ts";

/** The whole product with its demo data, as `npm start` runs it; from the second time on as it was left. */
export async function withDemo<Result>(
  world: World,
  work: (url: string) => Promise<Result>,
): Promise<Result> {
  const product = await spawnProduct({ dataDir: path.join(world.dataDir, "demo") });
  try {
    await untilItRuns(product);
    return await work(product.url);
  } finally {
    await product.stop();
  }
}
