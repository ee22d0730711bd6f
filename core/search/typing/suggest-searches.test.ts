import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { HOUR } from "#core/durations.ts";
import { profiles } from "#core/tables.server.ts";
import type { Database } from "#platform/postgres.server.ts";
import { makeActivityType, makeSession, makeSlot } from "#test/make/catalogue.ts";
import { makeContext, NOW } from "#test/make/context.ts";
import { makeDatabase } from "#test/make/database.ts";
import { makeProfessional, makeUser } from "#test/make/people.ts";
import { suggestSearches } from "./suggest-searches.server.ts";

let db: Database;
let close: () => Promise<void>;
let luneId: string;

const PLACES = [
  { city: "Lyon", postalCode: "69003", offers: 2 },
  { city: "Lyon", postalCode: "69007", offers: 1 },
  { city: "Saint-Étienne", postalCode: "42000", offers: 1 },
  { city: "SAINT ETIENNE", postalCode: "42100", offers: 0 },
  { city: "Saint-Malo", postalCode: "35400", offers: 3 },
  { city: "Clermont-Ferrand", postalCode: "63000", offers: 1 },
  { city: "L'Haÿ-les-Roses", postalCode: "94240", offers: 1 },
  { city: "Étretat", postalCode: "76790", offers: 1 },
];

beforeAll(async () => {
  ({ db, close } = await makeDatabase());
  const lune = await makeProfessional(db, {
    businessName: "Atelier de la Lune Bleue",
    businessCity: "Brest",
    rating: 4.9,
  });
  luneId = lune.id;
  // Nothing to book there, but anybody may read about them.
  await makeProfessional(db, { businessName: "L'Œil & 100 % Lünettes", rating: 4.2 });
  const gone = await makeProfessional(db, { businessName: "Lune partie", rating: 5 });
  await db.update(profiles).set({ accountStatus: "suspended" }).where(eq(profiles.id, gone.userId));
  const twice = await makeUser(db, { isPro: true });
  await makeProfessional(db, {
    user: twice,
    businessName: "Lune ancienne",
    createdAt: new Date(NOW.getTime() - HOUR),
  });
  await makeProfessional(db, { user: twice, businessName: "Soleil nouveau" });

  const categories = ["Massage", "Méditation", "Art-thérapie"];
  for (const [index, { city, postalCode, offers }] of PLACES.entries()) {
    const category = categories[index % categories.length] ?? "Massage";
    const place = { professional: lune, category, city, postalCode };
    for (let n = 0; n < offers; n++) {
      await makeSlot(db, { session: await makeSession(db, place) });
    }
  }
  await makeActivityType(db, "Yoga");
  // A city that had an offer once, and is sold out.
  const past = await makeSession(db, {
    professional: lune,
    category: "Massage",
    city: "Lorient",
    postalCode: "56100",
  });
  await makeSlot(db, { session: past, start: new Date(NOW.getTime() + HOUR), now: NOW });
});
afterAll(() => close());

const ask = (field: string, q: unknown, now = NOW) =>
  suggestSearches(makeContext(db, { now }), { field, q });
const labels = async (field: string, q: string) => (await ask(field, q)).map(({ label }) => label);

describe("where", () => {
  test.each([
    ["ly", ["Lyon"]],
    ["LYON", ["Lyon"]],
    ["saint", ["Saint-Malo", "Saint-Étienne"]],
    ["saint-é", ["Saint-Étienne"]],
    ["st et", ["Saint-Étienne"]],
    ["etienne", ["Saint-Étienne"]],
    ["ferr", ["Clermont-Ferrand"]],
    ["l'hay", ["L'Haÿ-les-Roses"]],
    ["e", ["Étretat", "Saint-Étienne"]],
    ["lyon 3e", ["69003 Lyon"]],
    // A slip of the finger, while typing and at the end of it.
    ["clremo", ["Clermont-Ferrand"]],
    ["etiene", ["Saint-Étienne"]],
    ["lio", []],
    ["lion", ["Lyon"]],
    ["saint-étenne", ["Saint-Étienne"]],
    // Postcodes.
    ["69", ["69003 Lyon", "69007 Lyon"]],
    ["69003 ly", ["69003 Lyon"]],
    ["69003 brest", []],
    ["421", []],
    ["123456", []],
  ])("« %s » may mean %j", async (q, expected) => {
    expect(await labels("where", q)).toEqual(expected);
  });

  test("only what can still be booked", async () => {
    expect(await labels("where", "lor")).toEqual(["Lorient"]);
    expect(await ask("where", "lor", new Date(NOW.getTime() + HOUR))).toEqual([]);
    expect(await ask("where", "56", new Date(NOW.getTime() + HOUR))).toEqual([]);
  });
});

describe("what", () => {
  test.each([
    ["mas", ["Massage"]],
    ["MEDI", ["Méditation"]],
    ["m", ["Massage", "Méditation"]],
    ["thér", ["Art-thérapie"]],
    ["art thé", ["Art-thérapie"]],
    ["masag", ["Massage"]],
    ["terapie", ["Art-thérapie"]],
    // Nothing of it can be booked.
    ["yoga", []],
    ["lune", ["Atelier de la Lune Bleue", "L'Œil & 100 % Lünettes"]],
    ["lune bl", ["Atelier de la Lune Bleue"]],
    ["oeil", ["L'Œil & 100 % Lünettes"]],
    ["atelire", ["Atelier de la Lune Bleue"]],
    ["une", []],
    ["soleil", ["Soleil nouveau"]],
  ])("« %s » may mean %j", async (q, expected) => {
    expect(await labels("what", q)).toEqual(expected);
  });

  test("a practitioner comes with an address and a city", async () => {
    expect(await ask("what", "bleue")).toEqual([
      { kind: "professional", label: "Atelier de la Lune Bleue", id: luneId, city: "Brest" },
    ]);
  });
});

describe("whatever is typed", () => {
  test.each(["", " ", "%", "_", "\\", "\0", "'", "é\u{301}", "\u{202e}", "😀", "--", "~", "{}"])(
    "%j finds nothing and breaks nothing",
    async (q) => {
      for (const field of ["what", "where"]) {
        expect(Array.isArray(await ask(field, q))).toBe(true);
      }
      expect(await labels("where", `${q}zzz`)).toEqual([]);
    },
  );

  test("signs of a pattern are signs", async () => {
    expect(await labels("what", "100 %")).toEqual(["L'Œil & 100 % Lünettes"]);
    expect(await labels("what", "l_ne")).toEqual([]);
    expect(await labels("where", "ly\0on")).toEqual(["Lyon"]);
    expect(await labels("where", "l%")).toEqual(["Lyon", "L'Haÿ-les-Roses", "Lorient"]);
  });

  test.each([
    ["where", "a".repeat(101)],
    ["what", "a".repeat(1_000_000)],
    ["who", "a"],
    ["what", 7],
    ["what", undefined],
    ["what", ["a"]],
  ])("refuses %s", async (field, q) => {
    await expect(ask(field, q)).rejects.toMatchObject({ code: "invalid_input" });
  });

  test("the longest that is allowed", async () => {
    expect(await labels("what", "a ".repeat(50))).toEqual([]);
    expect(await labels("where", "massage ".repeat(12))).toEqual([]);
  });
});
