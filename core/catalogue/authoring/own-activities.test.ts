import { eq, sql } from "drizzle-orm";
import { describe, expect } from "vitest";
import { newId } from "#platform/ids.server.ts";
import type { Database } from "#platform/postgres.server.ts";
import { makeActivity, makeActivitySlot, soldFrom } from "#test/make/catalogue.ts";
import { actorOf, makeContext, NOW } from "#test/make/context.ts";
import { dataTest } from "#test/make/database.ts";
import { makeProfessional, makeUser } from "#test/make/people.ts";
import { listManaged } from "../../bookings/lists/list-managed.server.ts";
import { HOUR } from "../../durations.ts";
import { cents } from "../../money.ts";
import { occupySlot } from "../../occupancy/occupy-slot.server.ts";
import { bookings, offerings, slots } from "../../tables.server.ts";
import { generateSlots } from "../schedule/generate-slots.server.ts";
import { showOffering } from "../views/show-offering.server.ts";
import { createOffering } from "./create-offering.server.ts";
import { deleteOffering } from "./delete-offering.server.ts";
import { showOwnOffering } from "./permit-publication.server.ts";
import type { ActivityInput } from "./schema.ts";
import { updateOffering } from "./update-offering.server.ts";

/** The form with every field filled in. */
const COMPLETE: Partial<ActivityInput> = {
  title: " Atelier  d'écriture ",
  description: "Trois heures pour écrire.",
  category: "Atelier",
  price: "35,50",
  duration: "180",
  capacity: "12",
  city: "Lyon",
  tags: ["Créatif", "créatif "],
  date: "2026-11-27",
  startTime: "14:00",
};

async function makeAuthor(db: Database, options: { isPro?: boolean; may?: boolean } = {}) {
  const { isPro = true, may = true } = options;
  const user = await makeUser(db, { isPro, canCreateActivities: may });
  const professional = await makeProfessional(db, { user });
  return { professional, ctx: makeContext(db, { actor: await actorOf(db, user.id) }) };
}

const slotsOf = (db: Database, activityId: string) =>
  db.select().from(slots).where(eq(slots.offeringId, activityId));

async function book(db: Database, slot: { id: string }, professionalId: string, start: Date) {
  const client = await makeUser(db);
  await db.insert(bookings).values({
    ...{ id: newId(), clientId: client.id, buyerEmail: client.email, slotId: slot.id },
    ...{ professionalId, pricePaidCents: cents(0), commissionCents: cents(0) },
    ...{ status: "confirmed", paymentStatus: "paid", confirmedAt: NOW, refundableUntil: start },
    createdAt: NOW,
    ...soldFrom(slot.id),
  });
  await db.transaction((tx) => occupySlot(tx, slot.id, NOW));
}

describe("creating an activity", () => {
  dataTest("stores what was typed, tidied up, with one slot that can be booked", async ({ db }) => {
    const { ctx } = await makeAuthor(db);
    const { id: activityId, isRecurring } = await createOffering(ctx, "activity", COMPLETE);
    expect(isRecurring).toBe(false);
    expect(await showOffering(makeContext(db), "activity", activityId)).toMatchObject({
      title: "Atelier d'écriture",
      priceCents: 3_550,
      duration: 180,
      capacity: 12,
      tags: ["Créatif"],
      isActive: true,
      unbookable: null,
    });
    expect(await showOffering(ctx, "activity", activityId)).toMatchObject({ unbookable: "own" });
    expect(await slotsOf(db, activityId)).toMatchObject([
      {
        startDatetime: new Date("2026-11-27T13:00:00Z"),
        endDatetime: new Date("2026-11-27T16:00:00Z"),
        availableSpots: 12,
      },
    ]);
  });

  dataTest("a slot that cannot be written takes its activity with it", async ({ db }) => {
    const { ctx } = await makeAuthor(db);
    await db.execute(sql`alter table slots add constraint full_disk check (false)`);
    await expect(createOffering(ctx, "activity", COMPLETE)).rejects.toMatchObject({
      ...{ code: "unexpected", message: "Erreur lors de la création de l'activité" },
    });
    expect(await db.$count(offerings)).toBe(0);
  });

  dataTest(
    "what comes again gets no slot at once, and eight weeks from the job",
    async ({ db }) => {
      const { ctx } = await makeAuthor(db);
      const weekly = { isRecurring: true, recurringDays: ["monday" as const], date: undefined };
      const { id: activityId, isRecurring } = await createOffering(ctx, "activity", {
        ...COMPLETE,
        ...weekly,
      });
      expect(isRecurring).toBe(true);
      expect(await slotsOf(db, activityId)).toEqual([]);
      expect(await generateSlots(ctx, { kind: "activity", id: activityId })).toBe(8);
    },
  );

  dataTest("is for professionals who may, with a profile", async ({ db }) => {
    await expect(createOffering(makeContext(db), "activity", COMPLETE)).rejects.toMatchObject({
      code: "unauthenticated",
    });
    const message = "Vous n'avez pas l'autorisation de créer des activités.";
    for (const barred of [{ isPro: false }, { may: false }]) {
      const { ctx } = await makeAuthor(db, barred);
      await expect(createOffering(ctx, "activity", COMPLETE)).rejects.toMatchObject({
        code: "forbidden",
        message,
      });
    }
    const user = await makeUser(db, { isPro: true, canCreateActivities: true });
    const ctx = makeContext(db, { actor: await actorOf(db, user.id) });
    await expect(createOffering(ctx, "activity", COMPLETE)).rejects.toMatchObject({
      message: "Profil professionnel non trouvé",
    });
  });

  dataTest("says of each field what is missing or wrong", async ({ db }) => {
    const { ctx } = await makeAuthor(db);
    const refused = (input: Partial<ActivityInput>) =>
      createOffering(ctx, "activity", input).then(
        () => null,
        ({ fields }) => fields,
      );
    expect(await refused({ city: "", address: "" })).toMatchObject({
      title: ["Ce champ est obligatoire"],
      category: ["Ce champ est obligatoire"],
      price: ["Ce champ est obligatoire"],
      city: ["Ce champ est obligatoire"],
      address: ["Ce champ est obligatoire"],
      date: ["Veuillez renseigner la date et l'heure de début"],
    });
    expect(await refused({ ...COMPLETE, isRecurring: true, recurringDays: [] })).toEqual({
      recurringDays: ["Veuillez sélectionner au moins un jour pour la récurrence"],
    });
    expect(Object.keys(await refused({ ...COMPLETE, capacity: 51, duration: 20 }))).toEqual([
      "duration",
      "capacity",
    ]);
    const foreign = { category: "Yoga" as ActivityInput["category"] };
    expect(await refused({ ...COMPLETE, ...foreign })).toHaveProperty("category");
  });
});

