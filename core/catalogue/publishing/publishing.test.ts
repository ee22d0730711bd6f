import { asc, eq } from "drizzle-orm";
import { describe, expect } from "vitest";
import { newId } from "#platform/ids.server.ts";
import type { Database } from "#platform/postgres.server.ts";
import { makeActivity, makeSession, makeSlot, soldFrom } from "#test/make/catalogue.ts";
import { actorOf, makeContext, NOW } from "#test/make/context.ts";
import { contradict, dataTest } from "#test/make/database.ts";
import { makeBusyTime } from "#test/make/diary.ts";
import { makeProfessional, makeUser } from "#test/make/people.ts";
import { searchSessions } from "#test/make/search.ts";
import { HOUR, MINUTE } from "../../durations.ts";
import { cents } from "../../money.ts";
import {
  bookings,
  offerings,
  openingHours,
  professionalProfiles,
  slotPrices,
  slots,
} from "../../tables.server.ts";
import { updateOffering } from "../authoring/update-offering.server.ts";
import { generateSlots } from "../schedule/generate-slots.server.ts";
import { previewSlot, suggestSlot } from "./preview-slot.server.ts";
import { moveSlot, publishSlot, withdrawSlot } from "./publish-slot.server.ts";
import { exampleFloor } from "./rules.ts";
import { findSharedSlot, showPublished } from "./show-published.server.ts";

/** Today at 18:00 in Paris. */
const EVENING = "2026-11-20T18:00";
const later = (hours: number) => new Date(NOW.getTime() + hours * HOUR);

async function makeOwner(db: Database, fields: { bufferMinutes?: number } = {}) {
  const user = await makeUser(db, { isPro: true });
  const professional = await makeProfessional(db, { user, ...fields });
  const ctx = makeContext(db, { actor: await actorOf(db, user.id) });
  return { user, professional, ctx };
}

async function book(db: Database, slot: { id: string }, professionalId: string) {
  contradict(db, "I1", "I2", "I10");
  const client = await makeUser(db);
  await db.insert(bookings).values({
    ...({
      ...{ id: newId(), clientId: client.id, buyerEmail: client.email, professionalId },
      ...{ slotId: slot.id, pricePaidCents: cents(4_000), commissionCents: cents(400) },
      ...{ refundableUntil: NOW, status: "confirmed", paymentStatus: "paid", confirmedAt: NOW },
    } as typeof bookings.$inferInsert),
    ...soldFrom(slot.id),
  });
}

const read = async (db: Database, slotId: string) =>
  (await db.select().from(slots).where(eq(slots.id, slotId)))[0];

