import { eq } from "drizzle-orm";
import { expect } from "vitest";
import { HOUR } from "#core/durations.ts";
import { makeSession, makeSlot } from "#test/make/catalogue.ts";
import { makeContext, NOW } from "#test/make/context.ts";
import { contradict, dataTest } from "#test/make/database.ts";
import { makeProfessional } from "#test/make/people.ts";
import { cents } from "../money.ts";
import { writeCuts } from "../prices/write-prices.server.ts";
import { slots } from "../tables.server.ts";
import { showHome } from "./show-home.server.ts";

const inHours = (hours: number) => new Date(NOW.getTime() + hours * HOUR);

dataTest("home shows two cards of the last minute, the soonest, up to 72 hours", async ({ db }) => {
  const show = async () => (await showHome(makeContext(db)).lastMinute()).map(({ id }) => id);
  const professional = await makeProfessional(db);
  const make = async (hours: number) => {
    const session = await makeSession(db, { professional });
    await makeSlot(db, { session, start: inHours(hours) });
    return session.id;
  };
  await make(72.1);
  expect(await show()).toEqual([]);
  const last = await make(72);
  const first = await make(2);
  expect(await show()).toEqual([first, last]);
  const second = await make(30);
  expect(await show()).toEqual([first, second]);
});

dataTest("home counts what can be booked of each category", async ({ db }) => {
  const professional = await makeProfessional(db);
  for (const category of ["Yoga", "Yoga", "Reiki", "Hypnose"]) {
    await makeSlot(db, { session: await makeSession(db, { professional, category }) });
  }
  await makeSession(db, { professional, category: "Reiki" });
  // About to start, so lists have dropped it.
  const started = await makeSession(db, { professional, category: "Yoga" });
  await makeSlot(db, { session: started, start: inHours(0.02) });

  const categories = await showHome(makeContext(db)).categories();
  const names =
    "Yoga Massage Méditation Coaching Sophrologie Naturopathie Nutrition Reiki Psychothérapie";
  expect(categories.map(({ name }) => name)).toEqual(names.split(" "));
  expect(categories.filter(({ count }) => count > 0)).toEqual([
    { name: "Yoga", formerNames: [], count: 2, hasMore: false },
    { name: "Reiki", formerNames: [], count: 1, hasMore: false },
  ]);
});

dataTest("home shows two professionals rated 4.5 or more who can be booked", async ({ db }) => {
  const make = async (rating: number, isBookable = true) => {
    const professional = await makeProfessional(db, { rating });
    const session = await makeSession(db, { professional });
    if (isBookable) await makeSlot(db, { session });
    return professional.id;
  };
  const show = async () => (await showHome(makeContext(db)).popular()).map(({ id }) => id);
  await make(4.4);
  await make(5, false);
  expect(await show()).toEqual([]);
  const third = await make(4.5);
  const first = await make(4.9);
  expect(await show()).toEqual([first, third]);
  const second = await make(4.8);
  expect(await show()).toEqual([first, second]);
});

dataTest("home counts what can be booked, and by whom and where", async ({ db }) => {
  const show = () => showHome(makeContext(db)).figures();
  expect(await show()).toEqual({ sessions: 0, professionals: 0, cities: 0 });
  const first = await makeProfessional(db);
  const second = await makeProfessional(db);
  await makeProfessional(db);
  for (const [professional, city] of [
    [first, "Lyon"],
    [first, "Lyon"],
    [second, "Nantes"],
  ] as const) {
    await makeSlot(db, { session: await makeSession(db, { professional, city }) });
  }
  await makeSlot(db, { session: await makeSession(db, { professional: second, isOnline: true }) });
  await makeSession(db, { professional: second, city: "Brest" });
  expect(await show()).toEqual({ sessions: 4, professionals: 2, cities: 2 });
});

dataTest("home promises the largest reduction that can be booked, or none", async ({ db }) => {
  const show = () => showHome(makeContext(db)).largestReduction();
  const professional = await makeProfessional(db);
  /** A session that costs less than it did, for a while that makes this true or not. */
  const make = async (price: number, reduced: number | null, isTrue = true, isBookable = true) => {
    const session = await makeSession(db, {
      professional,
      priceCents: cents(price),
      discountedPriceCents: reduced === null ? null : cents(reduced),
    });
    if (!isBookable) return;
    const slot = await makeSlot(db, { session });
    const referenceCents = isTrue && reduced !== null ? cents(price) : null;
    await db.update(slots).set({ referenceCents }).where(eq(slots.id, slot.id));
  };
  await make(4_000, null);
  await make(4_000, 1_000, true, false);
  await make(4_000, 0);
  // Nobody was ever asked for 90 €.
  await make(9_000, 1_000, false);
  expect(await show()).toBeNull();
  await make(4_500, 3_000);
  expect(await show()).toBe(33);
  await make(4_000, 2_000);
  expect(await show()).toBe(50);
});

dataTest("home promises what a falling price has come down to, and only then", async ({ db }) => {
  contradict(db, "I13");
  const fallSteps = [{ hours: 6, percent: 60 }];
  const session = await makeSession(db, { fallSteps });
  const [start, long] = [inHours(20), inHours(-48)];
  const slot = await makeSlot(db, { session, start });
  await db.transaction((tx) => writeCuts(tx, [{ id: slot.id, start }], session));
  await db.update(slots).set({ pricedAt: long, bookableSince: long });
  const show = (hours: number) =>
    showHome(makeContext(db, { now: inHours(hours) })).largestReduction();
  expect(await show(13.9)).toBeNull();
  expect(await show(14)).toBe(60);
  await db.update(slots).set({ bookableSince: inHours(1) });
  expect(await show(14)).toBeNull();
});
