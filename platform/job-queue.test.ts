import { sql } from "drizzle-orm";
import { expect, onTestFinished, vi } from "vitest";
import { dataTest } from "#test/make/database.ts";
import { createJobs } from "./job-queue.server.ts";
import { createLogger } from "./log.server.ts";

dataTest("a burst is worked off at one look, one failure apart", async ({ db }) => {
  const jobs = await createJobs<{ count: { n: number } }>(db, createLogger("silent"), ["count"]);
  onTestFinished(() => jobs.stop());
  for (let n = 0; n < 40; n++) await jobs.send(db, "count", { n });
  const done = new Set<number>();
  await jobs.work({
    count: async ({ n }) => {
      if (n === 3) throw new Error("not this one");
      done.add(n);
    },
  });
  await expect.poll(() => done.size).toBe(39);
});

dataTest("queues at rest are looked at together, and what comes is done soon", async ({ db }) => {
  const names = Array.from({ length: 40 }, (_, n) => `queue-${n}`);
  const jobs = await createJobs<Record<string, object>>(db, createLogger("silent"), names);
  onTestFinished(() => jobs.stop());
  const done: string[] = [];
  const work = async (name: string) => void done.push(name);
  await jobs.work(Object.fromEntries(names.map((name) => [name, () => work(name)])));
  const asked = vi.spyOn(db.$client, "query");
  await jobs.send(db, "queue-7", {}, { startAfter: 1 });
  await expect.poll(() => done, { timeout: 5_000 }).toEqual(["queue-7"]);
  const looks = asked.mock.calls.filter(([text]) => JSON.stringify(text).includes("queues-due"));
  expect(asked.mock.calls.length - looks.length).toBeLessThan(12);
});

dataTest(
  "what fails is tried again for days: others may be away for longer than an hour",
  async ({ db }) => {
    const jobs = await createJobs<{ count: { n: number } }>(db, createLogger("silent"), ["count"]);
    onTestFinished(() => jobs.stop());
    await jobs.send(db, "count", { n: 1 });
    // Some 70 minutes of failures.
    await db.execute(sql`update pgboss.job set retry_count = 20 where name = 'count'`);
    const failing = vi.fn(() => Promise.reject(new Error("away")));
    await jobs.work({ count: failing });
    const endedAs = async () => {
      const { rows } = await db.execute<{ state: string }>(sql`
      select state from pgboss.job where name = 'count' and state in ('retry', 'failed')`);
      return rows.map(({ state }) => state);
    };
    await expect.poll(() => failing).toHaveBeenCalled();
    await expect.poll(endedAs).toEqual(["retry"]);
  },
);

dataTest("a queue that is there takes the options of today", async ({ db }) => {
  const start = () => createJobs(db, createLogger("silent"), ["count"]);
  await (await start()).stop();
  const options = async () =>
    (
      await db.execute(
        sql`select retry_limit, retry_delay_max from pgboss.queue where name = 'count'`,
      )
    ).rows;
  const today = await options();
  expect(today).toEqual([{ retry_limit: 1_000, retry_delay_max: 300 }]);
  await db.execute(sql`update pgboss.queue set retry_delay_max = 7 where name = 'count'`);
  await (await start()).stop();
  expect(await options()).toEqual(today);
});

dataTest.for([
  ["by the process that makes the queue", 1],
  ["by one that finds it", 2],
] as const)(
  "sending asks for no connection but the sender's own, %s",
  async ([, starts], { db }) => {
    const start = () => createJobs<{ count: { n: number } }>(db, createLogger("silent"), ["count"]);
    if (starts === 2) await (await start()).stop();
    const jobs = await start();
    onTestFinished(() => jobs.stop());
    // In a burst, every other connection may be waiting for this very transaction.
    await db.transaction(async (tx) => {
      const max = db.$client.options.max ?? 0;
      const others = await Promise.all(Array.from({ length: max - 1 }, () => db.$client.connect()));
      try {
        await jobs.send(tx, "count", { n: 1 });
      } finally {
        for (const other of others) other.release();
      }
    });
    const done = vi.fn();
    await jobs.work({ count: async ({ n }) => done(n) });
    await expect.poll(() => done).toHaveBeenCalledWith(1);
  },
);
