import { eq } from "drizzle-orm";
import { describe, expect } from "vitest";
import { HOUR } from "#core/durations.ts";
import { offerings, professionalProfiles, profiles, slots } from "#core/tables.server.ts";
import { newId } from "#platform/ids.server.ts";
import { makeActivity, makeActivityType, makeSession, makeSlot } from "#test/make/catalogue.ts";
import { actorOf, makeContext, NOW } from "#test/make/context.ts";
import { contradict, dataTest } from "#test/make/database.ts";
import { makeBusyTime, makeCalendar } from "#test/make/diary.ts";
import { makeProfessional, makeUser } from "#test/make/people.ts";
import { viewUndated } from "../../prices/rules.ts";
import { listActivityTypes } from "../activity-types/manage-types.server.ts";
import { takeFreeSeats } from "../slots/take-seat.server.ts";
import { listedSessions, showOffering } from "./show-offering.server.ts";

const inHours = (hours: number) => new Date(NOW.getTime() + hours * HOUR);

describe("a session's page", () => {
  dataTest(
    "shows the facts, the future slots and who offers it, and nothing private",
    async ({ db }) => {
      const professional = await makeProfessional(db, {
        businessName: "Maison Basile",
        businessDescription: "Trois praticiennes.",
        businessPhone: "0601020304",
        businessAddress: "12 rue secrète",
        siret: "12345678900011",
        rating: 4.8,
        totalReviews: 31,
        isVerified: true,
      });
      const session = await makeSession(db, {
        professional,
        category: "Massage",
        title: "Massage suédois",
        included: "Huile\nServiette",
        requirements: "Arriver dix minutes avant",
        tags: ["Stress", "Sommeil"],
        onlineLink: "https://visio.example.fr/abc",
        duration: 75,
      });
      const slot = await makeSlot(db, { session, start: inHours(26), availableSpots: 2 });
      await makeSlot(db, { session, start: inHours(-1) });
      await makeSlot(db, { session, start: inHours(30), isActive: false });
      const view = await showOffering(makeContext(db), "session", session.id);
      const price = viewUndated(session);
      expect(view).toEqual({
        id: session.id,
        title: "Massage suédois",
        category: "Massage",
        activityType: { id: session.activityTypeId, name: "Massage", category: "session" },
        description: session.description,
        isActive: true,
        ...{ isRecurring: false, recurringDays: null, createdAt: session.createdAt },
        priceCents: 4_000,
        discountedPriceCents: null,
        duration: 75,
        capacity: 8,
        city: "Lyon",
        address: null,
        isAddressPublic: false,
        postalCode: null,
        isOnline: false,
        imageUrl: null,
        included: ["Huile", "Serviette"],
        requirements: ["Arriver dix minutes avant"],
        tags: ["Stress", "Sommeil"],
        slots: [
          {
            ...{ id: slot.id, start: slot.startDatetime, end: slot.endDatetime },
            ...{
              availableSpots: 2,
              heldUntil: null,
              isResale: false,
              closed: null,
              price,
              steps: [],
            },
          },
        ],
        nextSlot: { id: slot.id, start: slot.startDatetime, availableSpots: 2 },
        price,
        professional: {
          id: professional.id,
          businessName: "Maison Basile",
          businessDescription: "Trois praticiennes.",
          businessCity: "Lyon",
          businessPostalCode: "69001",
          rating: 4.8,
          totalReviews: 31,
          isVerified: true,
          categories: ["Massage"],
        },
        unbookable: null,
      });
    },
  );

  dataTest(
    "its street is its owner's to read, and in no list (rule: somewhere-to-go)",
    async ({ db }) => {
      for (const kind of ["session", "activity"] as const) {
        const professional = await makeProfessional(db);
        const make = kind === "session" ? makeSession : makeActivity;
        const { id } = await make(db, { professional });
        const actor = await actorOf(db, professional.userId);
        const own = await showOffering(makeContext(db, { actor }), kind, id);
        expect(own).toMatchObject({
          address: "1 rue de la Paix",
          postalCode: "69001",
          city: "Lyon",
        });
        const passer = await actorOf(db, (await makeUser(db)).id);
        for (const ctx of [makeContext(db), makeContext(db, { actor: passer })]) {
          const view = await showOffering(ctx, kind, id);
          expect(view).toMatchObject({ address: null, postalCode: null, city: "Lyon" });
        }
        if (kind === "activity") continue;
        const [listed] = await listedSessions(makeContext(db, { actor }), [id]);
        expect(listed).toMatchObject({ address: null, postalCode: null, city: "Lyon" });
      }
    },
  );

  dataTest("says why it cannot be booked, when it cannot", async ({ db }) => {
    contradict(db, "I13");
    const professional = await makeProfessional(db);
    const session = await makeSession(db, { professional });
    const owner = await actorOf(db, professional.userId);
    const reason = async (actor: typeof owner | null = null) =>
      (await showOffering(makeContext(db, { actor }), "session", session.id)).unbookable;

    expect(await reason()).toBe("no_slot");
    const slot = await makeSlot(db, { session });
    expect(await reason()).toBeNull();
    expect(await reason(owner)).toBe("own");
    expect(await reason(await actorOf(db, (await makeUser(db)).id))).toBeNull();
    await db.update(slots).set({ availableSpots: 0 }).where(eq(slots.id, slot.id));
    expect(await reason()).toBe("sold_out");
    await db.update(professionalProfiles).set({ chargesEnabled: false });
    expect(await reason()).toBe("professional_unavailable");
    await db.update(offerings).set({ isActive: false });
    expect(await reason()).toBe("inactive");
  });

  dataTest(
    "says which hours its professional's time closes (rules: one-place, notice)",
    async ({ db }) => {
      contradict(db, "I13");
      const professional = await makeProfessional(db, { noticeMinutes: 120 });
      const session = await makeSession(db, { professional });
      for (const hours of [1, 24, 30, 40]) await makeSlot(db, { session, start: inHours(hours) });
      const other = await makeSession(db, { professional });
      const taken = await makeSlot(db, { session: other, start: inHours(24.5) });
      const asked = {
        kind: "session",
        slotId: taken.id,
        seats: 1,
        buyerUserId: null,
        now: NOW,
      } as const;
      await db.transaction((tx) => takeFreeSeats(tx, asked));
      contradict(db, "I10 une heure");
      const busy = { professionalId: professional.id, source: "calendar" as const, title: "Kiné" };
      const calendarId = await makeCalendar(db, { professionalId: professional.id });
      await makeBusyTime(db, { ...busy, calendarId, eventKey: "1", start: inHours(30) });
      const read = () => showOffering(makeContext(db), "session", session.id);
      const { slots: shown, nextSlot, unbookable } = await read();
      expect(shown.map(({ closed }) => closed)).toEqual(["notice", "taken", "taken", null]);
      expect([nextSlot?.start, unbookable]).toEqual([inHours(40), null]);
      expect(JSON.stringify(shown)).not.toContain("Kiné");
      await db
        .update(slots)
        .set({ availableSpots: 0 })
        .where(eq(slots.startDatetime, inHours(40)));
      expect(await read()).toMatchObject({ nextSlot: null, unbookable: "sold_out" });
      await db
        .update(slots)
        .set({ isActive: false })
        .where(eq(slots.startDatetime, inHours(40)));
      expect(await read()).toMatchObject({ nextSlot: null, unbookable: "closed" });
    },
  );

  dataTest(
    "once deactivated, keeps its page and shows its slots to its owner only",
    async ({ db }) => {
      const professional = await makeProfessional(db);
      const session = await makeSession(db, { professional, isActive: false });
      const slot = await makeSlot(db, { session });
      const seenBy = async (userId: string | null) => {
        const actor = userId === null ? null : await actorOf(db, userId);
        const view = await showOffering(makeContext(db, { actor }), "session", session.id);
        return {
          isActive: view.isActive,
          slots: view.slots.map(({ id }) => id),
          next: view.nextSlot,
        };
      };
      const withdrawn = { isActive: false, slots: [], next: null };
      expect(await seenBy(null)).toEqual(withdrawn);
      expect(await seenBy((await makeUser(db)).id)).toEqual(withdrawn);
      expect(await seenBy(professional.userId)).toMatchObject({
        isActive: false,
        slots: [slot.id],
      });
    },
  );

  dataTest(
    "does not exist when deleted, closed with its professional, or never there",
    async ({ db }) => {
      const professional = await makeProfessional(db);
      const session = await makeSession(db, { professional });
      const show = (sessionId: string) => showOffering(makeContext(db), "session", sessionId);
      const gone = { code: "not_found", message: "Session non trouvée" };
      for (const nonsense of [newId(), "1", "", "' or 1=1"]) {
        await expect(show(nonsense)).rejects.toMatchObject(gone);
      }
      await db.update(offerings).set({ isActive: false, deletedAt: NOW });
      await expect(show(session.id)).rejects.toMatchObject(gone);
      await db.update(offerings).set({ isActive: true, deletedAt: null });
      await db
        .update(profiles)
        .set({ accountStatus: "deleted" })
        .where(eq(profiles.id, professional.userId));
      await expect(show(session.id)).rejects.toMatchObject(gone);
    },
  );
});

dataTest("activity types come in French order", async ({ db }) => {
  for (const name of ["Yoga", "Énergétique", "Ennéagramme", "Massage"]) {
    await makeActivityType(db, name);
  }
  const types = await listActivityTypes(makeContext(db));
  expect(types.map(({ name }) => name)).toEqual(
    [
      ...["Art-thérapie", "Coaching", "Énergétique", "Ennéagramme", "Hypnose", "Massage"],
      ...["Méditation", "Naturopathie", "Nutrition", "Pilates", "Psychothérapie", "Reiki"],
      ...["Sophrologie", "Yoga"],
    ].sort(new Intl.Collator("fr").compare),
  );
  expect(types.map(({ name }) => name)[2]).toBe("Énergétique");
});
