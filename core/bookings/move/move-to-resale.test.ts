import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { bookings, mails } from "#core/tables.server.ts";
import { makeSlot } from "#test/make/catalogue.ts";
import { expectInvariants } from "#test/make/database.ts";
import {
  checkoutOf,
  makeClient,
  openPaymentWorld,
  outcomeOf,
  type PaymentWorld,
} from "#test/make/payments.ts";
import type { Context } from "../../context.server.ts";
import { HOUR } from "../../durations.ts";
import { cents, formatPrice } from "../../money.ts";
import { findShares } from "../../payments/find-payment.server.ts";
import { bookSlot } from "../book-slot.server.ts";
import { findOtherHours } from "../cancellation/find-other-hours.server.ts";
import { verifyPayment } from "../payment/verify-payment.server.ts";
import { resellBooking } from "../resale/resell-booking.server.ts";
import { moveLabel } from "./labels.ts";
import { moveBooking, showMove } from "./move-booking.server.ts";

/* Seats that another client sells, for whoever moves a booking (rules: own-move, resale). */

let world: PaymentWorld;
beforeAll(async () => {
  world = await openPaymentWorld();
});
afterAll(() => world.stop());
afterEach(() => expectInvariants(world.db));

const inHours = (hours: number) => new Date(Date.now() + hours * HOUR);

async function pay(ctx: Context, bookingId: string): Promise<void> {
  const sessionId = await checkoutOf(world.db, bookingId);
  await world.simulator.pay(sessionId);
  await verifyPayment(ctx, { sessionId });
  await world.runJobs();
}

/**
 * The full slot of tonight, all of whose seats one client sells, and somebody with a booking of as
 * many for next week.
 */
async function makeSold({ seats = 1, free = 0 } = {}) {
  const offer = await world.makeOffer({ spots: seats + free, start: inHours(10) });
  const seller = await world.newClient();
  const sold = await bookSlot(seller, { ...offer, seats });
  await pay(seller, sold.bookingId);
  await resellBooking(seller, sold);
  const later = await makeSlot(world.db, {
    session: { id: offer.sessionId, capacity: 6 },
    ...{ start: inHours(120), now: new Date() },
  });
  const mover = await world.newClient();
  const own = await bookSlot(mover, { sessionId: offer.sessionId, slotId: later.id, seats });
  await pay(mover, own.bookingId);
  return { offer, sold, mover, own, later };
}

const replacementOf = async (bookingId: string) =>
  (await world.db.select().from(bookings).where(eq(bookings.replacesId, bookingId))).map(
    ({ id }) => id,
  );

test.each([1, 2])(
  "the client of %s seats pays for them, and both earlier payments come back",
  async (seats) => {
    const { offer, sold, mover, own } = await makeSold({ seats });
    const { slotId } = offer;
    const { bookingId } = own;
    const amount = 4_000 * seats;
    const [choice] = (await showMove(mover, { bookingId })).choices;
    expect(choice).toMatchObject({ slotId, payCents: amount, backCents: amount });
    expect(choice && moveLabel(choice)).toBe(`${formatPrice(cents(amount))} remboursés ensuite`);
    const { url } = await moveBooking(mover, { bookingId, ...choice, slotId });
    expect(url).toContain("/pay/");
    // Asked again, the open checkout is answered.
    expect(await moveBooking(mover, { bookingId, slotId })).toEqual({ url });
    const [newId = ""] = await replacementOf(bookingId);
    // Until it is paid nothing changes: she can even let it be.
    for (const id of [sold.bookingId, bookingId]) {
      expect((await outcomeOf(world.db, id)).booking.status).toBe("confirmed");
    }
    await pay(mover, newId);
    const [seller, first, bought] = [
      await outcomeOf(world.db, sold.bookingId),
      await outcomeOf(world.db, bookingId),
      await outcomeOf(world.db, newId),
    ];
    expect(seller).toMatchObject({
      booking: { status: "cancelled", cancelReason: "resold" },
      payment: { status: "refunded", refundedCents: amount },
    });
    expect(first).toMatchObject({
      booking: { status: "cancelled", cancelReason: "moved" },
      payment: { status: "refunded", refundedCents: amount },
    });
    expect(bought.booking).toMatchObject({
      ...{ status: "confirmed", seats, slotId, resaleOfId: sold.bookingId },
    });
    // One payment is left, of which the platform has its commission once.
    const ids = [sold.bookingId, bookingId, newId];
    const shares = await Promise.all(ids.map((id) => findShares(world.db, id)));
    expect(shares.map((share) => share?.professionalCents ?? 0)).toEqual([0, 0, amount * 0.9]);
    const told = await world.db.select().from(mails).where(eq(mails.kind, "booking-moved-client"));
    expect(
      told.filter(({ data }) => (data as { bookingId: string }).bookingId === newId),
    ).toHaveLength(1);
  },
);

test("a free seat goes first, at once, and another number of seats is not to be had", async () => {
  const { offer, sold, mover, own } = await makeSold({ seats: 2, free: 2 });
  const { slotId } = offer;
  const { bookingId } = own;
  expect((await showMove(mover, { bookingId })).choices).toMatchObject([{ slotId, payCents: 0 }]);
  expect(await moveBooking(mover, { bookingId, slotId, payCents: 0 })).toEqual({ url: null });
  expect((await outcomeOf(world.db, sold.bookingId)).booking.status).toBe("confirmed");

  const single = await makeSold();
  const three = await makeSlot(world.db, {
    session: { id: single.offer.sessionId, capacity: 6 },
    ...{ start: inHours(130), now: new Date() },
  });
  const ctx = await world.newClient();
  const pair = await bookSlot(ctx, { ...single.offer, slotId: three.id, seats: 2 });
  await pay(ctx, pair.bookingId);
  const { choices } = await showMove(ctx, pair);
  expect(choices.map((choice) => choice.slotId)).toEqual([single.later.id]);
  await expect(moveBooking(ctx, { ...pair, slotId: single.offer.slotId })).rejects.toMatchObject({
    code: "slot_unavailable",
  });
});

test("whoever was shown a free seat does not pay for one that is sold meanwhile", async () => {
  const { offer, mover, own } = await makeSold();
  await expect(
    moveBooking(mover, { ...own, slotId: offer.slotId, payCents: 0 }),
  ).rejects.toMatchObject({ code: "price_changed" });
});

test("other hours after a cancellation have them too, for just as many", async () => {
  const { offer, later } = await makeSold({ seats: 2 });
  const clientId = await makeClient(world.db);
  const find = async (seats: number) =>
    (await findOtherHours(world.db, later.id, { clientId, seats }, new Date()))
      .filter(({ isOwn }) => isOwn)
      .map((hour) => [hour.slotId, hour.free]);
  expect(await find(2)).toEqual([[offer.slotId, 2]]);
  expect(await find(1)).toEqual([]);
});
