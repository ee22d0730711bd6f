import { describe, expect } from "vitest";
import type { Database } from "#platform/postgres.server.ts";
import { makeContext, NOW } from "#test/make/context.ts";
import { dataTest } from "#test/make/database.ts";
import { searchSessions } from "#test/make/search.ts";
import { DAY } from "../../durations.ts";
import { purgeAgedRecords } from "../../privacy/apply-retention.server.ts";
import { missedSearches } from "../../tables.server.ts";
import { createMissCounter, readMissed } from "./count-missed.server.ts";

const PRENATAL = { words: "massage prénatal", town: "Nantes", nearest: "" };
const at = (days: number) => new Date(NOW.getTime() + days * DAY);

/** So many networks look for the same on one day. */
async function look(db: Database, visitors: number, days = 0, missed = PRENATAL) {
  const misses = createMissCounter(makeContext(db, { now: at(days) }));
  misses.rendered("r", missed);
  for (let network = 0; network < visitors; network += 1)
    misses.note("r", () => `192.0.2.${network}`);
  await misses.flush();
}

const kept = async (db: Database) =>
  (await db.select().from(missedSearches).orderBy(missedSearches.day)).map(
    ({ day, words, town, visitors }) => ({ day, words, town, visitors }),
  );

describe("searches that found nothing (rule: missed-searches)", () => {
  dataTest("a network counts once a day, whatever it reloads", async ({ db }) => {
    const misses = createMissCounter(makeContext(db));
    misses.rendered("a", PRENATAL);
    misses.rendered("b", { ...PRENATAL, words: "Massage prenatal" });
    misses.note("a", () => "192.0.2.1");
    misses.note("a", () => "192.0.2.1");
    misses.note("b", () => "192.0.2.1");
    misses.note("b", () => "192.0.2.2");
    misses.note("of a page that found something", () => "192.0.2.3");
    await misses.flush();
    await misses.flush();
    expect(await kept(db)).toEqual([
      { day: "2026-11-20", words: null, town: "Nantes", visitors: 2 },
    ]);
  });

  dataTest("words of few visitors, or of one day, are not in the database", async ({ db }) => {
    await look(db, 40);
    await look(db, 2, 0, { ...PRENATAL, words: "dupont" });
    await look(db, 2, 1, { ...PRENATAL, words: "dupont" });
    const { rows } = await db.execute("select missed_searches::text as row from missed_searches");
    expect(rows).toHaveLength(3);
    expect(JSON.stringify(rows)).not.toMatch(/massage|dupont/);
  });

  dataTest(
    "those of five visitors on two days are kept, and the days before told with them",
    async ({ db }) => {
      await look(db, 4);
      await look(db, 1, 1);
      expect(await kept(db)).toEqual([
        { day: "2026-11-20", words: "massage prénatal", town: "Nantes", visitors: 4 },
        { day: "2026-11-21", words: "massage prénatal", town: "Nantes", visitors: 1 },
      ]);
    },
  );

  dataTest(
    "another town is another search, and one of a month ago counts no more",
    async ({ db }) => {
      await look(db, 4);
      await look(db, 4, 1, { ...PRENATAL, town: "Lille" });
      await look(db, 4, 31);
      expect((await kept(db)).map(({ words }) => words)).toEqual([null, null, null]);
    },
  );

  dataTest("waits while the database is away", async ({ db }) => {
    const ctx = makeContext(db);
    let isAway = true;
    const away = new Proxy(db, {
      get(target, name, receiver) {
        if (isAway && name === "transaction") return () => Promise.reject(new Error("away"));
        return Reflect.get(target, name, receiver);
      },
    });
    const misses = createMissCounter({ ...ctx, db: away });
    misses.rendered("a", PRENATAL);
    misses.note("a", () => "192.0.2.1");
    await misses.flush();
    misses.note("a", () => "192.0.2.2");
    isAway = false;
    await misses.flush();
    expect(await kept(db)).toMatchObject([{ visitors: 2 }]);
  });

  dataTest(
    "what too few have made goes after 30 days, the others after two years",
    async ({ db }) => {
      await look(db, 1);
      await look(db, 5, 0, { ...PRENATAL, town: "Lille" });
      await look(db, 5, 1, { ...PRENATAL, town: "Lille" });
      await purgeAgedRecords(makeContext(db, { now: at(29) }));
      expect(await kept(db)).toHaveLength(3);
      await purgeAgedRecords(makeContext(db, { now: at(31) }));
      expect((await kept(db)).map(({ town }) => town)).toEqual(["Lille", "Lille"]);
      await purgeAgedRecords(makeContext(db, { now: at(2 * 366) }));
      expect(await kept(db)).toEqual([]);
    },
  );

  dataTest("a town is written as our own list writes it", async ({ db }) => {
    const search = (asked: object) =>
      searchSessions(makeContext(db), asked).then((result) => readMissed(result));
    expect(await search({ q: "bain sonore", location: "NANTES" })).toMatchObject({
      town: "Nantes",
    });
    expect(await search({ q: "bain sonore nantes" })).toMatchObject({
      ...{ words: "bain sonore", town: "Nantes" },
    });
    expect(await search({ q: "bain sonore", location: "44000" })).toMatchObject({ town: "Nantes" });
    // Postcodes of several communes, the second with a street beside it.
    expect(await search({ q: "bain sonore", location: "01000" })).toBeNull();
    expect(await search({ q: "bain sonore", location: "3 rue Dupont 38710" })).toBeNull();
    expect(await search({ q: "bain sonore", location: "chez Mme Dupont-Durand" })).toBeNull();
  });
});
