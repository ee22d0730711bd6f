import { asc, eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import type { Database } from "#platform/postgres.server.ts";
import { makeSession, makeSlot } from "#test/make/catalogue.ts";
import { actorOf, makeContext } from "#test/make/context.ts";
import { dataTest } from "#test/make/database.ts";
import { makeBusyTime } from "#test/make/diary.ts";
import { makeProfessional, makeUser } from "#test/make/people.ts";
import { bookSlot } from "../../bookings/book-slot.server.ts";
import { fromParis, toParis } from "../../dates.ts";
import { scheduleExceptions, scheduleRules, slots } from "../../tables.server.ts";
import { showOwnOffering } from "../authoring/permit-publication.server.ts";
import { updateOffering } from "../authoring/update-offering.server.ts";
import { editSchedule, previewSchedule, showSchedule } from "../schedule/edit-schedule.server.ts";
import { generateSlots } from "../schedule/generate-slots.server.ts";
import { holidaysBetween } from "../schedule/list-holidays.server.ts";

const at = (text: string) => fromParis(text) as Date;
const MONDAYS = { weekdays: [1], starts: "18:30", fromDay: "2026-11-20", untilDay: "2026-12-28" };

async function makeWeekly(db: Database) {
  const user = await makeUser(db, { isPro: true });
  const professional = await makeProfessional(db, { user, bufferMinutes: 15 });
  const session = await makeSession(db, {
    ...{ professional, priceCents: 0 },
    recurrence: { days: ["monday"], time: "18:30", until: "2026-12-28" },
  });
  const actor = await actorOf(db, user.id);
  const ctx = makeContext(db, { actor });
  await generateSlots(ctx, { kind: "session", id: session.id });
  const starts = async () => {
    const rows = await db
      .select()
      .from(slots)
      .where(eq(slots.offeringId, session.id))
      .orderBy(asc(slots.startDatetime));
    return rows.flatMap(({ startDatetime, isActive }) =>
      isActive ? [toParis(startDatetime)] : [],
    );
  };
  const book = async (start: string, of = session) => {
    const [slot] = (await db.select().from(slots).where(eq(slots.offeringId, of.id))).filter(
      ({ startDatetime }) => +startDatetime === +at(start),
    );
    const client = await makeUser(db, { isClient: true });
    const buyer = makeContext(db, { actor: await actorOf(db, client.id) });
    await bookSlot(buyer, { sessionId: of.id, slotId: String(slot?.id) });
  };
  return { professional, session, ctx, starts, book, offeringId: session.id };
}

describe("the schedule of an offering (rule: slots-ahead)", () => {
  dataTest("has several hours, days left out, and keeps whatever is booked", async ({ db }) => {
    const { professional, ctx, starts, book, offeringId } = await makeWeekly(db);
    await book("2026-11-30T18:30");
    const other = await makeSession(db, { professional, priceCents: 0 });
    await makeSlot(db, { session: other, start: at("2026-12-03T11:00") });
    await book("2026-12-03T11:00", other);
    const asked = {
      ...{ offeringId, version: 1, leftOut: ["2026-12-07"] },
      rules: [
        { weekdays: [1], starts: "19:00", fromDay: "2026-11-20", untilDay: "2026-12-07" },
        { weekdays: [4], starts: "12:00", fromDay: "2026-12-01", untilDay: "2026-12-10" },
      ],
    };
    const effect = await previewSchedule(ctx, asked);
    expect(effect.created.map(toParis)).toEqual(["2026-11-23T19:00", "2026-12-10T12:00"]);
    expect(effect.kept).toEqual([{ start: at("2026-11-30T18:30"), live: 1 }]);
    expect(effect.removed).toHaveLength(5);
    // Over the booked evening, and within the pause after the other session.
    expect(effect.blocked.map(toParis)).toEqual(["2026-11-30T19:00", "2026-12-03T12:00"]);
    expect(await starts()).toHaveLength(6);
    expect(await editSchedule(ctx, asked)).toEqual(effect);
    const after = ["2026-11-23T19:00", "2026-11-30T18:30", "2026-12-10T12:00"];
    expect(await starts()).toEqual(after);
    await generateSlots(ctx, { kind: "session", id: offeringId });
    expect(await starts()).toEqual(after);
    expect(await showSchedule(ctx, { offeringId })).toMatchObject({
      ...{ rules: asked.rules, leftOut: [{ day: "2026-12-07", starts: null }], version: 2 },
    });
    const { recurrence } = await showOwnOffering(ctx, "session", offeringId);
    expect(recurrence).toEqual({ days: ["monday"], time: "19:00", until: "2026-12-07" });
    await expect(editSchedule(ctx, asked)).rejects.toMatchObject({ code: "stale" });
  });

  dataTest(
    "stands beside other slots where its professional says so, and no more when they do not",
    async ({ db }) => {
      const { professional, ctx, starts, book, offeringId } = await makeWeekly(db);
      const other = await makeSession(db, { professional, priceCents: 0 });
      await makeSlot(db, { session: other, start: at("2026-11-25T10:00") });
      await book("2026-11-25T10:00", other);
      const wednesdays = { ...MONDAYS, weekdays: [3], starts: "10:15" };
      const whole = (isParallel: boolean) => ({
        ...{ offeringId, leftOut: [], rules: [MONDAYS, { ...wednesdays, isParallel }] },
      });
      const over = "2026-11-25T10:15";
      expect((await previewSchedule(ctx, whole(false))).blocked.map(toParis)).toEqual([over]);
      const beside = await editSchedule(ctx, whole(true));
      expect(beside.blocked).toEqual([]);
      expect(beside.created.map(toParis)).toContain(over);
      const marked = async () => {
        const rows = await db.select().from(slots).where(eq(slots.offeringId, offeringId));
        return rows.flatMap(({ startDatetime, isParallel }) =>
          isParallel ? [toParis(startDatetime)] : [],
        );
      };
      const asked = (await starts()).filter((start) => start.endsWith("10:15"));
      expect((await marked()).sort()).toEqual(asked);
      expect((await showSchedule(ctx, { offeringId })).rules).toMatchObject([
        { isParallel: false },
        { isParallel: true },
      ]);
      // The night's job makes them in the same way.
      await db.delete(slots).where(eq(slots.startDatetime, at(over)));
      await generateSlots(ctx, { kind: "session", id: offeringId });
      expect((await marked()).sort()).toEqual(asked);
      // It is sold over the other, and keeps its place when the rule does not allow it any more.
      await book(over);
      await editSchedule(ctx, whole(false));
      expect(await marked()).toEqual([over]);
      expect(await starts()).toEqual(expect.arrayContaining(asked));
      await editSchedule(ctx, whole(true));
      expect((await marked()).sort()).toEqual(asked);
      const [opened] = await db
        .select()
        .from(slots)
        .where(eq(slots.startDatetime, at("2026-12-02T10:15")));
      expect(opened?.isActive).toBe(true);
    },
  );

  dataTest("tells those apart that her own time closes at once", async ({ db }) => {
    const { professional, ctx, offeringId } = await makeWeekly(db);
    const day = (start: string, end: string) => ({
      ...{ professionalId: professional.id, start: at(start), end: at(end) },
    });
    const kine = day("2026-12-03T12:30", "2026-12-03T13:00");
    await makeBusyTime(db, { ...kine, source: "busy" as const });
    await makeBusyTime(db, day("2026-12-10T00:00", "2026-12-11T00:00"));
    const thursdays = {
      weekdays: [4],
      starts: "12:00",
      fromDay: "2026-12-01",
      untilDay: "2026-12-17",
    };
    const effect = await previewSchedule(ctx, {
      offeringId,
      rules: [MONDAYS, thursdays],
      leftOut: [],
    });
    expect(effect.created).toHaveLength(3);
    expect(effect.closed.map(toParis)).toEqual(["2026-12-03T12:00", "2026-12-10T12:00"]);
    const beside = { ...thursdays, isParallel: true };
    const asked = { offeringId, rules: [MONDAYS, beside], leftOut: [] };
    expect((await previewSchedule(ctx, asked)).closed.map(toParis)).toEqual(["2026-12-10T12:00"]);
  });

  dataTest("changes from one slot: this one, the following, all", async ({ db }) => {
    const { ctx, starts, offeringId } = await makeWeekly(db);
    const slotAt = async (start: string) => {
      const rows = await db.select().from(slots).where(eq(slots.offeringId, offeringId));
      return String(rows.find(({ startDatetime }) => +startDatetime === +at(start))?.id);
    };
    const slotId = await slotAt("2026-12-07T18:30");
    await editSchedule(ctx, { slotId, scope: "one", starts: null });
    expect(await starts()).not.toContain("2026-12-07T18:30");
    await generateSlots(ctx, { kind: "session", id: offeringId });
    expect(await starts()).not.toContain("2026-12-07T18:30");
    const following = await slotAt("2026-12-21T18:30");
    await editSchedule(ctx, { slotId: following, scope: "following", starts: "19:00" });
    expect(await starts()).toEqual([
      ...["2026-11-23T18:30", "2026-11-30T18:30", "2026-12-14T18:30"],
      ...["2026-12-21T19:00", "2026-12-28T19:00"],
    ]);
    const all = await slotAt("2026-11-30T18:30");
    await editSchedule(ctx, { slotId: all, scope: "all", starts: null });
    expect(await starts()).toEqual(["2026-12-21T19:00", "2026-12-28T19:00"]);
    expect(await db.$count(scheduleExceptions)).toBe(1);
    const stray = await makeSlot(db, { session: { id: offeringId, capacity: 8 } });
    const refused = editSchedule(ctx, { slotId: stray.id, scope: "all", starts: null });
    await expect(refused).rejects.toMatchObject({ code: "conflict" });
    const evening = await slotAt("2026-12-28T19:00");
    await editSchedule(ctx, { slotId: evening, scope: "one", starts: "20:15" });
    await generateSlots(ctx, { kind: "session", id: offeringId });
    // The stray one, which no rule makes, stays too.
    expect(await starts()).toEqual(["2026-11-21T10:00", "2026-12-21T19:00", "2026-12-28T20:15"]);
  });

  dataTest(
    "keeps its days left out over an edit of the offering, which knows one rule",
    async ({ db }) => {
      const { ctx, starts, offeringId } = await makeWeekly(db);
      const rules = [MONDAYS, { ...MONDAYS, weekdays: [3], starts: "10:00" }];
      await editSchedule(ctx, { offeringId, rules, leftOut: ["2026-12-09"] });
      const before = await starts();
      expect(before).toContain("2026-12-02T10:00");
      expect(before).not.toContain("2026-12-09T10:00");
      const edit = (changes: object) =>
        updateOffering(ctx, "session", { id: offeringId, changes: changes as never });
      await edit({ title: "Yoga doux" });
      await generateSlots(ctx, { kind: "session", id: offeringId });
      expect(await starts()).toEqual(before);
      expect(await db.$count(scheduleRules)).toBe(2);
      // Another day in the form takes the place of both.
      await edit({ recurringDays: ["wednesday"] });
      await generateSlots(ctx, { kind: "session", id: offeringId });
      const after = await starts();
      expect(after).toContain("2026-12-02T18:30");
      expect(after.filter((start) => /T10:00|2026-12-09/.test(start))).toEqual([]);
      expect(await db.$count(scheduleRules)).toBe(1);
    },
  );

  dataTest("proposes the coming public holidays before it makes slots on them", async ({ db }) => {
    const { ctx, offeringId } = await makeWeekly(db);
    expect((await showSchedule(ctx, { offeringId })).holidays).toEqual([
      { day: "2026-12-25", name: "Noël" },
      { day: "2027-01-01", name: "Nouvel An" },
    ]);
    const fridays = { ...MONDAYS, weekdays: [5], untilDay: null };
    await editSchedule(ctx, { offeringId, rules: [MONDAYS, fridays], leftOut: ["2026-12-25"] });
    expect(await db.select().from(scheduleExceptions)).toMatchObject([{ why: "holiday" }]);
  });

  dataTest("is its owner's, and refused beside the field", async ({ db }) => {
    const { ctx, offeringId } = await makeWeekly(db);
    const rival = makeContext(db, {
      actor: await actorOf(db, (await makeProfessional(db)).userId),
    });
    const asked = { offeringId, rules: [MONDAYS], leftOut: [] };
    await expect(editSchedule(rival, asked)).rejects.toMatchObject({ code: "forbidden" });
    await expect(showSchedule(rival, { offeringId })).rejects.toMatchObject({ code: "forbidden" });
    const refused = (wrong: object) =>
      editSchedule(ctx, { ...asked, rules: [{ ...MONDAYS, ...wrong }] }).catch(
        ({ fields }) => fields,
      );
    expect(await refused({ weekdays: [] })).toMatchObject({
      "rules.0.weekdays": ["Choisissez au moins un jour de la semaine"],
    });
    expect(await refused({ starts: "24:00" })).toMatchObject({
      "rules.0.starts": ["L'heure n'est pas valable"],
    });
    expect(await refused({ untilDay: "2026-11-19" })).toMatchObject({
      "rules.0.untilDay": ["La fin vient après le début"],
    });
  });
});

test("the holidays of a year are those of France, moveable ones too", () => {
  const found = holidaysBetween("2027-01-01", "2027-12-31");
  expect(found.map(({ day }) => day)).toEqual([
    ...["2027-01-01", "2027-03-29", "2027-05-01", "2027-05-06", "2027-05-08", "2027-05-17"],
    ...["2027-07-14", "2027-08-15", "2027-11-01", "2027-11-11", "2027-12-25"],
  ]);
  const easterMonday = (year: number) =>
    holidaysBetween(`${year}-03-01`, `${year}-04-30`).map(({ day }) => day);
  // The earliest and the latest ones, and those of which the rule takes a week off.
  expect([2008, 2038, 2049, 2076].flatMap(easterMonday)).toEqual([
    ...["2008-03-24", "2038-04-26", "2049-04-19", "2076-04-20"],
  ]);
});
