import { asc, eq, isNull } from "drizzle-orm";
import { describe, expect } from "vitest";
import { newId } from "#platform/ids.server.ts";
import type { Database } from "#platform/postgres.server.ts";
import { makeSession, makeSlot, soldFrom } from "#test/make/catalogue.ts";
import { actorOf, makeContext, NOW } from "#test/make/context.ts";
import { contradict, dataTest } from "#test/make/database.ts";
import { makeProfessional, makeUser } from "#test/make/people.ts";
import { commission } from "../commission.ts";
import { DAY, HOUR } from "../durations.ts";
import { cents } from "../money.ts";
import {
  bookings,
  dailyFigures,
  dailyViews,
  dailyVisits,
  payments,
  refunds,
  slots,
} from "../tables.server.ts";
import { countFigures, createViewCounter, showFigures } from "./count-and-show-figures.server.ts";

/** Yesterday at noon in Paris. */
const NOON = new Date("2026-11-19T11:00:00Z");

/** A confirmed booking at a price, made so long before the start. */
async function book(
  db: Database,
  {
    slotId,
    professionalId,
    ago = 5 * DAY,
    price = 2_000,
    status = "confirmed" as const,
  }: {
    slotId: string;
    professionalId: string;
    ago?: number;
    price?: number;
    status?: "confirmed" | "cancelled";
  },
) {
  const { id: clientId, email: buyerEmail } = await makeUser(db);
  const [slot] = await db.select().from(slots).where(eq(slots.id, slotId));
  const at = new Date((slot?.startDatetime ?? NOON).getTime() - ago);
  const isOver = status === "cancelled";
  await db.insert(bookings).values({
    ...{ id: newId(), clientId, buyerEmail, professionalId, slotId, status },
    ...{ pricePaidCents: cents(price), commissionCents: commission(cents(price), 1_000) },
    ...{ paymentStatus: isOver ? "refunded" : "paid", createdAt: at, confirmedAt: at },
    ...{ refundableUntil: at, cancelledAt: isOver ? at : null },
    cancelReason: isOver ? "client" : null,
    ...soldFrom(slotId),
  });
}

/** A professional with a session of eight places yesterday at noon. */
async function makeDay(db: Database, { start = NOON, priceCents = 2_000 } = {}) {
  // Rows of bookings stand here without payments, seats and mails.
  contradict(db, "I1", "I4", "I5", "I10", "I2", "I3");
  const professional = await makeProfessional(db);
  const session = await makeSession(db, { professional, title: "Yoga doux", priceCents });
  const slot = await makeSlot(db, { session, start });
  const ctx = makeContext(db, { actor: await actorOf(db, professional.userId) });
  return { ctx, session, slotId: slot.id, professionalId: professional.id };
}

const counted = (db: Database) =>
  db.select().from(dailyFigures).orderBy(asc(dailyFigures.day), asc(dailyFigures.hour));

