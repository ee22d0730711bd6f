import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import type { Database } from "#platform/postgres.server.ts";
import { actorOf, makeContext, NOW } from "#test/make/context.ts";
import { dataTest } from "#test/make/database.ts";
import { makeUser } from "#test/make/people.ts";
import type { Context } from "../context.server.ts";
import { AppError } from "../errors.ts";
import { idempotencyKeys } from "../tables.server.ts";
import { answerOnce, answerOnceInSteps, type Call, purgeAnswers } from "./answer-once.server.ts";
import { canonicalText } from "./rules.ts";

const HOUR = 3_600_000;
const later = (milliseconds: number) => new Date(NOW.getTime() + milliseconds);

/** Work that leaves a row behind each time that it runs. */
async function makeWorkshop(db: Database) {
  await db.execute(sql`create table done (number int)`);
  const work = async (ctx: Context) => {
    await ctx.db.execute(sql`insert into done values (1)`);
    const { rows } = await ctx.db.execute<{ count: number }>(
      sql`select count(*)::int as count from done`,
    );
    return { number: rows[0]?.count ?? 0 };
  };
  const count = async () => (await db.execute(sql`select from done`)).rows.length;
  return { work, count };
}

const CALL: Call = { name: "make", key: "a-key", body: { title: "Yoga", price: 20 } };
type Once = (
  ctx: Context,
  call: Call,
  work: (ctx: Context) => Promise<{ number: number }>,
) => Promise<{ number: number }>;
const ways: [string, Once][] = [
  ["in one transaction", answerOnce],
  ["in steps", (ctx, call, work) => answerOnceInSteps(ctx, call, () => work(ctx))],
];

describe.each(ways)("a call with a key, %s", (_, once) => {
  dataTest("is done once, and answers the same again", async ({ db }) => {
    const { work, count } = await makeWorkshop(db);
    const user = await makeUser(db);
    const ctx = makeContext(db, { actor: await actorOf(db, user.id) });
    expect(await once(ctx, CALL, work)).toEqual({ number: 1 });
    const reordered = { ...CALL, body: { price: 20, title: "Yoga" } };
    expect(await once(ctx, reordered, work)).toEqual({ number: 1 });
    await expect(once(ctx, { ...CALL, body: { title: "Reiki" } }, work)).rejects.toMatchObject({
      code: "key_reused",
    });
    expect(await count()).toBe(1);
    // Without a key every call is its own.
    for (const key of [null, undefined, ""]) await once(ctx, { ...CALL, key }, work);
    expect(await count()).toBe(4);
  });

  dataTest("belongs to its account or its browser, and to its call", async ({ db }) => {
    const { work, count } = await makeWorkshop(db);
    const users = [await makeUser(db), await makeUser(db)];
    const callers: [Context, Call][] = [
      [makeContext(db, { actor: await actorOf(db, users[0]?.id ?? "") }), CALL],
      [makeContext(db, { actor: await actorOf(db, users[1]?.id ?? "") }), CALL],
      [makeContext(db), { ...CALL, guestProof: "of this browser" }],
      [makeContext(db), { ...CALL, guestProof: "of that browser" }],
      [makeContext(db, { address: "203.0.113.8" }), CALL],
      [makeContext(db, { address: "203.0.113.9" }), CALL],
      [makeContext(db, { address: "203.0.113.9" }), { ...CALL, name: "make another" }],
    ];
    for (const [ctx, call] of callers) await once(ctx, call, work);
    expect(await count()).toBe(callers.length);
    for (const [ctx, call] of callers) await once(ctx, call, work);
    expect(await count()).toBe(callers.length);
  });

  dataTest("waits for nobody while the first one runs", async ({ db }) => {
    const { work, count } = await makeWorkshop(db);
    const ctx = makeContext(db);
    let isAtWork = () => {};
    const working = new Promise<void>((resolve) => {
      isAtWork = resolve;
    });
    let end = () => {};
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    const first = once(ctx, CALL, async (own) => {
      isAtWork();
      await ended;
      return work(own);
    });
    await working;
    await expect(once(ctx, CALL, work)).rejects.toMatchObject({ code: "in_progress" });
    end();
    expect(await first).toEqual({ number: 1 });
    expect(await once(ctx, CALL, work)).toEqual({ number: 1 });
    expect(await count()).toBe(1);
  });

  dataTest("that is refused or fails uses up no key", async ({ db }) => {
    const { work, count } = await makeWorkshop(db);
    const ctx = makeContext(db);
    for (const failure of [new AppError("invalid_input"), new Error("nobody foresaw it")]) {
      await expect(
        once(ctx, CALL, async () => {
          throw failure;
        }),
      ).rejects.toBe(failure);
    }
    expect(await once(ctx, { ...CALL, body: "mended" }, work)).toEqual({ number: 1 });
    expect(await count()).toBe(1);
  });

  dataTest("is forgotten after a day", async ({ db }) => {
    const { work, count } = await makeWorkshop(db);
    const at = (milliseconds: number) => makeContext(db, { now: later(milliseconds) });
    await once(at(0), CALL, work);
    expect(await once(at(24 * HOUR - 1), CALL, work)).toEqual({ number: 1 });
    await purgeAnswers(at(24 * HOUR));
    expect(await db.$count(idempotencyKeys)).toBe(1);
    expect(await once(at(24 * HOUR), { ...CALL, body: "another" }, work)).toEqual({ number: 2 });
    expect(await count()).toBe(2);
    await purgeAnswers(at(48 * HOUR + 1));
    expect(await db.$count(idempotencyKeys)).toBe(0);
  });

  dataTest("has a key that can be written in a header", async ({ db }) => {
    const { work, count } = await makeWorkshop(db);
    for (const key of ["x".repeat(256), "clé", "a b", 7, new File([], "x")]) {
      await expect(once(makeContext(db), { ...CALL, key }, work)).rejects.toMatchObject({
        code: "invalid_input",
      });
    }
    await once(makeContext(db), { ...CALL, key: "x".repeat(255) }, work);
    expect(await count()).toBe(1);
  });
});

