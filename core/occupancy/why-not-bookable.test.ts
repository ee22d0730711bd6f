import { eq, sql } from "drizzle-orm";
import { describe, expect } from "vitest";
import { newId } from "#platform/ids.server.ts";
import type { Database } from "#platform/postgres.server.ts";
import { makeSession, makeSlot } from "#test/make/catalogue.ts";
import { NOW } from "#test/make/context.ts";
import { contradict, dataTest } from "#test/make/database.ts";
import { makeBusyTime } from "#test/make/diary.ts";
import { makeProfessional } from "#test/make/people.ts";
import { HOUR, MINUTE } from "../durations.ts";
import { occupied, professionalProfiles, slots } from "../tables.server.ts";
import { isSlotOpen } from "./why-not-bookable.server.ts";

const START = new Date(NOW.getTime() + 24 * HOUR);
const at = (minutes: number) => new Date(START.getTime() + minutes * MINUTE);

/** A slot of an hour of a new professional, and the other slots of theirs that the cases add. */
async function makeDay(db: Database) {
  const professional = await makeProfessional(db);
  const session = await makeSession(db, { professional });
  const slot = await makeSlot(db, { session, start: START });
  const isOpen = async (now = NOW) => {
    const { rows } = await db.execute<{ open: boolean }>(sql`
      select ${isSlotOpen(now)} as open from slots slot join offerings o on o.id = slot.offering_id
        join professional_profiles p on p.id = o.professional_id where slot.id = ${slot.id}`);
    return rows[0]?.open;
  };
  const set = (values: Partial<typeof slots.$inferInsert>) =>
    db.update(slots).set(values).where(eq(slots.id, slot.id));
  const setOwn = (values: Partial<typeof professionalProfiles.$inferInsert>) =>
    db.update(professionalProfiles).set(values).where(eq(professionalProfiles.id, professional.id));
  /** Takes the hour that begins that many minutes after the slot's start, for nobody. */
  const occupy = async (minutes: number, lane = "(,0)") => {
    contradict(db, "I10 une heure");
    const other = await makeSlot(db, {
      session: await makeSession(db, { professional }),
      start: at(minutes),
    });
    await db.insert(occupied).values({
      ...{ id: newId(), professionalId: professional.id, slotId: other.id, lane },
      during: `["${at(minutes).toISOString()}","${at(minutes + 60).toISOString()}")`,
    });
  };
  return { professional, slot, isOpen, set, setOwn, occupy };
}

describe("a slot is open", () => {
  dataTest("until the notice before its start (rule: notice)", async ({ db }) => {
    contradict(db, "I13");
    const { isOpen, setOwn } = await makeDay(db);
    expect(await isOpen(new Date(at(-30).getTime() - 1))).toBe(true);
    expect(await isOpen(at(-30))).toBe(false);
    await setOwn({ noticeMinutes: 0 });
    expect(await isOpen(at(-1))).toBe(true);
    expect(await isOpen(at(0))).toBe(false);
    await setOwn({ noticeMinutes: 1_440 });
    expect(await isOpen()).toBe(false);
  });

  dataTest("while it is on line and has a seat", async ({ db }) => {
    contradict(db, "I13");
    const { isOpen, set } = await makeDay(db);
    await set({ availableSpots: 0 });
    expect(await isOpen()).toBe(false);
    await set({ availableSpots: 1 });
    expect(await isOpen()).toBe(true);
    await set({ isActive: false });
    expect(await isOpen()).toBe(false);
  });

  dataTest("beside the hours before and after it, with the pause between", async ({ db }) => {
    contradict(db, "I13");
    const { isOpen, setOwn, occupy } = await makeDay(db);
    await occupy(-60);
    await occupy(60);
    expect(await isOpen()).toBe(true);
    await setOwn({ bufferMinutes: 15 });
    expect(await isOpen()).toBe(false);
  });

  dataTest(
    "not over a taken hour, unless either is « en parallèle » or it is taken itself",
    async ({ db }) => {
      contradict(db, "I13");
      contradict(db, "I10");
      const { isOpen, set, occupy } = await makeDay(db);
      await occupy(20, "[7,8)");
      expect(await isOpen()).toBe(true);
      await occupy(30);
      expect(await isOpen()).toBe(false);
      await set({ isParallel: true });
      expect(await isOpen()).toBe(true);
      await set({ isParallel: false, isOccupied: true });
      expect(await isOpen()).toBe(true);
    },
  );

  dataTest("whatever others do at that hour", async ({ db }) => {
    contradict(db, "I13");
    const { isOpen } = await makeDay(db);
    const other = await makeDay(db);
    await other.occupy(0);
    await makeBusyTime(db, { professionalId: other.professional.id, source: "busy", start: START });
    expect(await isOpen()).toBe(true);
    expect(await other.isOpen()).toBe(false);
  });

  dataTest(
    "not when she is busy, unless somebody else holds it (rule: own-time)",
    async ({ db }) => {
      contradict(db, "I13");
      const { isOpen, set, professional } = await makeDay(db);
      const busy = { professionalId: professional.id, source: "busy" as const };
      await makeBusyTime(db, { ...busy, start: at(-60) });
      await makeBusyTime(db, { ...busy, start: at(60) });
      expect(await isOpen()).toBe(true);
      await makeBusyTime(db, { ...busy, start: at(59) });
      expect(await isOpen()).toBe(false);
      await set({ isParallel: true });
      expect(await isOpen()).toBe(true);
      // An absence closes the slots that it names, those as well.
      await set({ absenceId: newId() });
      expect(await isOpen()).toBe(false);
    },
  );
});

dataTest("an hour is taken once, or in a lane of its own (rule: one-place)", async ({ db }) => {
  const { occupy } = await makeDay(db);
  await occupy(120);
  const refused = (constraint: string) => ({ cause: expect.objectContaining({ constraint }) });
  await expect(occupy(150)).rejects.toMatchObject(refused("nobody_in_two_places"));
  for (const lane of ["(,)", "[1,3)", "[0,1)", "(,1)", "empty"]) {
    await expect(occupy(150, lane), lane).rejects.toMatchObject(refused("occupied_lane"));
  }
  await occupy(150, "[7,8)");
});
