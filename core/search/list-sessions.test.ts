import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { HOUR } from "#core/durations.ts";
import type { Database } from "#platform/postgres.server.ts";
import { makeSession, makeSlot } from "#test/make/catalogue.ts";
import { makeContext, NOW } from "#test/make/context.ts";
import { dataTest, makeDatabase } from "#test/make/database.ts";
import { makeProfessional } from "#test/make/people.ts";
import { clientPrice } from "../catalogue/rules.ts";
import { writeCursor } from "../cursor.ts";
import { PRICE_BAND_BOUNDS, PRICE_BANDS } from "../offers/rules.ts";
import { listSessions } from "./list-sessions.server.ts";
import { SORTS } from "./schema.ts";
import { searchSessions } from "./search-sessions.server.ts";

/*
 * A random catalogue and random queries, against the simplest way to answer: reading everything.
 * Values are few, so that many sessions share a date, a price and a rating.
 */
const TITLES = ["lotus bleu", "lotus blanc", "cobra bleu", "cobra"];
const TEXTS = ["pour le dos", "avec le lotus", "cobra et dos", "calme"];
const TYPES = ["Yoga", "Massage", "Reiki"];
const CITIES = [
  { city: "Lyon", postalCode: "69003" },
  { city: "Lyon", postalCode: "69007" },
  { city: "Villeurbanne", postalCode: "69100" },
  { city: "Brest", postalCode: "29200" },
];
const WORDS = ["lotus", "bleu", "cobra", "dos", "calme", "yoga", "massage", "cabinet"];
const HOURS = [3, 24, 72, 72.5, 200];
const PRICES = [0, 1_999, 2_000, 4_000, 6_000, 9_000];
const RATINGS = [0, 4.5, 4.8, 5];
const ALL = 240;

interface Plain {
  id: string;
  strong: string;
  weak: string;
  type: string;
  city: string;
  postalCode: string;
  professionalId: string;
  price: number;
  rating: number;
  hours: number;
}

