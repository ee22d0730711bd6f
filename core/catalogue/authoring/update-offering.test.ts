import { asc, eq } from "drizzle-orm";
import { describe, expect } from "vitest";
import { newId } from "#platform/ids.server.ts";
import type { Database } from "#platform/postgres.server.ts";
import { makeSession, makeSlot, soldFrom } from "#test/make/catalogue.ts";
import { actorOf, makeContext, NOW } from "#test/make/context.ts";
import { contradict, dataTest } from "#test/make/database.ts";
import { makeProfessional, makeUser } from "#test/make/people.ts";
import { HOUR } from "../../durations.ts";
import { cents } from "../../money.ts";
import {
  bookings,
  favorites,
  listedSlots,
  listings,
  offerings,
  profiles,
  scheduleRules,
  slots,
} from "../../tables.server.ts";
import { generateSlots } from "../schedule/generate-slots.server.ts";
import { takeFreeSeats } from "../slots/take-seat.server.ts";
import { deleteOffering, setOfferingActive } from "./delete-offering.server.ts";
import { showOwnOffering } from "./permit-publication.server.ts";
import type { SessionInput } from "./schema.ts";
import { updateOffering } from "./update-offering.server.ts";

const inHours = (hours: number) => new Date(NOW.getTime() + hours * HOUR);

/** A session for five with a slot tomorrow and one the day after, and its owner at work. */
async function makeOwned(db: Database, options: Parameters<typeof makeSession>[1] = {}) {
  const professional = await makeProfessional(db);
  const session = await makeSession(db, { professional, capacity: 5, ...options });
  const first = await makeSlot(db, { session, start: inHours(24) });
  const second = await makeSlot(db, { session, start: inHours(48) });
  const ctx = makeContext(db, { actor: await actorOf(db, professional.userId) });
  const update = (changes: Partial<SessionInput>) =>
    updateOffering(ctx, "session", { id: session.id, changes });
  return { professional, session, first, second, ctx, update };
}

/** Somebody's booking of a slot, with its seat. */
async function makeBooking(
  db: Database,
  slotId: string,
  status: "pending" | "confirmed" | "cancelled" = "confirmed",
) {
  const client = await makeUser(db);
  const [slot] = await db.select().from(slots).where(eq(slots.id, slotId));
  const [session] = await db
    .select()
    .from(offerings)
    .where(eq(offerings.id, slot?.offeringId ?? ""));
  if (!session) throw new Error("no session");
  if (status !== "cancelled" && slot && slot.startDatetime > NOW) {
    await db.transaction((tx) =>
      takeFreeSeats(tx, { kind: "session", slotId, seats: 1, buyerUserId: client.id, now: NOW }),
    );
  }
  // By hand: without a payment, and a seat only where it matters.
  contradict(db, "I1", "I2");
  await db.insert(bookings).values({
    ...{ id: newId(), clientId: client.id, buyerEmail: client.email, slotId: slotId },
    ...{ professionalId: session.professionalId, refundableUntil: NOW, status },
    ...{ pricePaidCents: cents(4_000), commissionCents: cents(400) },
    ...(status === "confirmed" && { paymentStatus: "paid" as const, confirmedAt: NOW }),
    ...(status === "cancelled" && { cancelledAt: NOW, cancelReason: "client" as const }),
    ...soldFrom(slotId),
  });
}

const slotsOf = (db: Database) => db.select().from(slots).orderBy(asc(slots.startDatetime));
const wishOf = (slot: { id: string; startDatetime: Date; availableSpots: number }) => ({
  id: slot.id,
  start: slot.startDatetime.toISOString(),
  availableSpots: slot.availableSpots,
});
const refusal = (why: string) => ({
  code: "conflict",
  message: "Impossible de mettre à jour la session",
  fields: { slots: [expect.stringContaining(why)] },
});

