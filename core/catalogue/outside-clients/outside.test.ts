import { eq } from "drizzle-orm";
import { describe, expect } from "vitest";
import { newId } from "#platform/ids.server.ts";
import type { Database } from "#platform/postgres.server.ts";
import { makeActivity, makeActivitySlot, makeSession, makeSlot } from "#test/make/catalogue.ts";
import { actorOf, makeContext, NOW } from "#test/make/context.ts";
import { contradict, dataTest } from "#test/make/database.ts";
import { makeBusyTime } from "#test/make/diary.ts";
import { makeProfessional, makeUser } from "#test/make/people.ts";
import { showAgenda } from "../../agenda/show-agenda.server.ts";
import { bookSlot } from "../../bookings/book-slot.server.ts";
import { cancelSlot } from "../../bookings/cancellation/cancel-slot-bookings.server.ts";
import { HOUR } from "../../durations.ts";
import { listOwnTimes } from "../../own-time/add-own-time.server.ts";
import { bookings, mails, occupied, outsideClients, payments, slots } from "../../tables.server.ts";
import { deleteOffering } from "../authoring/delete-offering.server.ts";
import { updateOffering } from "../authoring/update-offering.server.ts";
import { moveSlot } from "../publishing/publish-slot.server.ts";
import {
  addOutsideClient,
  removeOutsideClient,
  showOutsideClients,
  takeOutsideHour,
  tellOutsideClient,
} from "./add-outside-client.server.ts";

const later = (hours: number) => new Date(NOW.getTime() + hours * HOUR);

async function makeOwner(db: Database) {
  const user = await makeUser(db, { isPro: true });
  const professional = await makeProfessional(db, { user });
  const actor = await actorOf(db, user.id);
  const at = (now: Date) => makeContext(db, { actor, now: () => now });
  return { professional, ctx: at(NOW), at };
}

async function book(db: Database, slot: { id: string; offeringId: string }) {
  const client = await makeUser(db, { isClient: true });
  const ctx = makeContext(db, { actor: await actorOf(db, client.id) });
  return bookSlot(ctx, { sessionId: slot.offeringId, slotId: slot.id });
}

const read = async (db: Database, id: string) =>
  (await db.select().from(slots).where(eq(slots.id, id)))[0];

