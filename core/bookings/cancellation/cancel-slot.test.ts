import { eq, sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { openPaymentWorld, outcomeOf, type PaymentWorld } from "#test/make/payments.ts";
import { publishSlot } from "../../catalogue/publishing/publish-slot.server.ts";
import { HOUR } from "../../durations.ts";
import type { JobMap } from "../../jobs.ts";
import { checkInvariants } from "../../reconciliation/check-invariants.server.ts";
import { bookings, listedSlots, payments, slots } from "../../tables.server.ts";
import { bookSlot } from "../book-slot.server.ts";
import { cancelSlot, cancelSlotBookings } from "./cancel-slot-bookings.server.ts";

let world: PaymentWorld;
beforeAll(async () => {
  world = await openPaymentWorld();
});
afterAll(() => world.stop());
afterEach(async () => {
  world.shift(0);
  await world.simulator.clearFaults();
  expect(await checkInvariants(world.db)).toEqual([]);
});

async function book(offer: Awaited<ReturnType<PaymentWorld["makeOffer"]>>, isPaid: boolean) {
  const { bookingId } = await bookSlot(await world.newClient(), offer);
  if (isPaid) await world.pay(bookingId);
  return bookingId;
}

test("a slot is called off: everybody refunded, open checkouts ended, nobody can book (rule: refund-notice)", async () => {
  const offer = await world.makeOffer({ spots: 5, start: new Date(Date.now() + 3 * HOUR) });
  const paid = [await book(offer, true), await book(offer, true)];
  const open = await book(offer, false);
  const professional = await world.context(offer.professional.userId);
  expect(await cancelSlot(professional, offer)).toEqual({ cancelled: 2 });
  await world.runJobs();
  for (const bookingId of paid) {
    expect(await outcomeOf(world.db, bookingId)).toMatchObject({
      booking: { status: "cancelled", cancelReason: "professional", paymentStatus: "refunded" },
      payment: { status: "refunded", refundedCents: 4_000 },
    });
  }
  expect(await outcomeOf(world.db, open)).toMatchObject({
    booking: { status: "cancelled", cancelReason: "abandoned" },
    payment: { status: "expired" },
    spots: 5,
  });
  const [slot] = await world.db.select().from(slots).where(eq(slots.id, offer.slotId));
  expect(slot?.isActive).toBe(false);
  expect(await world.db.$count(listedSlots, eq(listedSlots.slotId, offer.slotId))).toBe(0);
  await expect(book(offer, false)).rejects.toMatchObject({ code: "slot_unavailable" });
  // A second click finds nothing left to do.
  expect(await cancelSlot(professional, offer)).toEqual({ cancelled: 0 });
});

test("is its owner's, and not for what has begun", async () => {
  const offer = await world.makeOffer({ start: new Date(Date.now() + HOUR) });
  const other = await world.makeOffer();
  const stranger = await world.context(other.professional.userId);
  await expect(cancelSlot(stranger, offer)).rejects.toMatchObject({ code: "forbidden" });
  await expect(cancelSlot(await world.context(), offer)).rejects.toMatchObject({
    code: "unauthenticated",
  });
  world.shift(2 * HOUR);
  const owner = await world.context(offer.professional.userId);
  await expect(cancelSlot(owner, offer)).rejects.toMatchObject({ code: "conflict" });
  expect(await world.db.$count(listedSlots, eq(listedSlots.slotId, offer.slotId))).toBe(1);
});

test("while the provider is silent the slot is closed already, and asking again ends it", async () => {
  const offer = await world.makeOffer({ spots: 2 });
  const paid = await book(offer, true);
  const open = await book(offer, false);
  const away = { type: "api_error", status: 500, path: "/v1/checkout/*", times: null };
  await world.simulator.fault(away);
  const owner = await world.context(offer.professional.userId);
  await expect(cancelSlot(owner, offer)).rejects.toMatchObject({ code: "provider_unavailable" });
  expect((await outcomeOf(world.db, paid)).booking.status).toBe("cancelled");
  expect((await outcomeOf(world.db, open)).booking.status).toBe("pending");
  await world.simulator.clearFaults();
  expect(await cancelSlot(owner, offer)).toEqual({ cancelled: 0 });
  expect((await outcomeOf(world.db, open)).booking.status).toBe("cancelled");
});

test("whoever pays while the provider is silent to us is given it back (rule: late-payment)", async () => {
  const offer = await world.makeOffer();
  const open = await book(offer, false);
  const away = { type: "api_error", status: 500, path: "/v1/checkout/*", times: null };
  await world.simulator.fault(away);
  const owner = await world.context(offer.professional.userId);
  await expect(cancelSlot(owner, offer)).rejects.toMatchObject({ code: "provider_unavailable" });
  await world.simulator.clearFaults();
  await world.pay(open);
  await world.runJobs();
  expect(await outcomeOf(world.db, open)).toMatchObject({
    booking: { status: "cancelled", cancelReason: "late" },
    payment: { status: "refunded" },
  });
});

test("a request that breaks off once the slot is closed is finished by its job", async () => {
  const offer = await world.makeOffer({ spots: 2 });
  const paid = await book(offer, true);
  const owner = await world.context(offer.professional.userId);
  // The process ends where the first booking would be read.
  const broken = new Error("the process ends here");
  let transactions = 0;
  const db = new Proxy(owner.db, {
    get(target, key) {
      if (key === "transaction") transactions += 1;
      if (transactions > 0 && key !== "transaction") throw broken;
      return Reflect.get(target, key);
    },
  });
  await expect(cancelSlot({ ...owner, db }, offer)).rejects.toBe(broken);
  expect((await outcomeOf(world.db, paid)).booking.status).toBe("confirmed");
  const { rows } = await world.db.execute<{ data: JobMap["empty-slot"] }>(sql`
    select data from pgboss.job
    where name = 'empty-slot' and data ->> 'slotId' = ${offer.slotId}`);
  for (const { data } of rows) await cancelSlotBookings(await world.context(), data);
  await world.runJobs();
  expect(await outcomeOf(world.db, paid)).toMatchObject({
    booking: { status: "cancelled", cancelReason: "professional" },
    payment: { status: "refunded" },
  });
});

test("an activity's slot is called off the same way (rules: activities-alike, refund-notice)", async () => {
  const { professional, ...offer } = await world.makeActivityOffer({ spots: 3 });
  const buy = async () => {
    const { bookingId } = await bookSlot(await world.newClient(), offer);
    const [payment] = await world.db
      .select()
      .from(payments)
      .where(eq(payments.reference, bookingId));
    return { bookingId, checkoutId: String(payment?.checkoutSessionId) };
  };
  const paid = await buy();
  await world.simulator.pay(paid.checkoutId);
  const open = await buy();
  const { professional: stranger } = await world.makeActivityOffer();
  await expect(cancelSlot(await world.context(stranger.userId), offer)).rejects.toMatchObject({
    code: "forbidden",
  });
  const owner = await world.context(professional.userId);
  expect(await cancelSlot(owner, offer)).toEqual({ cancelled: 1 });
  await world.runJobs();
  const rows = await world.db
    .select({ booking: bookings, payment: payments })
    .from(bookings)
    .innerJoin(payments, eq(payments.reference, bookings.id))
    .where(eq(bookings.slotId, offer.slotId));
  const outcome = new Map(rows.map((row) => [row.booking.id, row]));
  expect(outcome.get(paid.bookingId)).toMatchObject({
    booking: { status: "cancelled", cancelReason: "professional", paymentStatus: "refunded" },
    payment: { status: "refunded", refundedCents: 3_500 },
  });
  expect(outcome.get(open.bookingId)).toMatchObject({
    booking: { status: "cancelled" },
    payment: { status: "expired" },
  });
  const [slot] = await world.db.select().from(slots).where(eq(slots.id, offer.slotId));
  expect(slot).toMatchObject({ isActive: false, availableSpots: 3 });
  await expect(buy()).rejects.toMatchObject({ code: "slot_unavailable" });
  expect(await cancelSlot(owner, offer)).toEqual({ cancelled: 0 });
});

test("the job that empties it leaves who booked it once it was published again", async () => {
  const start = new Date(Math.ceil(Date.now() / HOUR) * HOUR + 48 * HOUR);
  const offer = await world.makeOffer({ priceCents: 0, spots: 2, start });
  await book(offer, false);
  const owner = await world.context(offer.professional.userId);
  expect(await cancelSlot(owner, offer)).toEqual({ cancelled: 1 });
  const decided = new Date().toISOString();
  await publishSlot(owner, { offeringId: offer.sessionId, start: start.toISOString() });
  const bookingId = await book(offer, false);
  expect(await cancelSlotBookings(owner, { slotId: offer.slotId, decided })).toBe(0);
  expect((await outcomeOf(world.db, bookingId)).booking.status).toBe("confirmed");
});
