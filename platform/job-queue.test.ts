import { sql } from "drizzle-orm";
import { expect, onTestFinished, vi } from "vitest";
import { dataTest } from "#test/make/database.ts";
import { createJobs } from "./job-queue.server.ts";
import { createLogger } from "./log.server.ts";

dataTest("a burst is worked off without a pause, one failure apart", async ({ db }) => {
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
  // One job per poll would take 20 seconds.
  await vi.waitFor(() => expect(done.size).toBe(39), { timeout: 15_000, interval: 50 });
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

dataTest("sending asks for no connection but the sender's own", async ({ db }) => {
  const jobs = await createJobs<{ count: { n: number } }>(db, createLogger("silent"), ["count"]);
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
});
