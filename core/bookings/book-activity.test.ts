import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import {
  cancelTokenOf,
  makeClient,
  openPaymentWorld,
  type PaymentWorld,
} from "#test/make/payments.ts";
import { makeUser } from "#test/make/people.ts";
import { checkInvariants } from "../reconciliation/check-invariants.server.ts";
import { reconcilePayments } from "../reconciliation/reconcile-payments.server.ts";
import { bookings, mails, payments, slots } from "../tables.server.ts";
import { bookSlot } from "./book-slot.server.ts";
import { cancelBooking } from "./cancellation/cancel-booking.server.ts";
import { listActivityBookings, listBookings } from "./lists/list-bookings.server.ts";
import {
  abandonCheckout,
  verifyGuestPayment,
  verifyPayment,
} from "./payment/verify-payment.server.ts";
import { readBookingMail } from "./read-booking-mail.server.ts";
import { showCalendarFile } from "./show-calendar-file.server.ts";

/* Only what could differ from sessions: the engine is one, and its tests are beside it (rule: activities-alike). */

let world: PaymentWorld;
beforeAll(async () => {
  world = await openPaymentWorld();
});
afterAll(() => world.stop());
afterEach(async () => expect(await checkInvariants(world.db)).toEqual([]));

const spotsOf = async (slotId: string) =>
  (await world.db.select().from(slots).where(eq(slots.id, slotId)))[0]?.availableSpots;
const bookingOf = async (id: string) =>
  (await world.db.select().from(bookings).where(eq(bookings.id, id)))[0];
const paymentOf = async (reference: string) => {
  const [payment] = await world.db.select().from(payments).where(eq(payments.reference, reference));
  if (!payment?.checkoutSessionId) throw new Error(`booking ${reference} has no checkout`);
  return { ...payment, checkoutSessionId: payment.checkoutSessionId };
};

