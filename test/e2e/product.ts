import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { withoutOurs } from "../../launch/environment.ts";
import { freePorts } from "../../launch/ports.ts";

/** The whole product, as `npm start` runs it once everything is built. */
export interface Product {
  url: string;
  /** The site's port; the simulator, the database and the mail catcher are on the next three. */
  port: number;
  dataDir: string;
  /** The launcher. */
  process: ChildProcess;
  /** The launcher's output so far. */
  output: () => string;
  /** SIGTERM, as an operator would; resolves to the launcher's exit code. */
  stop: () => Promise<number | null>;
}

export interface ProductOptions {
  /** The folder of an earlier start, to begin again from its data. */
  dataDir?: string;
  port?: number;
  env?: NodeJS.ProcessEnv;
}

const root = path.resolve(import.meta.dirname, "../..");
const START_TIMEOUT_MS = 300_000;

/** A folder for one product's data; as root, PostgreSQL's own user has to pass through it. */
export function newDataDir(): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "parenthese e2e "));
  fs.chmodSync(folder, 0o755);
  return path.join(folder, "data");
}

/** Starts the launcher without waiting for anything. */
export async function spawnProduct(options: ProductOptions = {}): Promise<Product> {
  const port = options.port ?? (await freePorts(4));
  const dataDir = options.dataDir ?? newDataDir();
  const env = withoutOurs(process.env);
  // Left by `npm test`: the launcher would look for the npm above it.
  delete env.npm_lifecycle_event;
  const child = spawn(process.execPath, ["start.ts"], {
    cwd: root,
    env: { ...env, PORT: String(port), DATA_DIR: dataDir, ...options.env },
    // By its channel the launcher learns that these tests are gone, however they ended.
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on("data", (chunk: Buffer) => {
      output += chunk;
    });
  }
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill("SIGTERM");
      await once(child, "close");
    }
    return child.exitCode;
  };
  return {
    ...{ port, dataDir, process: child, stop },
    url: `http://localhost:${port}`,
    output: () => output,
  };
}

/**
 * Waits until the product says that it runs.
 *
 * @throws Error with its output when it ends or takes five minutes; it is stopped then.
 */
export async function untilItRuns(product: Product): Promise<Product> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (!product.output().includes("Parenthèse is running")) {
    if (product.process.exitCode !== null || Date.now() > deadline) {
      await product.stop();
      throw new Error(`the product did not start:\n${product.output()}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return product;
}

/**
 * Makes sure that the site has outlived nothing that no test may have seen.
 *
 * @throws Error with its log's lines when a promise failed unheard, with its output when it died.
 */
export async function requireUnbrokenLife({ url, dataDir, output }: Product): Promise<void> {
  if (output().includes("has stopped by itself")) throw new Error(`the site died:\n${output()}`);
  const metrics = await (await fetch(`${url}/metrics`)).text();
  if (metrics.includes("\nunhandled_rejections_total 0\n")) return;
  const log = fs.readFileSync(path.join(dataDir, "logs", "server.log"), "utf8");
  const lines = log.split("\n").filter((line) => line.includes("nobody listened"));
  throw new Error(`promises failed and nobody listened:\n${lines.join("\n")}`);
}

/** Stops it and throws its data away. */
export async function removeProduct(product: Product): Promise<void> {
  await product.stop();
  fs.rmSync(path.dirname(product.dataDir), { recursive: true, force: true });
}
