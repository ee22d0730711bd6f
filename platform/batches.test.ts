import { lt } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { rateLimits } from "#core/tables.server.ts";
import { dataTest } from "#test/make/database.ts";
import { BATCH, batchOf, eachByItself, inBatches, oneByOne } from "./batches.server.ts";

/** A step that finds these numbers of rows in turn, and a record of its calls. */
function steps(...counts: number[]) {
  const asked: number[] = [];
  return {
    asked,
    step: async () => {
      const count = counts[asked.length] ?? 0;
      asked.push(count);
      return count;
    },
  };
}

describe("a purge in batches", () => {
  test("goes on until it finds fewer rows than a batch", async () => {
    const { asked, step } = steps(BATCH, BATCH + 1, BATCH - 1, BATCH);
    expect(await inBatches(step, Number.POSITIVE_INFINITY)).toBe(true);
    expect(asked).toEqual([BATCH, BATCH + 1, BATCH - 1]);
  });

  test("stops when it has had its share of time, and says that there is more", async () => {
    const { asked, step } = steps(BATCH, BATCH, 1);
    expect(await inBatches(step, 0)).toBe(false);
    expect(asked).toEqual([BATCH]);
  });

  dataTest("touches so many rows, none that somebody else has", async ({ db }) => {
    const rows = Array.from({ length: BATCH + 3 }, (_, index) => ({
      key: `k${index}`,
      points: 1,
      expire: 0,
    }));
    await db.insert(rateLimits).values(rows);
    const purge = async () => {
      const { rowCount } = await db
        .delete(rateLimits)
        .where(batchOf(rateLimits, lt(rateLimits.expire, 1)));
      return rowCount;
    };
    await db.transaction(async (tx) => {
      await tx.select().from(rateLimits).limit(1).for("update");
      expect(await purge()).toBe(BATCH);
      expect(await purge()).toBe(2);
    });
    expect(await purge()).toBe(1);
    expect(await purge()).toBe(0);
  });
});

describe("works of which each is done by itself", () => {
  test("are all tried when one fails, and the failure is told with its cause", async () => {
    const done: string[] = [];
    const work = (name: string) => async () => done.push(name) > 0;
    const cause = new Error("no such table");
    const working = eachByItself({
      first: work("first"),
      second: async () => Promise.reject(cause),
      third: work("third"),
    });
    await expect(working).rejects.toMatchObject({
      errors: [{ message: "second could not be done", cause }],
    });
    expect(done).toEqual(["first", "third"]);
  });

  test("are done when each has come to its end", async () => {
    expect(await eachByItself({ first: async () => true, second: async () => true })).toBe(true);
    expect(await eachByItself({ first: async () => false, second: async () => true })).toBe(false);
  });
});

describe("the same done for each of some", () => {
  test("goes on after one that fails, and tells of it", async () => {
    const done: number[] = [];
    const work = async (item: number) => {
      if (item === 2) throw new Error("two");
      done.push(item);
    };
    await expect(oneByOne([1, 2, 3], work)).rejects.toMatchObject({
      message: "1 of 3 failed",
      errors: [{ message: "two" }],
    });
    expect(done).toEqual([1, 3]);
  });

  test("does one at least, and says whether there is more", async () => {
    const done: number[] = [];
    const work = async (item: number) => void done.push(item);
    expect(await oneByOne([1, 2], work, 0)).toBe(false);
    expect(done).toEqual([1]);
    expect(await oneByOne([3, 4], work, Number.POSITIVE_INFINITY)).toBe(true);
    const batch = Array.from({ length: BATCH }, (_, index) => index);
    expect(await oneByOne(batch, work, Number.POSITIVE_INFINITY)).toBe(false);
    expect(await oneByOne([], work)).toBe(true);
  });
});
