import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { dayKey, formatTime, formatWeekday } from "#core/dates.ts";
import { DAY, HOUR } from "#core/durations.ts";
import type { Database } from "#platform/postgres.server.ts";
import { makeActivity, makeActivitySlot, makeSession, makeSlot } from "#test/make/catalogue.ts";
import { makeContext, NOW } from "#test/make/context.ts";
import { dataTest, makeDatabase } from "#test/make/database.ts";
import { makeProfessional } from "#test/make/people.ts";
import { searchSessions } from "#test/make/search.ts";
import { writeCursor } from "../../cursor.ts";
import { refreshListings } from "../../listings/refresh-listings.server.ts";
import { PRICE_BAND_BOUNDS, PRICE_BANDS } from "../../listings/rules.ts";
import { writeCuts } from "../../prices/write-prices.server.ts";
import { listings } from "../../tables.server.ts";
import { SORTS } from "../schema.ts";
import { FORMATS, MODES } from "../typing/schema.ts";
import { listOfferings } from "./list-offerings.server.ts";

/*
 * A random catalogue and random queries, against the simplest way to answer: looking at every slot.
 * Values are few, so that many sessions share a date, a price and a rating. Half of the prices have
 * come down for the slots of today.
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
/** So many hours before a slot begins. */
const STEPS = [
  { hours: 24, percent: 25 },
  { hours: 2, percent: 50 },
];
const RATINGS = [0, 4.5, 4.8, 5];
const ALL = 240;
const MINUTES = [30, 45, 60, 120];
/** That by distance needs a place: search-sessions.test.ts. */
const PLAIN_SORTS = SORTS.filter((sort) => sort !== "distance");

