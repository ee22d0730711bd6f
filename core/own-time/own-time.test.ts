import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import type { Database } from "#platform/postgres.server.ts";
import { makeActivity, makeActivitySlot, makeSession, makeSlot } from "#test/make/catalogue.ts";
import { actorOf, makeContext, NOW } from "#test/make/context.ts";
import { contradict, dataTest } from "#test/make/database.ts";
import { makeBusyTime, makeCalendar } from "#test/make/diary.ts";
import { makeProfessional, makeUser } from "#test/make/people.ts";
import { searchSessions } from "#test/make/search.ts";
import { bookSlot } from "../bookings/book-slot.server.ts";
import { cancelBooking } from "../bookings/cancellation/cancel-booking.server.ts";
import { moveSlot, publishSlot } from "../catalogue/publishing/publish-slot.server.ts";
import { HOUR, MINUTE } from "../durations.ts";
import { busyTimes, slots } from "../tables.server.ts";
import { addOwnTime, listOwnTimes, previewOwnTime, removeOwnTime } from "./add-own-time.server.ts";
import { quickStretches, whyNotOwnTime } from "./rules.ts";

const later = (hours: number, from = NOW) => new Date(from.getTime() + hours * HOUR);
const DAY = { from: "2026-11-21", to: "2026-11-21" };

async function makeOwner(db: Database) {
  const user = await makeUser(db, { isPro: true });
  const professional = await makeProfessional(db, { user });
  const actor = await actorOf(db, user.id);
  const at = (now: Date) => makeContext(db, { actor, now: () => now });
  return { professional, ctx: at(NOW), at };
}

async function book(db: Database, slot: { id: string; offeringId: string }, now = NOW) {
  const client = await makeUser(db, { isClient: true });
  const ctx = makeContext(db, { actor: await actorOf(db, client.id), now: () => now });
  return bookSlot(ctx, { sessionId: slot.offeringId, slotId: slot.id });
}

const read = async (db: Database, id: string) =>
  (await db.select().from(slots).where(eq(slots.id, id)))[0];