describe("editing a session", () => {
  dataTest("changes what is given, keeps the rest, and search follows", async ({ db }) => {
    const { session, update } = await makeOwned(db, { discountedPriceCents: 3_000 });
    await update({ title: "Nouveau titre", price: 35, tags: ["Stress"] });
    const [row] = await db.select().from(offerings);
    expect(row).toMatchObject({
      ...{ id: session.id, title: "Nouveau titre", priceCents: 3_500, tags: ["Stress"] },
      ...{ discountedPriceCents: 3_000, city: "Lyon", capacity: 5, duration: 60 },
      activityTypeId: session.activityTypeId,
    });
    expect((await db.select().from(listings))[0]?.card.title).toBe("Nouveau titre");
    await update({ discountedPrice: null, category: "Reiki" });
    expect((await db.select().from(listings))[0]).toMatchObject({
      ...{ card: { priceCents: 3_500, category: "Reiki", discountedPriceCents: null } },
    });
    const listed = await db.select({ cents: listedSlots.cents }).from(listedSlots);
    expect(listed).toEqual(Array(2).fill({ cents: 3_500 }));
  });

  dataTest("judges the whole by the rules of creation", async ({ db }) => {
    const { update } = await makeOwned(db, { discountedPriceCents: 3_000 });
    await expect(update({ price: 20 })).rejects.toMatchObject({
      fields: { discountedPrice: ["Le prix réduit doit être inférieur au prix"] },
    });
    await expect(update({ title: "" })).rejects.toMatchObject({ code: "invalid_input" });
    await expect(update({ slots: [{ start: "2027-03-28T02:30" }] })).rejects.toMatchObject({
      fields: { slots: [expect.stringContaining("Cette heure n'existe pas")] },
    });
    await expect(update({ city: null })).rejects.toMatchObject({ code: "invalid_input" });
    await update({ isOnline: true, onlineLink: "https://visio.example.fr" });
    expect((await db.select().from(offerings))[0]).toMatchObject({ address: null, city: null });
  });

  dataTest(
    "online and back it is where it was, and not at its business (rule: somewhere-to-go)",
    async ({ db }) => {
      const { session, update } = await makeOwned(db, {
        ...{
          address: "3 rue Mercière",
          city: "Lyon",
          postalCode: "69002",
          pin: "45.76400,4.83300",
        },
      });
      const where = async () =>
        (await db.select().from(offerings).where(eq(offerings.id, session.id)))[0];
      const place = { address: "3 rue Mercière", city: "Lyon", postalCode: "69002" };
      await update({ isOnline: true, onlineLink: "https://visio.example.fr" });
      expect(await where()).toMatchObject({ address: null, city: null });
      await update({ isOnline: false });
      expect(await where()).toMatchObject({ ...place, pin: "45.76400,4.83300", onlineLink: null });
      await update({ isOnline: true });
      expect(await where()).toMatchObject({
        onlineLink: "https://visio.example.fr",
        address: null,
      });
      await update({ isOnline: false, address: "8 quai de Bondy", city: "Lyon" });
      expect(await where()).toMatchObject({ address: "8 quai de Bondy", pin: null });
    },
  );

  dataTest("what was changed meanwhile is not undone without a word", async ({ db }) => {
    const { session, first, second, ctx } = await makeOwned(db);
    const save = (version: number | undefined, changes: Partial<SessionInput>) =>
      updateOffering(ctx, "session", { id: session.id, changes, version });
    const form = { title: session.title, price: 40, city: "Lyon", capacity: 5 };
    await save(1, { ...form, price: 30 });
    // The same edit once more, because its answer was lost: it undoes nothing.
    await save(1, { ...form, price: 30 });
    expect((await showOwnOffering(ctx, "session", session.id)).version).toBe(2);
    await expect(save(1, { ...form, title: "Autre" })).rejects.toMatchObject({
      code: "stale",
      message: expect.stringContaining("Session modifiée entre-temps"),
      fields: { price: [expect.stringMatching(/^Modifié entre-temps : 30,00/)] },
    });
    await save(1, { title: "Autre" });
    await expect(save(1, { title: "Encore" })).rejects.toMatchObject({
      fields: { title: ["Modifié entre-temps : «\u00a0Autre\u00a0»"] },
    });
    await save(3, { ...form, title: "Encore" });
    expect((await db.select().from(offerings))[0]).toMatchObject({
      ...{ title: "Encore", priceCents: 4_000, version: 4 },
      changedIn: { title: 4, priceCents: 4 },
    });

    await save(4, { slots: [wishOf(first)] });
    await expect(
      save(4, { slots: [wishOf({ ...first, availableSpots: 2 })] }),
    ).rejects.toMatchObject({
      code: "stale",
      fields: { slots: ["Modifié entre-temps : d'autres créneaux"] },
    });
    expect((await slotsOf(db)).map(({ id }) => id)).not.toContain(second.id);
    // Without a version it begins from the present values.
    await save(undefined, { title: "Sans version" });
  });

  dataTest("two editions at once: the second one is told of the first", async ({ db }) => {
    const { session, ctx } = await makeOwned(db);
    const outcomes = await Promise.allSettled(
      [30, 35].map((price) =>
        updateOffering(ctx, "session", { id: session.id, changes: { price }, version: 1 }),
      ),
    );
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    const refused = outcomes.find(({ status }) => status === "rejected");
    expect(refused).toMatchObject({ reason: { code: "stale" } });
  });

  dataTest("a category that is taken away is missed, not put back", async ({ db }) => {
    const { session, update } = await makeOwned(db);
    for (const changes of [{ category: "" }, { category: " " }, { activityTypeId: null }]) {
      await expect(update(changes)).rejects.toMatchObject({
        code: "invalid_input",
        message: "Veuillez remplir tous les champs obligatoires",
        fields: { category: ["Ce champ est obligatoire"] },
      });
    }
    expect((await db.select().from(offerings))[0]?.activityTypeId).toBe(session.activityTypeId);
  });

  dataTest("a group of one is refused; who does not say how many gets two", async ({ db }) => {
    const { update } = await makeOwned(db);
    const capacity = async () => (await db.select().from(offerings))[0]?.capacity;
    await expect(update({ sessionType: "group", capacity: "1" })).rejects.toMatchObject({
      code: "invalid_input",
      fields: { capacity: ["Le nombre de places va de 2 à 50 pour un groupe"] },
    });
    await update({ sessionType: "individual" });
    expect(await capacity()).toBe(1);
    await update({ sessionType: "group" });
    expect(await capacity()).toBe(2);
    await update({ sessionType: "group", capacity: 6 });
    await update({ sessionType: "group" });
    expect(await capacity()).toBe(6);
  });

  dataTest("is its owner's alone", async ({ db }) => {
    const { session, ctx } = await makeOwned(db);
    const other = await makeProfessional(db);
    const stranger = makeContext(db, { actor: await actorOf(db, other.userId) });
    const sessionId = session.id;
    const acts: ((of: typeof ctx) => Promise<unknown>)[] = [
      (of) => updateOffering(of, "session", { id: sessionId, changes: { title: "Volé" } }),
      (of) => deleteOffering(of, "session", sessionId),
      (of) => setOfferingActive(of, "session", { id: sessionId, isActive: false }),
      (of) => showOwnOffering(of, "session", sessionId),
    ];
    for (const act of acts) {
      await expect(act(stranger)).rejects.toMatchObject({
        code: "forbidden",
        message: "Vous n'avez pas l'autorisation de modifier cette session",
      });
      await expect(act(makeContext(db))).rejects.toMatchObject({ code: "unauthenticated" });
    }
    for (const unknown of [newId(), "rien", ""]) {
      await expect(showOwnOffering(ctx, "session", unknown)).rejects.toMatchObject({
        ...{ code: "not_found", message: "Session non trouvée" },
      });
    }
    expect((await db.select().from(offerings))[0]?.title).toBe(session.title);
  });
});

