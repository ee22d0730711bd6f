import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { fromDrizzle, PgBoss } from "pg-boss";
import type { Logger } from "./log.server.ts";
import type { Database, Transaction } from "./postgres.server.ts";

export interface SendOptions {
  /** Not before this many seconds. */
  startAfter?: number;
  /** At most one job with this key waits or runs within `singletonSeconds`. */
  singletonKey?: string;
  singletonSeconds?: number;
}

/** `Map` gives each job name its data. */
export interface Jobs<Map extends object> {
  /**
   * Enqueues inside the caller's transaction: committed with it, or never sent. A job for each of
   * several data, in one statement.
   */
  send<Name extends keyof Map & string>(
    tx: Transaction | Database,
    name: Name,
    data: Map[Name] | readonly Map[Name][],
    options?: SendOptions,
  ): Promise<void>;
}

export interface JobRunner<Map extends object> extends Jobs<Map> {
  /** Runs handlers until `stop`. A handler that throws is retried with growing delays. */
  work(
    handlers: {
      [Name in keyof Map]: (data: Map[Name], requestId?: string) => Promise<void>;
    },
  ): Promise<void>;
  stop(): Promise<void>;
}

function listOf<Data>(data: Data | readonly Data[]): readonly Data[] {
  return Array.isArray(data) ? data : [data as Data];
}

/** The same jobs, which bear the id of the request that sends them. */
export function carrying<Map extends object>(jobs: Jobs<Map>, requestId: string): Jobs<Map> {
  return {
    send<Name extends keyof Map & string>(
      tx: Transaction | Database,
      name: Name,
      data: Map[Name] | readonly Map[Name][],
      options?: SendOptions,
    ) {
      const all = listOf(data).map((one) => ({ ...one, requestId }));
      return jobs.send(tx, name, all, options);
    },
  };
}

/**
 * Whoever is away for a day gets what it missed when it is back: tried every five minutes in the
 * end, for three days and a half.
 */
const QUEUE = {
  expireInSeconds: 30,
  retryLimit: 1_000,
  retryDelay: 2,
  retryBackoff: true,
  retryDelayMax: 300,
  retentionSeconds: 7 * 86_400,
  deleteAfterSeconds: 86_400,
};

/**
 * pg-boss on the shared pool. A killed worker's job is given to another after 30 s, hence handlers
 * must end sooner and be idempotent.
 */
export async function createJobs<Map extends object>(
  db: Database,
  log: Logger,
  names: readonly (keyof Map & string)[],
): Promise<JobRunner<Map>> {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => db.$client.query(text, values) },
    superviseIntervalSeconds: 10,
    maintenanceIntervalSeconds: 60,
    monitorIntervalSeconds: 10,
  });
  boss.on("error", (error) => log.error({ err: error }, "job queue"));
  await boss.start();
  for (const name of names) {
    await boss.createQueue(name, QUEUE);
    // One that is there already keeps what it was made with.
    await boss.updateQueue(name, QUEUE);
    // Any question about a queue makes pg-boss remember it. The first job would otherwise ask on a
    // second connection, in a burst where all of them wait for the transaction that sends it.
    await boss.findJobs(name, { id: randomUUID() });
  }
  return {
    async send(tx, name, data, options = {}) {
      const jobs = listOf(data).map((one) => ({ ...options, data: one as object }));
      await boss.insert(name, jobs, { db: fromDrizzle(tx, sql) });
    },
    async work(handlers) {
      for (const name of names) {
        const worker: string = await boss.work<object>(
          name,
          { pollingIntervalSeconds: 0.5, batchSize: 1 },
          async ([job]) => {
            if (!job) return;
            // One job at a time, the next at once: only an empty queue waits for the next poll.
            boss.notifyWorker(worker);
            const { requestId, ...data } = job.data as { requestId?: string };
            try {
              await handlers[name](data as Map[typeof name], requestId);
            } catch (error) {
              const about = { err: error, job: name, jobId: job.id, requestId };
              log.warn(about, "job failed, will be retried");
              throw error;
            }
          },
        );
      }
    },
    async stop() {
      await boss.stop({ graceful: true, timeout: 8_000 });
    },
  };
}
