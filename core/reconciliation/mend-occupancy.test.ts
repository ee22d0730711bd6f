import { asc, eq, sql } from "drizzle-orm";
import { expect } from "vitest";
import { newId } from "#platform/ids.server.ts";
import type { Database } from "#platform/postgres.server.ts";
import { makeSession, makeSlot, soldFrom } from "#test/make/catalogue.ts";
import { makeContext, NOW } from "#test/make/context.ts";
import { contradict, dataTest } from "#test/make/database.ts";
import { makeProfessional, makeUser } from "#test/make/people.ts";
import { DAY, HOUR, MINUTE } from "../durations.ts";
import { cents } from "../money.ts";
import { listDoubleBookings } from "../occupancy/list-double-bookings.server.ts";
import { bookings, occupied, slots } from "../tables.server.ts";
import { checkInvariants } from "./check-invariants.server.ts";
import { mendOccupancy } from "./mend-occupancy.server.ts";

/** A slot that was booked as the release before does it: without the professional's time. */
async function makeOldBooking(db: Database, professional: { id: string }, start: Date) {
  const session = await makeSession(db, { professional, priceCents: 0, capacity: 4 });
  const slot = await makeSlot(db, { session, start, availableSpots: 3 });
  const client = await makeUser(db);
  await db.insert(bookings).values({
    ...{ id: newId(), clientId: client.id, buyerEmail: client.email, slotId: slot.id },
    ...{ professionalId: professional.id, pricePaidCents: cents(0), commissionCents: cents(0) },
    ...{ status: "confirmed", paymentStatus: "paid", confirmedAt: NOW, refundableUntil: start },
    createdAt: NOW,
    ...soldFrom(slot.id),
  });
  return slot;
}

const later = (minutes: number) => new Date(NOW.getTime() + DAY + minutes * MINUTE);

dataTest(
  "what the release before sold gets its hour, beside another if need be",
  async ({ db }) => {
    const professional = await makeProfessional(db, { bufferMinutes: 10 });
    const first = await makeOldBooking(db, professional, later(0));
    const over = await makeOldBooking(db, professional, later(30));
    const after = await makeOldBooking(db, professional, later(100));
    await makeOldBooking(db, professional, new Date(NOW.getTime() - 2 * HOUR));
    expect((await checkInvariants(db, NOW)).map((fault) => fault.slice(0, 13))).toEqual([
      ...["I10 personne ", ...Array(3).fill("I10 une heure")],
    ]);
    expect(await mendOccupancy(makeContext(db))).toBe(3);
    const rows = await db
      .select({ id: slots.id, isParallel: slots.isParallel, isOccupied: slots.isOccupied })
      .from(slots)
      .orderBy(asc(slots.startDatetime));
    const common = { isOccupied: true, isParallel: false };
    expect(rows.slice(1)).toEqual([
      { id: first.id, ...common },
      { id: over.id, isOccupied: true, isParallel: true },
      { id: after.id, ...common },
    ]);
    expect(await mendOccupancy(makeContext(db))).toBe(0);
    const pair = `${professional.businessName} : ${first.id} et ${over.id}`;
    expect(await listDoubleBookings(db, NOW)).toEqual([pair]);
    expect(await listDoubleBookings(db, later(100))).toEqual([]);
  },
);

dataTest("an hour that nobody has any more is free again", async ({ db }) => {
  contradict(db, "I13");
  const slot = await makeOldBooking(db, await makeProfessional(db), later(0));
  await mendOccupancy(makeContext(db));
  expect(await db.$count(occupied)).toBe(1);
  // As the release before cancels it.
  await db.update(bookings).set({ status: "cancelled", cancelReason: "client", cancelledAt: NOW });
  await db.update(slots).set({ availableSpots: sql`available_spots + 1` });
  expect(await mendOccupancy(makeContext(db))).toBe(1);
  expect(await db.$count(occupied)).toBe(0);
  const [row] = await db.select().from(slots).where(eq(slots.id, slot.id));
  expect(row).toMatchObject({ isOccupied: false, isParallel: false });
});

dataTest("an hour that somebody from elsewhere has is left alone", async ({ db }) => {
  contradict(db, "I13");
  const slot = await makeOldBooking(db, await makeProfessional(db), later(0));
  await mendOccupancy(makeContext(db));
  await db.update(slots).set({ outsideSeats: 1, availableSpots: 2 });
  await db.delete(bookings).where(eq(bookings.slotId, slot.id));
  expect(await mendOccupancy(makeContext(db))).toBe(0);
  expect(await db.$count(occupied)).toBe(1);
});
