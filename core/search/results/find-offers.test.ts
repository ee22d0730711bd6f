import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { HOUR } from "#core/durations.ts";
import { PRICE_BANDS } from "#core/offers/rules.ts";
import { SORTS } from "#core/search/schema.ts";
import type { Database } from "#platform/postgres.server.ts";
import { makeSession, makeSlot } from "#test/make/catalogue.ts";
import { NOW } from "#test/make/context.ts";
import { makeDatabase } from "#test/make/database.ts";
import { makeProfessional } from "#test/make/people.ts";
import { COUNTED, LIMITS, type Limits, lengthFor, MAX_PLACES } from "../rules.ts";
import type { Search } from "../schema.ts";
import { understandQuery } from "../typing/understand-query.server.ts";
import { countOffers, findCounted, findOffers } from "./find-offers.server.ts";

/*
 * A catalogue of a million takes every turn of the search: the short walk that fails, the long one,
 * the fetching that finds too many, of a price band, of everything. With limits as small as these a
 * catalogue of a hundred does too, and must answer the same.
 */
const budget = fc.integer({ min: 1, max: 6 });
const tiny = (page: number, counting: number, few: number, farBudget: number): Limits => ({
  pages: [{ budget: page, needed: COUNTED }],
  counting: { budget: counting, needed: COUNTED },
  few,
  farBudget,
  onlyBudget: farBudget,
});
const tinyLimits = fc
  .tuple(budget, budget, budget, fc.integer({ min: 1, max: 40 }))
  .map((numbers) => tiny(...numbers));

const NOTHING_ASKED = {
  q: "",
  location: "",
  category: "",
  price: undefined,
  professional: undefined,
  lastMinute: false,
  sort: "relevance",
} as const;

const CITIES = ["Lyon", "Brest", ...Array.from({ length: MAX_PLACES + 2 }, (_, n) => `Val ${n}`)];

let db: Database;
let close: () => Promise<void>;
let professionalIds: string[];

beforeAll(async () => {
  ({ db, close } = await makeDatabase());
  const professionals = [
    await makeProfessional(db, { rating: 4, businessName: "Lotus" }),
    await makeProfessional(db, { rating: 5, businessName: "Cobra" }),
  ];
  professionalIds = professionals.map(({ id }) => id);
  for (let number = 0; number < 120; number++) {
    const pick = <Value>(values: readonly Value[], step: number): Value =>
      values[Math.floor(number / step) % values.length] as Value;
    const session = await makeSession(db, {
      professional: pick(professionals, 7),
      title: pick(["Lotus bleu", "Cobra", "Dos rond"], 1),
      description: pick(["Avec le lotus.", "Pour le dos.", "Calme."], 4),
      category: pick(["Yoga", "Massage"], 3),
      city: number % 2 === 0 ? pick(["Lyon", "Brest"], 2) : pick(CITIES.slice(2), 2),
      priceCents: pick([1_000, 2_000, 5_000, 9_000], 2),
    });
    const start = new Date(NOW.getTime() + pick([3, 30, 71, 90], 5) * HOUR);
    await makeSlot(db, { session, start });
  }
});
afterAll(() => close());

const queries = fc.record({
  q: fc.constantFrom("", "lotus", "dos", "lotus dos", "cobra massage", "calme yoga"),
  location: fc.constantFrom("", "", "lyon", "val", "val 1", "brest"),
  category: fc.constantFrom("", "", "Yoga"),
  price: fc.option(fc.constantFrom(...PRICE_BANDS), { nil: undefined }),
  professional: fc.option(fc.nat(1), { nil: undefined, freq: 4 }),
  lastMinute: fc.boolean(),
  sort: fc.constantFrom(...SORTS),
});

const lastPage = (total: number, limit: number) =>
  Math.floor(Math.max(0, total - 1) / limit) * limit;

test("every turn of the search answers the same", async () => {
  const pages = fc.record({ offset: fc.nat(30), limit: fc.integer({ min: 1, max: 20 }) });
  await fc.assert(
    fc.asyncProperty(queries, pages, tinyLimits, async (query, page, limits) => {
      const professional =
        query.professional === undefined ? undefined : professionalIds[query.professional];
      const target = await understandQuery(db, { ...query, professional });
      if (!target) throw new Error("everything that is asked for is known");
      const search: Search = { target, now: NOW, after: null };
      const all = await findOffers(db, search, { offset: 0, limit: 1_000 });
      const total = all.offers.length;

      const found = await findOffers(db, search, page, limits);
      expect(found.offers).toEqual(all.offers.slice(found.offset, found.offset + page.limit));
      if (page.offset < total) expect(found.offset).toBe(page.offset);
      // Past the end it may be the last page, counted from the beginning.
      else expect([page.offset, lastPage(total, page.limit)]).toContain(found.offset);
      expect([null, total]).toContain(found.total);
      expect(await countOffers(db, search, limits)).toBe(total);
      expect(await countOffers(db, search)).toBe(total);
      const counted = await findCounted(db, search, page, limits);
      expect(counted.offers).toEqual(all.offers.slice(counted.offset, counted.offset + page.limit));
      expect(counted.total).toBeOneOf([total, Math.min(total, limits.few)]);

      const after = all.offers[page.offset]?.key;
      if (after) {
        const next = await findOffers(db, { ...search, after }, { ...page, offset: 0 }, limits);
        expect(next.offers).toEqual(
          all.offers.slice(page.offset + 1, page.offset + 1 + page.limit),
        );
      }
    }),
    {
      numRuns: 300,
      examples: [
        // A stretch of the walk was left before its end, and a lower rank filled the page.
        [{ ...NOTHING_ASKED, q: "dos", price: "0-20" }, { offset: 1, limit: 1 }, tiny(4, 1, 1, 1)],
      ],
    },
  );
  expect.hasAssertions();
});

test("no list is longer than its last page", () => {
  expect(lengthFor(COUNTED, LIMITS).needed).toBe(COUNTED);
  expect(() => lengthFor(COUNTED + 1, LIMITS)).toThrow(RangeError);
});
