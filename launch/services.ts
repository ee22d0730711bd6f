import path from "node:path";
import type { Children, ProgramOptions } from "./children.ts";
import type { Secrets } from "./data-folder.ts";
import { requireDurableDatabase, requireMatchingData } from "./database-check.ts";
import { type ProductEnvironment, withoutOurs } from "./environment.ts";
import { DATABASE_OFFSET, type LaunchPlan, SIMULATOR_OFFSET } from "./launch-plan.ts";
import { reachableAt } from "./ports.ts";
import { memorySettings, startPostgres } from "./postgres.ts";
import { announceSimulator, answers, findSimulator } from "./shared-simulator.ts";

/** One launch: the plan, and the environment its programs are given. */
export interface Launch {
  plan: LaunchPlan;
  /** The launcher's own environment. */
  env: NodeJS.ProcessEnv;
  mode: "production" | "development";
  secrets: Secrets;
  product: ProductEnvironment;
  children: Children;
}

export async function startDatabase({ plan, secrets, children }: Launch): Promise<void> {
  await startPostgres({
    port: plan.port + DATABASE_OFFSET,
    password: secrets.databasePassword,
    dataDir: path.join(plan.dataDir, "postgres"),
    logFile: logFile(plan, "database"),
    settings: memorySettings(),
    onStart: (child) => children.adopt("database", child, "SIGINT"),
  });
}

/** Checks that the database is durable, has our schema and holds the right kind of people. */
export async function prepareDatabase(launch: Launch): Promise<void> {
  const { plan, product } = launch;
  await requireDurableDatabase(product.DATABASE_URL);
  // In a process of its own, which takes what it needed along: the launcher stays for as long as the site.
  await launch.children.run(program(launch, "migrations", "db/migrate.ts"));
  await requireMatchingData(product.DATABASE_URL, plan.demo);
}

/**
 * Stripe's stand-in. All processes on one database must speak to the same one: the first starts it
 * and says so in the database.
 *
 * @returns its address
 */
export async function startSimulator(launch: Launch): Promise<string> {
  const { plan, env, product } = launch;
  const shared = await findSimulator(product.DATABASE_URL);
  if (shared) {
    if (!env.STRIPE_API_BASE) product.STRIPE_API_BASE = shared.url;
    product.STRIPE_SECRET_KEY = shared.secretKey;
    product.STRIPE_WEBHOOK_SECRET = shared.webhookSecret;
    product.STRIPE_CONNECT_WEBHOOK_SECRET = shared.connectWebhookSecret;
    return shared.url;
  }
  const port = plan.port + SIMULATOR_OFFSET;
  const site = reachableAt(plan.host, plan.port);
  const own = {
    url: reachableAt(plan.host, port),
    secretKey: product.STRIPE_SECRET_KEY,
    webhookSecret: product.STRIPE_WEBHOOK_SECRET,
    connectWebhookSecret: product.STRIPE_CONNECT_WEBHOOK_SECRET,
  };
  await launch.children.start({
    ...program(launch, "simulator", "packages/stripe-simulator/src/main.ts", {
      SIMULATOR_PORT: String(port),
      SIMULATOR_STATE: path.join(plan.dataDir, "simulator.sqlite"),
      SIMULATOR_PUBLIC_URL: `http://${new URL(plan.appUrl).hostname}:${port}`,
      WEBHOOK_URL: `${site}/webhooks/stripe`,
      WEBHOOK_CONNECT_URL: `${site}/webhooks/stripe-connect`,
    }),
    isReady: () => answers(own),
  });
  await announceSimulator(product.DATABASE_URL, own);
  return own.url;
}

/** Loads the demo once, and keeps its slots in the future at every start. */
export async function loadDemoData(launch: Launch, simulatorUrl: string): Promise<void> {
  const simulator = { SIMULATOR_URL: simulatorUrl };
  await launch.children.run(program(launch, "demo data", "db/demo/load.ts", simulator));
}

/** What {@link Children.watch} calls the site. */
export const SERVER = "server";

/** The site, in front of everything: the one that was built, or Vite's while developing. */
export async function startServer(launch: Launch): Promise<void> {
  const ready = `${reachableAt(launch.plan.host, launch.plan.port)}/readyz`;
  await launch.children.start({
    ...serverProgram(launch),
    isReady: async () => {
      try {
        return (await fetch(ready, { signal: AbortSignal.timeout(5_000) })).ok;
      } catch {
        return false;
      }
    },
  });
}

/** The same after it has died, with what the launch has given it at first. */
export function restartServer(launch: Launch): void {
  launch.children.restart(serverProgram(launch));
}

function serverProgram(launch: Launch): ProgramOptions {
  const built = launch.mode === "production";
  return {
    ...program(launch, SERVER, built ? "build/server/server.js" : "launch/dev-server.ts"),
    // The demo's terminal keeps its addresses in view; everybody else wants to see what happens.
    ...((!built || !launch.plan.demo) && { logFile: undefined }),
  };
}

function program(
  { plan, env, mode, product }: Launch,
  name: string,
  script: string,
  more: Record<string, string> = {},
): ProgramOptions {
  return {
    name,
    script,
    env: { ...withoutOurs(env), ...product, NODE_ENV: mode, ...more },
    logFile: logFile(plan, name),
  };
}

export function logFile({ dataDir }: LaunchPlan, name: string): string {
  return path.join(dataDir, "logs", `${name.replace(" ", "-")}.log`);
}
