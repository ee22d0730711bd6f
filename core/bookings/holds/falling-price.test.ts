import { eq } from "drizzle-orm";
import { expect } from "vitest";
import { hashSecret, newId } from "#platform/ids.server.ts";
import type { Database } from "#platform/postgres.server.ts";
import { makeActivity, makeActivitySlot, makeSession, makeSlot } from "#test/make/catalogue.ts";
import { makeContext, NOW } from "#test/make/context.ts";
import { contradict, dataTest } from "#test/make/database.ts";
import { makeProfessional, makeUser } from "#test/make/people.ts";
import { HOUR, MINUTE } from "../../durations.ts";
import { writeCuts } from "../../prices/write-prices.server.ts";
import { bookings, offerings, slots } from "../../tables.server.ts";
import { holdSeat } from "./hold-seat.server.ts";

const STEPS = [
  { hours: 24, percent: 10 },
  { hours: 6, percent: 25 },
  { hours: 2, percent: 40 },
];
const START = new Date(NOW.getTime() + 30 * HOUR);
const before = (milliseconds: number) => new Date(START.getTime() - milliseconds);

/** A slot of an offering for eight at 40 €, whose price falls to 36, 30 and 24 €. */
async function makeFalling(db: Database, kind: "session" | "activity") {
  // Up to the very start, so that the last minute is asked too.
  const professional = await makeProfessional(db, { noticeMinutes: 0 });
  const falls = { fallSteps: STEPS, priceCents: 4_000, capacity: 8, professional };
  const offering =
    kind === "session" ? await makeSession(db, falls) : await makeActivity(db, falls);
  const slot =
    kind === "session"
      ? await makeSlot(db, { session: offering, start: START })
      : await makeActivitySlot(db, { activity: offering, start: START });
  await db.transaction((tx) => writeCuts(tx, [{ id: slot.id, start: START }], offering));
  // Held at many instants of one day, never paid, and not listed.
  contradict(db, "I2", "I4", "I13");
  const hold = async (now: Date, amount?: number) => {
    const { email } = await makeUser(db);
    const buyer = { email, userId: null, guestProofHash: hashSecret(newId()) };
    const ctx = makeContext(db, { now, address: newId() });
    const input = { kind, offeringId: offering.id, slotId: slot.id, seats: 1, amount };
    return db.transaction(async (tx) => {
      const held = await holdSeat(ctx, tx, buyer, input);
      if (held.outcome !== "held") throw new Error(held.outcome);
      return held.booking;
    });
  };
  return { offering, slot, hold };
}

dataTest.for(["session", "activity"] as const)(
  "a seat of a %s costs what the moment asks, never more than was shown",
  async (kind, { db }) => {
    const { hold } = await makeFalling(db, kind);
    for (const [now, amount, paid, commission] of [
      [before(24 * HOUR + 1), 4_000, 4_000, 400],
      [before(24 * HOUR), 4_000, 3_600, 360],
      [before(6 * HOUR + 1), 3_600, 3_600, 360],
      [before(6 * HOUR), undefined, 3_000, 300],
      [before(2 * HOUR), 9_999, 2_400, 240],
      [before(1), 2_400, 2_400, 240],
    ] as const) {
      expect(await hold(now, amount)).toMatchObject({
        ...{ pricePaidCents: paid, commissionCents: commission, createdAt: now },
        amountShown: amount ?? null,
      });
    }
    const message = `Le prix de cette ${kind === "session" ? "séance" : "activité"} a changé.`;
    // An amount of the future, and one of nobody.
    for (const amount of [3_999, 3_600, 0]) {
      await expect(hold(before(24 * HOUR + 1), amount)).rejects.toMatchObject({
        ...{ code: "price_changed", message },
      });
    }
    await expect(hold(before(MINUTE), -1)).rejects.toMatchObject({ code: "price_changed" });
    expect(await db.$count(bookings)).toBe(6);
  },
);

dataTest("the first hold freezes the price and its steps, which go on falling", async ({ db }) => {
  const { slot, offering, hold } = await makeFalling(db, "session");
  const { createdAt } = await hold(before(25 * HOUR));
  const [frozen] = await db.select().from(slots).where(eq(slots.id, slot.id));
  expect(frozen).toMatchObject({ priceCents: 4_000, pricesFrozenAt: createdAt });
  await db
    .update(offerings)
    .set({ priceCents: 9_000 as never })
    .where(eq(offerings.id, offering.id));
  expect(await hold(before(23 * HOUR))).toMatchObject({ pricePaidCents: 3_600 });
  // A clock that runs behind in another process is no reason for another price.
  expect(await hold(before(26 * HOUR))).toMatchObject({ pricePaidCents: 4_000 });
});