interface Plain {
  id: string;
  no: bigint;
  strong: string;
  weak: string;
  type: string;
  city: string | null;
  postalCode: string | null;
  professionalId: string;
  rating: number;
  isOnline: boolean;
  capacity: number;
  duration: number;
  slots: { hours: number; price: number; seats: number }[];
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
        isFalling: fc.boolean(),
        hours: fc.subarray(HOURS, { minLength: 1, maxLength: 3 }),
        isOnline: fc.constantFrom(false, false, true),
        capacity: fc.constantFrom(1, 8),
        duration: fc.constantFrom(...MINUTES),
        seats: fc.constantFrom(1, 3, 8),
      }),
      { numRuns: ALL, seed: 20_261_120 },
    );
    for (const { title, description, type, professional, price, hours, ...one } of random) {
      const { isOnline, capacity, duration } = one;
      const place = isOnline ? { city: null, postalCode: null } : one.place;
      const isFalling = one.isFalling && price > 0;
      const session = await makeSession(db, {
        ...{
          ...place,
          title,
          description,
          category: type,
          professional,
          isOnline,
          capacity,
          duration,
        },
        ...(isFalling
          ? { priceCents: price, fallSteps: STEPS }
          : { priceCents: 9_900, discountedPriceCents: price }),
      });
      const made: { id: string; start: Date }[] = [];
      for (const ahead of hours) {
        const start = new Date(NOW.getTime() + ahead * HOUR);
        const availableSpots = Math.min(capacity, one.seats);
        const { id } = await makeSlot(db, { session, start, minutes: duration, availableSpots });
        made.push({ id, start });
      }
      await db.transaction(async (tx) => {
        await writeCuts(tx, made, session);
        await refreshListings(tx, [session.id], NOW);
      });
      const priceIn = (ahead: number) => {
        const percent = STEPS.findLast((step) => ahead <= step.hours)?.percent ?? 0;
        return isFalling ? Math.max(50, Math.round((price * (100 - percent)) / 100)) : price;
      };
      plain.push({
        ...{ id: session.id, no: 0n, type, ...place },
        strong: `${title} ${type}`.toLowerCase(),
        weak: `cabinet ${description}`,
        ...{
          professionalId: professional.id,
          rating: professional.rating,
          isOnline,
          capacity,
          duration,
        },
        slots: hours.map((ahead) => ({
          ...{ hours: ahead, price: priceIn(ahead), seats: Math.min(capacity, one.seats) },
        })),
      });
    }
    // Not among sessions, however well it fits.
    const activity = await makeActivity(db, { title: "Lotus bleu cobra", category: "Yoga" });
    await makeActivitySlot(db, { activity, start: new Date(NOW.getTime() + HOUR) });
    for (const { offeringId, no } of await db.select().from(listings)) {
      const one = plain.find(({ id }) => id === offeringId);
      if (one) one.no = no;
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
      date: fc.constantFrom("today", "tomorrow", "weekend", "2026-11-23"),
      from: fc.constantFrom("10:00", "18:00", "21:00"),
      to: fc.constantFrom("21:30", "24:00"),
      days: fc.constantFrom("friday", "saturday,sunday", "monday,friday,saturday"),
      price_max: fc.constantFrom("20", "39,99", "60.00"),
      seats: fc.constantFrom(1, 2, 4),
      mode: fc.constantFrom(...MODES),
      format: fc.constantFrom(...FORMATS),
      duration_max: fc.constantFrom(30, 60, 90),
      sort: fc.constantFrom(...PLAIN_SORTS),
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

  /** Told by the labels of day and hour, where the product compares instants. */
  function isAt(start: Date, { date, from, to }: Query): boolean {
    const [day, clock] = [dayKey(start), formatTime(start)];
    const days: Record<string, string[]> = {
      today: [dayKey(NOW)],
      tomorrow: [dayKey(new Date(NOW.getTime() + DAY))],
      weekend: ["2026-11-21", "2026-11-22"],
    };
    return (
      (!date || (days[date] ?? [date]).includes(day)) &&
      clock >= (from ?? "00:00") &&
      clock < (to ?? "24:00")
    );
  }

  const NAMES = ["dimanche", "lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi"];
  const ENGLISH = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"];
  const isOnDay = (start: Date, { days }: Query) =>
    !days || days.split(",").includes(String(ENGLISH[NAMES.indexOf(formatWeekday(start))]));

  /** Sessions in order, each with the first of its slots that fit. */
  function expected(query: Query): { id: string; hours: number; price: number }[] {
    const words = (query.q ?? "").split(" ").filter((word) => word !== "");
    const leading = [...words].sort((a, b) => b.length - a.length)[0];
    const rank = (one: Plain) => (leading && !has(one.strong, leading) ? 1 : 0);
    const band = query.price && PRICE_BAND_BOUNDS[query.price];
    const { location, professional } = query;
    const fitting = plain.flatMap((one) => {
      const fits =
        words.every((word) => has(`${one.strong} ${one.weak}`, word)) &&
        (!location || (places[location]?.(one) ?? one.postalCode?.startsWith(location))) &&
        (!query.mode || one.isOnline === (query.mode === "online")) &&
        (!query.format || one.capacity > 1 === (query.format === "group")) &&
        (!query.duration_max || one.duration <= query.duration_max) &&
        (!query.category || one.type === query.category) &&
        (professional === undefined || one.professionalId === professionals[professional]?.id);
      const own = one.slots.filter(
        ({ price, hours, seats }) =>
          fits &&
          seats >= (query.seats ?? 1) &&
          isAt(new Date(NOW.getTime() + hours * HOUR), query) &&
          (!band || (price >= band.from && (band.below === null || price < band.below))) &&
          isOnDay(new Date(NOW.getTime() + hours * HOUR), query) &&
          (!query.price_max || price <= 100 * Number(query.price_max.replace(",", "."))) &&
          (query.filter !== "last-minute" || hours <= 72),
      );
      const sign = { price_asc: 1, price_desc: -1 }[query.sort as "price_asc"] ?? 0;
      const [first] = own.sort((a, b) => sign * (a.price - b.price) || a.hours - b.hours);
      return first ? [{ ...one, ...first }] : [];
    });
    type Fitting = (typeof fitting)[number];
    const keys: Record<Query["sort"], (one: Fitting) => number[]> = {
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
        return at === -1 ? (a.no < b.no ? -1 : 1) : (left[at] ?? 0) - (right[at] ?? 0);
      })
      .map(({ id, hours, price }) => ({ id, hours, price }));
  }

  /** Without a place nothing is near; around one, the list is another (search-sessions.test.ts). */
  const asked = (query: Query) => ({
    ...query,
    ...(query.filter === "nearby" && query.location && { filter: undefined }),
    professional:
      query.professional === undefined ? undefined : professionals[query.professional]?.id,
  });

  test("by cursors, whatever the size of the steps", async () => {
    await fc.assert(
      fc.asyncProperty(queries, fc.constantFrom(3, 9, 10, 40, 100), async (query, limit) => {
        const ids: string[] = [];
        let cursor: string | null | undefined;
        do {
          const page = await listOfferings(makeContext(db), "session", {
            ...asked(query),
            limit,
            ...(cursor && { cursor }),
          });
          ids.push(...page.offerings.map(({ id }) => id));
          cursor = page.nextCursor;
        } while (cursor);
        expect(ids).toEqual(expected(query).map(({ id }) => id));
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
        const count = Math.min(all.length, 180);
        const pageCount = Math.ceil(count / 9);
        const shown = Math.max(1, Math.min(page, pageCount));
        const cards = result.sessions.map(({ id, nextSlot, price }) => ({
          ...{ id, price: price.nowCents },
          hours: nextSlot && (nextSlot.start.getTime() - NOW.getTime()) / HOUR,
        }));
        expect(cards).toEqual(all.slice((shown - 1) * 9, Math.min(shown * 9, count)));
        expect(result).toMatchObject({ count, hasMore: all.length > 180, pageCount });
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
    const { offerings: sessions, nextCursor } = await listOfferings(makeContext(db), "session", {});
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
    const named = await listOfferings(makeContext(db), "session", { ids: session.id });
    expect(named.offerings[0]?.slots.map(({ id }) => id)).toEqual([full.id, slot.id, later.id]);
    expect(JSON.stringify(sessions)).not.toContain("secret");
  });

  dataTest("names sessions by id, in that order, bookable or not", async ({ db }) => {
    const [first, second] = [await makeSession(db), await makeSession(db, { isActive: false })];
    const ids = `${second.id},${first.id},${first.id.replace(/^.{8}/, "00000000")}`;
    const { offerings: sessions } = await listOfferings(makeContext(db), "session", { ids });
    expect(sessions.map(({ id }) => id)).toEqual([second.id, first.id]);
    expect((await listOfferings(makeContext(db), "session", { ids: "" })).offerings).toEqual([]);
  });

  dataTest("finds activities as it finds sessions, and neither among the other", async ({ db }) => {
    const yoga = await makeSession(db, { title: "Yoga", city: "Lyon", postalCode: "69003" });
    await makeSlot(db, { session: yoga });
    const make = async (title: string, hours: number, fields: object, minutes = 120) => {
      const activity = await makeActivity(db, { title, category: "Atelier", ...fields });
      const start = new Date(NOW.getTime() + hours * HOUR);
      await makeActivitySlot(db, { activity, start, minutes });
      return activity.id;
    };
    const lyon = { city: "Lyon", postalCode: "69003" };
    const clay = await make("Terre et souffle", 30, { ...lyon, priceCents: 3_000 });
    const ink = await make("Encres", 6, { ...lyon, priceCents: 5_000 }, 60);
    const far = await make("Encres marines", 3, { city: "Brest", postalCode: "29200" });
    await makeActivity(db, { title: "Encres sans date" });
    const found = async (query: object) => {
      const { offerings } = await listOfferings(makeContext(db), "activity", query);
      return offerings.map(({ id }) => id);
    };
    expect(await found({})).toEqual([far, ink, clay]);
    expect(await found({ q: "encre" })).toEqual([far, ink]);
    expect(await found({ q: "encers" })).toEqual([far, ink]);
    expect(await found({ q: "yoga" })).toEqual([]);
    expect(await found({ category: "Atelier", place: "Villeurbanne" })).toEqual([ink, clay]);
    expect(await found({ category: "Workshop" })).toEqual([]);
    expect(await found({ duration_max: "90" })).toEqual([ink]);
    expect(await found({ date: "tomorrow" })).toEqual([clay]);
    expect(await found({ sort: "price_asc", location: "lyon" })).toEqual([clay, ink]);
    expect(await found({ ids: `${clay},${yoga.id}` })).toEqual([clay]);
    const first = await listOfferings(makeContext(db), "activity", { limit: 2, sort: "date" });
    const cursor = first.nextCursor ?? "";
    expect(await found({ cursor, limit: 2, sort: "date" })).toEqual([clay]);
    const { offerings } = await listOfferings(makeContext(db), "session", {});
    expect(offerings.map(({ id }) => id)).toEqual([yoga.id]);
  });

  const key = {
    ...{
      no: "1152921504606846975",
      rank: 0,
      startsAt: "2026-11-21T09:00:00Z",
      cents: 0,
      rating: 0,
    },
    listed: 0,
  };
  const id = "018f0000-0000-7000-8000-000000000000";
  dataTest.for([
    ["limit", "0"],
    ["limit", "101"],
    ["limit", "1.5"],
    ["limit", "beaucoup"],
    ["sort", "prix"],
    ["price", "0-1000"],
    ["filter", "ici"],
    ["professional", "1"],
    ["date", "hier"],
    ["date", "2026-02-30"],
    ["days", "samedi"],
    ["days", "saturday,"],
    ["price_max", "0"],
    ["price_max", "12,345"],
    ["duration_max", "0"],
    ["duration_max", "une heure"],
    ["near", "Lyon"],
    ["near", "91,2"],
    ["radius", "0"],
    ["radius", "51"],
    ["sort", "distance"],
    ["from", "25:00"],
    ["to", "8h"],
    ["seats", "0"],
    ["seats", "7"],
    ["seats", "deux"],
    ["mode", "visio"],
    ["format", "duo"],
    ["ids", "1"],
    ["ids", Array.from({ length: 101 }, () => id).join(",")],
    ["q", "x".repeat(201)],
    ["cursor", "abc"],
    ["cursor", writeCursor({ ...key, no: id })],
    ["cursor", writeCursor({ ...key, no: "9223372036854775808" })],
    ["cursor", writeCursor({ ...key, listed: 1_001 })],
    ["cursor", writeCursor({ ...key, listed: -1 })],
    ["cursor", writeCursor({ ...key, cents: 2 ** 31 })],
    ["cursor", writeCursor({ ...key, rank: 40_000 })],
    ["cursor", writeCursor({ ...key, rating: 1e300 })],
    ["cursor", writeCursor({ ...key, startsAt: "2026-02-30T09:00:00Z" })],
    ["cursor", writeCursor({ ...key, startsAt: "0000-01-01T00:00:00Z" })],
  ] as const)("refuses %s=%s", async ([name, value], { db }) => {
    await expect(
      listOfferings(makeContext(db), "session", { [name]: value }),
    ).rejects.toMatchObject({
      code: "invalid_input",
      fields: { [name]: [expect.any(String)] },
    });
  });

  dataTest("takes the extremes of every value of a cursor", async ({ db }) => {
    await makeSlot(db);
    for (const sort of PLAIN_SORTS) {
      for (const startsAt of ["1970-01-01T00:00:00Z", "9999-12-31T23:59:59.999999Z"]) {
        const extremes = { no: "9223372036854775807", rank: 1, cents: 2 ** 31 - 1, rating: 50 };
        const cursor = writeCursor({ ...key, ...extremes, startsAt });
        const { nextCursor } = await listOfferings(makeContext(db), "session", {
          sort,
          cursor,
          q: "yoga",
        });
        expect(nextCursor).toBeNull();
      }
    }
  });

  dataTest(
    "ends a list at a thousand, wherever the steps fall (rule: list-end)",
    async ({ db }) => {
      await makeSlot(db);
      const from = (listed: number) =>
        writeCursor({ ...key, no: "0", startsAt: "1970-01-01T00:00:00Z", listed });
      const listed = async (before: number, limit: number) =>
        (await listOfferings(makeContext(db), "session", { cursor: from(before), limit })).offerings
          .length;
      expect(await listed(999, 100)).toBe(1);
      expect(await listed(1_000, 100)).toBe(0);
      const { id } = await makeSession(db, { title: "Une autre" });
      await makeSlot(db, { session: { id, capacity: 2 } });
      const last = await listOfferings(makeContext(db), "session", { cursor: from(999), limit: 1 });
      expect(last).toMatchObject({ offerings: [{ title: expect.any(String) }], nextCursor: null });
      const before = await listOfferings(makeContext(db), "session", {
        cursor: from(998),
        limit: 1,
      });
      expect(before.nextCursor).not.toBeNull();
    },
  );
});
