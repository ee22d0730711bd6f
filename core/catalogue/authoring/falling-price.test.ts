import { asc, eq } from "drizzle-orm";
import { expect } from "vitest";
import type { Database } from "#platform/postgres.server.ts";
import { actorOf, makeContext, NOW } from "#test/make/context.ts";
import { contradict, dataTest } from "#test/make/database.ts";
import { makePlan, makeProfessional, makeUser } from "#test/make/people.ts";
import { DAY, HOUR } from "../../durations.ts";
import { pastSlotPrices, slotPrices, slots } from "../../tables.server.ts";
import { generateSlots } from "../schedule/generate-slots.server.ts";
import { takeFreeSeats } from "../slots/take-seat.server.ts";
import { showOffering } from "../views/show-offering.server.ts";
import { createOffering } from "./create-offering.server.ts";
import { setOfferingActive } from "./delete-offering.server.ts";
import type { OfferingFields } from "./schema.ts";
import { updateOffering } from "./update-offering.server.ts";

const STEPS = [
  { hours: 24, percent: 10 },
  { hours: 6, percent: 25 },
  { hours: 2, percent: 40 },
];
/** Four days after NOW, at 18:30 in Paris. */
const START = new Date("2026-11-24T17:30:00Z");
const before = (milliseconds: number) => new Date(START.getTime() - milliseconds);
const FIELDS = {
  ...{ title: "Yoga du soir", description: "Une heure pour souffler.", price: 40, city: "Lyon" },
  ...{ date: "2026-11-24", startTime: "18:30", fallSteps: STEPS, fallFloor: 25 },
};

/** A professional who may publish, at an instant that the test chooses. */
async function makeAuthor(db: Database) {
  const user = await makeUser(db, { isPro: true, canCreateActivities: true });
  await makePlan(db, { userId: user.id, planType: "premium" });
  const professional = await makeProfessional(db, { user });
  const actor = await actorOf(db, professional.userId);
  const at = (now: Date) => makeContext(db, { actor, now });
  const publish = async (fields: Partial<OfferingFields["session"]> = {}, now = NOW) =>
    createOffering(at(now), "session", { ...FIELDS, category: "Yoga", ...fields });
  return { at, publish };
}

const cutsOf = async (db: Database, slotId?: string) =>
  (
    await db
      .select()
      .from(slotPrices)
      .where(slotId ? eq(slotPrices.slotId, slotId) : undefined)
      .orderBy(asc(slotPrices.slotId), asc(slotPrices.fromAt))
  ).map(({ fromAt, cents }) => ({ at: fromAt, cents }));
const slotsOf = (db: Database) => db.select().from(slots).orderBy(asc(slots.startDatetime));
const FALL = [
  { at: before(24 * HOUR), cents: 3_600 },
  { at: before(6 * HOUR), cents: 3_000 },
  { at: before(2 * HOUR), cents: 2_500 },
];
const past = async (db: Database) =>
  (await db.select().from(pastSlotPrices).orderBy(asc(pastSlotPrices.fromAt))).map(
    ({ cents, fromAt, untilAt }) => ({ cents, fromAt, untilAt }),
  );

dataTest("a session or activity is published with its steps, as instants", async ({ db }) => {
  const { at, publish } = await makeAuthor(db);
  await publish();
  const [slot] = await slotsOf(db);
  expect(slot).toMatchObject({ pricedAt: NOW, bookableSince: NOW, priceCents: null });
  expect(await cutsOf(db)).toEqual(FALL);
  await db.delete(slots);
  await createOffering(at(NOW), "activity", { ...FIELDS, category: "Atelier", fallFloor: null });
  expect(await cutsOf(db)).toEqual([...FALL.slice(0, 2), { at: before(2 * HOUR), cents: 2_400 }]);
});

dataTest("what cannot fall is refused beside its field", async ({ db }) => {
  const { publish } = await makeAuthor(db);
  const refused = (fields: Partial<OfferingFields["session"]>) =>
    publish(fields).then(
      () => null,
      ({ fields: refusal }) => refusal,
    );
  expect(await refused({ price: 0, fallFloor: null })).toEqual({
    fallSteps: ["Un prix gratuit ne peut pas baisser"],
  });
  expect(await refused({ discountedPrice: 0, fallFloor: null })).toEqual({
    fallSteps: ["Un prix gratuit ne peut pas baisser"],
  });
  expect(await refused({ fallFloor: 40 })).toEqual({
    fallFloor: ["Le plancher doit être inférieur au prix"],
  });
  expect(await refused({ discountedPrice: 30, fallFloor: 30 })).toEqual({
    fallFloor: ["Le plancher doit être inférieur au prix"],
  });
  expect(await refused({ fallFloor: 0 })).toEqual({
    fallFloor: ["Le plancher est d'au moins 0,50\u00a0€"],
  });
  expect(await refused({ fallFloor: "0,20" })).toHaveProperty("fallFloor");
  expect(await refused({ fallSteps: [{ hours: 30, percent: 10 }] })).toMatchObject({
    "fallSteps.0.hours": ["La première baisse a lieu au plus tôt 24 h avant le début."],
  });
  expect(await slotsOf(db)).toEqual([]);
});