describe("the slots of an edition (rule: slot-edits)", () => {
  dataTest("a booked slot keeps its id; others go, come and move", async ({ db }) => {
    const { first, second, update, ctx, session } = await makeOwned(db);
    await makeBooking(db, first.id);
    const later = inHours(72).toISOString();
    await update({
      slots: [
        { ...wishOf(first), availableSpots: 2 },
        { id: second.id, start: inHours(50).toISOString(), availableSpots: 5 },
        { start: later },
      ],
    });
    const rows = await slotsOf(db);
    expect(rows.map(({ startDatetime }) => startDatetime)).toEqual([
      ...[inHours(24), inHours(50), inHours(72)],
    ]);
    expect(rows[0]).toMatchObject({ id: first.id, availableSpots: 2, capacity: 5 });
    expect(rows[2]).toMatchObject({ availableSpots: 5, capacity: 5, isActive: true });
    expect(rows.map(({ id }) => id)).not.toContain(second.id);
    const own = await showOwnOffering(ctx, "session", session.id);
    expect(own.slots.map(({ live }) => live)).toEqual([1, 0, 0]);
    await update({ slots: [wishOf({ ...first, availableSpots: 2 })] });
    expect(await slotsOf(db)).toHaveLength(1);
  });

  dataTest("what a booking stands in the way of is refused as a whole", async ({ db }) => {
    const { first, second, update } = await makeOwned(db);
    await makeBooking(db, first.id);
    await makeBooking(db, first.id, "pending");
    const before = await slotsOf(db);
    const booked = wishOf({ ...first, availableSpots: 3 });
    await expect(update({ slots: [wishOf(second)] })).rejects.toMatchObject(refusal("est réservé"));
    await expect(
      update({ slots: [{ ...booked, start: inHours(30).toISOString() }, wishOf(second)] }),
    ).rejects.toMatchObject(refusal("est réservé"));
    await expect(
      update({ title: "Autre", slots: [{ ...booked, availableSpots: 4 }, wishOf(second)] }),
    ).rejects.toMatchObject(refusal("plus de 3 places libres"));
    await expect(update({ capacity: 1 })).rejects.toMatchObject(refusal("a 2 réservations"));
    await expect(update({ slots: [{ ...booked, id: newId() }] })).rejects.toMatchObject(
      refusal("n'existe plus"),
    );
    await expect(update({ slots: [{ start: inHours(-1).toISOString() }] })).rejects.toMatchObject({
      code: "conflict",
    });
    expect(await slotsOf(db)).toEqual(before);
    expect((await db.select().from(offerings))[0]?.title).not.toBe("Autre");
  });

  dataTest(
    "capacity and duration reach the slots, except the hours already sold",
    async ({ db }) => {
      const { first, update } = await makeOwned(db);
      await makeBooking(db, first.id);
      await update({ capacity: 8, duration: 90 });
      let rows = await slotsOf(db);
      expect(rows.map(({ capacity, availableSpots }) => [capacity, availableSpots])).toEqual([
        ...[
          [8, 7],
          [8, 8],
        ],
      ]);
      const minutes = rows.map((row) => (+row.endDatetime - +row.startDatetime) / 60_000);
      expect(minutes).toEqual([60, 90]);
      await update({ capacity: 1 });
      rows = await slotsOf(db);
      expect(rows.map(({ capacity, availableSpots }) => [capacity, availableSpots])).toEqual([
        ...[
          [1, 0],
          [1, 1],
        ],
      ]);
    },
  );

  dataTest("only slots that the writer knew of are removed", async ({ db }) => {
    const { first, second, update } = await makeOwned(db);
    await update({ slots: [wishOf(first)], slotsSeen: [first.id] });
    expect(await slotsOf(db)).toHaveLength(2);
    await update({ slots: [], slotsSeen: [first.id] });
    expect((await slotsOf(db)).map(({ id }) => id)).toEqual([second.id]);
    await update({ slots: [] });
    expect(await slotsOf(db)).toEqual([]);
    expect(await db.$count(listedSlots)).toBe(0);
  });

  dataTest(
    "a slot that was booked once is closed, and opened again when wished",
    async ({ db }) => {
      const { first, second, update } = await makeOwned(db);
      await makeBooking(db, first.id, "cancelled");
      await update({ slots: [wishOf(second)] });
      expect((await slotsOf(db))[0]).toMatchObject({ id: first.id, isActive: false });
      await update({ slots: [{ start: first.startDatetime.toISOString() }, wishOf(second)] });
      expect((await slotsOf(db))[0]).toMatchObject({
        ...{ id: first.id, isActive: true, availableSpots: 5 },
      });
    },
  );

  dataTest("racing buyers never get a seat that the edition took away", async ({ db }) => {
    const { first, second, update } = await makeOwned(db);
    const buyers = Array.from({ length: 5 }, () => makeBooking(db, first.id));
    const edition = update({ slots: [wishOf(second)] }).then(
      () => "removed",
      () => "refused",
    );
    const outcomes = await Promise.allSettled(buyers);
    const rows = await slotsOf(db);
    const kept = rows.find(({ id }) => id === first.id);
    const sold = outcomes.filter(({ status }) => status === "fulfilled").length;
    if ((await edition) === "removed") expect(kept?.isActive ?? false).toBe(false);
    else expect(kept).toMatchObject({ isActive: true, availableSpots: 5 - sold });
  });
});

