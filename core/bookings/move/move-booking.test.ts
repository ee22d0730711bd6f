import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { HOUR } from "#core/durations.ts";
import { refreshListings } from "#core/listings/refresh-listings.server.ts";
import { cents } from "#core/money.ts";
import { bookingChanges, mails, offerings, refunds, slots } from "#core/tables.server.ts";
import { makeSlot } from "#test/make/catalogue.ts";
import { expectInvariants } from "#test/make/database.ts";
import {
  makeClient,
  openPaymentWorld,
  outcomeOf,
  type PaymentWorld,
  untilSettled,
} from "#test/make/payments.ts";
import { bookSlot } from "../book-slot.server.ts";
import { cancelBooking } from "../cancellation/cancel-booking.server.ts";
import { updateFutureBookings } from "../changes/update-future-bookings.server.ts";
import { listBookings } from "../lists/list-bookings.server.ts";
import { moveBooking, showMove } from "./move-booking.server.ts";

let world: PaymentWorld;
beforeAll(async () => {
  world = await openPaymentWorld();
});
afterAll(() => world.stop());

const inDays = (days: number) => new Date(Date.now() + days * 24 * HOUR);

/** Prices the slots that nobody has held yet anew; those that were keep theirs. */
async function setPrice(sessionId: string, price: number): Promise<void> {
  const priceCents = cents(price);
  await world.db.transaction(async (tx) => {
    await tx.update(offerings).set({ priceCents }).where(eq(offerings.id, sessionId));
    await refreshListings(tx, [sessionId], new Date());
  });
}

/** A confirmed booking of seats in a slot in five days, at a price for each, and another slot. */
async function makeBooked({ seats = 1, priceCents = 4_000, otherCents = 4_000 } = {}) {
  const offer = await world.makeOffer({ spots: 6, priceCents, start: inDays(5) });
  const clientId = await makeClient(world.db);
  const { bookingId } = await world.buy({ ...offer, seats }, await world.context(clientId));
  const other = await makeSlot(world.db, {
    session: { id: offer.sessionId, capacity: 6 },
    start: inDays(6),
    now: new Date(),
  });
  if (otherCents !== priceCents) await setPrice(offer.sessionId, otherCents);
  const freeOf = async (id: string) =>
    (await world.db.select().from(slots).where(eq(slots.id, id)))[0]?.availableSpots;
  return { ...offer, clientId, bookingId, otherId: other.id, freeOf };
}