dataTest("ten at once with one key make one thing, whoever comes first", async ({ db }) => {
  const { work, count } = await makeWorkshop(db);
  const ctx = makeContext(db);
  const outcomes = await Promise.allSettled(
    Array.from({ length: 10 }, () => answerOnce(ctx, CALL, work)),
  );
  expect(await count()).toBe(1);
  for (const outcome of outcomes) {
    if (outcome.status === "rejected")
      expect(outcome.reason).toMatchObject({ code: "in_progress" });
    else expect(outcome.value).toEqual({ number: 1 });
  }
});

dataTest("a call in steps whose process died may begin again after a minute", async ({ db }) => {
  const { work, count } = await makeWorkshop(db);
  const at = (milliseconds: number) => makeContext(db, { now: later(milliseconds) });
  // A process that dies leaves the key behind, and no answer.
  void answerOnceInSteps(at(0), CALL, () => new Promise<{ number: number }>(() => {}));
  await expect.poll(() => db.$count(idempotencyKeys)).toBe(1);
  const again = (ctx: Context) => answerOnceInSteps(ctx, CALL, () => work(ctx));
  await expect(again(at(59_000))).rejects.toMatchObject({ code: "in_progress" });
  expect(await again(at(60_000))).toEqual({ number: 1 });
  expect(await count()).toBe(1);
});

dataTest("a visitor who comes back by another network is known by a random key", async ({ db }) => {
  const { work, count } = await makeWorkshop(db);
  const call = { ...CALL, key: randomUUID() };
  for (const address of ["203.0.113.8", "203.0.113.9"]) {
    expect(await answerOnce(makeContext(db, { address }), call, work)).toEqual({ number: 1 });
  }
  expect(await count()).toBe(1);
});

dataTest("what is kept of a body says nothing to who lacks the key", async ({ db }) => {
  const { work } = await makeWorkshop(db);
  for (const key of ["one", "another"]) {
    await answerOnce(makeContext(db), { ...CALL, key }, work);
  }
  const kept = await db.select().from(idempotencyKeys);
  expect(new Set(kept.map(({ bodyHash }) => bodyHash)).size).toBe(2);
});

test("two bodies are the same whatever the order of their fields", () => {
  const text = canonicalText({ b: [2, { d: 1, c: undefined }], a: "x" });
  expect(text).toBe(canonicalText({ a: "x", b: [2, { d: 1 }] }));
  expect(text).not.toBe(canonicalText({ a: "x", b: [{ d: 1 }, 2] }));
});
