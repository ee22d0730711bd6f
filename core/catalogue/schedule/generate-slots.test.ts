import { asc, count, eq } from "drizzle-orm";
import { describe, expect } from "vitest";
import type { Database } from "#platform/postgres.server.ts";
import { makeActivity, makeActivitySlot, makeSession, makeSlot } from "#test/make/catalogue.ts";
import { makeContext, NOW } from "#test/make/context.ts";
import { contradict, dataTest } from "#test/make/database.ts";
import { formatTime, toParis } from "../../dates.ts";
import { HOUR } from "../../durations.ts";
import { listings, offerings, scheduleRules, slots } from "../../tables.server.ts";
import { generateAllSlots, generateSlots } from "../schedule/generate-slots.server.ts";

const recurrence = { days: ["monday", "friday"] as const, time: "18:00" };
const EVENINGS = { recurrence, duration: 75 };

const startsOf = async (db: Database, sessionId: string) => {
  const rows = await db
    .select()
    .from(slots)
    .where(eq(slots.offeringId, sessionId))
    .orderBy(asc(slots.startDatetime));
  return rows.map(({ startDatetime }) => toParis(startDatetime));
};

describe("slots that come again (rule: slots-ahead)", () => {
  dataTest("eight weeks ahead, on the weekdays, from today on", async ({ db }) => {
    const session = await makeSession(db, EVENINGS);
    expect(await generateSlots(makeContext(db), { kind: "session", id: session.id })).toBe(17);
    const starts = await startsOf(db, session.id);
    // NOW is a Friday, 10:00.
    expect(starts.slice(0, 3)).toEqual([
      ...["2026-11-20T18:00", "2026-11-23T18:00", "2026-11-27T18:00"],
    ]);
    expect(starts.at(-1)).toBe("2027-01-15T18:00");
    const [slot] = await db.select().from(slots);
    expect(+(slot?.endDatetime ?? 0) - +(slot?.startDatetime ?? 0)).toBe(1.25 * HOUR);
    expect(slot).toMatchObject({ capacity: 8, availableSpots: 8, isActive: true });
    expect(await db.$count(listings)).toBe(1);
  });

  dataTest("18:00 stays 18:00 across both clock changes", async ({ db }) => {
    contradict(db, "I13");
    const session = await makeSession(db, {
      recurrence: { ...recurrence, days: ["sunday", "saturday"] },
    });
    for (const day of ["2026-10-15", "2027-03-15"]) {
      const ctx = makeContext(db, { now: new Date(`${day}T10:00:00Z`) });
      await generateSlots(ctx, { kind: "session", id: session.id });
    }
    const rows = await db.select().from(slots);
    expect(new Set(rows.map(({ startDatetime }) => formatTime(startDatetime)))).toEqual(
      new Set(["18:00"]),
    );
    const hours = new Set(rows.map(({ startDatetime }) => startDatetime.getUTCHours()));
    expect(hours).toEqual(new Set([16, 17]));
  });

  dataTest(
    "an hour that spring skips comes an hour later, one that autumn repeats once",
    async ({ db }) => {
      const session = await makeSession(db, {
        recurrence: { days: ["sunday"], time: "02:30", until: "2026-10-25" },
      });
      const at = (day: string) => makeContext(db, { now: new Date(`${day}T10:00:00Z`) });
      await generateSlots(at("2026-10-20"), { kind: "session", id: session.id });
      await db.update(scheduleRules).set({ untilDay: "2027-03-28" });
      await generateSlots(at("2027-03-25"), { kind: "session", id: session.id });
      expect(await startsOf(db, session.id)).toEqual(["2026-10-25T02:30", "2027-03-28T03:30"]);
    },
  );

  dataTest("up to the end date included; daily, by several at once, each once", async ({ db }) => {
    const session = await makeSession(db, { recurrence: { ...recurrence, until: "2026-11-27" } });
    const ctx = makeContext(db);
    const made = await Promise.all(
      Array.from({ length: 8 }, () => generateSlots(ctx, { kind: "session", id: session.id })),
    );
    expect(made.reduce((sum, count) => sum + count, 0)).toBe(3);
    expect(await startsOf(db, session.id)).toHaveLength(3);
  });

  dataTest("what was withdrawn or sold is left as it is", async ({ db }) => {
    const session = await makeSession(db, EVENINGS);
    const start = new Date("2026-11-23T17:00:00Z");
    const closed = await makeSlot(db, { session, start, isActive: false });
    const sold = new Date("2026-11-27T17:00:00Z");
    await makeSlot(db, { session, start: sold, availableSpots: 2 });
    await generateSlots(makeContext(db), { kind: "session", id: session.id });
    const rows = await db.select().from(slots);
    expect(rows).toHaveLength(17);
    expect(rows.find(({ id }) => id === closed.id)?.isActive).toBe(false);
    expect(rows.find(({ startDatetime }) => +startDatetime === +sold)?.availableSpots).toBe(2);
  });

  dataTest("nothing for what is deactivated, deleted or comes once", async ({ db }) => {
    const off = await makeSession(db, { ...EVENINGS, isActive: false });
    const deleted = await makeSession(db, { ...EVENINGS, isActive: false, deletedAt: NOW });
    const once = await makeSession(db);
    for (const { id } of [off, deleted, once]) {
      expect(await generateSlots(makeContext(db), { kind: "session", id })).toBe(0);
    }
    await generateAllSlots(makeContext(db), {});
    expect(await db.$count(slots)).toBe(0);
  });

  dataTest("activities have theirs by the same rules (rule: activities-alike)", async ({ db }) => {
    const activity = await makeActivity(db, EVENINGS);
    const start = new Date("2026-11-20T17:00:00Z");
    await makeActivitySlot(db, { activity, start, availableSpots: 1 });
    expect(await generateSlots(makeContext(db), { kind: "activity", id: activity.id })).toBe(16);
    expect(await db.$count(slots)).toBe(17);
  });

  dataTest("the daily job goes through everything, a part at a time", async ({ db }) => {
    const { professionalId } = await makeSession(db, EVENINGS);
    for (let number = 0; number < 100; number += 1) {
      await makeSession(db, {
        professional: { id: professionalId },
        recurrence: { ...recurrence, until: "2026-11-20" },
      });
    }
    await makeActivity(db, { ...EVENINGS, professional: { id: professionalId } });
    const ctx = makeContext(db);
    await generateAllSlots(ctx, {});
    const { rows } = await db.execute<{ data: { after: string } }>(
      "select data from pgboss.job where name = 'generate-all-slots'",
    );
    expect(rows).toHaveLength(1);
    await generateAllSlots(ctx, rows[0]?.data ?? {});
    const made = await db
      .select({ kind: offerings.kind, count: count() })
      .from(slots)
      .innerJoin(offerings, eq(offerings.id, slots.offeringId))
      .groupBy(offerings.kind)
      .orderBy(offerings.kind);
    expect(made).toEqual([
      { kind: "activity", count: 17 },
      { kind: "session", count: 17 + 100 },
    ]);
  });
});