describe.each([1, 3])("a booking of %s seats (rule: own-move)", (seats) => {
  test("moves at once at the same price, with its payment and a new code", async () => {
    const { clientId, bookingId, slotId, otherId, freeOf } = await makeBooked({ seats });
    const before = await outcomeOf(world.db, bookingId);
    const ctx = await world.context(clientId);
    expect(await moveBooking(ctx, { bookingId, slotId: otherId })).toEqual({ url: null });
    const after = await outcomeOf(world.db, bookingId);
    expect(after.booking).toMatchObject({ slotId: otherId, status: "confirmed", seats });
    expect(after.booking.refundableUntil).toEqual(before.booking.refundableUntil);
    expect(after.booking.calendarSequence).toBe(before.booking.calendarSequence + 1);
    expect(after.payment).toMatchObject({ id: before.payment?.id, status: "paid" });
    expect([await freeOf(slotId), await freeOf(otherId)]).toEqual([6, 6 - seats]);
    const [change] = await world.db
      .select()
      .from(bookingChanges)
      .where(eq(bookingChanges.bookingId, bookingId));
    const told = await world.db
      .select()
      .from(mails)
      .where(eq(mails.reference, String(change?.id)));
    expect(told.map(({ kind }) => kind).sort()).toEqual([
      "booking-moved-client",
      "booking-moved-professional",
    ]);
  });

  test("moves at once to a cheaper slot, and the difference comes back to the cent", async () => {
    const { clientId, bookingId, otherId } = await makeBooked({ seats, otherCents: 3_335 });
    const ctx = await world.context(clientId);
    await moveBooking(ctx, { bookingId, slotId: otherId, backCents: 665 * seats });
    await world.runJobs();
    await world.simulator.untilDelivered();
    const { payment } = await outcomeOf(world.db, bookingId);
    expect(payment).toMatchObject({ status: "partially_refunded", refundedCents: 665 * seats });
    await expectInvariants(world.db);
    if (seats === 1) return;
    // One that is given back returns the present price of a seat, and the others the rest.
    await cancelBooking(ctx, { bookingId, seats: 1, refundCents: 3_335 });
    await world.runJobs();
    await world.simulator.untilDelivered();
    const given = await outcomeOf(world.db, bookingId);
    expect(given.payment?.refundedCents).toBe(665 * seats + 3_335);
    await cancelBooking(ctx, { bookingId });
    await world.runJobs();
    await world.simulator.untilDelivered();
    const over = await outcomeOf(world.db, bookingId);
    expect(over.payment).toMatchObject({ status: "refunded", refundedCents: 4_000 * seats });
  });

  test("stays until a dearer slot is paid, and is then refunded in full", async () => {
    const { clientId, bookingId, slotId, otherId, freeOf } = await makeBooked({
      ...{ seats, otherCents: 5_000 },
    });
    const ctx = await world.context(clientId);
    const { url } = await moveBooking(ctx, { bookingId, slotId: otherId });
    expect(url).toContain("/pay/");
    expect((await outcomeOf(world.db, bookingId)).booking).toMatchObject({
      ...{ slotId, status: "confirmed" },
    });
    expect([await freeOf(slotId), await freeOf(otherId)]).toEqual([6 - seats, 6 - seats]);
    const newId = await replacementOf(bookingId);
    await world.pay(newId);
    await untilSettled(world.db, newId);
    await world.runJobs();
    await world.simulator.untilDelivered();
    const old = await outcomeOf(world.db, bookingId);
    expect(old.booking).toMatchObject({ status: "cancelled", cancelReason: "moved" });
    expect(old.payment).toMatchObject({ status: "refunded", refundedCents: 4_000 * seats });
    const moved = await outcomeOf(world.db, newId);
    expect(moved.booking).toMatchObject({ status: "confirmed", seats, slotId: otherId });
    expect(moved.booking.refundableUntil).toEqual(old.booking.refundableUntil);
    expect([await freeOf(slotId), await freeOf(otherId)]).toEqual([6, 6 - seats]);
  });
});

async function replacementOf(bookingId: string): Promise<string> {
  const { rows } = await world.db.$client.query<{ id: string }>(
    "select id from bookings where replaces_id = $1 and status <> 'cancelled'",
    [bookingId],
  );
  return String(rows[0]?.id);
}

test("what moved to a slot that costs nothing stands once all has come back (rule: own-move)", async () => {
  const { clientId, bookingId, otherId } = await makeBooked({ otherCents: 0 });
  const ctx = await world.context(clientId);
  await moveBooking(ctx, { bookingId, slotId: otherId });
  await world.runJobs();
  await world.simulator.untilDelivered();
  expect(await outcomeOf(world.db, bookingId)).toMatchObject({
    booking: { status: "confirmed", slotId: otherId },
    payment: { status: "refunded", refundedCents: 4_000 },
  });
  await expectInvariants(world.db);
});

test("what was cancelled while the dearer slot was being paid is refunded once", async () => {
  const { clientId, bookingId, otherId } = await makeBooked({ otherCents: 5_000 });
  const ctx = await world.context(clientId);
  await moveBooking(ctx, { bookingId, slotId: otherId });
  const newId = await replacementOf(bookingId);
  await cancelBooking(ctx, { bookingId });
  await world.pay(newId);
  await untilSettled(world.db, newId);
  await world.runJobs();
  await world.simulator.untilDelivered();
  expect((await outcomeOf(world.db, bookingId)).booking.cancelReason).toBe("client");
  const { rows } = await world.db.$client.query(
    "select r.id from refunds r join payments p on p.id = r.payment_id where p.reference = $1",
    [bookingId],
  );
  expect(rows).toHaveLength(1);
  expect((await outcomeOf(world.db, newId)).booking.status).toBe("confirmed");
});

test("a hold of that slot which replaces nothing is not mistaken for the move", async () => {
  const { clientId, bookingId, otherId, sessionId } = await makeBooked({ otherCents: 5_000 });
  const ctx = await world.context(clientId);
  const held = await bookSlot(ctx, { sessionId, slotId: otherId });
  await moveBooking(ctx, { bookingId, slotId: otherId });
  const newId = await replacementOf(bookingId);
  expect(newId).not.toBe(held.bookingId);
  expect((await outcomeOf(world.db, held.bookingId)).booking.status).toBe("cancelled");
});

