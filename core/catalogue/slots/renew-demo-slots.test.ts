import { eq } from "drizzle-orm";
import { expect } from "vitest";
import { newId } from "#platform/ids.server.ts";
import type { Database } from "#platform/postgres.server.ts";
import {
  makeActivity,
  makeActivitySlot,
  makeSession,
  makeSlot,
  soldFrom,
} from "#test/make/catalogue.ts";
import { makeContext } from "#test/make/context.ts";
import { contradict, dataTest } from "#test/make/database.ts";
import { makeUser } from "#test/make/people.ts";
import { COMMISSION_RATE, commission } from "../../commission.ts";
import { HOUR } from "../../durations.ts";
import { bookings, listedSlots, offerings, settings, slots } from "../../tables.server.ts";
import { renewDemoSlots } from "./renew-demo-slots.server.ts";

const LOADED = new Date("2026-03-02T08:00:00Z");
/** Monday 2 March 2026, 18:30 in Paris: four weeks later clocks there are an hour further. */
const EVENING = new Date("2026-03-02T17:30:00Z");
const FOUR_WEEKS_LATER = new Date("2026-03-30T16:30:00Z");
const DEMO_ID = "019a0000-0005-7000-8000-000000000001";

function markDemo(db: Database) {
  const value = {
    loadedAt: LOADED.toISOString(),
    idsBelow: "019a0001-0000-7000-8000-000000000000",
  };
  return db.insert(settings).values({ key: "demo", value });
}

function startsOf(db: Database) {
  return db
    .select({ start: slots.startDatetime, free: slots.availableSpots })
    .from(slots)
    .orderBy(slots.startDatetime);
}

dataTest("a slot that has started comes again at the same hour, its seats free", async ({ db }) => {
  await markDemo(db);
  const session = await makeSession(db, { id: DEMO_ID, capacity: 8 });
  const slot = await makeSlot(db, { session, start: EVENING, availableSpots: 3, now: LOADED });
  const client = await makeUser(db);
  // By hand: without a payment.
  contradict(db, "I2");
  await db.insert(bookings).values({
    id: newId(),
    clientId: client.id,
    buyerEmail: client.email,
    professionalId: session.professionalId,
    slotId: slot.id,
    pricePaidCents: session.priceCents,
    commissionCents: commission(session.priceCents, COMMISSION_RATE),
    status: "confirmed",
    paymentStatus: "paid",
    confirmedAt: LOADED,
    refundableUntil: LOADED,
    ...soldFrom(slot.id),
  });
  const before = makeContext(db, { now: new Date(EVENING.getTime() - HOUR) });
  await renewDemoSlots(before);
  expect(await startsOf(db)).toHaveLength(1);

  const after = makeContext(db, { now: new Date(EVENING.getTime() + HOUR) });
  await renewDemoSlots(after);
  await renewDemoSlots(after);
  expect(await startsOf(db)).toEqual([
    { start: EVENING, free: 3 },
    { start: FOUR_WEEKS_LATER, free: 4 },
  ]);
  const listed = await db.select().from(listedSlots);
  expect(listed.map(({ startsAt }) => startsAt)).toEqual([FOUR_WEEKS_LATER]);
});

dataTest("however long nothing ran, one slot follows another", async ({ db }) => {
  await markDemo(db);
  const session = await makeSession(db, { id: DEMO_ID });
  await makeSlot(db, { session, start: EVENING, now: LOADED });
  const activity = await makeActivity(db, { id: "019a0000-0007-7000-8000-000000000001" });
  await makeActivitySlot(db, { activity, start: EVENING });
  await renewDemoSlots(makeContext(db, { now: new Date("2026-07-01T10:00:00Z") }));
  const next = new Date("2026-07-20T16:30:00Z");
  for (const { id } of [session, activity]) {
    const made = await db
      .select({ start: slots.startDatetime, end: slots.endDatetime })
      .from(slots)
      .where(eq(slots.offeringId, id))
      .orderBy(slots.startDatetime);
    expect(made.map(({ start }) => start)).toEqual([EVENING, next]);
    expect(made[1]?.end).toEqual(new Date(next.getTime() + HOUR));
  }
});

dataTest(
  "an hour that clocks have skipped or repeated meanwhile puts nothing into the past",
  async ({ db }) => {
    await markDemo(db);
    // Four weeks before each change of 2026, and half an hour after it would come again.
    for (const [id, start, now, next] of [
      [1, "2026-03-02T17:30:00Z", "2026-03-30T17:00:00Z", "2026-04-27T16:30:00Z"],
      [2, "2026-09-28T16:30:00Z", "2026-10-26T17:00:00Z", "2026-10-26T17:30:00Z"],
    ] as const) {
      const session = await makeSession(db, { id: `019a0000-0005-7000-8000-00000000000${id}` });
      await makeSlot(db, { session, start: new Date(start), now: LOADED });
      await renewDemoSlots(makeContext(db, { now: new Date(now) }));
      const found = await db
        .select({ start: slots.startDatetime })
        .from(slots)
        .where(eq(slots.offeringId, session.id))
        .orderBy(slots.startDatetime);
      expect(found.map((slot) => slot.start)).toEqual([new Date(start), new Date(next)]);
    }
  },
);

dataTest("what is over, hidden or made by people stays as it is", async ({ db }) => {
  const later = makeContext(db, { now: new Date("2026-03-20T10:00:00Z") });
  const session = await makeSession(db, { id: DEMO_ID });
  await makeSlot(db, { session, start: EVENING, now: LOADED });
  await renewDemoSlots(later);
  expect(await startsOf(db), "no demo here").toHaveLength(1);

  await markDemo(db);
  await db.delete(slots);
  const theirs = await makeSession(db);
  await makeSlot(db, { session: theirs, start: EVENING, now: LOADED });
  await makeSlot(db, { session, start: new Date(LOADED.getTime() - HOUR), now: LOADED });
  await makeSlot(db, { session, start: EVENING, isActive: false, now: LOADED });
  await renewDemoSlots(later);
  expect(await startsOf(db)).toHaveLength(3);

  await db.update(slots).set({ isActive: true });
  await db.update(offerings).set({ isActive: false }).where(eq(offerings.id, DEMO_ID));
  await renewDemoSlots(later);
  expect(await startsOf(db)).toHaveLength(3);
});
