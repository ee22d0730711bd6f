import { afterAll, beforeAll, expect, test } from "vitest";
import { freshDatabase } from "#test/database.ts";
import { createLimits } from "./limits.server.ts";
import { createPool } from "./postgres.server.ts";

let pools: ReturnType<typeof createPool>[];
beforeAll(async () => {
  const url = await freshDatabase();
  pools = [createPool(url, "one"), createPool(url, "two")];
});
afterAll(() => Promise.all(pools.map((pool) => pool.end())));

test("two processes count together, and a reset forgets", async () => {
  const [one, two] = pools.map(createLimits);
  if (!one || !two) throw new Error("two pools were made");
  expect(await one.consume("login", "camille", 3, 60)).toBe(true);
  expect(await two.consume("login", "camille", 3, 60)).toBe(true);
  expect(await one.allows("login", "camille", 3)).toBe(true);
  expect(await one.consume("login", "camille", 3, 60)).toBe(true);
  expect(await two.allows("login", "camille", 3)).toBe(false);
  expect(await two.consume("login", "camille", 3, 60)).toBe(false);
  expect(await two.consume("login", "leo", 3, 60)).toBe(true);
  await one.reset("login", "camille");
  expect(await two.consume("login", "camille", 3, 60)).toBe(true);
});
