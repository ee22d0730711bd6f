import { eq } from "drizzle-orm";
import { describe, expect } from "vitest";
import { newId } from "#platform/ids.server.ts";
import type { Database } from "#platform/postgres.server.ts";
import { makeActivity, makeActivitySlot, makeSession, makeSlot } from "#test/make/catalogue.ts";
import { actorOf, makeContext, NOW } from "#test/make/context.ts";
import { dataTest, expectInvariants } from "#test/make/database.ts";
import { deliverMails, openMailbox } from "#test/make/mailbox.ts";
import { makeProfessional, makeUser } from "#test/make/people.ts";
import { searchSessions } from "#test/make/search.ts";
import { bookSlot } from "../bookings/book-slot.server.ts";
import { cancelBooking } from "../bookings/cancellation/cancel-booking.server.ts";
import { cancelSlot } from "../bookings/cancellation/cancel-slot-bookings.server.ts";
import { markOwnSlots } from "../bookings/lists/mark-own-slots.server.ts";
import { moveBooking } from "../bookings/move/move-booking.server.ts";
import { takeSeats } from "../bookings/seats/take-seats.server.ts";
import { updateOffering } from "../catalogue/authoring/update-offering.server.ts";
import { showOffering } from "../catalogue/views/show-offering.server.ts";
import type { Context } from "../context.server.ts";
import { MINUTE } from "../durations.ts";
import { chooseTopics } from "../notifications/topics/choose-topics.server.ts";
import { addOwnTime, removeOwnTime } from "../own-time/add-own-time.server.ts";
import { occupied, slots, waitingEntries } from "../tables.server.ts";
import { joinWaitingList, leaveWaitingList, passOffer } from "./join-waiting-list.server.ts";
import { listWaiting, showWaitingSlot } from "./list-waiting.server.ts";
import { offerSeats } from "./offer-seats.server.ts";

const later = (minutes: number) => new Date(NOW.getTime() + minutes * MINUTE);
const at = (ctx: Context, minutes: number): Context => ({ ...ctx, now: () => later(minutes) });

async function makePerson(db: Database): Promise<Context> {
  const { id } = await makeUser(db);
  return makeContext(db, { actor: await actorOf(db, id), address: newId() });
}

/** A free slot of so many seats in three days, all of them booked by one person. */
async function makeFull(
  db: Database,
  { spots = 1, hours = 72, kind = "session" as "session" | "activity" } = {},
) {
  const professional = await makeProfessional(db);
  const start = later(hours * 60);
  const made = { priceCents: 0, capacity: spots, professional };
  const offering = kind === "session" ? await makeSession(db, made) : await makeActivity(db, made);
  const slot =
    kind === "session"
      ? await makeSlot(db, { session: offering, start })
      : await makeActivitySlot(db, { activity: offering, start });
  const offer = {
    ...(kind === "session" ? { sessionId: offering.id } : { activityId: offering.id }),
    slotId: slot.id,
  };
  const first = await makePerson(db);
  const { bookingId } = await bookSlot(first, { ...offer, seats: spots });
  const seller = makeContext(db, { actor: await actorOf(db, professional.userId) });
  return { kind, offering, slotId: slot.id, offer, first, bookingId, seller, professional };
}

const spotsOf = async (db: Database, slotId: string) => {
  const [slot] = await db.select().from(slots).where(eq(slots.id, slotId));
  return [slot?.availableSpots, slot?.reservedSeats, slot?.isOccupied];
};

const entryOf = async (ctx: Context, slotId: string) =>
  (await listWaiting(ctx)).find((entry) => entry.slotId === slotId);

/** The subjects of the mails that each of these people gets at that minute, in their order. */
async function receive(people: Context[], minutes: number): Promise<string[][]> {
  const box = await openMailbox();
  for (const ctx of people.slice(0, 1)) {
    await deliverMails({ ...at(ctx, minutes), mailer: box.mailer });
  }
  return people.map((ctx) =>
    box.mails
      .filter(({ recipients }) => recipients.includes(String(ctx.actor?.email)))
      .map(({ subject }) => String(subject)),
  );
}

