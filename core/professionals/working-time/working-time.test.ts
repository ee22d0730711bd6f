import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import type { Database } from "#platform/postgres.server.ts";
import { makeSession, makeSlot } from "#test/make/catalogue.ts";
import { actorOf, makeContext, NOW } from "#test/make/context.ts";
import { dataTest } from "#test/make/database.ts";
import { makeProfessional, makeUser } from "#test/make/people.ts";
import { bookSlot } from "../../bookings/book-slot.server.ts";
import { fromParis } from "../../dates.ts";
import { HOUR } from "../../durations.ts";
import { occupied, slots } from "../../tables.server.ts";
import { showOwnProfessional } from "../show-seller.server.ts";
import { editWorkingTime, updateProfessional } from "../update-professional.server.ts";
import { proposeOpeningHours } from "./keep-opening-hours.server.ts";
import { proposeHours } from "./rules.ts";

const later = (hours: number) => new Date(NOW.getTime() + hours * HOUR);

async function makeOwner(db: Database, fields: { bufferMinutes?: number } = {}) {
  const user = await makeUser(db, { isPro: true });
  const professional = await makeProfessional(db, { user, ...fields });
  const actor = await actorOf(db, user.id);
  const at = (now: Date) => makeContext(db, { actor, now: () => now });
  return { professional, ctx: at(NOW), at };
}

const MONDAY = { weekday: 1, opens: "09:00", closes: "12:30" } as const;
const AFTERNOON = { weekday: 1, opens: "14:00", closes: "19:00" } as const;
const form = { bufferMinutes: "15", noticeMinutes: "60", openingHours: [AFTERNOON, MONDAY] };

describe("pause, notice and opening hours", () => {
  dataTest("are saved as one form, in order, and read again", async ({ db }) => {
    const { ctx } = await makeOwner(db);
    await editWorkingTime(ctx, form);
    const own = await showOwnProfessional(ctx);
    expect(own).toMatchObject({
      ...{ bufferMinutes: 15, noticeMinutes: 60, openingHours: [MONDAY, AFTERNOON], version: 2 },
    });
    // The same again is no edit.
    await editWorkingTime(ctx, { ...form, version: 1 });
    expect(await showOwnProfessional(ctx)).toMatchObject({ version: 2 });
    await updateProfessional(ctx, { openingHours: [] });
    expect(await showOwnProfessional(ctx)).toMatchObject({
      ...{ bufferMinutes: 15, noticeMinutes: 60, openingHours: [], version: 3 },
    });
  });

  dataTest("are not overwritten by a form that began before", async ({ db }) => {
    const { ctx } = await makeOwner(db);
    await editWorkingTime(ctx, { ...form, version: 1 });
    const old = { ...form, version: 1, bufferMinutes: "0", openingHours: [] };
    await expect(editWorkingTime(ctx, old)).rejects.toMatchObject({
      code: "stale",
      fields: {
        bufferMinutes: ["Modifié entre-temps : «\u00a015\u00a0»"],
        openingHours: ["Modifié entre-temps : une autre liste"],
      },
    });
  });

  dataTest("are refused beside the field", async ({ db }) => {
    const { ctx } = await makeOwner(db);
    const refused = (fields: object) =>
      editWorkingTime(ctx, { ...form, ...fields }).catch((error) => error.fields);
    expect(await refused({ bufferMinutes: "121" })).toEqual({
      bufferMinutes: ["La pause va de 0 à 120 minutes"],
    });
    expect(await refused({ noticeMinutes: "deux" })).toEqual({
      noticeMinutes: ["Le délai va de 0 à 1 440 minutes, soit 24 heures"],
    });
    const hours = (...openingHours: object[]) => refused({ openingHours });
    expect(await hours({ ...MONDAY, closes: "09:00" })).toMatchObject({
      "openingHours.0.closes": ["La fin vient après le début"],
    });
    expect(await hours({ ...MONDAY, opens: "24:00" })).toMatchObject({
      "openingHours.0.opens": ["L'heure n'est pas valable"],
    });
    expect(await hours({ ...MONDAY, weekday: 8 })).toMatchObject({
      "openingHours.0.weekday": ["Choisissez un jour, de 1 à 7"],
    });
    expect(await hours(MONDAY, { ...AFTERNOON, opens: "12:00" })).toMatchObject({
      "openingHours.1.opens": ["Ces deux plages se chevauchent"],
    });
    expect(await hours(MONDAY, { ...AFTERNOON, opens: "12:30" })).toBeUndefined();
    const visitor = editWorkingTime(makeContext(db), form);
    await expect(visitor).rejects.toMatchObject({ code: "unauthenticated" });
  });

  dataTest(
    "a shorter pause or notice opens slots from now on, not for hours that are taken (rules: one-place, true-strike)",
    async ({ db }) => {
      const { professional, at } = await makeOwner(db, { bufferMinutes: 60 });
      const session = await makeSession(db, { professional, priceCents: 0 });
      const taken = await makeSlot(db, { session, start: later(24) });
      const before = await makeSlot(db, { session, start: later(22.5) });
      const after = await makeSlot(db, { session, start: later(25.5) });
      const client = await makeUser(db, { isClient: true });
      const buyer = makeContext(db, { actor: await actorOf(db, client.id) });
      await bookSlot(buyer, { sessionId: session.id, slotId: taken.id });
      const end = later(1);
      await editWorkingTime(at(end), { ...form, bufferMinutes: "15", noticeMinutes: "0" });
      const read = async (id: string) =>
        (await db.select().from(slots).where(eq(slots.id, id)))[0]?.bookableSince;
      expect(await read(before.id)).toEqual(end);
      // The booked slot keeps the hour of pause after it.
      expect(await read(after.id)).not.toEqual(end);
      const [row] = await db.select().from(occupied);
      expect(row?.during).toContain("11:00:00");
      const soon = await makeSlot(db, { session, start: later(2.25) });
      await editWorkingTime(at(later(2)), { ...form, noticeMinutes: "30" });
      await editWorkingTime(at(later(2.1)), { ...form, noticeMinutes: "0" });
      expect(await read(soon.id)).toEqual(later(2.1));
    },
  );
});