dataTest("slots that come again fall each by its own start", async ({ db }) => {
  const { at, publish } = await makeAuthor(db);
  const weekly = { isRecurring: true, recurringDays: ["tuesday" as const], date: null };
  const { id } = await publish(weekly);
  expect(await generateSlots(at(NOW), { kind: "session", id })).toBe(8);
  for (const { id: slotId, startDatetime: start } of await slotsOf(db)) {
    const later = start.getTime() - START.getTime();
    expect(await cutsOf(db, slotId)).toEqual(
      FALL.map(({ at: cut, cents }) => ({ at: new Date(cut.getTime() + later), cents })),
    );
  }
  // A second run finds everything made.
  expect(await generateSlots(at(NOW), { kind: "session", id })).toBe(0);
  expect(await cutsOf(db)).toHaveLength(24);
});

dataTest(
  "an edit reprices the slots that nobody held, and keeps what was asked",
  async ({ db }) => {
    const { at, publish } = await makeAuthor(db);
    const { id } = await publish();
    const edit = (now: Date, changes: Partial<OfferingFields["session"]>) =>
      updateOffering(at(now), "session", { id, changes });
    const [slot] = await slotsOf(db);
    const later = new Date(NOW.getTime() + DAY);
    // Words change no price, and steps to come no price that was asked.
    await edit(later, { title: "Yoga doux" });
    await edit(later, { fallSteps: STEPS.slice(0, 1) });
    expect((await slotsOf(db))[0]).toMatchObject({ pricedAt: NOW, referenceCents: null });
    expect(await cutsOf(db)).toEqual(FALL.slice(0, 1));
    expect(await past(db)).toEqual([]);
    // A lower price is asked from now on, beside what was asked for a day.
    await edit(later, { discountedPrice: 30, fallSteps: STEPS });
    expect((await slotsOf(db))[0]).toMatchObject({ pricedAt: later, referenceCents: 4_000 });
    expect(await past(db)).toEqual([{ cents: 4_000, fromAt: NOW, untilAt: later }]);
    expect((await cutsOf(db)).map(({ cents }) => cents)).toEqual([2_700, 2_500]);
    // A price that has begun to fall is remembered too; a higher price stands beside nothing.
    const during = before(5 * HOUR);
    await edit(during, { discountedPrice: 35 });
    expect((await slotsOf(db))[0]).toMatchObject({ pricedAt: during, referenceCents: null });
    expect((await past(db)).slice(1)).toEqual([
      { cents: 3_000, fromAt: later, untilAt: before(24 * HOUR) },
      { cents: 2_700, fromAt: before(24 * HOUR), untilAt: before(6 * HOUR) },
      { cents: 2_500, fromAt: before(6 * HOUR), untilAt: during },
    ]);
    // Held once, it keeps its price and its steps; a seat alone, without its booking.
    contradict(db, "I10 une heure");
    const slotId = String(slot?.id);
    const taken = await db.transaction((tx) =>
      takeFreeSeats(tx, { kind: "session", slotId, seats: 1, buyerUserId: null, now: during }),
    );
    expect(taken.seat?.priceCents).toBe(2_625);
    await edit(during, { price: 90, discountedPrice: null, fallSteps: null });
    expect((await slotsOf(db))[0]).toMatchObject({ priceCents: 3_500, pricesFrozenAt: during });
    expect(await cutsOf(db)).toHaveLength(3);
  },
);

dataTest("a price is struck only where it was asked for a day, without a break", async ({ db }) => {
  const { at, publish } = await makeAuthor(db);
  const { id } = await publish();
  const shown = async (now: Date) => (await showOffering(at(now), "session", id)).price;
  expect(await shown(before(24 * HOUR + 1))).toMatchObject({ nowCents: 4_000, struckCents: null });
  expect(await shown(before(24 * HOUR))).toEqual({
    ...{ nowCents: 3_600, struckCents: 4_000, isLastMinutePrice: false },
    next: { at: before(6 * HOUR), cents: 3_000 },
  });
  // Off the site for a moment within that day, it is « Tarif dernière minute ».
  for (const isActive of [false, true]) {
    await setOfferingActive(at(before(30 * HOUR)), "session", { id, isActive });
  }
  expect((await slotsOf(db))[0]?.bookableSince).toEqual(before(30 * HOUR));
  expect(await shown(before(2 * HOUR))).toEqual({
    ...{ nowCents: 2_500, struckCents: null, isLastMinutePrice: true, next: null },
  });
});

dataTest("the same hour published again inherits what it was asked at", async ({ db }) => {
  const { at, publish } = await makeAuthor(db);
  const { id } = await publish({ price: 30 });
  const edit = (now: Date, changes: Partial<OfferingFields["session"]>) =>
    updateOffering(at(now), "session", { id, changes });
  const removed = new Date(NOW.getTime() + HOUR);
  await edit(removed, { slots: [] });
  expect(await cutsOf(db)).toEqual([]);
  expect(await past(db)).toEqual([{ cents: 3_000, fromAt: NOW, untilAt: removed }]);
  await edit(removed, { price: 40 });
  await edit(removed, { slots: [{ start: START.toISOString() }] });
  expect(await cutsOf(db)).toEqual(FALL);
  // It was to be had for 30 € within the 30 days before.
  expect((await showOffering(at(before(HOUR)), "session", id)).price).toEqual({
    ...{ nowCents: 2_500, struckCents: null, isLastMinutePrice: true, next: null },
  });
});
