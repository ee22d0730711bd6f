import { eq, inArray } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { openPaymentWorld, outcomeOf, type PaymentWorld } from "#test/make/payments.ts";
import { HOUR } from "../../durations.ts";
import { findPayment } from "../../payments/find-payment.server.ts";
import { checkInvariants } from "../../reconciliation/check-invariants.server.ts";
import { reconcilePayments } from "../../reconciliation/reconcile-payments.server.ts";
import { mails, occupied, refunds, slots } from "../../tables.server.ts";
import { bookSlot } from "../book-slot.server.ts";
import { refundNote } from "../labels.ts";
import { listBookings } from "../lists/list-bookings.server.ts";
import { listManaged } from "../lists/list-managed.server.ts";
import { findBookingRow } from "../store.server.ts";
import { cancelBooking } from "./cancel-booking.server.ts";

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

async function book(startsIn = 48 * HOUR) {
  const offer = await world.makeOffer({ start: new Date(Date.now() + startsIn) });
  const { client, bookingId } = await world.buy(offer);
  const professional = await world.context(offer.professional.userId);
  return { client, professional, offer, bookingId };
}

/** Another hour for a booked slot, which no use case gives it. */
async function moveTo(slotId: string, start: Date): Promise<void> {
  const end = new Date(start.getTime() + HOUR);
  const during = `["${start.toISOString()}","${end.toISOString()}")`;
  await world.db
    .update(slots)
    .set({ startDatetime: start, endDatetime: end })
    .where(eq(slots.id, slotId));
  await world.db.update(occupied).set({ during }).where(eq(occupied.slotId, slotId));
}

const refundsOf = async (bookingId: string) => {
  const { payment } = await outcomeOf(world.db, bookingId);
  return world.db
    .select()
    .from(refunds)
    .where(eq(refunds.paymentId, String(payment?.id)));
};

