import { banner } from "./banner.ts";
import { Children } from "./children.ts";
import { lockDataFolder, openDataFolder, readSecrets } from "./data-folder.ts";
import { productEnvironment } from "./environment.ts";
import { DATABASE_OFFSET, MAIL_OFFSET, planLaunch, SIMULATOR_OFFSET } from "./plan.ts";
import { requireFreePorts } from "./ports.ts";
import { Refusal } from "./refusal.ts";
import { newRunRecord, removeRunRecord, runningLaunches, stopOrphans } from "./run-record.ts";
import {
  type Launch,
  loadDemoData,
  prepareDatabase,
  startDatabase,
  startMailCatcher,
  startServer,
  startSimulator,
} from "./services.ts";

/**
 * Starts the whole product, prints where it is, and leaves it running: a signal, or a child that
 * ends by itself, stops everything and ends this process.
 *
 * @throws Refusal with one sentence for the operator; whatever had been started is stopped again
 */
export async function launch(env: NodeJS.ProcessEnv, mode: Launch["mode"]): Promise<void> {
  const plan = planLaunch(env);
  const { dataDir, port } = plan;
  openDataFolder(dataDir);
  const unlock = await lockDataFolder(dataDir);
  const stopped = await stopOrphans(dataDir);
  if (stopped.length > 0) console.log(`Stopped what was left running: ${stopped.join(", ")}.`);

  const record = newRunRecord(port);
  const children = new Children(dataDir, record);
  const stop = async () => {
    await children.stop();
    removeRunRecord(dataDir, port);
  };
  stopOnSignals(children, stop);
  try {
    const secrets = readSecrets(dataDir);
    // Where another launch from this folder runs its database, this is one more process on it.
    const running = runningLaunches(dataDir);
    const same = running.find((other) => other.port === port);
    if (same) {
      throw new Refusal(
        `Parenthèse already runs from ${dataDir} on port ${port} (process ${same.launcher.pid}).`,
      );
    }
    const neighbour = running.find((other) => other.ownDatabaseUrl);
    const ownDatabase = !plan.databaseUrl && !neighbour;
    await requireFreePorts([
      [port, "the site"],
      ...use(plan.demo, port + SIMULATOR_OFFSET, "the payment simulator"),
      ...use(ownDatabase, port + DATABASE_OFFSET, "the database"),
      ...use(plan.demo && !plan.smtpUrl, port + MAIL_OFFSET, "the mail catcher"),
    ]);
    const product = productEnvironment(env, plan, secrets, neighbour?.ownDatabaseUrl);
    const self: Launch = { plan, env, mode, secrets, product, children };
    if (ownDatabase) {
      await startDatabase(self);
      record.ownDatabaseUrl = product.DATABASE_URL;
    }
    await prepareDatabase(self);
    let simulator: string | undefined;
    if (plan.demo) {
      simulator = await startSimulator(self);
      if (!plan.smtpUrl) await startMailCatcher(self);
      await loadDemoData(self);
    }
    record.environment = product;
    await startServer(self);
    console.log(banner(plan, product.DATABASE_URL, simulator));
  } catch (error) {
    await stop();
    throw error;
  }
  children.watch((sentence) => {
    console.error(`${sentence} Stopping everything else; the logs are in ${dataDir}/logs.`);
    void stop().then(() => process.exit(1));
  });
  unlock();
}

function use(needed: boolean, port: number, what: string): [number, string][] {
  return needed ? [[port, what]] : [];
}

/** The first signal stops everything in order, a second one at once. */
function stopOnSignals(children: Children, stop: () => Promise<void>): void {
  let stopping = false;
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.on(signal, () => {
      if (stopping) {
        children.kill();
        process.exit(1);
      }
      stopping = true;
      console.log("Stopping…");
      void stop().then(() => process.exit(0));
    });
  }
}
