import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { refreshListings } from "#core/listings/refresh-listings.server.ts";
import { expectInvariants } from "#test/make/database.ts";
import {
  checkoutOf,
  makeClient,
  openPaymentWorld,
  outcomeOf,
  type PaymentWorld,
} from "#test/make/payments.ts";
import { showOffering } from "../../catalogue/views/show-offering.server.ts";
import type { Context } from "../../context.server.ts";
import { HOUR, MINUTE } from "../../durations.ts";
import { cents } from "../../money.ts";
import { findShares } from "../../payments/find-payment.server.ts";
import { listedSlots, mails, offerings, slotPrices, slots } from "../../tables.server.ts";
import { bookSlot } from "../book-slot.server.ts";
import { cancelBooking } from "../cancellation/cancel-booking.server.ts";
import { cancelSlot } from "../cancellation/cancel-slot-bookings.server.ts";
import { listBookings } from "../lists/list-bookings.server.ts";
import { verifyPayment } from "../payment/verify-payment.server.ts";
import { answerProposal } from "../proposals/answer-proposal.server.ts";
import { proposeHour } from "../proposals/propose-hour.server.ts";
import { offeredMessage } from "./labels.ts";
import { endUnsold, resellBooking, takeBack } from "./resell-booking.server.ts";

let world: PaymentWorld;
beforeAll(async () => {
  world = await openPaymentWorld();
});
afterAll(() => world.stop());
afterEach(async () => {
  world.shift(0);
  await expectInvariants(world.db);
});

const inHours = (hours: number) => new Date(Date.now() + hours * HOUR);

/** A slot in ten hours, so that nothing bought there is refunded, at a price that falls two hours before. */
async function makeOffer({ spots = 1, priceCents = 4_005, lowCents = 2_555 } = {}) {
  const offer = await world.makeOffer({ spots, priceCents, start: inHours(10) });
  await world.db.transaction(async (tx) => {
    const cut = { slotId: offer.slotId, fromAt: inHours(8), cents: cents(lowCents) };
    await tx.insert(slotPrices).values(cut);
    await refreshListings(tx, [offer.sessionId], new Date());
  });
  return offer;
}
type Offer = Awaited<ReturnType<typeof makeOffer>>;

/** @param hours from now, at which they look at the price. */
async function hold(offer: Offer, seats = 1, hours = 0) {
  const userId = await makeClient(world.db);
  const ctx = await world.context(userId);
  // Only for this moment: the provider's events are refused if they seem hours old.
  world.shift(hours * HOUR);
  const { bookingId } = await bookSlot(ctx, { ...offer, seats });
  world.shift(0);
  return { userId, ctx, bookingId };
}

/** Settled as its result page does it, as fast as the provider's event or faster. */
async function pay({ ctx, bookingId }: { ctx: Context; bookingId: string }) {
  const sessionId = await checkoutOf(world.db, bookingId);
  await world.simulator.pay(sessionId);
  await verifyPayment(ctx, { sessionId });
  await world.runJobs();
}

async function book(offer: Offer, seats = 1, hours = 0) {
  const held = await hold(offer, seats, hours);
  await pay(held);
  return held;
}

const listedSeats = async ({ slotId }: Offer) =>
  (await world.db.select().from(listedSlots).where(eq(listedSlots.slotId, slotId)))[0]?.seats ?? 0;
const mailsOf = async (bookingId: string) =>
  (await world.db.select().from(mails).where(eq(mails.reference, bookingId))).map(
    ({ kind }) => kind,
  );
/** When the price has fallen, in hours. */
const LATER = 8.1;