describe("publishing a slot", () => {
  dataTest("takes length and seats from the offering, and is found at once", async ({ db }) => {
    const { professional, ctx } = await makeOwner(db);
    const session = await makeSession(db, { professional, duration: 75, title: "Yoga du soir" });
    const { slotId, warnings } = await publishSlot(ctx, { offeringId: session.id, start: EVENING });
    expect(warnings).toEqual([]);
    expect(await read(db, slotId)).toMatchObject({
      ...{ startDatetime: later(8), endDatetime: later(9.25), capacity: 8, availableSpots: 8 },
      ...{ isActive: true, isParallel: false, bookableSince: NOW, pricedAt: NOW },
    });
    const found = await searchSessions(makeContext(db), { q: "yoga" });
    expect(found.sessions.map(({ id }) => id)).toEqual([session.id]);
  });

  dataTest("has a short address and a message that is ready", async ({ db }) => {
    const { professional, ctx } = await makeOwner(db);
    const category = "Sophrologie";
    const session = await makeSession(db, { professional, category, priceCents: 4_500 });
    const { slotId } = await publishSlot(ctx, { offeringId: session.id, start: EVENING });
    const published = await showPublished(ctx, { slotId });
    expect(published.path).toMatch(/^\/s\/[a-z0-9]{6}$/);
    expect(published.message.replace(/\s/g, " ")).toBe(
      "Une place se libère ce soir à 18:00, sophrologie à Lyon, 45,00 €.",
    );
    const code = published.path.slice(3);
    expect(await findSharedSlot(makeContext(db), code)).toEqual({
      ...{ kind: "session", offeringId: session.id, slotId },
    });
    for (const wrong of ["", "aaaaaa", `A${code.slice(1)}`, `${code}x`, "' or 1"]) {
      await expect(findSharedSlot(makeContext(db), wrong)).rejects.toMatchObject({
        code: "not_found",
      });
    }
  });

  dataTest("offers an hour again that was withdrawn, and not one that stands", async ({ db }) => {
    const { professional, ctx } = await makeOwner(db);
    const session = await makeSession(db, { professional });
    const asked = { offeringId: session.id, start: EVENING };
    const { slotId } = await publishSlot(ctx, asked);
    const { path } = await showPublished(ctx, { slotId });
    await expect(publishSlot(ctx, asked)).rejects.toMatchObject({
      ...{ code: "conflict", fields: { start: [expect.stringContaining("déjà un créneau")] } },
    });
    await withdrawSlot(ctx, { slotId });
    expect(await read(db, slotId)).toMatchObject({ isActive: false });
    expect((await publishSlot(ctx, { ...asked, seats: 3 })).slotId).toBe(slotId);
    expect(await read(db, slotId)).toMatchObject({
      isActive: true,
      capacity: 3,
      availableSpots: 3,
    });
    expect((await showPublished(ctx, { slotId })).path).toBe(path);
  });

  dataTest(
    "beside a free slot warns, beside a booked one is refused, in parallel is neither",
    async ({ db }) => {
      const { professional, ctx } = await makeOwner(db, { bufferMinutes: 15 });
      const session = await makeSession(db, { professional, title: "Sophrologie", duration: 75 });
      const yoga = await makeSession(db, { professional, title: "Yoga du soir" });
      const near = await makeSlot(db, { session: yoga, start: later(9.25) });
      const asked = { offeringId: session.id, start: EVENING };
      const touching = { title: "Yoga du soir", start: later(9.25), end: later(10.25) };
      expect(await previewSlot(ctx, asked)).toEqual({
        ...{ start: later(8), end: later(9.25), buffer: 15, shorter: 60 },
        near: [{ ...touching, isTaken: false }],
      });
      expect((await previewSlot(ctx, { ...asked, minutes: 60 })).near).toEqual([]);
      await book(db, near, professional.id);
      expect((await previewSlot(ctx, asked)).near).toEqual([{ ...touching, isTaken: true }]);
      await expect(publishSlot(ctx, asked)).rejects.toMatchObject({ code: "conflict" });
      expect((await previewSlot(ctx, { ...asked, parallel: true })).near).toEqual([]);
      const { slotId } = await publishSlot(ctx, { ...asked, parallel: true });
      expect(await read(db, slotId)).toMatchObject({ isParallel: true });
      const free = await makeSlot(db, { session: yoga, start: later(30) });
      const beside = await publishSlot(ctx, { offeringId: session.id, start: "2026-11-21T15:00" });
      expect(beside.warnings).toMatchObject([{ start: free.startDatetime, isTaken: false }]);
    },
  );

  dataTest("refuses what nobody could book, and says it beside the field", async ({ db }) => {
    const { professional, ctx } = await makeOwner(db);
    const session = await makeSession(db, { professional });
    await makeBusyTime(db, {
      ...{ professionalId: professional.id, source: "busy", start: later(8), end: later(9) },
    });
    const offeringId = session.id;
    for (const start of ["2026-11-20T09:00", "2029-11-20T09:00", "", "demain"]) {
      await expect(publishSlot(ctx, { offeringId, start })).rejects.toMatchObject({
        ...{ code: "invalid_input", fields: { start: [expect.any(String)] } },
      });
    }
    // Spring skips this hour.
    await expect(publishSlot(ctx, { offeringId, start: "2027-03-28T02:30" })).rejects.toMatchObject(
      {
        fields: { start: ["Cette heure n'existe pas ce jour-là : on passe à l'heure d'été"] },
      },
    );
    await expect(publishSlot(ctx, { offeringId, start: EVENING })).rejects.toMatchObject({
      ...{ code: "conflict", fields: { start: [expect.stringContaining("vous êtes pris")] } },
    });
    await db.update(offerings).set({ isActive: false }).where(eq(offerings.id, session.id));
    await expect(publishSlot(ctx, { offeringId, start: "2026-11-21T18:00" })).rejects.toMatchObject(
      { code: "conflict", message: expect.stringContaining("désactivée") },
    );
    expect(await db.select().from(slots)).toEqual([]);
  });

  dataTest("is its owner's alone, for both kinds", async ({ db }) => {
    const { professional, ctx } = await makeOwner(db);
    const other = await makeOwner(db);
    const activity = await makeActivity(db, { professional, title: "Atelier" });
    const asked = { offeringId: activity.id, start: EVENING };
    await expect(publishSlot(makeContext(db), asked)).rejects.toMatchObject({
      code: "unauthenticated",
    });
    await expect(publishSlot(other.ctx, asked)).rejects.toMatchObject({ code: "forbidden" });
    await expect(publishSlot(ctx, { ...asked, offeringId: newId() })).rejects.toMatchObject({
      code: "not_found",
    });
    const { slotId } = await publishSlot(ctx, asked);
    for (const act of [
      () => moveSlot(other.ctx, { slotId, start: "2026-11-21T18:00" }),
      () => withdrawSlot(other.ctx, { slotId }),
      () => showPublished(other.ctx, { slotId }),
    ]) {
      await expect(act()).rejects.toMatchObject({ code: "forbidden" });
    }
    expect(await read(db, slotId)).toMatchObject({ startDatetime: later(8), isActive: true });
  });

  dataTest("asked for at once ten times stands once", async ({ db }) => {
    const { professional, ctx } = await makeOwner(db);
    const session = await makeSession(db, { professional });
    const asked = { offeringId: session.id, start: EVENING };
    const answers = await Promise.allSettled(
      Array.from({ length: 10 }, () => publishSlot(ctx, asked)),
    );
    expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await db.select().from(slots)).toHaveLength(1);
  });
});

