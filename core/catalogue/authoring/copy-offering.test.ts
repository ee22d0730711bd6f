import { eq } from "drizzle-orm";
import { describe, expect } from "vitest";
import { newId } from "#platform/ids.server.ts";
import type { Database } from "#platform/postgres.server.ts";
import { makeActivity, makeRecur, makeSession, makeSlot, soldFrom } from "#test/make/catalogue.ts";
import { actorOf, makeContext, NOW } from "#test/make/context.ts";
import { contradict, dataTest } from "#test/make/database.ts";
import { makePlan, makeProfessional, makeUser } from "#test/make/people.ts";
import { searchSessions } from "#test/make/search.ts";
import { HOUR } from "../../durations.ts";
import { cents } from "../../money.ts";
import { bookings, offerings, profiles, slots } from "../../tables.server.ts";
import { searchOwnOfferings } from "../own-offerings/search-own-offerings.server.ts";
import { readSchedule } from "../schedule/store.server.ts";
import { copyOffering } from "./create-offering.server.ts";
import { archiveOffering, setOfferingActive } from "./delete-offering.server.ts";
import { updateOffering } from "./update-offering.server.ts";

async function makeOwner(db: Database) {
  const user = await makeUser(db, { isPro: true });
  await makePlan(db, { userId: user.id });
  const professional = await makeProfessional(db, { user });
  const ctx = makeContext(db, { actor: await actorOf(db, user.id) });
  return { user, professional, ctx };
}
const read = async (db: Database, id: string) =>
  (await db.select().from(offerings).where(eq(offerings.id, id)))[0];

describe("a copy", () => {
  dataTest("has everything but its slots, is paused and counts in the month", async ({ db }) => {
    const { user, professional, ctx } = await makeOwner(db);
    const session = await makeSession(db, {
      ...{ professional, title: "Yoga doux", tags: ["calme"], discountedPriceCents: cents(3_000) },
      ...{ fallSteps: [{ hours: 6, percent: 25 }], fallFloorCents: cents(2_000) },
      recurrence: { days: ["friday"], time: "18:00" },
    });
    // Past, so that it asks for no cuts.
    await makeSlot(db, { session, start: new Date(NOW.getTime() - HOUR) });
    await makeRecur(db, session.id, { days: ["sunday"], time: "09:00" });
    const { id } = await copyOffering(ctx, "session", session.id);
    const [was, made] = [await read(db, session.id), await read(db, id)];
    expect(made).toEqual({
      ...{ ...was, id, title: "Yoga doux (copie)", isActive: false, version: 1 },
      ...{ createdAt: NOW, updatedAt: NOW },
    });
    expect(await db.$count(slots, eq(slots.offeringId, id))).toBe(0);
    expect((await readSchedule(db, id)).rules).toEqual((await readSchedule(db, session.id)).rules);
    const [profile] = await db.select().from(profiles).where(eq(profiles.id, user.id));
    expect(profile?.sessionCount).toBe(1);
    const { offerings: paused } = await searchOwnOfferings(ctx, { etat: "en-pause" });
    expect(paused.map((one) => one.id)).toEqual([id]);
  });

  dataTest("is refused when the month is full, and made by its owner alone", async ({ db }) => {
    const { professional, ctx } = await makeOwner(db);
    const other = await makeOwner(db);
    const session = await makeSession(db, { professional, title: "a".repeat(120) });
    await expect(copyOffering(other.ctx, "session", session.id)).rejects.toMatchObject({
      code: "forbidden",
    });
    await expect(copyOffering(makeContext(db), "session", session.id)).rejects.toMatchObject({
      code: "unauthenticated",
    });
    const titles = [];
    for (;;) {
      const made = await copyOffering(ctx, "session", session.id).catch((error) => error.code);
      if (typeof made === "string") {
        expect(made).toBe("quota_reached");
        break;
      }
      titles.push((await read(db, made.id))?.title);
    }
    expect(titles.length).toBeGreaterThan(0);
    expect(new Set(titles)).toEqual(new Set([`${"a".repeat(112)} (copie)`]));
  });
});

describe("an archived offering", () => {
  dataTest("leaves the lists, and comes back when it is put on line again", async ({ db }) => {
    const { professional, ctx } = await makeOwner(db);
    const session = await makeSession(db, { professional, title: "Yoga" });
    await makeSlot(db, { session });
    const activity = await makeActivity(db, { professional });
    const states = async () => {
      const { counts } = await searchOwnOfferings(ctx, {});
      return [counts["en-ligne"], counts["en-pause"], counts.archivee];
    };
    for (const [kind, id] of [
      ["session", session.id],
      ["activity", activity.id],
    ] as const) {
      // Twice is once.
      for (const _ of [1, 2]) await archiveOffering(ctx, kind, id);
      expect(await read(db, id)).toMatchObject({ isActive: false, archivedAt: NOW });
    }
    expect(await states()).toEqual([0, 0, 2]);
    expect((await searchSessions(makeContext(db), {})).sessions).toEqual([]);
    await setOfferingActive(ctx, "session", { id: session.id, isActive: true });
    await updateOffering(ctx, "activity", { id: activity.id, changes: { isActive: true } });
    expect(await states()).toEqual([2, 0, 0]);
    expect((await searchSessions(makeContext(db), {})).sessions).toHaveLength(1);
  });

  dataTest("is not one that somebody still comes to, nor somebody else's", async ({ db }) => {
    const { professional, ctx } = await makeOwner(db);
    const session = await makeSession(db, { professional });
    const start = new Date(NOW.getTime() + HOUR);
    const slot = await makeSlot(db, { session, start, availableSpots: 7 });
    const client = await makeUser(db);
    contradict(db, "I1", "I2", "I10");
    await db.insert(bookings).values({
      ...({
        ...{ id: newId(), clientId: client.id, buyerEmail: client.email, slotId: slot.id },
        ...{ professionalId: professional.id, pricePaidCents: cents(4_000), refundableUntil: NOW },
        ...{
          commissionCents: cents(400),
          status: "confirmed",
          paymentStatus: "paid",
          confirmedAt: NOW,
        },
      } as typeof bookings.$inferInsert),
      ...soldFrom(slot.id),
    });
    await expect(archiveOffering(ctx, "session", session.id)).rejects.toMatchObject({
      ...{ code: "conflict", message: expect.stringContaining("1 réservation à venir") },
    });
    expect(await read(db, session.id)).toMatchObject({ isActive: true, archivedAt: null });
    const later = { ...ctx, now: () => new Date(start.getTime() + HOUR) };
    const { ctx: rival } = await makeOwner(db);
    await expect(archiveOffering(rival, "session", session.id)).rejects.toMatchObject({
      code: "forbidden",
    });
    await archiveOffering(later, "session", session.id);
    expect(await read(db, session.id)).toMatchObject({ isActive: false });
  });
});