describe.each([1, 2])("a booking of %s seats (rule: resale)", (seats) => {
  test("is sold once nothing else is free, at the lower of both prices, to the cent", async () => {
    const offer = await makeOffer({ spots: 2 });
    const seller = await book(offer, seats);
    const other = seats === 1 ? await book(offer) : null;
    expect(await listedSeats(offer)).toBe(0);
    await resellBooking(seller.ctx, seller);
    expect(await listedSeats(offer)).toBe(seats);
    const [shown] = (await showOffering(seller.ctx, "session", offer.sessionId)).slots;
    expect(shown).toMatchObject({ availableSpots: seats, isResale: true, heldUntil: null });
    const buyer = await hold(offer, seats, LATER);
    expect(await listedSeats(offer)).toBe(0);
    // It is hers until somebody has paid.
    const { bookings: own } = await listBookings(seller.ctx);
    expect(own[0]).toMatchObject({ status: "confirmed", resale: "held" });
    expect(own[0]?.presenceCode).toMatch(/^\d{4}$/);
    await pay(buyer);
    const [paid, back] = [4_005 * seats, 2_555 * seats];
    const sold = await outcomeOf(world.db, seller.bookingId);
    expect(sold).toMatchObject({
      booking: { status: "cancelled", cancelReason: "resold", resaleToId: null, seats },
      payment: { status: "partially_refunded", refundedCents: back },
      spots: 0,
    });
    const bought = await outcomeOf(world.db, buyer.bookingId);
    expect(bought.booking).toMatchObject({ status: "confirmed", resaleOfId: seller.bookingId });
    const [before, after] = [
      await findShares(world.db, seller.bookingId),
      await findShares(world.db, buyer.bookingId),
    ];
    // The two give the professional together as much as the first payment did.
    const first = paid - Math.round(paid / 10);
    expect((before?.professionalCents ?? 0) + (after?.professionalCents ?? 0)).toBe(first);
    expect(before?.professionalCents).toBe(first - (back - Math.round(back / 10)));
    expect(await mailsOf(seller.bookingId)).toContain("resale-sold");
    const { bookings: past } = await listBookings(seller.ctx);
    expect(past[0]).toMatchObject({ resale: "sold", presenceCode: null, refundedCents: back });
    // If the professional cancels, nobody has paid for anything.
    const professional = await world.context(offer.professional.userId);
    await cancelSlot(professional, offer);
    await world.runJobs();
    for (const { bookingId } of [seller, buyer, ...(other ? [other] : [])]) {
      const { payment } = await outcomeOf(world.db, bookingId);
      expect(payment).toMatchObject({ status: "refunded", refundedCents: payment?.amountCents });
    }
    const shares = [seller, buyer].map(({ bookingId }) => findShares(world.db, bookingId));
    const left = (await Promise.all(shares)).map((one) => one?.professionalCents ?? 0);
    expect(left).toEqual([0, 0]);
    expect(await mailsOf(seller.bookingId)).toContain("resale-rest-refunded");
  });
});

test("free seats go first, then the oldest with just so many", async () => {
  const offer = await makeOffer({ spots: 4 });
  const pair = await book(offer, 2);
  const single = await book(offer, 1);
  const both = await resellBooking(pair.ctx, pair);
  expect(offeredMessage(both.seats)).toContain("Elles restent à vous");
  const { seats } = await resellBooking(single.ctx, single);
  expect(offeredMessage(seats)).toContain("Elle reste à vous");
  const fourth = await hold(offer, 1);
  expect((await outcomeOf(world.db, fourth.bookingId)).booking.resaleOfId).toBeNull();
  await pay(fourth);
  // Two together are shown, being the oldest; one is to be had as well, three are not.
  expect(await listedSeats(offer)).toBe(2);
  await expect(hold(offer, 3)).rejects.toMatchObject({
    code: "slot_unavailable",
    fields: { seats: ["Ces 2 places se prennent ensemble."] },
  });
  const one = await hold(offer, 1);
  expect((await outcomeOf(world.db, one.bookingId)).booking.resaleOfId).toBe(single.bookingId);
  const two = await hold(offer, 2);
  expect((await outcomeOf(world.db, two.bookingId)).booking.resaleOfId).toBe(pair.bookingId);
  await expect(hold(offer, 1)).rejects.toMatchObject({ code: "slot_unavailable" });
  await expectInvariants(world.db);
  await pay(one);
  await pay(two);
  expect((await outcomeOf(world.db, two.bookingId)).spots).toBe(0);
});