describe("changing an activity (rules: both-addresses, slot-edits)", () => {
  dataTest("is its owner's; what is not named stays, a booked slot too", async ({ db }) => {
    const { ctx, professional } = await makeAuthor(db);
    const activity = await makeActivity(db, { professional, capacity: 4 });
    const start = new Date(NOW.getTime() + 72 * HOUR);
    const booked = await makeActivitySlot(db, { activity, start, availableSpots: 3 });
    await book(db, booked, professional.id, start);
    const activityId = activity.id;
    const { ctx: other } = await makeAuthor(db);
    await expect(
      updateOffering(other, "activity", { id: activityId, changes: { title: "À moi" } }),
    ).rejects.toMatchObject({ code: "forbidden" });
    await updateOffering(ctx, "activity", {
      id: activityId,
      changes: { title: "Atelier d'hiver", capacity: 6 },
    });
    expect(await showOwnOffering(ctx, "activity", activityId)).toMatchObject({
      title: "Atelier d'hiver",
      description: activity.description,
      slots: [{ id: booked.id, availableSpots: 5, live: 1 }],
    });
    const without = { id: activityId, changes: { slots: [] } };
    await expect(updateOffering(ctx, "activity", without)).rejects.toMatchObject({
      code: "conflict",
      message: "Impossible de mettre à jour l'activité",
    });
    await updateOffering(ctx, "activity", { id: activityId, changes: { isActive: false } });
    expect(await showOffering(ctx, "activity", activityId)).toMatchObject({
      unbookable: "inactive",
    });
    expect((await showOffering(ctx, "activity", activityId)).slots).toHaveLength(1);
    expect((await showOffering(makeContext(db), "activity", activityId)).slots).toEqual([]);
    expect((await listManaged(ctx, "activity"))?.deactivated).toMatchObject([
      {
        id: activityId,
        kind: "activity",
        category: "Atelier",
        slots: [{ id: booked.id, bookings: [{ status: "confirmed" }] }],
      },
    ]);
    expect((await listManaged(other, "activity"))?.deactivated).toEqual([]);
    await updateOffering(ctx, "activity", { id: activityId, changes: { isActive: true } });
    expect((await listManaged(ctx, "activity"))?.upcoming).toMatchObject([{ id: activityId }]);
    expect(await showOffering(makeContext(db), "activity", activityId)).toMatchObject({
      unbookable: null,
    });
  });

  dataTest("what was changed meanwhile is told, and not undone without a word", async ({ db }) => {
    const { ctx, professional } = await makeAuthor(db);
    const { id: activityId } = await makeActivity(db, { professional, capacity: 4 });
    const save = (version: number, changes: Partial<ActivityInput>) =>
      updateOffering(ctx, "activity", { id: activityId, version, changes });
    await save(1, { title: "Atelier d'hiver", category: "Coworking", duration: 90 });
    const stale = save(1, { title: "Le mien", category: "Atelier", duration: 30, capacity: 5 });
    await expect(stale).rejects.toMatchObject({
      code: "stale",
      fields: {
        title: ["Modifié entre-temps : «\u00a0Atelier d'hiver\u00a0»"],
        category: ["Modifié entre-temps : «\u00a0Coworking\u00a0»"],
        duration: ["Modifié entre-temps : 1h30"],
      },
    });
    await save(2, { title: "Le mien" });
    expect(await showOwnOffering(ctx, "activity", activityId)).toMatchObject({ title: "Le mien" });
  });

  dataTest("deleting waits for bookings to come, and hides what was booked", async ({ db }) => {
    const { ctx, professional } = await makeAuthor(db);
    const [fresh, past, coming] = await Promise.all(
      [1, 2, 3].map(() => makeActivity(db, { professional })),
    );
    if (!fresh || !past || !coming) throw new Error("no activities");
    for (const [activity, hours] of [
      [past, -48],
      [coming, 48],
    ] as const) {
      const start = new Date(NOW.getTime() + hours * HOUR);
      const slot = await makeActivitySlot(db, { activity, start, availableSpots: 11 });
      await book(db, slot, professional.id, start);
    }
    await expect(deleteOffering(ctx, "activity", coming.id)).rejects.toMatchObject({
      code: "conflict",
      message: expect.stringContaining("1 réservation à venir"),
    });
    for (const { id: activityId } of [fresh, past]) {
      await deleteOffering(ctx, "activity", activityId);
      await expect(showOffering(ctx, "activity", activityId)).rejects.toMatchObject({
        code: "not_found",
      });
    }
    const kept = await db.select().from(offerings);
    expect(kept.map(({ id }) => id).sort()).toEqual([past.id, coming.id].sort());
  });
});
