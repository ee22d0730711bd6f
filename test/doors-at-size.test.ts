import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { cellsWithin, centreOf, pointText } from "#core/places/rules.ts";
import { findListed } from "#core/search/listed/find-listed.server.ts";
import type { SearchPlan } from "#core/search/listed/schema.ts";
import { type Database, list, type Transaction } from "#platform/postgres.server.ts";
import { NOW } from "./make/context.ts";
import { contradict, makeDatabase } from "./make/database.ts";
import { fillTables, vacuum } from "./make/fill.ts";
import { readThrough } from "./make/rows-read.ts";

/*
 * The nearest of 9 000 offerings with 27 000 slots around a town, of which every other one has a
 * public address of its own (rule: public-address).
 */

const OFFERINGS = 9_000;
const EACH = 3;
/** Written at once. */
const TURN = 3_000;
const LYON = { latitude: 45.758, longitude: 4.835 };
const CELLS = cellsWithin(LYON, 10);
/** A third of all are in the first ten squares. */
const cellAt = (n: number) => CELLS[n % 3 === 0 ? n % 10 : n % CELLS.length]?.cell ?? 0;

/** A few hundred metres from the middle of the square. */
function doorAt(n: number): string {
  if (n % 2 === 0) return "";
  const { latitude, longitude } = centreOf(cellAt(n));
  const [north, east] = [(n * 37) % 800, (n * 91) % 800].map((at) => (at - 400) / 100_000);
  return pointText({ latitude: latitude + (north ?? 0), longitude: longitude + (east ?? 0) });
}

let db: Database;
beforeAll(async () => {
  const made = await makeDatabase();
  db = made.db;
  // The listings belong to no offering.
  contradict(db, "I");
  const id = (n: string) => sql.raw(`md5('x' || (${n}))::uuid`);
  const facts = sql`lateral (select case when n % 100 = 0 then 'rare' else 'yoga' end as type) fact`;
  await fillTables(db, async (run) => {
    for (let first = 0; first < OFFERINGS; first += TURN) {
      const all = Array.from({ length: TURN }, (_, n) => first + n);
      const cells = all.map((n) => String(cellAt(n)));
      const placed = sql`unnest(${list(all.map(String), "int")}, ${list(cells, "int")},
        ${list(all.map(doorAt), "text")}) as placed (n, cell, door)`;
      await run(sql`insert into listings (offering_id, no, professional_id, marks, card, cell, door)
        select ${id("n")}, n, ${id("n")}, array['#' || type, '~'], '{}', cell, door from ${placed}, ${facts}`);
      await run(sql`insert into listed_slots (slot_id, valid_from, valid_until, listing_no, professional_id,
          starts_at, closes_at, cents, seats, minutes, city, type, rating, flags, cut_day, signature, cell, door)
        select ${id(`n * ${EACH} + k`)}, '-infinity', 'infinity', n, ${id("n")}, at, at, 4000, 5, 60,
          number_of('@lyon'), number_of('#' || type), 0, 0, 0, signature_of(array['#' || type]), cell, door
        from ${placed}, ${facts}, generate_series(1, ${EACH}::int) k,
          lateral (select ${NOW}::timestamptz + (k * 20 + n % 17) * interval '1 hour' as at) hour`);
    }
  });
  await vacuum(db, ["listings", "listed_slots"]);
  return made.close;
});

const plan: SearchPlan = {
  ...{ kind: "session", leading: null, postcode: null, isByRelevance: false },
  ...{ now: NOW, from: null, to: null, hours: null, weekdays: null, marks: [], without: null },
  ...{ cities: null, professionalId: null, price: null, mostCents: null, seats: 1, minutes: null },
  flags: { mask: 0, value: 0 },
  around: {
    ...{ name: null, radius: 10 },
    cells: CELLS.map(({ cell }) => cell),
    kilometres: CELLS.map(({ kilometres }) => kilometres),
    middle: LYON,
  },
  ...{ order: "distance", after: null },
};

describe("around a place no table is gone through", () => {
  test.each([
    ["for the nearest", {}],
    ["from a cursor on", { after: { no: "100", startsAt: "2026-11-21T12:00:00Z", metres: 2_000 } }],
    ["for what is rare", { marks: ["#rare"] }],
    ["for a few hours", { to: new Date(NOW.getTime() + 24 * 3_600_000) }],
  ])("%s", async (_name, wish) => {
    const after =
      "after" in wish ? { ...wish.after, rank: 0, cents: 0, rating: 0, cell: null } : null;
    const question = { ...plan, ...wish, after };
    let found = 0;
    const work = async (tx: Transaction) => {
      found = (await findListed(tx, question, 181)).length;
    };
    // An index leads to the doors that are known, and to what a rare search fetches.
    expect(await readThrough(db, work, OFFERINGS)).toEqual([]);
    expect(found).toBeGreaterThan(30);
  });
});
