import { sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { formatTime } from "#core/dates.ts";
import { DAY, HOUR, MINUTE } from "#core/durations.ts";
import { cents } from "#core/money.ts";
import { pointOf } from "#core/places/resolve-place.server.ts";
import { cellOf, centreOf, kilometresBetween, type Point, readPoint } from "#core/places/rules.ts";
import { offerings, slotPrices, slots } from "#core/tables.server.ts";
import { newId } from "#platform/ids.server.ts";
import type { Database } from "#platform/postgres.server.ts";
import { makeActivity, makeActivityType, makeSession, makeSlot } from "#test/make/catalogue.ts";
import { makeContext, NOW } from "#test/make/context.ts";
import { contradict, dataTest, makeDatabase } from "#test/make/database.ts";
import { makeProfessional } from "#test/make/people.ts";
import { refreshListings } from "../../listings/refresh-listings.server.ts";
import { FLAGS, PRICE_BAND_BOUNDS, PRICE_BANDS } from "../../listings/rules.ts";
import { cutsOf, priceAt } from "../../prices/rules.ts";
import { COUNT_LIMIT } from "../rules.ts";
import { expectListings, readFrequencies } from "./fact-frequencies.server.ts";
import { findKeys, findListed, findNear, findPage } from "./find-listed.server.ts";
import { readCards } from "./read-results.server.ts";
import { planSoonest } from "./rules.ts";
import type { Order, SearchPlan, Walks } from "./schema.ts";

/*
 * A random catalogue and random questions, against the simplest way to answer: looking at every
 * slot. Values are few, so that many slots share a start, a price and a rating.
 */
const TITLES = ["lotus bleu", "lotus blanc", "cobra bleu", "cobra"];
const TEXTS = ["pour le dos", "avec le lotus", "cobra et dos", "calme"];
const TYPES = ["Yoga", "Massage", "Reiki"];
const CITIES = ["Lyon", "Brest", "Paris"];
/** The first is where they are, the others are in the same city. */
const POSTCODES: Record<string, string[]> = {
  Lyon: ["69001", "69003", "69009"],
  Brest: ["29200"],
  Paris: ["75011", "75018"],
};
/** Points in three squares beside each other, in Lyon; the address may be public. */
const PINS = ["45.76990,4.81750", "45.77080,4.82880", "45.76710,4.82990", "45.77080,4.83040"];
const CELLS = [
  ...Object.entries(POSTCODES).flatMap(([city, codes]) =>
    codes.map((postalCode) => cellOf(pointAt({ city, postalCode }))),
  ),
  ...new Set(PINS.map((pin) => cellOf(pointAt(pin)))),
];
const MIDDLES = [pointAt("45.75,4.83"), pointAt("45.77,4.82"), pointAt("48.86,2.35")];
const WORDS = ["lotus", "bleu", "cobra", "dos"];
const MINUTES = [30, 60, 90];
const HOURS = [1, 3, 10, 23.5, 24, 30, 72, 72.5, 200];
const PRICES = [0, 1_999, 2_000, 4_000, 6_000, 9_000];
const RATINGS = [0, 4.5, 5];
const STEPS = [
  { hours: 24, percent: 10 },
  { hours: 6, percent: 30 },
  { hours: 2, percent: 60 },
];
const ORDERS: Order[] = ["date", "distance", "price_asc", "price_desc", "rating"];
function pointAt(place: string | { city: string; postalCode: string }): Point {
  const point = typeof place === "string" ? readPoint(place) : pointOf(place);
  if (!point) throw new Error(`${place} is nowhere`);
  return point;
}

/** So short that every turn is taken, and as in the product. */
const WALKS: (Walks | undefined)[] = [
  { near: 3, nearest: 3, far: 12, fewest: 1, few: 2, many: 4, doors: 1 },
  { near: 10, nearest: 10, far: 40, fewest: 10, few: 20, many: 40, doors: 2 },
  { near: 10, nearest: 10, far: 20, fewest: 0, few: 0, many: 1_000, doors: 3 },
  { near: 40, nearest: 40, far: 100_000, fewest: 0, few: 0, many: 0, doors: 100 },
  undefined,
];

interface PlainSlot {
  id: string;
  start: Date;
  minutes: number;
  seats: number;
  cents: (now: Date) => number;
}

interface Plain {
  no: bigint;
  id: string;
  strong: string;
  text: string;
  type: string;
  city: string | null;
  cell: number | null;
  door: string | null;
  professionalId: string;
  rating: number;
  isOnline: boolean;
  isActivity: boolean;
  slots: PlainSlot[];
}

describe("any question, against looking at every slot", () => {
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
        city: fc.constantFrom(...CITIES),
        district: fc.nat(2),
        pin: fc.constantFrom(null, ...PINS),
        isAddressPublic: fc.constantFrom(true, true, false),
        isOnline: fc.constantFrom(true, false, false),
        professional: fc.constantFrom(...professionals),
        price: fc.constantFrom(...PRICES),
        isFalling: fc.boolean(),
        isActivity: fc.constantFrom(true, false, false, false),
        hours: fc.subarray(HOURS, { minLength: 1, maxLength: 4 }),
        seats: fc.constantFrom(0, 1, 3, 8),
        minutes: fc.constantFrom(...MINUTES),
      }),
      { numRuns: 150, seed: 20_261_122 },
    );
    for (const one of random) {
      const { title, description, type, city, isOnline, professional, price, isActivity } = one;
      const codes = POSTCODES[city] ?? [];
      const address = { city, postalCode: codes[one.district % codes.length] ?? "" };
      const pin = city === "Lyon" && !isOnline ? one.pin : null;
      const { isAddressPublic } = one;
      const place = isOnline ? { city: null, postalCode: null } : { ...address, pin };
      const isFalling = one.isFalling && price > 0;
      const common = {
        ...{ ...place, isAddressPublic, title, description, professional, isOnline },
        priceCents: price,
        fallSteps: isFalling ? STEPS : null,
      };
      const offering = isActivity
        ? await makeActivity(db, { ...common, category: type })
        : await makeSession(db, { ...common, category: type });
      const made = one.hours.map((hours, index) => {
        const start = new Date(NOW.getTime() + hours * HOUR);
        const seats = index === 0 ? one.seats : 8;
        const cuts = isFalling
          ? cutsOf(STEPS, { base: cents(price), floor: cents(50), start })
          : [];
        // An offering whose length was changed has slots of both.
        const minutes = index === 0 ? one.minutes : 60;
        return { id: newId(), start, minutes, seats, cuts };
      });
      await db.insert(slots).values(
        made.map(({ id, start, minutes, seats }) => ({
          ...{ id, offeringId: offering.id, startDatetime: start },
          endDatetime: new Date(start.getTime() + minutes * MINUTE),
          ...{ capacity: 8, availableSpots: seats },
        })),
      );
      const cuts = made.flatMap((slot) =>
        slot.cuts.map((cut) => ({ slotId: slot.id, fromAt: cut.at, cents: cut.cents })),
      );
      if (cuts.length > 0) await db.insert(slotPrices).values(cuts);
      const { rows } = await db.execute<{ no: string }>(
        sql`select number_of(${offering.id}) as no`,
      );
      plain.push({
        no: BigInt(rows[0]?.no ?? 0),
        id: offering.id,
        strong: `${title} ${type}`.toLowerCase(),
        text: description,
        cell: isOnline ? null : cellOf(pointAt(pin ?? address)),
        door: isAddressPublic ? pin : null,
        ...{ type, city: place.city, professionalId: professional.id, rating: professional.rating },
        ...{ isOnline, isActivity },
        slots: made.map(({ id, start, minutes, seats, cuts: own }) => ({
          ...{ id, start, minutes, seats },
          cents: (now) => priceAt(own, cents(price), now),
        })),
      });
    }
    const ids = (await db.select({ id: offerings.id }).from(offerings)).map(({ id }) => id);
    await db.transaction((tx) => refreshListings(tx, ids, NOW));
    // Else no fact would be known to be common.
    await db.execute(sql`analyze listings`);
  });
  afterAll(() => close());

  const questions = fc.record({
    words: fc.subarray(WORDS, { maxLength: 2 }),
    cities: fc.option(fc.subarray(CITIES, { minLength: 1, maxLength: 2 })),
    type: fc.option(fc.constantFrom(...TYPES)),
    professional: fc.option(fc.nat(RATINGS.length - 1), { freq: 8 }),
    price: fc.option(fc.constantFrom(...PRICE_BANDS)),
    seats: fc.constantFrom(1, 1, 2, 4),
    minutes: fc.option(fc.constantFrom(30, 45, 60), { freq: 1 }),
    mode: fc.constantFrom("any", "any", "online", "on site", "session", "activity"),
    from: fc.option(fc.constantFrom(0, 2, 20, 30)),
    to: fc.option(fc.constantFrom(3, 24, 40, 72.25)),
    /** On a clock in Paris. */
    hours: fc.option(
      fc.constantFrom({ from: "00:00", to: "19:30" }, { from: "18:30", to: "24:00" }),
    ),
    order: fc.constantFrom(...ORDERS),
    near: fc.option(
      fc.record({
        cells: fc.subarray(CELLS, { minLength: 1 }),
        middle: fc.constantFrom(...MIDDLES),
      }),
    ),
    /** The question is put so many minutes after the catalogue was made: prices have come down. */
    later: fc.constantFrom(0, 0, 29, 30, 45, 60, 150, 1_290),
  });
  type Question = typeof questions extends fc.Arbitrary<infer Value> ? Value : never;

  const has = (text: string, word: string) => ` ${text} `.includes(` ${word} `);
  const isWithin = (clock: string, { from, to }: { from: string; to: string }) =>
    clock >= from && clock < to;
  const inHours = (now: Date, hours: number | null) =>
    hours === null ? null : new Date(now.getTime() + hours * HOUR);

  const metresTo = ({ cell, door }: Pick<Plain, "cell" | "door">, middle: Point) => {
    const place = door ? pointAt(door) : centreOf(cell ?? 0);
    return Math.round(1_000 * kilometresBetween(place, middle));
  };
  const nearOf = ({ cells, middle }: { cells: number[]; middle: Point }) => {
    const away = (cell: number) => kilometresBetween(centreOf(cell), middle);
    const sorted = cells.toSorted((one, other) => away(one) - away(other));
    return { name: null, radius: 10, cells: sorted, kilometres: sorted.map(away), middle };
  };

  /** Nothing is near without a place. */
  const orderOf = ({ order, near }: Question) => (order === "distance" && !near ? "date" : order);

  function expected(
    question: Question,
    now: Date,
  ): { id: string; slotId: string; cents: number }[] {
    const { words, cities, type, professional, price, seats, minutes, mode, hours, near } =
      question;
    const order = orderOf(question);
    const band = price && PRICE_BAND_BOUNDS[price];
    const [from, to] = [inHours(now, question.from) ?? now, inHours(now, question.to)];
    const found = plain.flatMap((one) => {
      const fits =
        words.every((word) => has(`${one.strong} ${one.text}`, word)) &&
        (!cities || cities.some((city) => city === one.city)) &&
        (!type || one.type === type) &&
        (!near || (one.cell !== null && near.cells.includes(one.cell))) &&
        (professional === null || one.professionalId === professionals[professional]?.id) &&
        (mode !== "online" || one.isOnline) &&
        (mode !== "on site" || !one.isOnline) &&
        (mode !== "session" || !one.isActivity) &&
        (mode !== "activity" || one.isActivity);
      if (!fits) return [];
      const own = one.slots
        .filter((slot) => {
          const at = slot.cents(now);
          const isOpen = slot.seats > 0 && slot.start.getTime() - 30 * MINUTE > now.getTime();
          const isInBand = !band || (at >= band.from && (band.below === null || at < band.below));
          return (
            isOpen &&
            slot.seats >= seats &&
            slot.minutes <= (minutes ?? 90) &&
            slot.start >= from &&
            (!to || slot.start < to) &&
            (!hours || isWithin(formatTime(slot.start), hours)) &&
            isInBand
          );
        })
        .map((slot) => ({ one, slot, cents: slot.cents(now) }));
      const start = ({ slot }: (typeof own)[number]) => slot.start.getTime();
      const sign = order === "price_asc" ? 1 : order === "price_desc" ? -1 : 0;
      return own.sort((a, b) => sign * (a.cents - b.cents) || start(a) - start(b)).slice(0, 1);
    });
    const keyOf = ({ one, slot, cents: at }: (typeof found)[number]) => [
      {
        date: 0,
        distance: near ? metresTo(one, near.middle) : 0,
        price_asc: at,
        price_desc: -at,
        rating: -one.rating,
      }[order],
      slot.start.getTime(),
    ];
    return found
      .sort((a, b) => {
        const [left, right] = [keyOf(a), keyOf(b)];
        const at = left.findIndex((value, index) => value !== right[index]);
        if (at === -1) return a.one.no < b.one.no ? -1 : 1;
        return (left[at] ?? 0) - (right[at] ?? 0);
      })
      .map(({ one, slot, cents: at }) => ({ id: one.id, slotId: slot.id, cents: at }));
  }

  async function planOf(question: Question, now: Date): Promise<SearchPlan> {
    const { rows } = await db.execute<{ terms: string[] }>(sql`
      select coalesce(array_agg(term), '{}') as terms from search_words(${question.words.join(" ")})`);
    const terms = rows[0]?.terms ?? [];
    const { type, cities, professional, mode } = question;
    return {
      ...{ now, from: inHours(now, question.from), to: inHours(now, question.to) },
      ...{ hours: question.hours, weekdays: null, mostCents: null },
      marks: [...terms, ...(type ? [`#${type.toLowerCase()}`] : [])],
      ...{ without: null, leading: null, isByRelevance: false, postcode: null },
      kind: mode === "activity" ? "activity" : "session",
      cities: cities?.map((city) => city.toLowerCase()) ?? null,
      professionalId: professional === null ? null : (professionals[professional]?.id ?? null),
      ...{ price: question.price, seats: question.seats, minutes: question.minutes, after: null },
      ...{
        order: orderOf(question),
        around: question.near && nearOf(question.near),
      },
      flags: {
        any: { mask: 0, value: 0 },
        online: { mask: FLAGS.online, value: FLAGS.online },
        "on site": { mask: FLAGS.online, value: 0 },
        session: { mask: FLAGS.activity, value: 0 },
        activity: { mask: FLAGS.activity, value: FLAGS.activity },
      }[mode as "any"],
    };
  }

  const shown = ({ card }: Awaited<ReturnType<typeof readCards>>[number]) => ({
    ...{ id: card.id, slotId: card.nextSlot.id, cents: card.price.nowCents },
  });

  test("by every way, with the slot that fits and its price at that instant", async () => {
    await fc.assert(
      fc.asyncProperty(
        questions,
        fc.constantFrom(...WALKS),
        fc.constantFrom(1, 9, 50, 181),
        async (question, walks, needed) => {
          const now = new Date(NOW.getTime() + question.later * MINUTE);
          const keys = await findListed(db, await planOf(question, now), needed, walks);
          const found = await readCards(db, keys, now);
          expect(found.map(shown)).toEqual(expected(question, now).slice(0, needed));
        },
      ),
      { numRuns: 400 },
    );
    expect.hasAssertions();
  });

  test("in steps, each from the last one's end on", async () => {
    await fc.assert(
      fc.asyncProperty(
        questions,
        fc.constantFrom(...WALKS),
        fc.constantFrom(3, 10, 40),
        async (question, walks, step) => {
          const plan = await planOf(question, NOW);
          const all = [];
          for (let last: SearchPlan["after"] = null; ; ) {
            const keys = await findListed(db, { ...plan, after: last }, step, walks);
            all.push(...(await readCards(db, keys, NOW)));
            last = all.at(-1)?.key ?? null;
            if (keys.length < step) break;
          }
          expect(all.map(shown)).toEqual(expected(question, NOW));
        },
      ),
      { numRuns: 120 },
    );
    expect.hasAssertions();
  });

  test("by distance, to however few doors it walks, in steps too", async () => {
    const anything = { words: [], cities: null, type: null, professional: null, price: null };
    await fc.assert(
      fc.asyncProperty(
        questions,
        fc.constantFrom(...MIDDLES),
        fc.constantFrom(1, 2, 3, 100),
        fc.constantFrom(3, 10, 40),
        async ({ hours, mode, seats, later }, middle, doors, step) => {
          const wishes = { seats, minutes: null, mode, from: null, to: null, hours, later };
          const near = { cells: CELLS, middle };
          const question: Question = { ...anything, ...wishes, near, order: "distance" };
          const now = new Date(NOW.getTime() + later * MINUTE);
          const plan = await planOf(question, now);
          // Nothing is fetched but what a walk does not know.
          const walks = { near: 40, nearest: 40, far: 100_000, fewest: 0, few: 0, many: 0, doors };
          const all = [];
          for (let last: SearchPlan["after"] = null; ; ) {
            const keys = await findListed(db, { ...plan, after: last }, step, walks);
            all.push(...(await readCards(db, keys, now)));
            last = all.at(-1)?.key ?? null;
            if (keys.length < step) break;
          }
          expect(all.map(shown)).toEqual(expected(question, now));
        },
      ),
      { numRuns: 60 },
    );
    expect.hasAssertions();
  });

  test("near by, with the truth about whether there are more", async () => {
    await fc.assert(
      fc.asyncProperty(
        questions,
        fc.constantFrom(3, 10, 100_000),
        fc.constantFrom(0, 20, 100_000),
        fc.constantFrom(1, 11),
        fc.constantFrom(1, 100),
        fc.constantFrom("date" as const, "distance" as const),
        async (question, near, few, needed, doors, order) => {
          const plan = await planOf({ ...question, order }, NOW);
          const { keys, isAll } = await findNear(db, plan, needed, { near, few, doors });
          const all = expected({ ...question, order, later: 0 }, NOW);
          expect((await readCards(db, keys, NOW)).map(shown)).toEqual(all.slice(0, keys.length));
          if (isAll) expect(keys).toHaveLength(all.length);
          else if (near === 100_000 && doors === 100) expect(keys).toHaveLength(needed);
        },
      ),
      { numRuns: 120 },
    );
    expect.hasAssertions();
  });

  test("is asked for what is there", () => {
    const all = {
      words: [],
      cities: null,
      type: null,
      professional: null,
    } as const;
    const any = {
      price: null,
      seats: 1,
      minutes: null,
      mode: "any",
      from: null,
      to: null,
      hours: null,
      near: null,
      order: "date",
    } as const;
    const question: Question = { ...all, ...any, words: [], later: 0 };
    expect(expected(question, NOW).length).toBeGreaterThan(100);
    expect(expected(question, new Date(NOW.getTime() + 8 * DAY)).length).toBeGreaterThan(10);
  });
});

