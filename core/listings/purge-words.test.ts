import { eq, inArray } from "drizzle-orm";
import { expect } from "vitest";
import { DAY } from "#core/durations.ts";
import { RETENTION } from "#core/privacy/rules.ts";
import { knownWords, offerings } from "#core/tables.server.ts";
import type { Database } from "#platform/postgres.server.ts";
import { makeSession, makeSlot } from "#test/make/catalogue.ts";
import { makeContext, NOW } from "#test/make/context.ts";
import { contradict, dataTest } from "#test/make/database.ts";
import { purgeWords } from "./purge-words.server.ts";
import { refreshListings } from "./refresh-listings.server.ts";

const onDay = (day: number) => new Date(NOW.getTime() + day * DAY);
const MONTH = RETENTION.idle_words / DAY;

const purgeOn = (db: Database, day: number) =>
  purgeWords(makeContext(db, { now: onDay(day) }), onDay(day - MONTH));

async function wordsOf(db: Database): Promise<string[]> {
  const rows = await db
    .select({ word: knownWords.word })
    .from(knownWords)
    .where(inArray(knownWords.word, ["gong", "hatha", "enligne"]));
  return rows.map(({ word }) => word).toSorted();
}

async function makeGong(db: Database) {
  await makeSlot(db, { session: await makeSession(db, { title: "Hatha doux" }) });
  const gong = await makeSession(db, { title: "Bain de gong" });
  await makeSlot(db, { session: gong });
  const setActive = async (isActive: boolean) =>
    db.transaction(async (tx) => {
      await tx.update(offerings).set({ isActive }).where(eq(offerings.id, gong.id));
      await refreshListings(tx, [gong.id], NOW);
    });
  return { id: gong.id, setActive };
}

dataTest("a word goes a month after the last listing that had it", async ({ db }) => {
  const { setActive } = await makeGong(db);
  await purgeOn(db, 0);
  await setActive(false);
  await purgeOn(db, 1);
  // It is heard again meanwhile, and its month begins anew.
  await setActive(true);
  await purgeOn(db, 20);
  await setActive(false);
  await purgeOn(db, 21);
  await purgeOn(db, 20 + MONTH);
  expect(await wordsOf(db)).toEqual(["enligne", "gong", "hatha"]);
  await purgeOn(db, 21 + MONTH);
  expect(await wordsOf(db)).toEqual(["enligne", "hatha"]);
  await setActive(true);
  expect(await wordsOf(db)).toEqual(["enligne", "gong", "hatha"]);
});

dataTest("a word that a listing takes up in the same moment stays", async ({ db }) => {
  contradict(db, "I13");
  const { id, setActive } = await makeGong(db);
  await setActive(false);
  await purgeOn(db, 0);
  const purged = await db.transaction(async (tx) => {
    await tx.update(offerings).set({ isActive: true }).where(eq(offerings.id, id));
    await refreshListings(tx, [id], NOW);
    const waiting = purgeOn(db, MONTH);
    await expect.poll(() => isWaiting(db), { timeout: 3_000 }).toBe(true);
    return { waiting };
  });
  await purged.waiting;
  expect(await wordsOf(db)).toContain("gong");
});

async function isWaiting(db: Database): Promise<boolean> {
  const { rows } = await db.execute<{ waits: boolean }>(
    "select exists (select from pg_locks where relation = 'known_words'::regclass and not granted) as waits",
  );
  return rows[0]?.waits ?? false;
}