describe("every night (rule: figures)", () => {
  dataTest("places, late money and what stayed free are counted, once, by hour", async ({ db }) => {
    const { ctx, session, ...day } = await makeDay(db);
    await book(db, day);
    await book(db, { ...day, ago: 72 * HOUR });
    await book(db, { ...day, ago: 73 * HOUR, price: 1_500 });
    await book(db, { ...day, status: "cancelled" });
    await countFigures(ctx);
    const expected = {
      ...{
        offeringId: session.id,
        day: "2026-11-19",
        hour: 12,
        professionalId: day.professionalId,
      },
      ...{ seats: 8, filled: 3, outside: 0, cents: 5_500, lateSeats: 1, lateCents: 2_000 },
      ...{ emptyCents: 10_000, holds: 4, paid: 4, booked: 3, absent: 0 },
    };
    expect(await counted(db)).toEqual([expected]);
    // Again, it counts the same row anew: here a booking that was settled a little later.
    await book(db, { ...day, ago: HOUR });
    await countFigures(ctx);
    await countFigures(ctx);
    expect(await counted(db)).toEqual([
      {
        ...expected,
        filled: 4,
        cents: 7_500,
        lateSeats: 2,
        lateCents: 4_000,
        emptyCents: 8_000,
        holds: 5,
        paid: 5,
        booked: 4,
      },
    ]);
  });

  dataTest("what outside clients have is beside the figures, and in no share", async ({ db }) => {
    const { ctx, session: _, ...day } = await makeDay(db);
    await db.update(slots).set({ outsideSeats: 5, availableSpots: 3 });
    await book(db, { ...day, ago: HOUR });
    await countFigures(ctx);
    expect(await showFigures(ctx, {})).toMatchObject({
      ...{ places: { seats: 3, filled: 1 }, outside: 5 },
      offerings: [{ seats: 3, filled: 1, outside: 5 }],
      moments: [{ seats: 3, filled: 1 }],
    });
    expect((await counted(db))[0]).toMatchObject({ emptyCents: 4_000 });
    // Nobody could book anything here.
    await db
      .update(bookings)
      .set({ status: "cancelled", cancelReason: "client", cancelledAt: NOON });
    await db.update(slots).set({ outsideSeats: 8, availableSpots: 0 });
    await countFigures(ctx);
    const view = await showFigures(ctx, {});
    expect(view).toMatchObject({ places: { seats: 0, filled: 0 }, outside: 8, emptyCents: null });
  });

  dataTest("what went back for a cheaper hour is not counted, and a gift is", async ({ db }) => {
    const { ctx, session: _, ...day } = await makeDay(db);
    await book(db, { ...day, ago: HOUR, price: 4_000 });
    const [moved] = await db
      .update(bookings)
      .set({ movedPriceCents: cents(1_000) })
      .returning();
    const id = newId();
    await db.insert(payments).values({
      ...{ id, kind: "session_booking", reference: String(moved?.id) },
      ...{ status: "partially_refunded", amountCents: cents(4_000), refundedCents: cents(3_500) },
      ...{ applicationFeeCents: cents(400), description: "x", payerEmail: "x@example.fr" },
      ...{ successUrl: "/", expiresAt: NOW },
    });
    for (const [reason, amount] of [["moved", 3_000] as const, ["goodwill", 500] as const]) {
      await db.insert(refunds).values({
        ...{ id: newId(), paymentId: id, amountCents: cents(amount), reason, seats: 0 },
        ...{ status: "succeeded", createdAt: NOON },
      });
    }
    await countFigures(ctx);
    expect(await counted(db)).toMatchObject([{ cents: 1_000, lateCents: 1_000 }]);
  });

  dataTest("an absence is counted unless its client contests it", async ({ db }) => {
    const { ctx, session: _, ...day } = await makeDay(db);
    for (const contestedAt of [null, NOW]) {
      await book(db, day);
      await db
        .update(bookings)
        .set({
          presence: "absent",
          presenceBy: "professional",
          presenceAt: NOW,
          contestedAt,
          contestedAs: contestedAt && "came",
        })
        .where(isNull(bookings.presence));
    }
    await book(db, day);
    await countFigures(ctx);
    expect(await counted(db)).toMatchObject([{ booked: 3, absent: 1 }]);
  });

  dataTest("neither the days to come nor what was called off is a place", async ({ db }) => {
    const { ctx, session } = await makeDay(db, { start: new Date("2026-11-21T07:00:00Z") });
    await makeSlot(db, { session, start: new Date("2026-11-18T10:00:00Z"), isActive: false });
    await countFigures(ctx);
    expect(await counted(db)).toEqual([]);
  });

  dataTest("a day is one of Paris, on both days of a clock change too", async ({ db }) => {
    const { ctx, session } = await makeDay(db, { start: new Date("2026-10-24T22:30:00Z") });
    for (const start of [
      "2026-10-25T00:30:00Z",
      "2026-10-25T01:30:00Z",
      "2026-03-29T00:30:00Z",
      "2026-03-29T01:30:00Z",
    ]) {
      await makeSlot(db, { session, start: new Date(start) });
    }
    await countFigures(ctx);
    expect((await counted(db)).map(({ day, hour, seats }) => [day, hour, seats])).toEqual([
      ["2026-03-29", 1, 8],
      ["2026-03-29", 3, 8],
      ["2026-10-25", 0, 8],
      ["2026-10-25", 2, 16],
    ]);
  });

  dataTest("another job goes on where one ended, and everybody is counted", async ({ db }) => {
    const days = [await makeDay(db), await makeDay(db), await makeDay(db)];
    const [first] = days.map(({ professionalId }) => professionalId).toSorted();
    await countFigures(days[0]?.ctx ?? makeContext(db), {
      after: first as string,
      from: "2026-11-01",
    });
    expect(await counted(db)).toHaveLength(2);
    await countFigures(days[0]?.ctx ?? makeContext(db));
    expect(await counted(db)).toHaveLength(3);
  });
});

