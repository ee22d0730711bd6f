import { banner } from "./banner.ts";
import { Children } from "./children.ts";
import { lockDataFolder, openDataFolder, readSecrets } from "./data-folder.ts";
import { productEnvironment } from "./environment.ts";
import {
  DATABASE_OFFSET,
  type LaunchPlan,
  MAIL_OFFSET,
  planLaunch,
  SIMULATOR_OFFSET,
} from "./launch-plan.ts";
import { requireFreePort, requireOwnAddress } from "./ports.ts";
import { Refusal } from "./refusal.ts";
import { pauseAfter } from "./restart-pause.ts";
import {
  newRunRecord,
  type RunRecord,
  removeRunRecord,
  runningLaunches,
  stopOrphans,
} from "./run-record.ts";
import {
  type Launch,
  loadDemoData,
  logFile,
  prepareDatabase,
  restartServer,
  SERVER,
  startDatabase,
  startServer,
  startSimulator,
} from "./services.ts";

/**
 * Starts the whole product, prints where it is, and leaves it running: a signal, or a child that
 * ends by itself, stops everything and ends this process. The server alone is started again.
 *
 * @throws Refusal with one sentence for the operator; whatever had been started is stopped again
 */
export async function launch(env: NodeJS.ProcessEnv, mode: Launch["mode"]): Promise<void> {
  const plan = planLaunch(env);
  openDataFolder(plan.dataDir);
  const unlock = await lockDataFolder(plan.dataDir);
  const stopped = await stopOrphans(plan.dataDir);
  if (stopped.length > 0) console.log(`Stopped what was left running: ${stopped.join(", ")}.`);

  const neighbours = runningLaunches(plan.dataDir);
  // Another launch from this folder may already run its database; this one then joins it.
  const sharedDatabaseUrl = neighbours.find((other) => other.ownDatabaseUrl)?.ownDatabaseUrl;
  const ownDatabase = !plan.databaseUrl && !sharedDatabaseUrl;
  await requirePlace(plan, neighbours, ownDatabase);
  const secrets = readSecrets(plan.dataDir);
  const product = productEnvironment(env, plan, secrets, sharedDatabaseUrl);

  const record = newRunRecord(plan.port, product);
  if (ownDatabase) record.ownDatabaseUrl = product.DATABASE_URL;
  const children = new Children(plan.dataDir, record);
  const end = endOnSignals(children, () => removeRunRecord(plan.dataDir, plan.port));
  const own: Launch = { plan, env, mode, secrets, product, children };
  try {
    await startAll(own, ownDatabase);
  } catch (error) {
    await end(1, error instanceof Refusal ? error.message : error);
  }
  const logs = `the logs are in ${plan.dataDir}/logs`;
  let pause = 0;
  children.watch(({ name, sentence, ranMs }) => {
    if (name !== SERVER) return void end(1, `${sentence} Stopping everything else; ${logs}.`);
    pause = pauseAfter(pause, ranMs);
    console.error(`${sentence} Starting it again in ${pause / 1_000} s; ${logs}.`);
    setTimeout(() => restartServer(own), pause);
  });
  unlock();
}

/** @throws Refusal when this launch would get in the way of somebody else */
async function requirePlace(
  { port, host, dataDir, demo, smtpUrl }: LaunchPlan,
  neighbours: RunRecord[],
  ownDatabase: boolean,
): Promise<void> {
  const same = neighbours.find((other) => other.port === port);
  if (same) {
    throw new Refusal(
      `Parenthèse already runs from ${dataDir} on port ${port} (process ${same.launcher.pid}).`,
    );
  }
  await requireOwnAddress(host);
  await requireFreePort(port, "the site");
  if (demo) await requireFreePort(port + SIMULATOR_OFFSET, "the payment simulator");
  if (ownDatabase) await requireFreePort(port + DATABASE_OFFSET, "the database");
  if (demo && !smtpUrl) await requireFreePort(port + MAIL_OFFSET, "the mail catcher");
}

/** Starts everything in the order of dependence. */
async function startAll(launch: Launch, ownDatabase: boolean): Promise<void> {
  const { plan, product } = launch;
  if (ownDatabase) await step("database", startDatabase(launch));
  await step("migrations", prepareDatabase(launch));
  let simulatorUrl: string | undefined;
  if (plan.demo) {
    simulatorUrl = await step("payment simulator", startSimulator(launch));
    if (!plan.smtpUrl) {
      // Only the demo holds what it needs.
      const { startMailCatcher } = await import("./mail-catcher.ts");
      const catcher = startMailCatcher({
        databaseUrl: product.DATABASE_URL,
        port: plan.port + MAIL_OFFSET,
        logFile: logFile(plan, "mail catcher"),
      });
      await step("mail catcher", catcher);
    }
    await step("demo data", loadDemoData(launch, simulatorUrl));
  }
  await step("site", startServer(launch));
  console.log(banner(plan, product.DATABASE_URL, simulatorUrl));
}

/** Names the step that a failure happened in, and what was being waited for. */
async function step<Result>(name: string, work: Promise<Result>): Promise<Result> {
  const start = performance.now();
  const result = await work;
  console.log(`  ${name.padEnd(18)} ${((performance.now() - start) / 1000).toFixed(1)} s`);
  return result;
}

/**
 * The first signal stops everything in order, a second one at once.
 *
 * @returns how to do the same for another reason; the first one is printed, and nothing follows
 */
function endOnSignals(children: Children, forget: () => void) {
  let ending = false;
  const end = async (exitCode: number, why: unknown): Promise<never> => {
    if (!ending) {
      ending = true;
      console.error(why);
      await children.stop();
      forget();
      process.exit(exitCode);
    }
    return new Promise(() => {});
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.on(signal, () => {
      if (ending) {
        children.kill();
        process.exit(1);
      }
      void end(0, "Stopping…");
    });
  }
  // A program that started it with a channel, as tests do, is gone.
  process.on("disconnect", () => void end(0, "Stopping with what has started this…"));
  return end;
}