describe("a falling price", () => {
  dataTest(
    "falls by the steps of the offering, and follows the slot to another hour",
    async ({ db }) => {
      const { professional, ctx } = await makeOwner(db);
      const fallSteps = [
        { hours: 24, percent: 10 },
        { hours: 2, percent: 40 },
      ];
      const session = await makeSession(db, {
        professional,
        fallSteps,
        fallFloorCents: cents(2_000),
      });
      const cuts = async () => {
        const rows = await db.select().from(slotPrices).orderBy(asc(slotPrices.fromAt));
        return rows.map(({ fromAt, cents }) => [fromAt, cents]);
      };
      const { slotId } = await publishSlot(ctx, { offeringId: session.id, start: EVENING });
      expect(await cuts()).toEqual([
        [later(-16), 3_600],
        [later(6), 2_400],
      ]);
      // Today's cut of 10 % holds already.
      expect(await showPublished(ctx, { slotId })).toMatchObject({
        ...{ priceCents: 3_600, message: expect.stringMatching(/36,00/) },
      });
      await moveSlot(ctx, { slotId, start: "2026-11-20T19:00" });
      expect(await cuts()).toEqual([
        [later(-15), 3_600],
        [later(7), 2_400],
      ]);
    },
  );
});

describe("prices of its own (rule: falling-price)", () => {
  const steps = [
    { hours: 24, percent: 10 },
    { hours: 2, percent: 40 },
  ];
  const cuts = async (db: Database) => {
    const rows = await db.select().from(slotPrices).orderBy(asc(slotPrices.fromAt));
    return rows.map(({ fromAt, cents }) => [fromAt, cents]);
  };

  dataTest("stay when its offering is edited, and follow it to another hour", async ({ db }) => {
    const { professional, ctx } = await makeOwner(db);
    const session = await makeSession(db, { professional });
    const own = { price: "60,00", fallSteps: steps, fallFloor: "38" };
    const asked = { offeringId: session.id, start: EVENING, ...own };
    const { slotId } = await publishSlot(ctx, asked);
    const stored = [
      [later(-16), 5_400],
      [later(6), 3_800],
    ];
    expect(await cuts(db)).toEqual(stored);
    expect(await read(db, slotId)).toMatchObject({ priceCents: 6_000, pricesFrozenAt: NOW });
    // Today's cut of 10 % holds already.
    expect(await showPublished(ctx, { slotId })).toMatchObject({ priceCents: 5_400 });
    const changes = { price: 25, fallSteps: [{ hours: 1, percent: 50 }] };
    await updateOffering(ctx, "session", { id: session.id, changes });
    expect(await cuts(db)).toEqual(stored);
    await moveSlot(ctx, { slotId, start: "2026-11-20T20:30" });
    expect(await cuts(db)).toEqual([
      [later(-13.5), 5_400],
      [later(8.5), 3_800],
    ]);
    // Withdrawn and offered again as usual, it costs what the offering costs.
    await withdrawSlot(ctx, { slotId });
    await publishSlot(ctx, { offeringId: session.id, start: "2026-11-20T20:30" });
    expect(await showPublished(ctx, { slotId })).toMatchObject({ priceCents: 2_500 });
    expect(await cuts(db)).toEqual([[later(9.5), 1_250]]);
  });

  dataTest("are the offering's when nothing else is asked for", async ({ db }) => {
    const { professional, ctx } = await makeOwner(db);
    const falling = { fallSteps: steps, fallFloorCents: cents(2_000) };
    const session = await makeSession(db, { professional, ...falling });
    const usual = { price: 40, fallSteps: steps, fallFloor: 20 };
    const { slotId } = await publishSlot(ctx, {
      ...{ offeringId: session.id, start: EVENING },
      ...usual,
    });
    expect(await read(db, slotId)).toMatchObject({ priceCents: null, pricesFrozenAt: null });
    expect(await cuts(db)).toHaveLength(2);
    const still = { offeringId: session.id, start: "2026-11-20T20:00", fallSteps: null };
    const { slotId: other } = await publishSlot(ctx, still);
    expect(await read(db, other)).toMatchObject({ priceCents: 4_000, pricesFrozenAt: NOW });
    expect(await cuts(db)).toHaveLength(2);
  });

  dataTest("that cannot be are refused beside their fields", async ({ db }) => {
    const { professional, ctx } = await makeOwner(db);
    const session = await makeSession(db, { professional });
    const asked = { offeringId: session.id, start: EVENING, fallSteps: steps };
    const refused: [Partial<Parameters<typeof publishSlot>[1]>, string][] = [
      [{ price: "0" }, "fallSteps"],
      [{ price: "0,30" }, "price"],
      [{ price: "" }, "price"],
      [{ fallFloor: "40" }, "fallFloor"],
      [{ fallFloor: "0" }, "fallFloor"],
      [{ fallSteps: [{ hours: 48, percent: 10 }] }, "fallSteps.0.hours"],
    ];
    for (const [wrong, field] of refused) {
      await expect(publishSlot(ctx, { ...asked, ...wrong })).rejects.toMatchObject({
        ...{ code: "invalid_input", fields: { [field]: [expect.any(String)] } },
      });
    }
    expect(await db.$count(slots)).toBe(0);
  });

  dataTest("begin with the steps and the floor of an example", async ({ db }) => {
    const { professional, ctx } = await makeOwner(db);
    await makeSession(db, { professional, priceCents: 6_250 });
    expect((await suggestSlot(ctx, {})).chosen).toMatchObject({
      ...{ priceCents: 6_250, fallSteps: null, fallFloorCents: 3_800 },
    });
    expect([0, 50, 100, 1_000].map((base) => exampleFloor(cents(base)))).toEqual([
      ...[50, 50, 50, 600],
    ]);
  });
});