dataTest(
  "a long list is walked to its page alone for a minute, and its pages stay true",
  async ({ db }) => {
    contradict(db, "I13");
    const { id: professionalId } = await makeProfessional(db);
    const type = await makeActivityType(db);
    await db.execute(sql`
    with made as (
      insert into offerings (id, kind, professional_id, activity_type_id, title, description, price_cents, duration, capacity, city)
      select gen_random_uuid(), 'session', ${professionalId}, ${type.id}, 'Yoga', 'Souffle', 1000, 60, 5, 'Lyon'
      from generate_series(1, ${COUNT_LIMIT + 3}) returning id)
    insert into slots (id, offering_id, start_datetime, end_datetime, capacity, available_spots, is_parallel)
    select gen_random_uuid(), id, start, start + interval '1 hour', 5, 5, true from (
      select id, ${NOW}::timestamptz + row_number() over () * interval '1 hour' as start from made) timed`);
    const ids = (await db.select({ id: offerings.id }).from(offerings)).map(({ id }) => id);
    await db.transaction((tx) => refreshListings(tx, ids, NOW));
    const plan = planSoonest(NOW, { cities: ["lyon"] });
    const keys = await findKeys(db, plan, COUNT_LIMIT + 1);
    const pageAt = async (offset: number) => {
      const { sessions, ...page } = await findPage(db, plan, { offset, limit: 12 });
      return { ...page, keys: sessions.map(({ key }) => key) };
    };
    const total = COUNT_LIMIT + 1;
    for (const offset of [0, 24, COUNT_LIMIT - 12, 24]) {
      expect(await pageAt(offset)).toEqual({
        total,
        offset,
        keys: keys.slice(offset, offset + 12),
      });
    }
    await db.execute(sql`delete from listed_slots where starts_at > ${keys[29]?.startsAt}`);
    expect(await pageAt(12)).toEqual({ total, offset: 12, keys: keys.slice(12, 24) });
    expect(await pageAt(36)).toEqual({ total: 30, offset: 24, keys: keys.slice(24, 30) });
  },
);

dataTest("PostgreSQL's statistics tell how many listings have common facts", async ({ db }) => {
  const professional = await makeProfessional(db);
  for (const city of ["Lyon", "Lyon", "Lyon", "Brest"]) {
    await makeSlot(db, { session: await makeSession(db, { professional, city }) });
  }
  await db.execute(sql`analyze listings`);
  const frequencies = await readFrequencies(makeContext(db).reads);
  const count = (...facts: string[][]) => expectListings(frequencies, facts);
  expect(count(["@lyon"])).toBeCloseTo(3);
  expect(count(["@lyon", "@brest"])).toBeCloseTo(4);
  expect(count(["@lyon"], ["@brest"])).toBeCloseTo(0.75);
  expect(count(["@lyon"], ["@nantes"])).toBe(0);
});