describe("an absence (rule: own-time)", () => {
  dataTest("closes everything in its days at once, and says what is booked", async ({ db }) => {
    const { professional, ctx } = await makeOwner(db);
    const session = await makeSession(db, { professional, priceCents: 0, title: "Yoga du soir" });
    const booked = await makeSlot(db, { session, start: later(24) });
    const free = await makeSlot(db, { session, start: later(26) });
    const beside = await makeSlot(db, { session, start: later(26.5), isParallel: true });
    const outside = await makeSlot(db, { session, start: later(48) });
    await book(db, booked);
    const seated = { slotId: booked.id, title: "Yoga du soir", seats: 1 };
    const hours = { start: booked.startDatetime, end: booked.endDatetime };
    const consequences = { closed: 3, booked: [{ ...seated, ...hours }] };
    expect(await previewOwnTime(ctx, { kind: "absence", ...DAY })).toEqual(consequences);
    expect((await read(db, free.id))?.absenceId).toBeNull();
    const { id, ...taken } = await addOwnTime(ctx, { kind: "absence", ...DAY, title: "Vacances" });
    expect(taken).toEqual(consequences);
    for (const closed of [booked, free, beside]) {
      expect((await read(db, closed.id))?.absenceId).toBe(id);
      await expect(book(db, closed)).rejects.toMatchObject({ code: "slot_unavailable" });
    }
    expect((await read(db, outside.id))?.absenceId).toBeNull();
    await expect(book(db, outside)).resolves.toMatchObject({ confirmed: true });
    expect(await listOwnTimes(ctx)).toEqual([
      {
        ...{ id, kind: "absence", title: "Vacances" },
        ...{ start: new Date("2026-11-20T23:00Z"), end: new Date("2026-11-21T23:00Z") },
      },
    ]);
  });

  dataTest("takes its sessions off the lists, and gives them back with its end", async ({ db }) => {
    const { professional, ctx, at } = await makeOwner(db);
    const session = await makeSession(db, { professional });
    const slot = await makeSlot(db, { session, start: later(24) });
    const found = async () => (await searchSessions(makeContext(db), {})).sessions.length;
    const { id } = await addOwnTime(ctx, { kind: "absence", ...DAY });
    expect(await found()).toBe(0);
    const end = later(1);
    await removeOwnTime(at(end), { id });
    expect(await found()).toBe(1);
    // The price from before the break may not be struck (rule: true-strike).
    expect(await read(db, slot.id)).toMatchObject({ absenceId: null, bookableSince: end });
    await expect(removeOwnTime(ctx, { id })).rejects.toMatchObject({ code: "not_found" });
  });

  dataTest("hands a slot over to another that it lies in as well", async ({ db }) => {
    const { professional, ctx, at } = await makeOwner(db);
    const session = await makeSession(db, { professional });
    const slot = await makeSlot(db, { session, start: later(24) });
    const before = await read(db, slot.id);
    const first = await addOwnTime(ctx, { kind: "absence", ...DAY });
    const second = await addOwnTime(ctx, { kind: "absence", from: "2026-11-20", to: "2026-11-28" });
    expect(second).toMatchObject({ closed: 0, booked: [] });
    await removeOwnTime(at(later(1)), { id: first.id });
    expect(await read(db, slot.id)).toEqual({ ...before, absenceId: second.id });
    await removeOwnTime(at(later(2)), { id: second.id });
    expect(await read(db, slot.id)).toMatchObject({ absenceId: null, bookableSince: later(2) });
  });

  dataTest("closes what is published, moved or lengthened into it", async ({ db }) => {
    const { professional, ctx } = await makeOwner(db);
    const session = await makeSession(db, { professional });
    const { id: absenceId } = await addOwnTime(ctx, { kind: "absence", ...DAY });
    const asked = { offeringId: session.id, parallel: true };
    const { slotId } = await publishSlot(ctx, { ...asked, start: "2026-11-21T18:00" });
    expect(await read(db, slotId)).toMatchObject({ absenceId });
    const other = await publishSlot(ctx, { ...asked, start: "2026-11-22T18:00" });
    expect(await read(db, other.slotId)).toMatchObject({ absenceId: null });
    await moveSlot(ctx, { slotId: other.slotId, start: "2026-11-21T20:00" });
    expect(await read(db, other.slotId)).toMatchObject({ absenceId });
    await moveSlot(ctx, { slotId: other.slotId, start: "2026-11-22T20:00" });
    expect(await read(db, other.slotId)).toMatchObject({ absenceId: null });
  });

  dataTest("is hers alone: others' slots stay, and others cannot end it", async ({ db }) => {
    contradict(db, "I13");
    const { ctx } = await makeOwner(db);
    const other = await makeOwner(db);
    const slot = await makeSlot(db, {
      session: await makeSession(db, { professional: other.professional }),
    });
    const { id } = await addOwnTime(ctx, { kind: "absence", ...DAY });
    expect((await read(db, slot.id))?.absenceId).toBeNull();
    await expect(removeOwnTime(other.ctx, { id })).rejects.toMatchObject({ code: "not_found" });
    expect(await listOwnTimes(other.ctx)).toEqual([]);
    const calendarId = await makeCalendar(db, { professionalId: other.professional.id });
    const event = await makeBusyTime(db, {
      ...{ professionalId: other.professional.id, source: "calendar", calendarId },
    });
    await expect(removeOwnTime(other.ctx, { id: event })).rejects.toMatchObject({
      code: "not_found",
    });
    expect(await db.$count(busyTimes)).toBe(2);
  });

  dataTest.for([
    ["2027-03-28", 23],
    ["2026-10-25", 25],
  ] as const)(
    "lasts from midnight to midnight when the clocks change: %s",
    async ([day, hours], { db }) => {
      const { at } = await makeOwner(db);
      const ctx = at(new Date("2026-10-01T09:00Z"));
      await addOwnTime(ctx, { kind: "absence", from: day, to: day });
      const [taken] = await listOwnTimes(ctx);
      expect((Number(taken?.end) - Number(taken?.start)) / HOUR).toBe(hours);
    },
  );
});