describe("any search, against looking at everything", () => {
  let db: Database;
  let close: () => Promise<void>;
  const plain: Plain[] = [];
  const professionals: { id: string; rating: number }[] = [];

  beforeAll(async () => {
    ({ db, close } = await makeDatabase());
    for (const rating of RATINGS) {
      professionals.push(await makeProfessional(db, { rating, businessName: "Cabinet" }));
    }
    const random = fc.sample(
      fc.record({
        title: fc.constantFrom(...TITLES),
        description: fc.constantFrom(...TEXTS),
        type: fc.constantFrom(...TYPES),
        place: fc.constantFrom(...CITIES),
        professional: fc.constantFrom(...professionals),
        price: fc.constantFrom(...PRICES),
        hours: fc.constantFrom(...HOURS),
      }),
      { numRuns: ALL, seed: 20_261_120 },
    );
    for (const { title, description, type, place, professional, price, hours } of random) {
      const session = await makeSession(db, {
        ...place,
        title,
        description,
        category: type,
        professional,
        priceCents: 9_900,
        discountedPriceCents: price,
      });
      await makeSlot(db, { session, start: new Date(NOW.getTime() + hours * HOUR) });
      plain.push({
        id: session.id,
        strong: `${title} ${type}`.toLowerCase(),
        weak: `cabinet ${description}`,
        type,
        ...place,
        professionalId: professional.id,
        price: clientPrice(session),
        rating: professional.rating,
        hours,
      });
    }
  });
  afterAll(() => close());

  const queries = fc.record(
    {
      q: fc.subarray(WORDS, { maxLength: 2 }).map((words) => words.join(" ")),
      location: fc.constantFrom("lyon", "69", "69003", "villeurb", "brest", "29", "lyno", "paris"),
      category: fc.constantFrom(...TYPES, "Pilates"),
      professional: fc.nat(RATINGS.length - 1),
      price: fc.constantFrom(...PRICE_BANDS),
      filter: fc.constantFrom("last-minute" as const, "nearby" as const),
      sort: fc.constantFrom(...SORTS),
    },
    { requiredKeys: ["sort"] },
  );
  type Query = typeof queries extends fc.Arbitrary<infer Value> ? Value : never;

  const has = (text: string, word: string) => ` ${text} `.includes(` ${word} `);
  const places: Record<string, (one: Plain) => boolean> = {
    lyon: (one) => one.city === "Lyon",
    villeurb: (one) => one.city === "Villeurbanne",
    brest: (one) => one.city === "Brest",
  };

  function expected(query: Query): string[] {
    const words = (query.q ?? "").split(" ").filter((word) => word !== "");
    const leading = [...words].sort((a, b) => b.length - a.length)[0];
    const rank = (one: Plain) => (leading && !has(one.strong, leading) ? 1 : 0);
    const band = query.price && PRICE_BAND_BOUNDS[query.price];
    const { location, professional } = query;
    const fitting = plain.filter(
      (one) =>
        words.every((word) => has(`${one.strong} ${one.weak}`, word)) &&
        (!location || (places[location]?.(one) ?? one.postalCode.startsWith(location))) &&
        (!query.category || one.type === query.category) &&
        (professional === undefined || one.professionalId === professionals[professional]?.id) &&
        (!band || (one.price >= band.from && (band.below === null || one.price < band.below))) &&
        (query.filter !== "last-minute" || one.hours <= 72),
    );
    const keys: Record<Query["sort"], (one: Plain) => number[]> = {
      relevance: (one) => [rank(one), one.hours],
      date: (one) => [one.hours],
      price_asc: (one) => [one.price, one.hours],
      price_desc: (one) => [-one.price, one.hours],
      rating: (one) => [-one.rating, one.hours],
    };
    const key = keys[query.sort];
    return fitting
      .sort((a, b) => {
        const [left, right] = [key(a), key(b)];
        const at = left.findIndex((value, index) => value !== right[index]);
        return at === -1 ? (a.id < b.id ? -1 : 1) : (left[at] ?? 0) - (right[at] ?? 0);
      })
      .map(({ id }) => id);
  }

  const asked = (query: Query) => ({
    ...query,
    professional:
      query.professional === undefined ? undefined : professionals[query.professional]?.id,
  });

  test("by cursors, whatever the size of the steps", async () => {
    await fc.assert(
      fc.asyncProperty(queries, fc.constantFrom(3, 9, 10, 40, 100), async (query, limit) => {
        const ids: string[] = [];
        let cursor: string | null | undefined;
        do {
          const page = await listSessions(makeContext(db), {
            ...asked(query),
            limit,
            ...(cursor && { cursor }),
          });
          ids.push(...page.sessions.map(({ id }) => id));
          cursor = page.nextCursor;
        } while (cursor);
        expect(ids).toEqual(expected(query));
      }),
      { numRuns: 250 },
    );
    expect.hasAssertions();
  });

  test("by pages, with the count of all", async () => {
    await fc.assert(
      fc.asyncProperty(queries, fc.integer({ min: 1, max: 30 }), async (query, page) => {
        const all = expected(query);
        const result = await searchSessions(makeContext(db), { ...asked(query), page });
        const pageCount = Math.ceil(all.length / 9);
        const shown = Math.max(1, Math.min(page, pageCount));
        expect(result.sessions.map(({ id }) => id)).toEqual(all.slice((shown - 1) * 9, shown * 9));
        expect(result).toMatchObject({ count: all.length, hasMore: false, pageCount });
      }),
      { numRuns: 250 },
    );
    expect.hasAssertions();
  });
});