describe("the page", () => {
  dataTest("shows one's own period, and nobody else's", async ({ db }) => {
    const { ctx, session, ...day } = await makeDay(db);
    await book(db, { ...day, ago: HOUR });
    await makeDay(db);
    await countFigures(ctx);
    const views = createViewCounter({ ...ctx, now: () => NOON });
    for (let look = 0; look < 25; look += 1) views.note(session.id, null);
    await views.flush();
    const figures = await showFigures(ctx, {});
    expect(figures).toMatchObject({
      ...{ from: "2026-10-23", to: "2026-11-19", places: { seats: 8, filled: 1 } },
      ...{ emptyCents: 1_800, lateCents: 2_000, lateCentsBefore: 0, views: 25, holds: 1, paid: 1 },
      offerings: [{ title: "Yoga doux", seats: 8, filled: 1, views: 25, holds: 1, paid: 1 }],
      moments: [{ name: "Midi, 12 h à 14 h", seats: 8, filled: 1 }],
      best: null,
    });
    expect(await showFigures(ctx, { period: "1a" })).toMatchObject({ places: { seats: 8 } });
  });

  dataTest("is for professionals, and for periods that exist", async ({ db }) => {
    const { ctx } = await makeDay(db);
    const client = makeContext(db, { actor: await actorOf(db, (await makeUser(db)).id) });
    await expect(showFigures(client, {})).rejects.toMatchObject({ code: "forbidden" });
    await expect(showFigures(makeContext(db), {})).rejects.toMatchObject({
      code: "unauthenticated",
    });
    await expect(showFigures(ctx, { period: "2a" as "1a" })).rejects.toMatchObject({
      code: "invalid_input",
    });
  });
});

describe("views", () => {
  const seen = async (db: Database) =>
    (await db.select().from(dailyViews)).map(({ views }) => views);

  dataTest("are added up by day, without one's own and of what exists", async ({ db }) => {
    const { ctx, session, professionalId } = await makeDay(db);
    const views = createViewCounter({ ...ctx, now: () => NOW });
    views.note(session.id, null);
    views.note(session.id, newId());
    views.note(session.id, professionalId);
    views.note(newId(), null);
    await views.flush();
    views.note(session.id, null);
    await Promise.all([views.flush(), views.flush()]);
    expect(await seen(db)).toEqual([3]);
  });

  dataTest("wait while the database is away", async ({ db }) => {
    const { ctx, session } = await makeDay(db);
    let isAway = true;
    const away = new Proxy(db, {
      get(target, name, receiver) {
        if (isAway && name === "transaction") return () => Promise.reject(new Error("away"));
        return Reflect.get(target, name, receiver);
      },
    });
    const views = createViewCounter({ ...ctx, db: away });
    views.note(session.id, null);
    views.noteVisit();
    await views.flush();
    views.note(session.id, null);
    views.noteVisit();
    isAway = false;
    await views.flush();
    expect(await seen(db)).toEqual([2]);
    expect(await db.select().from(dailyVisits)).toMatchObject([{ visits: 2 }]);
    views.noteVisit();
    await views.flush();
    expect(await db.select().from(dailyVisits)).toMatchObject([{ visits: 3 }]);
  });
});
