import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { holdSeat } from "#core/bookings/holds/hold-seat.server.ts";
import { updateOffering } from "#core/catalogue/authoring/update-offering.server.ts";
import { HOUR } from "#core/durations.ts";
import { fallSteps } from "#core/prices/schema.ts";
import { writeCuts } from "#core/prices/write-prices.server.ts";
import { bookings } from "#core/tables.server.ts";
import { hashSecret, newId } from "#platform/ids.server.ts";
import { makeActivity, makeActivitySlot, makeSession, makeSlot } from "../make/catalogue.ts";
import { actorOf, makeContext, NOW } from "../make/context.ts";
import { contradict, makeDatabase } from "../make/database.ts";
import { makeProfessional } from "../make/people.ts";
import { SEED, size } from "./size.ts";

/*
 * Prices that fall, bought a millisecond before, at and after every step, and while they are
 * edited: none is a cent off (rule: falling-price).
 */

let made: Awaited<ReturnType<typeof makeDatabase>>;
beforeAll(async () => {
  made = await makeDatabase();
  // Held at any instant of a day, by hand, and never paid.
  contradict(made.db, "I2", "I4");
});
afterAll(() => made.close());

const START = new Date(NOW.getTime() + 30 * HOUR);
/** The most that one slot has. */
const SEATS = 50;

/** How somebody might let a price fall. */
const falls = fc
  .record({
    priceCents: fc.integer({ min: 50, max: 20_000 }),
    fallFloorCents: fc.option(fc.integer({ min: 50, max: 4_000 })),
    hours: fc.uniqueArray(fc.integer({ min: 1, max: 24 }), { minLength: 5, maxLength: 5 }),
    percents: fc.uniqueArray(fc.integer({ min: 1, max: 90 }), { minLength: 5, maxLength: 5 }),
    count: fc.integer({ min: 1, max: 5 }),
  })
  .map(({ hours, percents, count, ...price }) => {
    const late = hours.toSorted((a, b) => b - a);
    const low = percents.toSorted((a, b) => a - b);
    const steps = late.map((hour, step) => ({ hours: hour, percent: Number(low[step]) }));
    return { ...price, fallSteps: fallSteps.parse(steps.slice(0, count)) };
  });
type Falls = (typeof falls extends fc.Arbitrary<infer Value> ? Value : never) & { kind?: string };

/** The price at an instant, in whole numbers only and without a word of the product's. */
function expected({ priceCents, fallFloorCents, fallSteps: steps }: Falls, now: number): number {
  const begun = steps.filter(({ hours }) => START.getTime() - hours * 3_600_000 <= now);
  const lowered = begun.map(({ percent }) =>
    Math.max(fallFloorCents ?? 50, 50, Math.floor((priceCents * (100 - percent) + 50) / 100)),
  );
  return Math.min(priceCents, ...lowered);
}

async function makeFalling(fall: Falls, kind: "session" | "activity") {
  // Up to the very start, which is after every step.
  const professional = await makeProfessional(made.db, { noticeMinutes: 0 });
  const fields = { ...fall, fallFloorCents: fall.fallFloorCents as never, capacity: SEATS };
  const offering =
    kind === "session"
      ? await makeSession(made.db, { ...fields, professional })
      : await makeActivity(made.db, { ...fields, professional });
  const slot =
    kind === "session"
      ? await makeSlot(made.db, { session: offering, start: START })
      : await makeActivitySlot(made.db, { activity: offering, start: START });
  await made.db.transaction((tx) => writeCuts(tx, [{ id: slot.id, start: START }], offering));
  const hold = (now: number, amount?: number) => {
    const guestProofHash = hashSecret(newId());
    const buyer = { email: `${newId()}@example.fr`, userId: null, guestProofHash };
    const ctx = makeContext(made.db, { now: new Date(now), address: newId() });
    const input = { kind, offeringId: offering.id, slotId: slot.id, seats: 1, amount };
    return made.db.transaction(async (tx) => {
      const held = await holdSeat(ctx, tx, buyer, input);
      return held.outcome === "held" ? held.booking : Promise.reject(new Error(held.outcome));
    });
  };
  return { professional, offering, slot, hold };
}

describe("around the steps of a price", () => {
  const each = size(8, 200);
  test("every booking costs what its millisecond asks", { timeout: 900_000 }, async () => {
    let [booked, off] = [0, 0];
    for (const [number, fall] of fc.sample(falls, { numRuns: each, seed: SEED }).entries()) {
      const { hold } = await makeFalling(fall, number % 2 === 0 ? "session" : "activity");
      const around = fall.fallSteps.flatMap(({ hours }) =>
        [-1, 0, 1].map((by) => START.getTime() - hours * HOUR + by),
      );
      const instants = [NOW.getTime(), ...around, START.getTime() - 1];
      for (let seat = 0; seat < SEATS; seat += 1) {
        const now = Number(instants[seat % instants.length]);
        const price = expected(fall, now);
        // A page showed this at that moment, a while before, or never.
        const shown = [price, fall.priceCents, undefined, price + 1][seat % 4];
        if (seat % 10 === 0) {
          await expect(hold(now, price - 1)).rejects.toMatchObject({ code: "price_changed" });
        }
        const { pricePaidCents } = await hold(now, shown);
        booked += 1;
        off += Math.abs(pricePaidCents - price);
      }
    }
    expect({ booked, off }).toEqual({ booked: each * SEATS, off: 0 });
    expect(await made.db.$count(bookings)).toBe(booked);
  });

  test("fifty at once on both sides of a step pay each their own", async () => {
    const fall: Falls = {
      ...{ priceCents: 4_000, fallFloorCents: null },
      fallSteps: [{ hours: 6, percent: 25 }],
    };
    const step = START.getTime() - 6 * HOUR;
    for (const kind of ["session", "activity"] as const) {
      const { hold } = await makeFalling(fall, kind);
      const paid = await Promise.all(
        Array.from({ length: SEATS }, async (_, buyer) => {
          const now = step - 1 + (buyer % 3);
          return (await hold(now, 4_000)).pricePaidCents === expected(fall, now);
        }),
      );
      expect(paid).toEqual(paid.map(() => true));
    }
  });

  test("an edit at the same moment leaves one price to a slot, the old or the new", async () => {
    for (let round = 0; round < size(3, 40); round += 1) {
      const fall: Falls = {
        ...{ priceCents: 4_000, fallFloorCents: null },
        fallSteps: [{ hours: 24, percent: 50 }],
      };
      const { professional, offering, hold } = await makeFalling(fall, "session");
      const now = START.getTime() - 20 * HOUR;
      const actor = await actorOf(made.db, professional.userId);
      const ctx = makeContext(made.db, { actor, now: new Date(now) });
      const changes = { price: 60, fallSteps: [{ hours: 22, percent: 10 }] };
      const [, ...held] = await Promise.all([
        updateOffering(ctx, "session", { id: offering.id, changes }),
        ...Array.from({ length: 6 }, () => hold(now)),
      ]);
      const paid = new Set(held.map(({ pricePaidCents }) => pricePaidCents));
      expect(paid.size).toBe(1);
      expect([2_000, 5_400]).toContain([...paid][0]);
    }
  });
});