test("what costs nothing moves, and nothing is asked for", async () => {
  const { clientId, bookingId, otherId } = await makeBooked({ priceCents: 0, otherCents: 0 });
  expect(await moveBooking(await world.context(clientId), { bookingId, slotId: otherId })).toEqual({
    url: null,
  });
  const rows = await world.db.select().from(refunds);
  expect(rows.filter(({ reason, amountCents }) => reason === "moved" && amountCents === 0)).toEqual(
    [],
  );
});

describe("a move is refused", () => {
  test("after the deadline for refunds, and changes nothing", async () => {
    const { clientId, bookingId, slotId, otherId } = await makeBooked();
    world.shift(4.5 * 24 * HOUR);
    try {
      const ctx = await world.context(clientId);
      await expect(moveBooking(ctx, { bookingId, slotId: otherId })).rejects.toMatchObject({
        code: "conflict",
      });
      expect(await showMove(ctx, { bookingId })).toMatchObject({ isMovable: false, choices: [] });
    } finally {
      world.shift(0);
    }
    expect((await outcomeOf(world.db, bookingId)).booking.slotId).toBe(slotId);
  });

  test("to somebody else, to another offering, to the same slot, and to a full one", async () => {
    const { clientId, bookingId, slotId, otherId, sessionId } = await makeBooked();
    const ctx = await world.context(clientId);
    const stranger = await world.newClient();
    const move = (to: string, by = ctx) => moveBooking(by, { bookingId, slotId: to });
    await expect(move(otherId, stranger)).rejects.toMatchObject({ code: "not_found" });
    const { slotId: elsewhere } = await world.makeOffer();
    await expect(move(elsewhere)).rejects.toMatchObject({ code: "not_found" });
    await expect(move(slotId)).rejects.toMatchObject({ code: "invalid_input" });
    const few = await makeSlot(world.db, {
      session: { id: sessionId, capacity: 6 },
      ...{ start: inDays(7), now: new Date(), availableSpots: 0 },
    });
    await expect(move(few.id)).rejects.toMatchObject({ code: "slot_unavailable" });
    expect((await outcomeOf(world.db, bookingId)).booking.slotId).toBe(slotId);
  });

  test("at another price than was shown, to the client's cost", async () => {
    const { clientId, bookingId, otherId, sessionId } = await makeBooked({ otherCents: 5_000 });
    const ctx = await world.context(clientId);
    const asked = { bookingId, slotId: otherId };
    const refusal = { code: "price_changed" };
    await expect(moveBooking(ctx, { ...asked, payCents: 4_900 })).rejects.toMatchObject(refusal);
    await setPrice(sessionId, 3_900);
    await expect(moveBooking(ctx, { ...asked, backCents: 200 })).rejects.toMatchObject(refusal);
    expect((await showMove(ctx, { bookingId })).choices).toMatchObject([
      { slotId: otherId, payCents: 0, backCents: 100 },
    ]);
  });
});

test("what its professional has changed in the old slot is no reason to cancel in the new one", async () => {
  const { clientId, bookingId, otherId, sessionId } = await makeBooked();
  const ctx = await world.context(clientId);
  const of = eq(offerings.id, sessionId);
  await world.db.update(offerings).set({ address: "9 rue du Lac" }).where(of);
  await updateFutureBookings(ctx, { offeringId: sessionId });
  const card = async () => (await listBookings(ctx)).bookings.find(({ id }) => id === bookingId);
  const changed = await card();
  expect(changed).toMatchObject({ changedAt: expect.any(Date), refundableUntil: changed?.start });
  await moveBooking(ctx, { bookingId, slotId: otherId });
  const moved = await card();
  expect(moved).toMatchObject({ changedAt: null, address: "9 rue du Lac" });
  expect(Number(moved?.refundableUntil)).toBeLessThan(Number(moved?.start));
});

test("its last client may move to a slot that overlaps it", async () => {
  const { clientId, bookingId, sessionId } = await makeBooked();
  const near = await makeSlot(world.db, {
    session: { id: sessionId, capacity: 6 },
    start: new Date(inDays(5).getTime() + HOUR / 2),
    now: new Date(),
  });
  await moveBooking(await world.context(clientId), { bookingId, slotId: near.id });
  expect((await outcomeOf(world.db, bookingId)).booking.slotId).toBe(near.id);
});