describe("a length and seats of its own", () => {
  dataTest("stay when the offering is edited; those of the offering follow it", async ({ db }) => {
    const { professional, ctx } = await makeOwner(db);
    const session = await makeSession(db, { professional });
    const usual = await makeSlot(db, { session, start: later(30) });
    const asked = { offeringId: session.id, start: EVENING, minutes: 45, seats: 3 };
    const { slotId } = await publishSlot(ctx, asked);
    const changes = { title: "Yoga", duration: 90, capacity: 6 };
    await updateOffering(ctx, "session", { id: session.id, changes });
    expect(await read(db, slotId)).toMatchObject({
      ...{ endDatetime: later(8.75), capacity: 3, availableSpots: 3 },
    });
    expect(await read(db, usual.id)).toMatchObject({
      ...{ endDatetime: later(31.5), capacity: 6, availableSpots: 6 },
    });
  });
});

describe("moving a slot", () => {
  dataTest("changes hour, length and seats of a free one", async ({ db }) => {
    const { professional, ctx } = await makeOwner(db);
    const session = await makeSession(db, { professional });
    const slot = await makeSlot(db, { session });
    await moveSlot(ctx, { slotId: slot.id, version: 1, start: EVENING, minutes: 90, seats: "5" });
    expect(await read(db, slot.id)).toMatchObject({
      ...{ startDatetime: later(8), endDatetime: later(9.5), capacity: 5, availableSpots: 5 },
      version: 2,
    });
    await expect(moveSlot(ctx, { slotId: slot.id, version: 1, seats: 2 })).rejects.toMatchObject({
      code: "stale",
    });
    await moveSlot(ctx, { slotId: slot.id, seats: 2 });
    expect(await read(db, slot.id)).toMatchObject({ startDatetime: later(8), capacity: 2 });
  });

  dataTest("leaves a booked, a begun and a withdrawn one alone", async ({ db }) => {
    const { professional, ctx } = await makeOwner(db);
    const session = await makeSession(db, { professional });
    const booked = await makeSlot(db, { session, availableSpots: 7 });
    await book(db, booked, professional.id);
    const begun = await makeSlot(db, { session, start: later(-0.5) });
    const gone = await makeSlot(db, { session, start: later(40), isActive: false });
    for (const { id: slotId, startDatetime } of [booked, begun, gone]) {
      await expect(moveSlot(ctx, { slotId, start: EVENING })).rejects.toMatchObject({
        code: "conflict",
      });
      await expect(withdrawSlot(ctx, { slotId })).rejects.toMatchObject({ code: "conflict" });
      expect(await read(db, slotId)).toMatchObject({ startDatetime });
    }
  });

  dataTest("to an hour that is taken is refused beside the field", async ({ db }) => {
    const { professional, ctx } = await makeOwner(db);
    const session = await makeSession(db, { professional });
    const slot = await makeSlot(db, { session });
    await makeSlot(db, { session, start: later(8) });
    await expect(moveSlot(ctx, { slotId: slot.id, start: EVENING })).rejects.toMatchObject({
      ...{ code: "conflict", fields: { start: [expect.any(String)] } },
    });
  });

  dataTest("that comes again by itself does not come back at its old hour", async ({ db }) => {
    const { professional, ctx } = await makeOwner(db);
    const session = await makeSession(db, {
      ...{ professional, recurrence: { days: ["friday"], time: "18:00" } },
    });
    await generateSlots(ctx, { kind: "session", id: session.id });
    const [first] = await db.select().from(slots).orderBy(asc(slots.startDatetime)).limit(1);
    if (!first) throw new Error("nothing was made");
    expect(first.startDatetime).toEqual(later(8));
    await moveSlot(ctx, { slotId: first.id, start: "2026-11-20T19:00" });
    expect(await generateSlots(ctx, { kind: "session", id: session.id })).toBe(0);
    const stood = await db.select().from(slots).orderBy(asc(slots.startDatetime)).limit(2);
    expect(stood.map(({ startDatetime, isActive }) => [startDatetime, isActive])).toEqual([
      [later(8), false],
      [later(9), true],
    ]);
  });
});

