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
  await jobs.work(
    {
      count: async ({ n }) => {
        if (n === 3) throw new Error("not this one");
        done.add(n);
      },
    },
    // Whatever waited for the next look would not be done within this test.
    { count: [{ atOnce: 1, pollSeconds: 600 }] },
  );
  await expect.poll(() => done.size).toBe(39);
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
