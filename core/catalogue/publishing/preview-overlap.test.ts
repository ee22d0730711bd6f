import { describe, expect } from "vitest";
import type { Database } from "#platform/postgres.server.ts";
import { makeActivity, makeActivitySlot, makeSession, makeSlot } from "#test/make/catalogue.ts";
import { actorOf, makeContext } from "#test/make/context.ts";
import { dataTest } from "#test/make/database.ts";
import { makeBusyTime } from "#test/make/diary.ts";
import { makeProfessional, makeUser } from "#test/make/people.ts";
import { toParis } from "../../dates.ts";
import { slots } from "../../tables.server.ts";
import type { OfferingFields } from "../authoring/schema.ts";
import { updateOffering } from "../authoring/update-offering.server.ts";
import { previewOverlap } from "./preview-slot.server.ts";

type Fields = OfferingFields["session"];

const FORM: Fields = {
  ...{ title: "Sophrologie", description: "Une heure pour souffler.", category: "Yoga" },
  ...{ price: "45", duration: 60, city: "Lyon", address: "1 rue de la Paix" },
};

async function makeOwner(db: Database) {
  const user = await makeUser(db, { isPro: true });
  const professional = await makeProfessional(db, { user, bufferMinutes: 15 });
  return { professional, ctx: makeContext(db, { actor: await actorOf(db, user.id) }) };
}

const at = (text: string) => new Date(`${text}:00+01:00`);

describe("hours that a form adds (rule: one-place)", () => {
  dataTest("are compared with the others' of the same professional alone", async ({ db }) => {
    const { professional, ctx } = await makeOwner(db);
    const activity = await makeActivity(db, { professional, title: "Atelier" });
    const start = at("2026-11-27T19:00");
    await makeActivitySlot(db, { activity, start });
    await makeSlot(db, { start: at("2026-11-27T14:00") });
    const near = (fields: Fields) =>
      previewOverlap(ctx, "session", { fields: { ...FORM, date: "2026-11-27", ...fields } });
    expect(await near({ startTime: "18:00" })).toMatchObject({
      ...{ start: at("2026-11-27T18:00"), shorter: 45, buffer: 15 },
      near: { title: "Atelier", start, isTaken: false },
    });
    for (const startTime of ["17:45", "20:15", "14:00"]) {
      expect(await near({ startTime }), startTime).toBeNull();
    }
    expect(await near({ startTime: "18:00", parallel: true })).toBeNull();
    // Nothing is asked about a form that saving refuses.
    expect(await near({ startTime: "18:00", title: "" })).toBeNull();
    expect(await near({ startTime: "18:00", date: "2026-02-31" })).toBeNull();
    const hours = { start: at("2026-11-27T09:00"), end: at("2026-11-27T10:00") };
    await makeBusyTime(db, { professionalId: professional.id, source: "busy", ...hours });
    expect(await near({ startTime: "09:30" })).toMatchObject({ near: { title: null } });
  });

  dataTest("that come again are looked at up to eight weeks ahead", async ({ db }) => {
    const { professional, ctx } = await makeOwner(db);
    const other = await makeSession(db, { professional });
    await makeSlot(db, { session: other, start: at("2026-12-24T18:30") });
    const weekly = { isRecurring: true, startTime: "18:00" };
    const fields: Fields = { ...FORM, ...weekly, recurringDays: ["monday", "thursday"] };
    const found = await previewOverlap(ctx, "session", { fields });
    expect(found).toMatchObject({ start: at("2026-12-24T18:00"), shorter: null });
    const until = { ...fields, recurringUntil: "2026-12-23" };
    expect(await previewOverlap(ctx, "session", { fields: until })).toBeNull();
  });

  dataTest(
    "of an edit are the new ones, and not beside those that they replace",
    async ({ db }) => {
      const { professional, ctx } = await makeOwner(db);
      const session = await makeSession(db, { professional });
      const slot = await makeSlot(db, { session, start: at("2026-11-27T18:00") });
      const other = await makeSession(db, { professional, title: "Yoga" });
      await makeSlot(db, { session: other, start: at("2026-11-28T10:30") });
      const near = (slots: Fields["slots"]) =>
        previewOverlap(ctx, "session", { id: session.id, fields: { slots } as Fields });
      const row = (start: string, id?: string) => ({ start, ...(id && { id }) });
      const same = row(toParis(slot.startDatetime), slot.id);
      expect(await near([same])).toBeNull();
      // Half an hour later than it was.
      expect(await near([row("2026-11-27T18:30", slot.id)])).toBeNull();
      expect(await near([same, row("2026-11-27T18:30")])).toMatchObject({
        near: { title: session.title },
      });
      const added = [same, row("2026-11-28T10:00")];
      expect(await near(added)).toMatchObject({ near: { title: "Yoga" }, shorter: null });
      const changes = { slots: added, parallel: true } as Fields;
      expect(await previewOverlap(ctx, "session", { id: session.id, fields: changes })).toBeNull();
      await updateOffering(ctx, "session", { id: session.id, changes });
      const stored = await db.select().from(slots).orderBy(slots.startDatetime);
      expect(
        stored
          .filter(({ offeringId }) => offeringId === session.id)
          .map(({ isParallel }) => isParallel),
      ).toEqual([false, true]);
      const { ctx: rival } = await makeOwner(db);
      const foreign = previewOverlap(rival, "session", { id: session.id, fields: {} });
      await expect(foreign).rejects.toMatchObject({ code: "forbidden" });
    },
  );
});