describe("the suggestion", () => {
  const hours = (from: number, to: number) =>
    Array.from(
      { length: to - from + 1 },
      (_, step) => `${String(from + step).padStart(2, "0")}:00`,
    );

  dataTest("lies within the opening hours, all half-hours of a short day", async ({ db }) => {
    const { professional, ctx } = await makeOwner(db);
    await makeSession(db, { professional });
    const open = (weekday: number, opens: string, closes: string) => ({
      ...{ professionalId: professional.id, weekday, opens, closes },
    });
    // The day after, a Saturday, is closed.
    await db
      .insert(openingHours)
      .values([open(5, "09:00", "12:00"), open(5, "17:30", "20:00"), open(1, "09:00", "12:00")]);
    const { today, tomorrow } = await suggestSlot(ctx, {});
    expect(today.times).toEqual(["11:00", "17:30", "18:00", "18:30", "19:00"]);
    expect(tomorrow.times).toEqual([]);
  });

  dataTest("is the last offering and the hours of each day that are free", async ({ db }) => {
    const { professional, ctx } = await makeOwner(db, { bufferMinutes: 15 });
    const older = await makeSession(db, { professional, createdAt: later(-50) });
    const newer = await makeSession(db, { professional, createdAt: later(-40) });
    const paused = await makeSession(db, { professional, isActive: false });
    expect((await suggestSlot(ctx, {})).chosen?.id).toBe(newer.id);
    await publishSlot(ctx, { offeringId: older.id, start: "2026-11-20T12:00" });
    const suggestion = await suggestSlot(ctx, {});
    expect(suggestion.chosen).toMatchObject({ id: older.id, duration: 60, priceCents: 4_000 });
    expect(suggestion.offerings.map(({ id }) => id)).toEqual([older.id, newer.id]);
    expect(suggestion.offerings.map(({ id }) => id)).not.toContain(paused.id);
    // It is 10:00, a booking needs 30 minutes, and noon is taken with a quarter around it.
    expect(suggestion.today).toEqual({ day: "2026-11-20", times: ["13:30", ...hours(14, 21)] });
    expect(suggestion.tomorrow).toEqual({ day: "2026-11-21", times: hours(7, 21) });
    expect((await suggestSlot(ctx, { offeringId: newer.id })).chosen?.id).toBe(newer.id);
  });

  dataTest("late in the evening is tomorrow, and without an offering nothing", async ({ db }) => {
    const { professional, ctx } = await makeOwner(db);
    expect(await suggestSlot(ctx, {})).toMatchObject({ chosen: null, offerings: [] });
    await makeSession(db, { professional });
    const night = { ...ctx, now: () => new Date(later(11.5).getTime() + MINUTE) };
    const { today, tomorrow } = await suggestSlot(night, {});
    expect([today.times, tomorrow.times]).toEqual([[], hours(7, 21)]);
    await db
      .update(professionalProfiles)
      .set({ noticeMinutes: 0 })
      .where(eq(professionalProfiles.id, professional.id));
    const soon = { ...ctx, now: () => later(11.25) };
    expect((await suggestSlot(soon, {})).today.times).toEqual(["21:30"]);
  });
});