describe("« Occupé » (rule: own-time)", () => {
  dataTest("closes free slots while it stands, not those in parallel or booked", async ({ db }) => {
    const { professional, ctx, at } = await makeOwner(db);
    const session = await makeSession(db, { professional, priceCents: 0, capacity: 2 });
    const booked = await makeSlot(db, { session, start: later(4) });
    const free = await makeSlot(db, { session, start: later(4.25) });
    const beside = await makeSlot(db, { session, start: later(4.5), isParallel: true });
    const activity = await makeActivity(db, { professional, priceCents: 0 });
    const workshop = await makeActivitySlot(db, { activity, start: later(5.5) });
    await book(db, booked);
    const asked = { kind: "busy", from: "2026-11-20T14:00", to: "2026-11-20T16:00" } as const;
    // The free one is closed already, by the booked one.
    expect(await addOwnTime(ctx, asked)).toMatchObject({
      ...{ closed: 1, booked: [{ slotId: booked.id, seats: 1 }] },
    });
    await expect(book(db, free)).rejects.toMatchObject({ code: "slot_unavailable" });
    await expect(book(db, booked)).resolves.toMatchObject({ confirmed: true });
    await expect(book(db, beside)).resolves.toMatchObject({ confirmed: true });
    const [busy] = await listOwnTimes(ctx);
    const end = later(0.5);
    await removeOwnTime(at(end), { id: String(busy?.id) });
    expect(await read(db, workshop.id)).toMatchObject({ bookableSince: end });
    // This one is still closed by the booked one.
    expect((await read(db, free.id))?.bookableSince).not.toEqual(end);
  });

  dataTest("is refused when it makes no sense, beside the field", async ({ db }) => {
    const { ctx } = await makeOwner(db);
    const refused = (asked: object) =>
      addOwnTime(ctx, { kind: "busy", from: "", to: "", ...asked }).catch(({ fields }) => fields);
    expect(await refused({})).toMatchObject({
      from: [expect.any(String)],
      to: [expect.any(String)],
    });
    expect(await refused({ from: "2026-11-20T14:00", to: "2026-11-20T13:00" })).toEqual({
      to: ["La fin vient après le début"],
    });
    expect(await refused({ from: "2026-11-20T14:00", to: "2026-11-23T14:00" })).toEqual({
      to: ["Un jour au plus : notez plutôt une absence"],
    });
    expect(await refused({ from: "2026-11-18", to: "2026-11-19" })).toEqual({
      to: ["La fin doit être à venir"],
    });
    expect(await refused({ from: "2029-01-01", to: "2029-01-01" })).toEqual({
      from: ["Choisissez une date dans les deux ans"],
    });
    expect(await refused({ kind: "calendar", from: "2026-11-21", to: "2026-11-21" })).toMatchObject(
      { kind: [expect.any(String)] },
    );
    expect(await refused({ from: "2026-11-31", to: "2026-11-31" })).toMatchObject({
      from: ["Indiquez un jour ou une heure"],
    });
    expect(await refused({ ...DAY, title: "x".repeat(101) })).toMatchObject({
      title: ["100 caractères au plus"],
    });
    const visitor = addOwnTime(makeContext(ctx.db), { kind: "busy", ...DAY });
    await expect(visitor).rejects.toMatchObject({ code: "unauthenticated" });
  });

  test("offers what two taps choose: half an hour, one, two, or until midnight", () => {
    const stretches = (now: string) =>
      quickStretches(new Date(now)).map(({ start, end }) => [
        start.toISOString().slice(11, 16),
        (Number(end) - Number(start)) / MINUTE,
      ]);
    expect(stretches("2026-11-20T13:10Z")).toEqual([
      ["13:00", 30],
      ["13:00", 60],
      ["13:00", 120],
      ["13:00", 600],
    ]);
    expect(stretches("2026-11-20T13:20Z")[0]).toEqual(["13:30", 30]);
    // Late in the evening, midnight is nearer than two hours.
    expect(stretches("2026-11-20T21:30Z")).toHaveLength(3);
    // By the clock in Paris on the day on which summer time ends.
    expect(stretches("2026-10-24T23:00Z").at(-1)).toEqual(["23:00", 24 * 60]);
    expect(stretches("2026-10-24T22:10Z").at(-1)).toEqual(["22:00", 25 * 60]);
    // No midnight but the next, also when the day in between has 23 hours.
    expect(stretches("2027-03-27T22:30Z")).toHaveLength(3);
    expect(stretches("2027-03-27T23:00Z").at(-1)).toEqual(["23:00", 23 * 60]);
  });

  test("a year is the longest absence", () => {
    const start = later(1);
    const ends = (days: number) => ({
      kind: "absence" as const,
      start,
      end: later(days * 24, start),
    });
    expect(whyNotOwnTime(ends(366), NOW)).toBeNull();
    expect(whyNotOwnTime(ends(367), NOW)).toMatchObject({ field: "to" });
  });

  test("a day is one on which the clocks go back, too", () => {
    const day = { kind: "busy", start: new Date("2027-10-30T22:00Z") } as const;
    const until = (end: string) => whyNotOwnTime({ ...day, end: new Date(end) }, NOW);
    expect(until("2027-10-31T23:00Z")).toBeNull();
    expect(until("2027-10-31T23:30Z")).toMatchObject({ field: "to" });
  });
});

dataTest(
  "a slot that a booking had closed can be booked again since it was called off",
  async ({ db }) => {
    const { professional, at } = await makeOwner(db);
    const session = await makeSession(db, { professional, priceCents: 0 });
    const other = await makeSession(db, { professional, priceCents: 0 });
    const slot = await makeSlot(db, { session, start: later(30) });
    const over = await makeSlot(db, { session: other, start: later(30.5) });
    const far = await makeSlot(db, { session: other, start: later(40) });
    const { bookingId } = await book(db, slot);
    await expect(book(db, over)).rejects.toMatchObject({ code: "slot_unavailable" });
    const end = later(1);
    await cancelBooking(at(end), { bookingId });
    expect(await read(db, over.id)).toMatchObject({ bookableSince: end });
    expect((await read(db, far.id))?.bookableSince).not.toEqual(end);
    await expect(book(db, over, end)).resolves.toMatchObject({ confirmed: true });
  },
);