test("it is taken back as long as nobody pays, and goes back to its client when a buyer leaves", async () => {
  const offer = await makeOffer();
  const seller = await book(offer);
  await resellBooking(seller.ctx, seller);
  // Asked again, nothing changes.
  const [{ since }, again] = [
    await resellBooking(seller.ctx, seller),
    await resellBooking(seller.ctx, seller),
  ];
  expect(again.since).toEqual(since);
  await takeBack(seller.ctx, seller);
  expect(await listedSeats(offer)).toBe(0);
  await expect(takeBack(seller.ctx, seller)).rejects.toMatchObject({ code: "conflict" });
  await resellBooking(seller.ctx, seller);
  const buyer = await hold(offer);
  await expect(takeBack(seller.ctx, seller)).rejects.toMatchObject({ code: "conflict" });
  // Nothing would come back: whoever pays at this moment is waited for.
  await expect(cancelBooking(seller.ctx, seller)).rejects.toMatchObject({ code: "conflict" });
  await cancelBooking(buyer.ctx, buyer);
  expect(await listedSeats(offer)).toBe(1);
  expect((await outcomeOf(world.db, buyer.bookingId)).spots).toBe(0);
  await takeBack(seller.ctx, seller);
  expect((await outcomeOf(world.db, seller.bookingId)).booking).toMatchObject({
    ...{ status: "confirmed", resaleAt: null, resaleToId: null },
  });
});

test("nobody puts up what is still refunded, what is not theirs, or a number of seats", async () => {
  const offer = await world.makeOffer({ spots: 2 });
  const early = await book(offer, 2);
  await expect(resellBooking(early.ctx, early)).rejects.toMatchObject({ code: "conflict" });
  world.shift(25 * HOUR);
  const stranger = await world.newClient();
  await expect(resellBooking(stranger, early)).rejects.toMatchObject({ code: "not_found" });
  await expect(takeBack(stranger, early)).rejects.toMatchObject({ code: "not_found" });
  const owner = await world.context(offer.professional.userId);
  await expect(resellBooking(owner, early)).rejects.toMatchObject({ code: "not_found" });
  await resellBooking(early.ctx, early);
  await expect(cancelBooking(early.ctx, { ...early, seats: 1 })).rejects.toMatchObject({
    code: "conflict",
  });
});

test("unsold at the start, it stays its client's, and a payment that comes now is refunded", async () => {
  const offer = await makeOffer({ spots: 2 });
  const [held, offered] = [await book(offer), await book(offer)];
  await resellBooking(held.ctx, held);
  await resellBooking(offered.ctx, offered);
  const buyer = await hold(offer);
  world.shift(10 * HOUR + MINUTE);
  expect(await endUnsold(await world.context())).toBeGreaterThanOrEqual(2);
  expect(await endUnsold(await world.context())).toBe(0);
  await pay(buyer);
  for (const { bookingId } of [held, offered]) {
    const { booking, payment } = await outcomeOf(world.db, bookingId);
    expect(booking).toMatchObject({ status: "confirmed", resaleAt: null, resaleToId: null });
    expect(payment?.refundedCents).toBe(0);
    expect(await mailsOf(bookingId)).toContain("resale-unsold");
  }
  expect(await outcomeOf(world.db, buyer.bookingId)).toMatchObject({
    booking: { status: "cancelled", cancelReason: "late" },
    payment: { status: "refunded" },
    spots: 0,
  });
});

test("if the professional cancels the booking that is paid for, its seats are the buyer's", async () => {
  const offer = await makeOffer();
  const seller = await book(offer);
  await resellBooking(seller.ctx, seller);
  const buyer = await hold(offer);
  const professional = await world.context(offer.professional.userId);
  await cancelBooking(professional, seller);
  expect((await outcomeOf(world.db, buyer.bookingId)).spots).toBe(0);
  await expectInvariants(world.db);
  await pay(buyer);
  expect(await outcomeOf(world.db, buyer.bookingId)).toMatchObject({
    booking: { status: "confirmed", resaleOfId: null },
    spots: 0,
  });
  expect((await outcomeOf(world.db, seller.bookingId)).payment).toMatchObject({
    ...{ status: "refunded", refundedCents: 4_005 },
  });
});