describe("opening hours are proposed", () => {
  const paris = (text: string) => fromParis(text) as Date;
  const slot = (start: string, end: string) => ({ start: paris(start), end: paris(end) });

  test("by weekday, from the earliest start to the latest end, in half hours", () => {
    expect(
      proposeHours([
        slot("2026-11-16T09:10", "2026-11-16T10:10"),
        slot("2026-11-09T11:00", "2026-11-09T12:05"),
        // Two hours without anything make two stretches.
        slot("2026-11-09T14:30", "2026-11-09T19:00"),
        slot("2026-11-15T22:30", "2026-11-16T00:30"),
      ]),
    ).toEqual([
      { weekday: 1, opens: "09:00", closes: "12:30" },
      { weekday: 1, opens: "14:30", closes: "19:00" },
      { weekday: 7, opens: "22:30", closes: "23:59" },
    ]);
    expect(proposeHours([])).toEqual([]);
  });

  dataTest("from the slots of the last eight weeks alone", async ({ db }) => {
    const { professional, ctx } = await makeOwner(db);
    const session = await makeSession(db, { professional });
    await makeSlot(db, { session, start: paris("2026-11-18T18:00") });
    await makeSlot(db, { session, start: paris("2026-09-10T18:00") });
    await makeSlot(db, { session, start: paris("2026-11-27T18:00") });
    await makeSlot(db, { session, start: paris("2026-11-17T18:00"), isActive: false });
    await makeSlot(db, { start: paris("2026-11-16T18:00") });
    expect(await proposeOpeningHours(ctx)).toEqual([
      { weekday: 3, opens: "18:00", closes: "19:00" },
    ]);
  });
});
