import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
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

/** A part of one process's workers that serves a queue. */
export interface Lane {
  /** How many of its jobs run at a time. The next batch is fetched when all of them are done. */
  atOnce: number;
  /** Takes only jobs of this priority or higher, so that the rest never fills it. */
  minPriority?: number;
  /** Seconds until an empty queue is looked into again; half a second when left out. */
  pollSeconds?: number;
}

/** `Map` gives each job name its data. */
export interface Jobs<Map extends object> {
  /**
   * Enqueues in the caller's transaction, so that jobs are committed or rolled back with it; one
   * job per item of data, in one statement.
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
   * @param lanes for queues whose jobs may run side by side.
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

/** The same queue, whose jobs carry the id of the request that enqueues them. */
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

/** The part of a failure that is stored with its job. */
function asOutput(error: unknown): object {
  return error instanceof Error
    ? { name: error.name, message: error.message, stack: error.stack }
    : { value: error };
}

/**
 * Retries last for three days and a half, every five minutes in the end, so that a service that was
 * away for a day still gets what it missed.
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
 * pg-boss on the shared pool. A killed worker's job is given to another after 30 s, so handlers
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
  const found = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]));
  for (const name of names) {
    const queue: Partial<typeof QUEUE> | undefined = found.get(name);
    if (!queue) await boss.createQueue(name, QUEUE);
    // An existing queue keeps the options it was created with, so they are updated.
    else if (!isDeepStrictEqual({ ...queue, ...QUEUE }, queue)) await boss.updateQueue(name, QUEUE);
    // It is in pg-boss's cache since the start.
    else continue;
    // Any question about a queue makes pg-boss cache it. Otherwise the first job would ask on a
    // second connection, which may not be free while everybody waits for the transaction that sends
    // the job.
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
        for (const { atOnce, minPriority, pollSeconds = 0.5 } of lanes[name] ?? [{ atOnce: 1 }]) {
          const worker: string = await boss.work<object>(
            name,
            {
              pollingIntervalSeconds: pollSeconds,
              batchSize: atOnce,
              perJobResults: true,
              ...(minPriority !== undefined && { minPriority }),
            },
            (jobs) => {
              // Fetches the next batch at once: only an empty queue waits for the next poll.
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