describe("calling off (rule: refund-notice)", () => {
  test("by the client until 24 h before: seat back, everything refunded, both told", async () => {
    const { client, bookingId } = await book(25 * HOUR);
    expect(await cancelBooking(client, { bookingId })).toEqual({ refunded: true });
    await world.runJobs();
    expect(await outcomeOf(world.db, bookingId)).toMatchObject({
      booking: { status: "cancelled", cancelReason: "client", paymentStatus: "refunded" },
      payment: { status: "refunded", refundedCents: 4_000 },
      spots: 1,
    });
    const told = await world.db.select().from(mails).where(eq(mails.reference, bookingId));
    expect(told.map(({ kind }) => kind).sort()).toEqual([
      "booking-cancelled-client",
      "booking-cancelled-professional",
      "booking-confirmed",
      "booking-received",
    ]);
  });

  test("by the client later: seat back, nothing refunded", async () => {
    const { client, bookingId } = await book(23 * HOUR);
    expect(await cancelBooking(client, { bookingId })).toEqual({ refunded: false });
    expect(await outcomeOf(world.db, bookingId)).toMatchObject({
      booking: { status: "cancelled", paymentStatus: "paid" },
      payment: { status: "paid", refundedCents: 0 },
      spots: 1,
    });
  });

  test("by the rule that was shown, frozen when it was booked", async () => {
    const { client, bookingId, offer } = await book(25 * HOUR);
    const start = new Date(Date.now() + 10 * HOUR);
    await moveTo(offer.slotId, start);
    expect(await cancelBooking(client, { bookingId })).toEqual({ refunded: true });
  });

  test("by the professional at any time before the start: everything refunded", async () => {
    const { professional, bookingId } = await book(2 * HOUR);
    expect(await cancelBooking(professional, { bookingId })).toEqual({ refunded: true });
    const managed = async () => (await listManaged(professional, "session"))?.upcoming[0]?.slots[0];
    expect(await managed()).toMatchObject({
      bookings: [{ status: "cancelled", refundedCents: 0, isRefunding: true }],
    });
    await world.runJobs();
    expect(await managed()).toMatchObject({
      bookings: [{ status: "cancelled", refundedCents: 4_000, isRefunding: false }],
    });
    expect((await outcomeOf(world.db, bookingId)).payment?.status).toBe("refunded");
  });

  test("after the start, or twice, is a conflict", async () => {
    const { client, professional, bookingId } = await book(2 * HOUR);
    world.shift(3 * HOUR);
    for (const ctx of [client, professional]) {
      await expect(cancelBooking(ctx, { bookingId })).rejects.toMatchObject({ code: "conflict" });
    }
    world.shift(0);
    await cancelBooking(client, { bookingId });
    await expect(cancelBooking(client, { bookingId })).rejects.toMatchObject({ code: "conflict" });
  });

  test("is refused when the refund that was read is over by now, until that is read", async () => {
    const { client, bookingId } = await book(25 * HOUR);
    world.shift(2 * HOUR);
    await expect(cancelBooking(client, { bookingId, refundCents: 4_000 })).rejects.toMatchObject({
      code: "conflict",
      message: expect.stringContaining("ne serait plus remboursée"),
    });
    expect((await outcomeOf(world.db, bookingId)).booking.status).toBe("confirmed");
    expect(await cancelBooking(client, { bookingId, refundCents: 0 })).toEqual({ refunded: false });
  });

  test("gives back what the dialog said, by a form's text too", async () => {
    const { client, bookingId } = await book();
    const read = { bookingId, refundCents: "4000" };
    expect(await cancelBooking(client, read)).toEqual({ refunded: true });
  });

  test("by two clicks at once happens once, with one refund", async () => {
    const { client, bookingId } = await book();
    const clicks = Array.from({ length: 5 }, () => cancelBooking(client, { bookingId }));
    const ended = await Promise.allSettled(clicks);
    expect(ended.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await refundsOf(bookingId)).toHaveLength(1);
    expect((await outcomeOf(world.db, bookingId)).spots).toBe(1);
  });

  test("by both at once happens once, with one refund", async () => {
    const { client, professional, bookingId } = await book();
    const both = await Promise.allSettled([
      cancelBooking(client, { bookingId }),
      cancelBooking(professional, { bookingId }),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    await Promise.all([world.runJobs(), world.runJobs()]);
    expect(await refundsOf(bookingId)).toMatchObject([{ status: "succeeded", amountCents: 4_000 }]);
  });

  test("of others' bookings is not found; a visitor must log in", async () => {
    const { bookingId } = await book();
    const stranger = await world.newClient();
    await expect(cancelBooking(stranger, { bookingId })).rejects.toMatchObject({
      code: "not_found",
    });
    await expect(cancelBooking(await world.context(), { bookingId })).rejects.toMatchObject({
      code: "unauthenticated",
    });
  });

  test("of a hold ends its checkout; a professional cannot", async () => {
    const offer = await world.makeOffer();
    const client = await world.newClient();
    const { bookingId } = await bookSlot(client, offer);
    const professional = await world.context(offer.professional.userId);
    await expect(cancelBooking(professional, { bookingId })).rejects.toMatchObject({
      code: "conflict",
    });
    await cancelBooking(client, { bookingId });
    expect(await outcomeOf(world.db, bookingId)).toMatchObject({
      booking: { status: "cancelled", cancelReason: "abandoned" },
      payment: { status: "expired" },
      spots: 1,
    });
  });
});

describe("a refund", () => {
  test("whose answer is lost is made once", async () => {
    const { client, bookingId } = await book();
    await cancelBooking(client, { bookingId });
    await world.simulator.fault({
      type: "api_error",
      status: 500,
      path: "/v1/refunds",
      method: "POST",
      times: 2,
      after_execution: true,
    });
    await world.runJobs();
    await world.simulator.clearFaults();
    world.shift(20_000);
    await reconcilePayments(await world.context());
    expect(await refundsOf(bookingId)).toMatchObject([{ status: "succeeded" }]);
    const { payment } = await outcomeOf(world.db, bookingId);
    const made = await client.stripe.refunds.list({
      payment_intent: String(payment?.paymentIntentId),
    });
    expect(made.data).toHaveLength(1);
  });

  test.each([
    ["refuses", { type: "api_error", status: 500 }],
    ["asks for patience", { type: "api_error", status: 429 }],
    ["is too slow", { type: "api_delay", delay_ms: 15_000 }],
  ])("is owed and made later by a provider that %s", async (_, fault) => {
    const { client, bookingId } = await book();
    await world.simulator.fault({ ...fault, path: "/v1/refunds", method: "POST", times: null });
    expect(await cancelBooking(client, { bookingId })).toEqual({ refunded: true });
    // The cancellation does not wait for the provider.
    expect(await world.simulator.strikes()).toBe(0);
    await expect(world.runJobs()).rejects.toThrow();
    expect(await outcomeOf(world.db, bookingId)).toMatchObject({
      booking: { status: "cancelled", paymentStatus: "paid" },
      payment: { status: "refunding", refundedCents: 0 },
      spots: 1,
    });
    await world.simulator.clearFaults();
    const retry = () => Promise.all([world.runJobs(), world.runJobs()]).catch(() => null);
    const state = async () => (await retry()) && (await refundsOf(bookingId));
    await expect.poll(state).toMatchObject([{ status: "succeeded", amountCents: 4_000 }]);
    const { booking, payment } = await outcomeOf(world.db, bookingId);
    expect(booking.paymentStatus).toBe("refunded");
    const made = await client.stripe.refunds.list({
      payment_intent: String(payment?.paymentIntentId),
    });
    expect(made.data).toHaveLength(1);
  });

  test("that fails later is kept for review", async () => {
    const { client, bookingId } = await book();
    await cancelBooking(client, { bookingId });
    await world.runJobs();
    const [refund] = await refundsOf(bookingId);
    await world.simulator.fault({ type: "fail_refund", refund: refund?.stripeRefundId });
    const state = async () => {
      const { booking, payment } = await outcomeOf(world.db, bookingId);
      return [booking.status, booking.paymentStatus, payment?.status, payment?.refundedCents];
    };
    await expect.poll(state).toEqual(["cancelled", "paid", "review", 0]);
    expect(await refundsOf(bookingId)).toMatchObject([{ status: "failed" }]);
  });

  test("of a part at the provider's dashboard is recorded, and calls nothing off", async () => {
    const { client, bookingId } = await book();
    const { payment } = await outcomeOf(world.db, bookingId);
    const refund = (amount: number) =>
      client.stripe.refunds.create({ payment_intent: String(payment?.paymentIntentId), amount });
    const given = async () => (await outcomeOf(world.db, bookingId)).payment?.refundedCents;
    await refund(1_000);
    await expect.poll(given).toBe(1_000);
    await refund(500);
    await expect.poll(given).toBe(1_500);
    expect(await outcomeOf(world.db, bookingId)).toMatchObject({
      booking: { status: "confirmed" },
      payment: { status: "partially_refunded" },
      spots: 0,
    });
    const [shown] = (await listBookings(client)).bookings;
    expect(shown && refundNote(shown)).toBe("40,00\u00a0€ payés, 15,00\u00a0€ remboursés");
    expect(await cancelBooking(client, { bookingId, refundCents: 2_500 })).toEqual({
      refunded: true,
    });
    await world.runJobs();
    expect((await refundsOf(bookingId)).map((one) => one.amountCents).sort()).toEqual([
      1_000, 2_500, 500,
    ]);
    expect((await outcomeOf(world.db, bookingId)).payment).toMatchObject({
      status: "refunded",
      refundedCents: 4_000,
    });
  });

  test("of everything at the dashboard calls it off, frees the seat and tells both sides", async () => {
    const { client, professional, offer, bookingId } = await book();
    const { payment } = await outcomeOf(world.db, bookingId);
    const paymentIntent = String(payment?.paymentIntentId);
    for (const amount of [1_500, 2_500]) {
      await client.stripe.refunds.create({ payment_intent: paymentIntent, amount });
    }
    await expect
      .poll(() => outcomeOf(world.db, bookingId))
      .toMatchObject({
        booking: { status: "cancelled", cancelReason: "outside", paymentStatus: "refunded" },
        payment: { status: "refunded", refundedCents: 4_000 },
        spots: 1,
      });
    const both = [client.actor?.email, professional.actor?.email].sort();
    const told = await world.db.select().from(mails).where(eq(mails.reference, bookingId));
    expect(
      told
        .filter(({ kind }) => kind.includes("cancelled"))
        .map(({ toAddress }) => toAddress)
        .sort(),
    ).toEqual(both);
    // The job that ran first left the booking as it was, which has mails of its own.
    const ids = (await refundsOf(bookingId)).map(({ id }) => id);
    const gesture = await world.db.select().from(mails).where(inArray(mails.reference, ids));
    expect(gesture.map(({ toAddress }) => toAddress).sort()).toEqual(both);
    // The seat can really be booked again.
    await bookSlot(await world.newClient(), offer);
    await expect(cancelBooking(client, { bookingId })).rejects.toMatchObject({ code: "conflict" });
  });

  test("of an activity at the dashboard does the same", async () => {
    const offer = await world.makeActivityOffer();
    const client = await world.newClient();
    const { bookingId } = await bookSlot(client, offer);
    const paid = async () => (await findPayment(world.db, { reference: bookingId })) ?? null;
    await world.simulator.pay(String((await paid())?.checkoutSessionId));
    await client.stripe.refunds.create({ payment_intent: String((await paid())?.paymentIntentId) });
    const state = async () => (await findBookingRow(world.db, bookingId)) ?? null;
    await expect
      .poll(state)
      .toMatchObject({ status: "cancelled", cancelReason: "outside", availableSpots: 1 });
  });

  test("of everything after the start leaves what has taken place, and tells both sides", async () => {
    const { client, offer, bookingId } = await book();
    const { payment } = await outcomeOf(world.db, bookingId);
    await moveTo(offer.slotId, new Date(Date.now() - 2 * HOUR));
    await client.stripe.refunds.create({ payment_intent: String(payment?.paymentIntentId) });
    await expect
      .poll(() => outcomeOf(world.db, bookingId))
      .toMatchObject({
        booking: { status: "confirmed" },
        payment: { status: "refunded", refundedCents: 4_000 },
        spots: 0,
      });
    const [refund] = await refundsOf(bookingId);
    const told = await world.db
      .select()
      .from(mails)
      .where(eq(mails.reference, String(refund?.id)));
    expect(told.map(({ kind }) => kind).sort()).toEqual([
      "booking-refunded-client",
      "booking-refunded-professional",
    ]);
  });

  test("by the payer's bank, once their dispute is lost, calls it off too", async () => {
    const { client, bookingId } = await book();
    const { payment } = await outcomeOf(world.db, bookingId);
    await world.simulator.fault({ type: "create_dispute", charge: payment?.chargeId });
    const [dispute] = (await client.stripe.disputes.list({ charge: String(payment?.chargeId) }))
      .data;
    const disputed = async () => (await outcomeOf(world.db, bookingId)).payment?.disputeStatus;
    await expect.poll(disputed).toBe("needs_response");
    expect((await outcomeOf(world.db, bookingId)).booking.status).toBe("confirmed");
    await world.simulator.fault({ type: "close_dispute", dispute: dispute?.id, status: "lost" });
    await expect
      .poll(() => outcomeOf(world.db, bookingId))
      .toMatchObject({
        booking: { status: "cancelled", cancelReason: "disputed", paymentStatus: "refunded" },
        payment: { status: "refunded", chargedBackCents: 4_000, disputeStatus: "lost" },
        spots: 1,
      });
    const told = await world.db.select().from(mails).where(eq(mails.reference, bookingId));
    expect(told.filter(({ kind }) => kind.includes("cancelled"))).toHaveLength(2);
  });

  test("of everything at the dashboard leaves nothing to ask", async () => {
    const { client, bookingId } = await book();
    const { payment } = await outcomeOf(world.db, bookingId);
    await world.simulator.fault({ type: "webhook_drop", event: "*", times: null });
    await client.stripe.refunds.create({ payment_intent: String(payment?.paymentIntentId) });
    await cancelBooking(client, { bookingId });
    await world.runJobs();
    expect(await outcomeOf(world.db, bookingId)).toMatchObject({
      booking: { status: "cancelled", paymentStatus: "refunded" },
      payment: { status: "refunded", refundedCents: 4_000 },
    });
    expect((await refundsOf(bookingId)).map(({ status }) => status).sort()).toEqual([
      "failed",
      "succeeded",
    ]);
  });
});
