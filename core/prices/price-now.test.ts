import { sql } from "drizzle-orm";
import { expect } from "vitest";
import { makeSession, makeSlot } from "#test/make/catalogue.ts";
import { NOW } from "#test/make/context.ts";
import { contradict, dataTest } from "#test/make/database.ts";
import { HOUR } from "../durations.ts";
import { cents } from "../money.ts";
import { slotPrices, slots } from "../tables.server.ts";
import { priceNow } from "./read-price.server.ts";
import { cutsOf, priceAt } from "./rules.ts";

const start = new Date(NOW.getTime() + 30 * HOUR);
const STEPS = [24, 18, 6, 2, 1].map((hours, index) => ({ hours, percent: 10 + 15 * index }));

dataTest("the database and the rule say one price at one instant", async ({ db }) => {
  contradict(db, "I13");
  const session = await makeSession(db, { priceCents: 4_990, discountedPriceCents: 4_550 });
  const slot = await makeSlot(db, { session, start });
  const asked = async (now: Date) => {
    const { rows } = await db.execute<{ price: number }>(sql`
      select ${priceNow(now)} as price from slots slot join offerings offering on offering.id = slot.offering_id`);
    return rows.map(({ price }) => price);
  };
  expect(await asked(NOW)).toEqual([4_550]);
  // The slot's own price, once it is frozen, goes before the offering's.
  await db.update(slots).set({ priceCents: cents(4_321), pricesFrozenAt: NOW });
  const cuts = cutsOf(STEPS, { base: cents(4_321), floor: cents(1_000), start });
  expect(cuts).toHaveLength(5);
  await db
    .insert(slotPrices)
    .values(
      cuts
        .toReversed()
        .map(({ at, cents: lower }) => ({ slotId: slot.id, fromAt: at, cents: lower })),
    );
  const instants = [NOW, start, ...cuts.map(({ at }) => at)].flatMap((at) =>
    [-1, 0, 1].map((by) => new Date(at.getTime() + by)),
  );
  for (const now of instants) {
    expect(await asked(now), now.toISOString()).toEqual([priceAt(cuts, cents(4_321), now)]);
  }
});