test("the same, and the buyer leaves: the seats are free", async () => {
  const offer = await makeOffer();
  const seller = await book(offer);
  await resellBooking(seller.ctx, seller);
  const buyer = await hold(offer);
  await cancelBooking(await world.context(offer.professional.userId), seller);
  await cancelBooking(buyer.ctx, buyer);
  expect((await outcomeOf(world.db, buyer.bookingId)).spots).toBe(1);
  const [slot] = await world.db.select().from(slots).where(eq(slots.id, offer.slotId));
  expect(slot).toMatchObject({ isOccupied: false, resaleSeats: 0 });
});

test("a dearer booking gets no more than the buyer pays; a cheaper one no more than it cost", async () => {
  const offer = await makeOffer({ priceCents: 3_333, lowCents: 50 });
  const first = await book(offer);
  await resellBooking(first.ctx, first);
  const second = await book(offer, 1, LATER);
  await resellBooking(second.ctx, second);
  const third = await book(offer, 1, LATER);
  const back = async ({ bookingId }: { bookingId: string }) =>
    (await outcomeOf(world.db, bookingId)).payment?.refundedCents;
  expect([await back(first), await back(second), await back(third)]).toEqual([50, 50, 0]);
  const shares = await Promise.all(
    [first, second, third].map(({ bookingId }) => findShares(world.db, bookingId)),
  );
  const sum = shares.reduce((total, one) => total + (one?.professionalCents ?? 0), 0);
  expect(sum).toBe(3_333 - 333);
  // The last one is cancelled: those before get back what they had lost.
  await cancelBooking(await world.context(offer.professional.userId), third);
  await world.runJobs();
  expect([await back(first), await back(second), await back(third)]).toEqual([3_333, 50, 50]);
  const [session] = await world.db
    .select()
    .from(offerings)
    .where(eq(offerings.id, offer.sessionId));
  expect(session?.priceCents).toBe(3_333);
});

test("whoever sold has no part in another hour to which its buyer has moved since", async () => {
  const offer = await makeOffer();
  const seller = await book(offer);
  await resellBooking(seller.ctx, seller);
  const buyer = await hold(offer, 1, LATER);
  await pay(buyer);
  const professional = await world.context(offer.professional.userId);
  const start = new Date(Math.ceil(+inHours(30) / MINUTE) * MINUTE).toISOString();
  await proposeHour(professional, { slotId: offer.slotId, start });
  await answerProposal(buyer.ctx, { bookingId: buyer.bookingId, answer: "accepted" });
  const { booking } = await outcomeOf(world.db, buyer.bookingId);
  await cancelSlot(professional, booking);
  await world.runJobs();
  expect((await outcomeOf(world.db, buyer.bookingId)).payment?.status).toBe("refunded");
  expect((await outcomeOf(world.db, seller.bookingId)).payment).toMatchObject({
    ...{ status: "partially_refunded", refundedCents: 2_555 },
  });
});

test("an activity is sold again alike (rule: activities-alike)", async () => {
  const offer = await world.makeActivityOffer({ spots: 1, start: inHours(10) });
  const book = async () => {
    const ctx = await world.newClient();
    const bought = { ctx, bookingId: (await bookSlot(ctx, offer)).bookingId };
    await pay(bought);
    return bought;
  };
  const seller = await book();
  await expect(book()).rejects.toMatchObject({ code: "slot_unavailable" });
  await resellBooking(seller.ctx, seller);
  const [shown] = (await showOffering(seller.ctx, "activity", offer.activityId)).slots;
  expect(shown).toMatchObject({ availableSpots: 1, isResale: true });
  const buyer = await book();
  expect((await outcomeOf(world.db, buyer.bookingId)).booking).toMatchObject({
    ...{ status: "confirmed", resaleOfId: seller.bookingId },
  });
  expect((await outcomeOf(world.db, seller.bookingId)).booking.cancelReason).toBe("resold");
});