describe("an activity is booked like a session", () => {
  test("signed in: held, paid, verified, told, listed on both sides", async () => {
    const { professional, ...offer } = await world.makeActivityOffer({
      spots: 3,
      isOnline: true,
      onlineLink: "https://visio.example.fr/atelier",
    });
    const client = await makeClient(world.db);
    const ctx = await world.context(client);
    const { bookingId } = await bookSlot(ctx, { ...offer, amount: 3_500, bookingNotes: "Genou" });
    expect(await spotsOf(offer.slotId)).toBe(2);
    const payment = await paymentOf(bookingId);
    expect(payment).toMatchObject({
      kind: "activity_booking",
      status: "open",
      amountCents: 3_500,
      applicationFeeCents: 350,
      destinationAccount: professional.accountId,
    });

    await world.simulator.pay(payment.checkoutSessionId);
    const verdict = await verifyPayment(ctx, { sessionId: payment.checkoutSessionId });
    expect(verdict).toMatchObject({ bookingId, bookingConfirmed: true });
    expect(await bookingOf(bookingId)).toMatchObject({ status: "confirmed", clientId: client });

    const told = await world.db.select().from(mails).where(eq(mails.reference, bookingId));
    expect(told.map(({ kind }) => kind).sort()).toEqual(["booking-confirmed", "booking-received"]);
    const mail = { id: "", kind: "booking-received", reference: bookingId, to: "" } as const;
    expect(await readBookingMail(ctx, { ...mail, data: { bookingId } } as never)).toMatchObject({
      kind: "activity",
      texts: { place: "Activité en ligne" },
    });
    const { content, filename } = await showCalendarFile(ctx, { bookingId });
    expect(filename).toBe("activite.ics");
    expect(content).toContain("https://visio.example.fr/atelier");

    const listed = { id: bookingId, kind: "activity", offeringId: offer.activityId };
    const mine = await listBookings(ctx, { when: "upcoming" });
    expect(mine.bookings).toMatchObject([
      { ...listed, onlineLink: "https://visio.example.fr/atelier" },
    ]);
    const theirs = await world.context(professional.userId);
    for (const when of ["upcoming", undefined] as const) {
      const { bookings } = await listActivityBookings(theirs, { when });
      expect(bookings).toMatchObject([
        { ...listed, availableSpots: 2, capacity: 3, bookingNotes: "Genou" },
      ]);
    }
    expect((await listActivityBookings(theirs, { when: "past" })).bookings).toEqual([]);
    await expect(listActivityBookings(ctx)).rejects.toMatchObject({ code: "forbidden" });
  });

  test("as a guest: an account is made, and the buyer's cookie proves the purchase", async () => {
    const { professional: _, ...offer } = await world.makeActivityOffer();
    const ctx = await world.context();
    const email = "invitee@example.fr";
    const { bookingId, guestProof } = await bookSlot(ctx, { ...offer, email });
    const { checkoutSessionId: sessionId } = await paymentOf(bookingId);
    await world.simulator.pay(sessionId);
    const proved = { sessionId, guestProof: String(guestProof) };
    expect(await verifyGuestPayment(ctx, proved)).toMatchObject({ success: true, isNewUser: true });
    const booking = await bookingOf(bookingId);
    expect(booking).toMatchObject({ status: "confirmed", accountCreated: true });
  });

  test("without charge it is confirmed at once", async () => {
    const { professional: _, ...offer } = await world.makeActivityOffer({ priceCents: 0 });
    const ctx = await world.newClient();
    const { bookingId, confirmed } = await bookSlot(ctx, offer);
    expect(confirmed).toBe(true);
    expect(await bookingOf(bookingId)).toMatchObject({ status: "confirmed" });
  });

  test("its slots are not to be had under the name of a session, nor another price paid", async () => {
    const { professional, ...offer } = await world.makeActivityOffer();
    const ctx = await world.newClient();
    const { activityId, slotId } = offer;
    await expect(bookSlot(ctx, { sessionId: activityId, slotId })).rejects.toMatchObject({
      code: "not_found",
    });
    await expect(bookSlot(ctx, { slotId })).rejects.toMatchObject({ code: "invalid_input" });
    await expect(bookSlot(ctx, { ...offer, amount: 1 })).rejects.toMatchObject({
      code: "price_changed",
      message: "Le prix de cette activité a changé.",
    });
    await expect(bookSlot(await world.context(professional.userId), offer)).rejects.toMatchObject({
      code: "own_session",
      message: "Vous ne pouvez pas réserver votre propre activité.",
    });
    expect(await spotsOf(slotId)).toBe(1);
  });

  test("three open holds are all that one buyer has, sessions and activities together", async () => {
    const ctx = await world.newClient();
    for (const _ of [1, 2]) {
      const { professional: _, ...session } = await world.makeOffer();
      await bookSlot(ctx, session);
    }
    const { professional: _, ...third } = await world.makeActivityOffer();
    await bookSlot(ctx, third);
    const { professional: __, ...fourth } = await world.makeActivityOffer();
    await expect(bookSlot(ctx, fourth)).rejects.toMatchObject({ code: "too_many_holds" });
  });

  test("a new price is held anew, and the cancel address frees the seat", async () => {
    const { professional: _, ...offer } = await world.makeActivityOffer();
    const ctx = await world.newClient();
    const { bookingId } = await bookSlot(ctx, offer);
    await expect(bookSlot(ctx, { ...offer, amount: 1 })).rejects.toMatchObject({
      code: "price_changed",
    });
    const token = await cancelTokenOf(world.db, await paymentOf(bookingId));
    expect(await abandonCheckout(ctx, { token })).toMatchObject({
      paidPath: null,
      booking: { kind: "activity", offeringId: offer.activityId },
    });
    expect(await spotsOf(offer.slotId)).toBe(1);
    expect(await bookingOf(bookingId)).toMatchObject({ cancelReason: "abandoned" });
  });

  test("called off, it is refunded and its seat given back; a lost webhook is made up for", async () => {
    const { professional, ...offer } = await world.makeActivityOffer();
    const ctx = await world.newClient();
    const { bookingId } = await bookSlot(ctx, offer);
    const payment = await paymentOf(bookingId);
    await world.simulator.pay(payment.checkoutSessionId);
    world.shift(60_000);
    await reconcilePayments(await world.context());
    world.shift(0);
    expect(await bookingOf(bookingId)).toMatchObject({ status: "confirmed" });
    const theirs = await world.context(professional.userId);
    expect(await cancelBooking(theirs, { bookingId })).toEqual({ refunded: true });
    await world.runJobs();
    expect(await spotsOf(offer.slotId)).toBe(1);
    expect(await paymentOf(bookingId)).toMatchObject({ refundedCents: 3_500 });
  });
});

test("the last seat under fifty buyers at once has one winner", async () => {
  const { professional: _, ...offer } = await world.makeActivityOffer();
  const racers = await Promise.all(
    Array.from({ length: 50 }, async (_, number) => ({
      ...(await world.context((await makeUser(world.db)).id)),
      address: `198.51.100.${number}`,
    })),
  );
  const results = await Promise.allSettled(racers.map((ctx) => bookSlot(ctx, offer)));
  const lost = results.filter((result) => result.status === "rejected");
  expect(lost).toHaveLength(49);
  for (const { reason } of lost) expect(reason).toMatchObject({ code: "slot_unavailable" });
  expect(await spotsOf(offer.slotId)).toBe(0);
});
