import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { fromDrizzle, type Job, type JobResult, PgBoss } from "pg-boss";
import type { Logger } from "./log.server.ts";
import type { Database, Transaction } from "./postgres.server.ts";

export interface SendOptions {
  /** Not before this many seconds. */
  startAfter?: number;
  /** At most one job with this key waits or runs within `singletonSeconds`. */
  singletonKey?: string;
  singletonSeconds?: number;
  /** The higher goes first; 0 when left out. */
  priority?: number;
}

/** Part of a queue's workers in a process. */
export interface Lane {
  /** How many of its jobs run at a time. The next are taken when all of them are done. */
  atOnce: number;
  /** Takes only what has this priority at least, so that it is never full of the rest. */
  minPriority?: number;
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
  /**
   * Runs handlers until `stop`. A handler that throws is retried with growing delays.
   *
   * @param lanes of the queues whose jobs are not done one at a time.
   */
  work(
    handlers: {
      [Name in keyof Map]: (data: Map[Name], requestId?: string) => Promise<void>;
    },
    lanes?: { [Name in keyof Map]?: readonly Lane[] },
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

/** What is kept of a failure beside its job. */
function asOutput(error: unknown): object {
  return error instanceof Error
    ? { name: error.name, message: error.message, stack: error.stack }
    : { value: error };
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
    async work(handlers, lanes = {}) {
      const handle = async (name: keyof Map & string, job: Job): Promise<JobResult> => {
        const { requestId, ...data } = job.data as { requestId?: string };
        try {
          await handlers[name](data as Map[typeof name], requestId);
          return { id: job.id, status: "completed" };
        } catch (error) {
          log.warn(
            { err: error, job: name, jobId: job.id, requestId },
            "job failed, will be retried",
          );
          return { id: job.id, status: "failed", output: asOutput(error) };
        }
      };
      for (const name of names) {
        for (const { atOnce, minPriority } of lanes[name] ?? [{ atOnce: 1 }]) {
          const worker: string = await boss.work<object>(
            name,
            {
              pollingIntervalSeconds: 0.5,
              batchSize: atOnce,
              perJobResults: true,
              ...(minPriority !== undefined && { minPriority }),
            },
            (jobs) => {
              // The next at once: only an empty queue waits for the next poll.
              if (jobs.length > 0) boss.notifyWorker(worker);
              return Promise.all(jobs.map((job) => handle(name, job)));
            },
          );
        }
      }
    },
    async stop() {
      await boss.stop({ graceful: true, timeout: 8_000 });
    },
  };
}