describe("what a program asks", () => {
  dataTest("gives whole sessions, with every future slot that has a seat", async ({ db }) => {
    const session = await makeSession(db, {
      included: "Tapis\n\n Thé ",
      requirements: null,
      tags: ["Stress"],
      onlineLink: "https://visio.example.fr/secret",
    });
    const full = await makeSlot(db, { session, availableSpots: 0 });
    const slot = await makeSlot(db, { session, start: new Date(NOW.getTime() + 29 * HOUR) });
    const [start, end] = [slot.startDatetime.toISOString(), slot.endDatetime.toISOString()];
    const later = await makeSlot(db, { session, start: new Date(NOW.getTime() + 30 * HOUR) });
    await makeSlot(db, { session, start: new Date(NOW.getTime() - HOUR) });
    const { sessions, nextCursor } = await listSessions(makeContext(db), {});
    expect(nextCursor).toBeNull();
    expect(sessions).toHaveLength(1);
    expect(sessions[0]).toMatchObject({
      id: session.id,
      description: session.description,
      included: ["Tapis", "Thé"],
      requirements: [],
      tags: ["Stress"],
      isActive: true,
      activityType: { name: "Yoga", category: "session" },
      slots: [
        { id: slot.id, start, end, availableSpots: 8 },
        { id: later.id, availableSpots: 8 },
      ],
    });
    const named = await listSessions(makeContext(db), { ids: session.id });
    expect(named.sessions[0]?.slots.map(({ id }) => id)).toEqual([full.id, slot.id, later.id]);
    expect(JSON.stringify(sessions)).not.toContain("secret");
  });

  dataTest("names sessions by id, in that order, bookable or not", async ({ db }) => {
    const [first, second] = [await makeSession(db), await makeSession(db, { isActive: false })];
    const ids = `${second.id},${first.id},${first.id.replace(/^.{8}/, "00000000")}`;
    const { sessions } = await listSessions(makeContext(db), { ids });
    expect(sessions.map(({ id }) => id)).toEqual([second.id, first.id]);
    expect((await listSessions(makeContext(db), { ids: "" })).sessions).toEqual([]);
  });

  const key = {
    sessionId: "018f0000-0000-7000-8000-000000000000",
    rank: 0,
    nextSlotAt: "2026-11-21T09:00:00Z",
    priceCents: 0,
    rating: 0,
  };
  dataTest.for([
    ["limit", "0"],
    ["limit", "101"],
    ["limit", "1.5"],
    ["limit", "beaucoup"],
    ["sort", "prix"],
    ["price", "0-1000"],
    ["filter", "ici"],
    ["professional", "1"],
    ["ids", "1"],
    ["ids", Array.from({ length: 101 }, () => key.sessionId).join(",")],
    ["q", "x".repeat(201)],
    ["cursor", "abc"],
    ["cursor", writeCursor({ ...key, sessionId: "1" })],
    ["cursor", writeCursor({ ...key, priceCents: 2 ** 31 })],
    ["cursor", writeCursor({ ...key, rank: 40_000 })],
    ["cursor", writeCursor({ ...key, rating: 1e300 })],
    ["cursor", writeCursor({ ...key, nextSlotAt: "2026-02-30T09:00:00Z" })],
    ["cursor", writeCursor({ ...key, nextSlotAt: "0000-01-01T00:00:00Z" })],
  ] as const)("refuses %s=%s", async ([name, value], { db }) => {
    await expect(listSessions(makeContext(db), { [name]: value })).rejects.toMatchObject({
      code: "invalid_input",
      fields: { [name]: [expect.any(String)] },
    });
  });

  dataTest("takes the extremes of every value of a cursor", async ({ db }) => {
    await makeSlot(db);
    for (const sort of SORTS) {
      for (const nextSlotAt of ["1970-01-01T00:00:00Z", "9999-12-31T23:59:59.999999Z"]) {
        const cursor = writeCursor({
          ...key,
          nextSlotAt,
          rank: 1,
          priceCents: 2 ** 31 - 1,
          rating: 5,
        });
        const { nextCursor } = await listSessions(makeContext(db), { sort, cursor, q: "yoga" });
        expect(nextCursor).toBeNull();
      }
    }
  });
});