describe("a rule that changes (rule: slots-ahead)", () => {
  const recurrence = { days: ["monday" as const], time: "18:00" };
  const mondays = { recurrence };

  dataTest("unbooked slots of the old rule go, booked and single ones stay", async ({ db }) => {
    const { session, ctx, update } = await makeOwned(db, mondays);
    await generateSlots(ctx, { kind: "session", id: session.id });
    const booked = (await slotsOf(db)).find(({ startDatetime }) => +startDatetime > +inHours(60));
    await makeBooking(db, booked?.id ?? "");
    await update({ recurringDays: ["tuesday"] });
    await generateSlots(ctx, { kind: "session", id: session.id });
    const rows = await slotsOf(db);
    const mondaysLeft = rows.filter(({ startDatetime }) => startDatetime.getUTCDay() === 1);
    expect(mondaysLeft.map(({ id }) => id)).toEqual([booked?.id]);
    // Two by hand, one booked, eight Tuesdays.
    expect(rows).toHaveLength(11);
  });

  dataTest("without a rule any more, every slot stays until it is taken out", async ({ db }) => {
    const { session, ctx, update } = await makeOwned(db, mondays);
    await generateSlots(ctx, { kind: "session", id: session.id });
    const before = await slotsOf(db);
    expect(before).toHaveLength(10);
    await update({ isRecurring: false, slots: before.map(wishOf) });
    expect(await slotsOf(db)).toEqual(before);
    expect((await db.select().from(offerings))[0]).toMatchObject({ isRecurring: false });
    expect(await db.$count(scheduleRules)).toBe(0);
    await update({ isRecurring: true, recurringDays: ["monday"], startTime: "18:00" });
    await update({ isRecurring: false });
    await generateSlots(ctx, { kind: "session", id: session.id });
    expect(await slotsOf(db)).toEqual(before);
    await update({ slots: before.slice(1).map(wishOf) });
    expect(await slotsOf(db)).toHaveLength(9);
  });

  dataTest("has to make a slot; one that has run its course is left alone", async ({ db }) => {
    const { update } = await makeOwned(db, {
      recurrence: { ...recurrence, until: "2026-11-22" },
    });
    await update({ title: "Autre titre" });
    await expect(update({ startTime: "19:00" })).rejects.toMatchObject({
      code: "invalid_input",
      fields: { recurringUntil: [expect.stringContaining("Aucun des jours choisis")] },
    });
    await update({ startTime: "19:00", recurringUntil: "2026-11-23" });
  });

  dataTest("a slot taken out of a rule is not made again", async ({ db }) => {
    const { session, ctx, update } = await makeOwned(db, mondays);
    await generateSlots(ctx, { kind: "session", id: session.id });
    const rows = await slotsOf(db);
    const dropped = rows.find(({ startDatetime }) => startDatetime.getUTCDay() === 1);
    await update({ slots: rows.filter(({ id }) => id !== dropped?.id).map(wishOf) });
    await generateSlots(ctx, { kind: "session", id: session.id });
    const again = (await slotsOf(db)).filter(({ isActive }) => isActive);
    expect(again).toHaveLength(rows.length - 1);
    expect(again.map(({ id }) => id)).not.toContain(dropped?.id);
  });
});

