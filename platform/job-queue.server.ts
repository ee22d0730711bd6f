import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { sql } from "drizzle-orm";
import { fromDrizzle, type Job, type JobResult, PgBoss } from "pg-boss";
import type { Logger } from "./log.server.ts";
import type { Database, Transaction } from "./postgres.server.ts";

export interface SendOptions {
  /** Seconds. */
  startAfter?: number;
  /** One such job at most waits or runs within `singletonSeconds`. */
  singletonKey?: string;
  singletonSeconds?: number;
  /** Higher goes first; 0 by default. */
  priority?: number;
}

export interface Lane {
  /** Jobs per batch, the next being fetched when all are done. */
  atOnce: number;
  /** Reserves the lane for this priority or higher. */
  minPriority?: number;
}

export interface Jobs<Map extends object> {
  send<Name extends keyof Map & string>(
    tx: Transaction | Database,
    name: Name,
    data: Map[Name] | readonly Map[Name][],
    options?: SendOptions,
  ): Promise<void>;
}

export interface JobRunner<Map extends object> extends Jobs<Map> {
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

function asOutput(error: unknown): object {
  return error instanceof Error
    ? { name: error.name, message: error.message, stack: error.stack }
    : { value: error };
}

/** Retries for three and a half days, to outlast a service that is away for a day. */
const QUEUE = {
  expireInSeconds: 30,
  retryLimit: 1_000,
  retryDelay: 2,
  retryBackoff: true,
  retryDelayMax: 300,
  retentionSeconds: 7 * 86_400,
  deleteAfterSeconds: 86_400,
};

/** One look at all queues wakes the workers of those where a job is due. */
const LOOK_MILLISECONDS = 500;
/** A worker looks by itself too, should a look at all fail. */
const POLL_SECONDS = 60;

/** Another worker repeats a killed one's job after 30 s: handlers end sooner and may run twice. */
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
  const report = (error: unknown) => log.error({ err: error }, "job queue");
  boss.on("error", report);
  await boss.start();
  const found = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]));
  for (const name of names) {
    const queue: Partial<typeof QUEUE> | undefined = found.get(name);
    if (!queue) await boss.createQueue(name, QUEUE);
    // An existing queue keeps the options it was created with, so they are updated.
    else if (!isDeepStrictEqual({ ...queue, ...QUEUE }, queue)) await boss.updateQueue(name, QUEUE);
    else continue;
    // Warms pg-boss's cache, which would need a second connection inside a transaction.
    await boss.findJobs(name, { id: randomUUID() });
  }
  let looking: NodeJS.Timeout | undefined;
  let isStopped = false;
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
      const workers: { name: string; worker: string }[] = [];
      for (const name of names) {
        for (const { atOnce, minPriority } of lanes[name] ?? [{ atOnce: 1 }]) {
          const worker: string = await boss.work<object>(
            name,
            {
              pollingIntervalSeconds: POLL_SECONDS,
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
          workers.push({ name, worker });
        }
      }
      const look = async () => {
        const due = await namesDue(db, names).catch(report);
        for (const { name, worker } of workers) if (due?.has(name)) boss.notifyWorker(worker);
        if (!isStopped) looking = setTimeout(look, LOOK_MILLISECONDS);
      };
      looking = setTimeout(look, LOOK_MILLISECONDS);
    },
    async stop() {
      isStopped = true;
      clearTimeout(looking);
      await boss.stop({ graceful: true, timeout: 8_000 });
    },
  };
}

async function namesDue(db: Database, names: readonly string[]): Promise<Set<string>> {
  const { rows } = await db.$client.query<{ name: string }>({
    name: "queues-due",
    text: `select name from unnest($1::text[]) as queue (name) where exists (
      select from pgboss.job where job.name = queue.name and state < 'active' and not blocked
        and start_after < now())`,
    values: [names],
  });
  return new Set(rows.map(({ name }) => name));
}