describe("the line of a full slot (rule: waiting-list)", () => {
  dataTest("keeps its offer for who asks for more seats than there are", async ({ db }) => {
    const { slotId, first, bookingId } = await makeFull(db, { spots: 2 });
    const one = await makePerson(db);
    await joinWaitingList(one, { slotId });
    await cancelBooking(at(first, 10), { bookingId, seats: 1 });
    await offerSeats(at(one, 10));
    expect(await spotsOf(db, slotId)).toEqual([0, 1, true]);
    const buyerUserId = String(one.actor?.userId);
    const asked = { kind: "session", slotId, seats: 2, buyerUserId, now: later(10) } as const;
    const taken = await db.transaction((tx) => takeSeats(tx, asked));
    expect(taken).toMatchObject({ seat: null, refused: "too_few" });
    expect(await spotsOf(db, slotId)).toEqual([0, 1, true]);
    expect((await entryOf(at(one, 10), slotId))?.offer).not.toBeNull();
  });

  dataTest.for(["session", "activity"] as const)(
    "of a %s offers a freed seat to the first who fits, and holds it for them",
    async (kind, { db }) => {
      const { slotId, offer, first, bookingId } = await makeFull(db, { kind, spots: 2 });
      const [three, one, other] = [
        await makePerson(db),
        await makePerson(db),
        await makePerson(db),
      ];
      expect(await joinWaitingList(three, { slotId, seats: 2 })).toMatchObject({
        rank: 1,
        seats: 2,
      });
      expect(await joinWaitingList(at(one, 1), { slotId })).toMatchObject({ rank: 2, waiting: 2 });
      expect(await joinWaitingList(at(other, 2), { slotId })).toMatchObject({
        rank: 3,
        offer: null,
      });
      await cancelBooking(at(first, 10), { bookingId, seats: 1 });
      // From the very commit that frees it nobody else can have it, nor find it.
      expect(await spotsOf(db, slotId)).toEqual([1, 0, true]);
      const stranger = await makePerson(db);
      await expect(bookSlot(at(stranger, 10), offer)).rejects.toMatchObject({
        code: "slot_unavailable",
      });
      await expectInvariants(db, later(10));
      expect(await offerSeats(at(one, 10))).toBe(1);
      expect(await spotsOf(db, slotId)).toEqual([0, 1, true]);
      const [, offered] = [
        await entryOf(at(three, 10), slotId),
        await entryOf(at(one, 10), slotId),
      ];
      expect(offered?.offer).toMatchObject({ until: later(40) });
      expect(await receive([one, three, other], 11)).toEqual([
        [expect.stringMatching(/^Une place vous est gardée jusqu'à 10:40 : /)],
        [],
        [],
      ]);
      expect(await offerSeats(at(one, 11))).toBe(0);
      for (const ctx of [stranger, three, other]) {
        await expect(bookSlot(at(ctx, 12), offer)).rejects.toMatchObject({
          code: "slot_unavailable",
        });
      }
      await expectInvariants(db, later(12));
      expect(await bookSlot(at(one, 39), offer)).toMatchObject({ confirmed: true });
      expect(await spotsOf(db, slotId)).toEqual([0, 0, true]);
      expect(await listWaiting(at(one, 39))).toEqual([]);
      expect(await entryOf(at(three, 39), slotId)).toMatchObject({ rank: 1 });
      expect(await entryOf(at(other, 39), slotId)).toMatchObject({ rank: 2, waiting: 2 });
      await expectInvariants(db, later(39));
    },
  );

  dataTest("goes on to the next when an offer is not answered, then to all", async ({ db }) => {
    const { slotId, offering, first, bookingId, offer } = await makeFull(db);
    const people = await Promise.all(Array.from({ length: 5 }, () => makePerson(db)));
    for (const [n, ctx] of people.entries()) await joinWaitingList(at(ctx, n), { slotId });
    await cancelBooking(at(first, 10), { bookingId });
    const offeredTo = async (minute: number) => {
      await offerSeats(at(first, minute));
      const entries = await Promise.all(people.map((ctx) => entryOf(at(ctx, minute), slotId)));
      return entries.map((entry) => entry?.offer && "offer");
    };
    expect(await offeredTo(10)).toEqual(["offer", null, null, null, null]);
    expect(await offeredTo(39)).toEqual(["offer", null, null, null, null]);
    expect(await offeredTo(40)).toEqual([null, "offer", null, null, null]);
    // To let it pass keeps the place; not to answer leads to the end.
    expect((await entryOf(at(people[0] as Context, 40), slotId))?.rank).toBe(5);
    const second = await entryOf(at(people[1] as Context, 41), slotId);
    await passOffer(at(people[1] as Context, 41), { entryId: String(second?.id) });
    expect(await offeredTo(41)).toEqual([null, null, "offer", null, null]);
    expect((await entryOf(at(people[1] as Context, 41), slotId))?.rank).toBe(1);
    await expect(
      passOffer(at(people[1] as Context, 41), { entryId: String(second?.id) }),
    ).rejects.toMatchObject({ code: "conflict" });
    expect(await offeredTo(71)).toEqual([null, null, null, "offer", null]);
    await expectInvariants(db, later(71));
    expect(await offeredTo(101)).toEqual([null, null, null, null, null]);
    expect(await spotsOf(db, slotId)).toEqual([1, 0, false]);
    await expectInvariants(db, later(101));
    const told = await receive(people, 102);
    const isFree = (subject: string) => subject.startsWith("Une place est libre : ");
    expect(told.map((some) => some.some(isFree))).toEqual([true, false, true, true, true]);
    // The offers are over, and nothing is said of them any more.
    expect(told.flat().filter((subject) => !isFree(subject))).toEqual([]);
    expect((await entryOf(at(people[4] as Context, 102), slotId))?.onSale).toBe(1);
    const found = await searchSessions(at(makeContext(db), 102), { q: offering.title });
    expect(found.sessions.map(({ id }) => id)).toContain(offering.id);
    // Full again and free again, it is another round.
    const quick = await makePerson(db);
    const again = await bookSlot(at(quick, 103), offer);
    await cancelBooking(at(quick, 104), { bookingId: again.bookingId });
    expect(await offeredTo(105)).toEqual([null, "offer", null, null, null]);
  });

  dataTest("is told at once at night and soon before the start", async ({ db }) => {
    for (const [hours, minute] of [
      [72, 11 * 60 + 1],
      [2, 31],
    ] as const) {
      const { slotId, first, bookingId } = await makeFull(db, { hours, spots: 2 });
      const [one, two] = [await makePerson(db), await makePerson(db)];
      await joinWaitingList(one, { slotId });
      await joinWaitingList(two, { slotId, seats: 2 });
      await cancelBooking(at(first, minute), { bookingId, ...(hours === 2 && { seats: 1 }) });
      expect(await offerSeats(at(first, minute))).toBe(1);
      // Those for whom there is too little are not told of it.
      expect((await receive([one, two], minute)).map((some) => some.length)).toEqual(
        hours === 2 ? [1, 0] : [1, 1],
      );
      expect(await spotsOf(db, slotId)).toEqual([hours === 2 ? 1 : 2, 0, hours === 2]);
      await expectInvariants(db, later(minute));
    }
  });

  dataTest("offers for ten minutes when it starts within three hours", async ({ db }) => {
    const { slotId, first, bookingId } = await makeFull(db, { hours: 3 });
    const one = await makePerson(db);
    await joinWaitingList(one, { slotId });
    await cancelBooking(at(first, 5), { bookingId });
    await offerSeats(at(first, 5));
    expect((await entryOf(at(one, 5), slotId))?.offer?.until).toEqual(later(15));
    await offerSeats(at(first, 15));
    // Nobody is behind, and whoever missed it keeps their place until the seat is free again.
    expect(await entryOf(at(one, 15), slotId)).toMatchObject({ offer: null, onSale: 1 });
    expect(await spotsOf(db, slotId)).toEqual([1, 0, false]);
    await expectInvariants(db, later(15));
  });

  dataTest(
    "keeps the slot's hour while it is somebody's turn (rule: one-place)",
    async ({ db }) => {
      const { slotId, first, bookingId, professional } = await makeFull(db);
      const session = await makeSession(db, { professional, priceCents: 0 });
      const beside = await makeSlot(db, { session, start: later(72 * 60 + 30) });
      const one = await makePerson(db);
      await joinWaitingList(one, { slotId });
      const book = async (minute: number) =>
        bookSlot(at(await makePerson(db), minute), { sessionId: session.id, slotId: beside.id });
      await cancelBooking(at(first, 5), { bookingId });
      await expect(book(5)).rejects.toMatchObject({ code: "slot_unavailable" });
      await offerSeats(at(first, 6));
      await expect(book(6)).rejects.toMatchObject({ code: "slot_unavailable" });
      await expectInvariants(db, later(6));
      const entry = await entryOf(at(one, 7), slotId);
      await leaveWaitingList(at(one, 7), { entryId: String(entry?.id) });
      expect(await db.$count(occupied)).toBe(0);
      await expectInvariants(db, later(7));
      await book(7);
      await leaveWaitingList(at(one, 8), { entryId: String(entry?.id) });
    },
  );

  dataTest("offers what a withdrawn busy hour, an edit or a move frees", async ({ db }) => {
    const { slotId, first, bookingId, seller, offering } = await makeFull(db);
    const one = await makePerson(db);
    await joinWaitingList(one, { slotId });
    const [from, to] = [later(72 * 60 - 10).toISOString(), later(72 * 60 + 10).toISOString()];
    const { id } = await addOwnTime(seller, { kind: "absence", from, to });
    await cancelBooking(at(first, 5), { bookingId });
    await offerSeats(at(first, 6));
    expect((await entryOf(at(one, 6), slotId))?.offer).toBe(null);
    expect(await spotsOf(db, slotId)).toEqual([1, 0, false]);
    await expectInvariants(db, later(6));
    await removeOwnTime(at(seller, 7), { id });
    await expectInvariants(db, later(7));
    await offerSeats(at(first, 7));
    expect((await entryOf(at(one, 7), slotId))?.offer).toMatchObject({ until: later(37) });
    await expectInvariants(db, later(7));
    // Somebody with another hour of it may move into what is offered to them.
    const other = await makeSlot(db, { session: offering, start: later(96 * 60) });
    const moved = await bookSlot(at(one, 8), { sessionId: offering.id, slotId: other.id });
    await moveBooking(at(one, 9), { bookingId: moved.bookingId, slotId });
    expect(await spotsOf(db, slotId)).toEqual([0, 0, true]);
    expect(await db.$count(waitingEntries)).toBe(0);
    // The hour that they left is offered to whoever waits for that one.
    const two = await makePerson(db);
    await bookSlot(at(await makePerson(db), 10), { sessionId: offering.id, slotId: other.id });
    await joinWaitingList(at(two, 10), { slotId: other.id });
    const capacity = { id: offering.id, changes: { capacity: 2 } };
    await updateOffering(at(seller, 11), "session", capacity);
    expect(await spotsOf(db, other.id)).toEqual([1, 0, true]);
    await expectInvariants(db, later(11));
    await offerSeats(at(two, 12));
    expect((await entryOf(at(two, 12), other.id))?.offer).toMatchObject({ until: later(42) });
  });

  dataTest("ends an offer of a slot that its professional cancels", async ({ db }) => {
    const { slotId, first, bookingId, seller } = await makeFull(db, { spots: 2 });
    const one = await makePerson(db);
    await joinWaitingList(one, { slotId });
    await cancelBooking(at(first, 5), { bookingId, seats: 1 });
    await offerSeats(at(first, 5));
    await cancelSlot(at(seller, 6), { slotId });
    await offerSeats(at(first, 7));
    expect(await spotsOf(db, slotId)).toEqual([2, 0, false]);
    expect(await listWaiting(at(one, 7))).toEqual([]);
    await expectInvariants(db, later(7));
    expect(await receive([one], 8)).toEqual([[]]);
  });

  dataTest("gives the rest of an offer to the next", async ({ db }) => {
    const { slotId, first, bookingId, offer } = await makeFull(db, { spots: 3 });
    const [one, two] = [await makePerson(db), await makePerson(db)];
    await joinWaitingList(one, { slotId, seats: 3 });
    await joinWaitingList(at(two, 1), { slotId });
    await cancelBooking(at(first, 5), { bookingId });
    await offerSeats(at(first, 5));
    expect(await spotsOf(db, slotId)).toEqual([0, 3, true]);
    await expect(bookSlot(at(one, 6), { ...offer, seats: 4 })).rejects.toMatchObject({
      code: "slot_unavailable",
    });
    expect(await spotsOf(db, slotId)).toEqual([0, 3, true]);
    await bookSlot(at(one, 6), { ...offer, seats: 1 });
    expect(await spotsOf(db, slotId)).toEqual([2, 0, true]);
    await expectInvariants(db, later(6));
    await offerSeats(at(first, 7));
    expect((await entryOf(at(two, 7), slotId))?.offer).not.toBe(null);
    // The third seat fits nobody who waits, and is on sale.
    expect(await spotsOf(db, slotId)).toEqual([1, 1, true]);
    await bookSlot(at(await makePerson(db), 8), offer);
    await expectInvariants(db, later(8));
  });

  dataTest(
    "is joined by confirmed accounts, once, while it is full, ten at most",
    async ({ db }) => {
      const { slotId, first, seller } = await makeFull(db, { spots: 2 });
      const one = await makePerson(db);
      const refused = (ctx: Context, input: object) =>
        joinWaitingList(ctx, { slotId, ...input }).then(
          () => "joined",
          ({ code }) => code,
        );
      expect(await refused(makeContext(db), {})).toBe("unauthenticated");
      expect(await refused(first, {})).toBe("already_booked");
      expect(await refused(seller, {})).toBe("own_session");
      expect(await refused(one, { slotId: newId() })).toBe("not_found");
      for (const seats of [0, 3, 7, 1.5])
        expect(await refused(one, { seats })).toBe("invalid_input");
      const joined = await joinWaitingList(one, { slotId, seats: 2 });
      expect(await joinWaitingList(at(one, 1), { slotId, seats: 1 })).toEqual(joined);
      expect(await showWaitingSlot(one, { slotId })).toMatchObject({
        ...{ slot: { waiting: 1, onSale: 0 }, own: { rank: 1, seats: 2 } },
      });
      const session = await makeSession(db, { capacity: 1 });
      const open = await makeSlot(db, { session, start: later(50 * 60) });
      expect(await refused(one, { slotId: open.id })).toBe("conflict");
      for (let n = 0; n < 9; n += 1) {
        const full = await makeSlot(db, {
          session,
          start: later((60 + n) * 60),
          availableSpots: 0,
        });
        await joinWaitingList(one, { slotId: full.id });
      }
      const more = await makeSlot(db, { session, start: later(80 * 60), availableSpots: 0 });
      expect(await refused(one, { slotId: more.id })).toBe("conflict");
      const late = await makeSlot(db, { session, start: later(20), availableSpots: 0 });
      expect(await refused(await makePerson(db), { slotId: late.id })).toBe("slot_unavailable");
    },
  );

  dataTest(
    "shows what is kept to its owner alone, and mails nobody who refused",
    async ({ db }) => {
      const { slotId, offering, first, bookingId } = await makeFull(db);
      const one = await makePerson(db);
      await chooseTopics(one, "mail", {
        userId: String(one.actor?.userId),
        choices: { waiting: false },
      });
      await joinWaitingList(one, { slotId });
      const shownTo = async (ctx: Context) => {
        const found = await showOffering(ctx, "session", offering.id);
        const { slots: shown, unbookable } = await markOwnSlots(ctx, "session", found, undefined);
        const { availableSpots, keptUntil, isWaitable } = shown[0] ?? {};
        return { unbookable, availableSpots, keptUntil, isWaitable };
      };
      const full = { unbookable: "sold_out", availableSpots: 0, keptUntil: undefined };
      expect(await shownTo(one)).toEqual({ ...full, isWaitable: true });
      await cancelBooking(at(first, 5), { bookingId });
      expect(await shownTo(at(one, 5))).toEqual({ ...full, isWaitable: true });
      await offerSeats(at(first, 5));
      expect(await shownTo(at(one, 6))).toEqual({
        ...{ unbookable: null, availableSpots: 1, keptUntil: later(35), isWaitable: undefined },
      });
      expect(await shownTo(at(await makePerson(db), 6))).toEqual({ ...full, isWaitable: true });
      expect(await receive([one], 7)).toEqual([[]]);
      await expectInvariants(db, later(7));
    },
  );
});