describe("deactivating and deleting (rules: slot-edits, quota-month)", () => {
  dataTest("deactivated is out of the search, reactivated is back", async ({ db }) => {
    const { session, ctx } = await makeOwned(db, {
      recurrence: { days: ["monday"], time: "18:00" },
    });
    await setOfferingActive(ctx, "session", { id: session.id, isActive: false });
    expect(await db.$count(listings)).toBe(0);
    await setOfferingActive(ctx, "session", { id: session.id, isActive: true });
    expect(await db.$count(listings)).toBe(1);
    const { rows } = await db.execute("select from pgboss.job where name = 'generate-slots'");
    expect(rows).toHaveLength(1);
  });

  dataTest("deactivated, who has booked still comes, and is counted", async ({ db }) => {
    const { session, first, ctx } = await makeOwned(db);
    const input = { id: session.id, isActive: false };
    expect(await setOfferingActive(ctx, "session", input)).toEqual({ booked: 0 });
    await setOfferingActive(ctx, "session", { ...input, isActive: true });
    await makeBooking(db, first.id);
    await makeBooking(db, first.id, "cancelled");
    expect(await setOfferingActive(ctx, "session", input)).toEqual({ booked: 1 });
  });

  dataTest("refused with the number of future bookings", async ({ db }) => {
    const { session, first, ctx } = await makeOwned(db);
    await makeBooking(db, first.id);
    await makeBooking(db, first.id, "pending");
    await makeBooking(db, first.id, "cancelled");
    await expect(deleteOffering(ctx, "session", session.id)).rejects.toMatchObject({
      code: "conflict",
      message: expect.stringContaining("2 réservations à venir"),
    });
    expect(await db.$count(slots)).toBe(2);
  });

  dataTest("gone with slots and favourites, when nobody ever booked", async ({ db }) => {
    const { session, ctx } = await makeOwned(db, { createdAt: NOW });
    const clientId = (await makeUser(db)).id;
    await db.insert(favorites).values({ clientId, sessionId: session.id });
    await deleteOffering(ctx, "session", session.id);
    for (const table of [offerings, slots, favorites, listings]) {
      expect(await db.$count(table)).toBe(0);
    }
    await expect(deleteOffering(ctx, "session", session.id)).rejects.toMatchObject({
      code: "not_found",
    });
  });

  dataTest("kept out of sight when somebody did", async ({ db }) => {
    const { session, ctx } = await makeOwned(db);
    const past = await makeSlot(db, { session, start: inHours(-24) });
    await makeBooking(db, past.id);
    await deleteOffering(ctx, "session", session.id);
    expect((await db.select().from(offerings))[0]).toMatchObject({
      ...{ isActive: false, deletedAt: NOW },
    });
    expect(await db.$count(bookings)).toBe(1);
    await expect(showOwnOffering(ctx, "session", session.id)).rejects.toMatchObject({
      code: "not_found",
    });
  });

  dataTest("takes off only what this month counted, never below 0", async ({ db }) => {
    const since = new Date("2026-11-05T08:00:00Z");
    const { professional, session, ctx } = await makeOwned(db, { createdAt: inHours(-1) });
    const owner = eq(profiles.id, professional.userId);
    const count = async () => (await db.select().from(profiles).where(owner))[0]?.sessionCount;
    const quota = { quotaAnchor: since, lastQuotaReset: since };
    await db.update(profiles).set({ ...quota, sessionCount: 3 });
    const old = await makeSession(db, {
      professional,
      createdAt: new Date("2026-11-05T07:59:59Z"),
    });
    await deleteOffering(ctx, "session", old.id);
    expect(await count()).toBe(3);
    await deleteOffering(ctx, "session", session.id);
    expect(await count()).toBe(2);
    await db.update(profiles).set({ sessionCount: 0 });
    const last = await makeSession(db, { professional, createdAt: inHours(-1) });
    await deleteOffering(ctx, "session", last.id);
    expect(await count()).toBe(0);
  });
});