describe("a client from elsewhere (rule: own-time)", () => {
  dataTest("takes seats and the hour, and nothing else", async ({ db }) => {
    const { professional, ctx } = await makeOwner(db);
    const session = await makeSession(db, { professional, priceCents: 4_000, capacity: 3 });
    const slot = await makeSlot(db, { session });
    const over = await makeSlot(db, { session, start: later(24.5) });
    await addOutsideClient(ctx, { slotId: slot.id, name: "  Paul  Durand ", seats: 2 });
    expect(await read(db, slot.id)).toMatchObject({
      ...{ outsideSeats: 2, availableSpots: 1, isOccupied: true, pricesFrozenAt: null },
    });
    await expect(book(db, over)).rejects.toMatchObject({ code: "slot_unavailable" });
    const { start, end } = { start: slot.startDatetime, end: slot.endDatetime };
    expect(await showOutsideClients(ctx, { slotId: slot.id })).toEqual({
      ...{ slotId: slot.id, kind: "session", title: session.title, start, end, left: 1 },
      isAwaited: false,
      clients: [{ id: expect.any(String), name: "Paul Durand", seats: 2 }],
    });
    for (const table of [bookings, payments, mails]) expect(await db.$count(table)).toBe(0);
  });

  dataTest("gives seats and hour back, and what it closed opens again", async ({ db }) => {
    const { professional, ctx, at } = await makeOwner(db);
    const session = await makeSession(db, { professional, priceCents: 0, capacity: 1 });
    const slot = await makeSlot(db, { session });
    const over = await makeSlot(db, { session, start: later(24.5) });
    const slotId = slot.id;
    const { clientId } = await addOutsideClient(ctx, { slotId });
    expect(await read(db, slotId)).toMatchObject({ availableSpots: 0, outsideSeats: 1 });
    await removeOutsideClient(at(later(1)), { slotId, clientId });
    const free = { availableSpots: 1, outsideSeats: 0, isOccupied: false };
    expect(await read(db, slotId)).toMatchObject({ ...free, bookableSince: later(1) });
    expect(await read(db, over.id)).toMatchObject({ bookableSince: later(1) });
    expect(await db.$count(occupied)).toBe(0);
    await expect(removeOutsideClient(ctx, { slotId, clientId })).rejects.toMatchObject({
      code: "not_found",
    });
    await expect(book(db, over)).resolves.toMatchObject({ confirmed: true });
  });

  dataTest(
    "comes late, and while she is away, but not to an hour that is taken",
    async ({ db }) => {
      contradict(db, "I13");
      const { professional, ctx } = await makeOwner(db);
      const session = await makeSession(db, { professional, priceCents: 0 });
      const soon = await makeSlot(db, { session, start: later(0.25) });
      await addOutsideClient(ctx, { slotId: soon.id });
      expect(await read(db, soon.id)).toMatchObject({ isOccupied: true });
      // Nobody else can book it for all that.
      await expect(book(db, soon)).rejects.toMatchObject({ code: "slot_unavailable" });

      const away = await makeSlot(db, { session, start: later(48) });
      await db.update(slots).set({ absenceId: newId() }).where(eq(slots.id, away.id));
      await addOutsideClient(ctx, { slotId: away.id });
      await expect(book(db, away)).rejects.toMatchObject({ code: "slot_unavailable" });

      const taken = await makeSlot(db, { session, start: later(72) });
      const over = await makeSlot(db, { session, start: later(72.5) });
      await book(db, taken);
      const busy = await makeSlot(db, { session, start: later(96) });
      const hours = { start: later(96), end: later(97) };
      await makeBusyTime(db, { professionalId: professional.id, source: "busy", ...hours });
      for (const slot of [over, busy]) {
        await expect(addOutsideClient(ctx, { slotId: slot.id })).rejects.toMatchObject({
          ...{
            code: "conflict",
            message: "Vous êtes déjà pris à cette heure : libérez-la d'abord.",
          },
        });
        expect(await read(db, slot.id)).toMatchObject({ outsideSeats: 0, isOccupied: false });
      }
    },
  );

  dataTest("needs a seat that nobody has, on sale or not", async ({ db }) => {
    const { professional, ctx } = await makeOwner(db);
    const session = await makeSession(db, { professional, priceCents: 0, capacity: 3 });
    const slot = await makeSlot(db, { session, availableSpots: 1 });
    const slotId = slot.id;
    await book(db, slot);
    const add = (seats: number) => addOutsideClient(ctx, { slotId, seats });
    await expect(add(3)).rejects.toMatchObject({
      fields: { seats: ["Il reste 2 places dans ce créneau"] },
    });
    // Those that she does not sell here serve her own clients.
    await add(2);
    expect(await read(db, slotId)).toMatchObject({ availableSpots: 0, outsideSeats: 2 });
    await expect(add(1)).rejects.toMatchObject({
      fields: { seats: ["Il ne reste aucune place dans ce créneau"] },
    });
    for (const seats of [0, 51, 1.5]) {
      await expect(add(seats)).rejects.toMatchObject({ code: "invalid_input" });
    }
  });

  dataTest(
    "keeps the slot where it is, and its seats when the offering changes",
    async ({ db }) => {
      const { professional, ctx } = await makeOwner(db);
      const session = await makeSession(db, { professional, capacity: 3 });
      const slot = await makeSlot(db, { session });
      await addOutsideClient(ctx, { slotId: slot.id, seats: 2 });
      await expect(moveSlot(ctx, { slotId: slot.id, seats: 8 })).rejects.toMatchObject({
        code: "conflict",
      });
      const edit = (changes: object) =>
        updateOffering(ctx, "session", { id: session.id, changes: changes as never });
      await edit({ capacity: 5 });
      expect(await read(db, slot.id)).toMatchObject({ capacity: 5, availableSpots: 3 });
      await expect(edit({ capacity: 2 })).resolves.toBeUndefined();
      expect(await read(db, slot.id)).toMatchObject({ capacity: 2, availableSpots: 0 });
      await expect(edit({ sessionType: "individual", capacity: 1 })).rejects.toMatchObject({
        code: "conflict",
      });
      await expect(edit({ slots: [] })).rejects.toMatchObject({ code: "conflict" });
    },
  );

  dataTest(
    "stays with a slot that is cancelled, which frees the hour, until told (rule: outside-clients-told)",
    async ({ db }) => {
      const { professional, ctx, at } = await makeOwner(db);
      const other = await makeOwner(db);
      const activity = await makeActivity(db, { professional, capacity: 4 });
      const slot = await makeActivitySlot(db, { activity });
      const slotId = slot.id;
      const { clientId } = await addOutsideClient(ctx, { slotId, name: "Paul", seats: 2 });
      const tell = (isTold: boolean, by = ctx) =>
        tellOutsideClient(by, { slotId, clientId, isTold });
      await expect(tell(true)).rejects.toMatchObject({ code: "not_found" });
      expect(await db.$count(occupied)).toBe(1);
      expect(await cancelSlot(ctx, { slotId })).toEqual({ cancelled: 0 });
      expect(await db.$count(occupied)).toBe(0);
      expect(await read(db, slotId)).toMatchObject({ outsideSeats: 0, isActive: false });
      const lost = async () =>
        (await showAgenda(ctx, {})).slots.map(({ state, lost }) => [state, ...lost]);
      const client = { id: clientId, name: "Paul", seats: 2 };
      expect(await lost()).toEqual([["cancelled", { ...client, isTold: false }]]);
      const add = addOutsideClient(ctx, { slotId });
      await expect(add).rejects.toMatchObject({ message: "Ce créneau est annulé." });
      // Nobody has a seat to give back, also where the hour is published again.
      const remove = removeOutsideClient(ctx, { slotId, clientId });
      await expect(remove).rejects.toMatchObject({ code: "not_found" });
      const erase = () => deleteOffering(ctx, "activity", activity.id);
      await expect(erase()).rejects.toMatchObject({
        code: "conflict",
        message: expect.stringContaining("prévenez-les"),
      });
      await expect(tell(true, other.ctx)).rejects.toMatchObject({ code: "forbidden" });
      await tell(true);
      expect(await lost()).toEqual([["cancelled", { ...client, isTold: true }]]);
      await tell(false);
      expect(await lost()).toEqual([["cancelled", { ...client, isTold: false }]]);
      await tell(true, at(later(1)));
      await erase();
      expect(await db.$count(outsideClients)).toBe(0);
    },
  );

  dataTest(
    "takes a seat where their offering has a slot, and otherwise hours of its length",
    async ({ db }) => {
      const { professional, ctx } = await makeOwner(db);
      const session = await makeSession(db, { professional, capacity: 3, duration: 45 });
      const slot = await makeSlot(db, { session });
      const take = (asked: object) =>
        takeOutsideHour(ctx, { start: later(72).toISOString(), offeringId: session.id, ...asked });
      const start = slot.startDatetime.toISOString();
      expect(await take({ start, name: "Paul" })).toEqual({ slotId: slot.id });
      expect(await read(db, slot.id)).toMatchObject({ outsideSeats: 1 });
      const ended = async () =>
        (await listOwnTimes(ctx)).map(({ kind, start, end, title }) => [kind, start, end, title]);
      await take({});
      const first = ["outside", later(72), later(72.75), session.title];
      expect(await ended()).toEqual([first]);
      await take({ start: later(80).toISOString(), offeringId: "", minutes: "90", name: "Léa" });
      expect(await ended()).toEqual([first, ["outside", later(80), later(81.5), "Léa"]]);
      const none = take({ offeringId: "", minutes: "" });
      await expect(none).rejects.toMatchObject({ fields: { minutes: ["Choisissez une durée"] } });
      const other = await makeOwner(db);
      const asked = { start, offeringId: session.id };
      const foreign = takeOutsideHour(other.ctx, asked);
      await expect(foreign).rejects.toMatchObject({ code: "forbidden" });
      // A slot that was cancelled has no seats, and the hour is taken all the same.
      await cancelSlot(ctx, { slotId: slot.id });
      await take({ start });
      expect((await ended())[0]).toEqual([
        "outside",
        slot.startDatetime,
        later(24.75),
        session.title,
      ]);
    },
  );

  dataTest("is the owner's to add, to see and to remove", async ({ db }) => {
    const { professional, ctx, at } = await makeOwner(db);
    const other = await makeOwner(db);
    const slot = await makeSlot(db, { session: await makeSession(db, { professional }) });
    const slotId = slot.id;
    const { clientId } = await addOutsideClient(ctx, { slotId, name: "Paul" });
    const own = await makeSlot(db, {
      session: await makeSession(db, { professional: other.professional }),
    });
    for (const act of [
      () => addOutsideClient(other.ctx, { slotId }),
      () => showOutsideClients(other.ctx, { slotId }),
      () => removeOutsideClient(other.ctx, { slotId, clientId }),
    ]) {
      await expect(act()).rejects.toMatchObject({ code: "forbidden" });
    }
    // Nor by way of a slot of one's own.
    const byOwn = removeOutsideClient(other.ctx, { slotId: own.id, clientId });
    await expect(byOwn).rejects.toMatchObject({ code: "not_found" });
    const past = addOutsideClient(at(later(26)), { slotId });
    await expect(past).rejects.toMatchObject({ message: "Ce créneau est passé." });
  });
});
