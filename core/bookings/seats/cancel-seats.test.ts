import { asc, eq, like } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { openPaymentWorld, outcomeOf, type PaymentWorld } from "#test/make/payments.ts";
import { showAgenda } from "../../agenda/show-agenda.server.ts";
import { HOUR, MINUTE } from "../../durations.ts";
import { listEarnings } from "../../earnings/list-earnings.server.ts";
import { COMMAND_LINE } from "../../operators/rules.ts";
import { findShares } from "../../payments/find-payment.server.ts";
import { retryRefund } from "../../payments/refunds/refund-payment.server.ts";
import { checkInvariants } from "../../reconciliation/check-invariants.server.ts";
import { compareProvider } from "../../reconciliation/compare-provider.server.ts";
import { reconcilePayments } from "../../reconciliation/reconcile-payments.server.ts";
import { mails, refunds } from "../../tables.server.ts";
import { bookSlot } from "../book-slot.server.ts";
import { cancelBooking } from "../cancellation/cancel-booking.server.ts";
import { refundNote, shownPrice } from "../labels.ts";
import { exportBookings } from "../lists/export-bookings.server.ts";
import { listBookings } from "../lists/list-bookings.server.ts";
import { showCalendarFile } from "../show-calendar-file.server.ts";
import { readSeatsMail } from "./cancel-seats.server.ts";

let world: PaymentWorld;
beforeAll(async () => {
  world = await openPaymentWorld();
});
afterAll(() => world.stop());
afterEach(async () => {
  world.shift(0);
  await world.simulator.clearFaults();
  expect(await checkInvariants(world.db)).toEqual([]);
  const judged = await compareProvider(await world.context());
  expect(judged.flatMap(({ faults }) => faults)).toEqual([]);
});

async function book({ seats = 3, priceCents = 4_545, startsIn = 48 * HOUR, isPaid = true } = {}) {
  const start = new Date(Date.now() + startsIn);
  const offer = await world.makeOffer({ spots: 5, priceCents, start });
  const client = await world.newClient();
  const { bookingId } = await bookSlot(client, { ...offer, seats });
  if (isPaid && priceCents > 0) await world.pay(bookingId);
  const professional = await world.context(offer.professional.userId);
  const charge = async () => {
    const { payment } = await outcomeOf(world.db, bookingId);
    const expand = ["transfer", "application_fee"];
    return client.stripe.charges.retrieve(String(payment?.chargeId), { expand });
  };
  const give = (seats: number, more: object = {}) =>
    cancelBooking(client, { bookingId, seats, ...more });
  return { offer, client, professional, bookingId, charge, give };
}

const refundsOf = async (bookingId: string) => {
  const { payment } = await outcomeOf(world.db, bookingId);
  return world.db
    .select()
    .from(refunds)
    .where(eq(refunds.paymentId, String(payment?.id)))
    .orderBy(asc(refunds.createdAt), asc(refunds.id));
};

describe("giving some seats back (rules: for-several, money-in-parts)", () => {
  test("in time returns what each cost, and leaves the professional their part", async () => {
    const { client, professional, bookingId, charge, give } = await book();
    expect(await give(1, { refundCents: 4_545 })).toEqual({ refunded: true });
    const [asked] = (await listBookings(client)).bookings;
    expect(asked).toMatchObject({ seats: 2, seatsCancelled: 1, onTheWayCents: 4_545 });
    expect(asked && refundNote(asked)).toMatch(
      /^136,35.€ payés, remboursement de 45,45.€ en cours$/,
    );
    expect(asked && shownPrice(asked)).toBe(9_090);
    await world.runJobs();
    expect(await outcomeOf(world.db, bookingId)).toMatchObject({
      booking: { status: "confirmed", paymentStatus: "paid", seats: 2, seatsCancelled: 1 },
      payment: { status: "partially_refunded", refundedCents: 4_545 },
      spots: 3,
    });
    // 90,90 € are kept, of which 9,09 € are the commission.
    expect(await findShares(world.db, bookingId)).toMatchObject({
      professionalCents: 9_090 - 909,
      returnedCents: 4_545,
    });
    expect(await charge()).toMatchObject({
      amount_refunded: 4_545,
      transfer: { amount_reversed: 4_545 - (1_364 - 909) },
      application_fee: { amount_refunded: 0 },
    });
    expect((await listEarnings(professional)).total).toMatchObject({
      ...{ grossCents: 13_635, refundedCents: 4_545, coveredCents: 0 },
      ...{ commissionCents: 909, shareCents: 8_181 },
    });
    const [slot] = (await showAgenda(professional, { from: new Date().toISOString() })).slots;
    expect(slot).toMatchObject({ free: 3, people: [{ seats: 2, dueCents: 9_090 }] });
    const lines: string[] = [];
    for await (const line of exportBookings(
      await world.context(undefined, { operator: COMMAND_LINE }),
      { reason: "Pour un essai." },
    ))
      lines.push(line);
    const line = lines.find((one) => one.startsWith(bookingId));
    expect(line).toContain(",2,1,136.35,13.64,45.45,9.09,81.81");
    const calendar = await showCalendarFile(client, { bookingId });
    expect(calendar.content).toContain("SEQUENCE:1");
    expect(calendar.content).toContain("2 places.");
  });

  test("is told to both sides, each time, until the whole is cancelled", async () => {
    const { client, bookingId, give } = await book();
    await give(1);
    await give(1);
    const told = await world.db
      .select()
      .from(mails)
      .where(like(mails.reference, `${bookingId}:%`))
      .orderBy(asc(mails.reference), asc(mails.kind));
    expect(told.map(({ kind, reference }) => [kind, reference.slice(-1)])).toEqual([
      ["seats-cancelled-client", "1"],
      ["seats-cancelled-professional", "1"],
      ["seats-cancelled-client", "2"],
      ["seats-cancelled-professional", "2"],
    ]);
    const data = { bookingId, seats: 1, refundCents: 4_545 };
    const mail = { kind: "seats-cancelled-client", data } as Parameters<typeof readSeatsMail>[1];
    expect(await readSeatsMail(client, mail)).toMatchObject({ seats: 1, given: 1, back: 4_545 });
    await cancelBooking(client, { bookingId });
    expect(await readSeatsMail(client, mail)).toBeNull();
    await world.runJobs();
    expect(await outcomeOf(world.db, bookingId)).toMatchObject({
      booking: { status: "cancelled", paymentStatus: "refunded" },
      payment: { status: "refunded", refundedCents: 13_635 },
      spots: 5,
    });
    expect(await findShares(world.db, bookingId)).toMatchObject({ professionalCents: 0 });
  });

  test("late returns nothing, and the professional's cancellation all that is left", async () => {
    const { professional, bookingId, give } = await book({ startsIn: 23 * HOUR });
    await expect(give(1, { refundCents: 4_545 })).rejects.toMatchObject({ code: "conflict" });
    expect(await give(1)).toEqual({ refunded: false });
    expect(await outcomeOf(world.db, bookingId)).toMatchObject({
      ...{ booking: { seats: 2 }, payment: { status: "paid" }, spots: 3 },
    });
    await expect(cancelBooking(professional, { bookingId, seats: 1 })).rejects.toMatchObject({
      fields: { seats: ["Seul le client peut rendre une partie de ses places."] },
    });
    expect(await cancelBooking(professional, { bookingId })).toEqual({ refunded: true });
    await world.runJobs();
    expect((await outcomeOf(world.db, bookingId)).payment).toMatchObject({
      ...{ status: "refunded", refundedCents: 13_635 },
    });
  });

  test("is refused for more than it has, and for what is not paid", async () => {
    const { client, bookingId, give } = await book({ isPaid: false });
    await expect(give(4)).rejects.toMatchObject({
      fields: {
        seats: ["Cette réservation a 3 places : annulez-en moins, ou toute la réservation."],
      },
    });
    await expect(give(1)).rejects.toMatchObject({ code: "conflict" });
    for (const seats of [0, -1, 1.5, 7, "2", null, 1e9]) {
      await expect(give(seats as number)).rejects.toMatchObject({ code: "invalid_input" });
    }
    // All of them is the whole booking.
    await cancelBooking(client, { bookingId, seats: 3 });
    expect(await outcomeOf(world.db, bookingId)).toMatchObject({
      ...{ booking: { status: "cancelled" }, spots: 5 },
    });
  });

  test("of a free booking frees them, and moves no money", async () => {
    const { bookingId, give } = await book({ priceCents: 0 });
    expect(await give(2)).toEqual({ refunded: false });
    expect(await outcomeOf(world.db, bookingId)).toMatchObject({
      ...{ booking: { status: "confirmed", seats: 1, seatsCancelled: 2 }, spots: 4 },
    });
  });

  test("after a refund from outside returns no more than is left", async () => {
    const { bookingId, charge, give, client } = await book({ seats: 2, priceCents: 4_000 });
    const { id } = await charge();
    const shared = { reverse_transfer: true, refund_application_fee: true };
    await client.stripe.refunds.create({ charge: id, amount: 7_000, ...shared });
    await world.simulator.untilDelivered();
    expect((await outcomeOf(world.db, bookingId)).payment?.status).toBe("partially_refunded");
    expect(await give(1)).toEqual({ refunded: true });
    await world.runJobs();
    await world.simulator.untilDelivered();
    expect((await refundsOf(bookingId)).map(({ amountCents }) => amountCents)).toEqual([
      7_000, 1_000,
    ]);
    // A client who has everything back keeps no seat.
    expect(await outcomeOf(world.db, bookingId)).toMatchObject({
      booking: { status: "cancelled", cancelReason: "outside" },
      payment: { status: "refunded", refundedCents: 8_000 },
      spots: 5,
    });
  });
});

describe("a part that the provider refuses", () => {
  const refuse = (times = 1) =>
    world.simulator.fault({ type: "refuse_refunds", code: "balance_insufficient", times });

  test("waits for the operator, who has it made, and the booking stands", async () => {
    const { bookingId, give } = await book();
    await refuse(2);
    await give(1);
    await give(1);
    await world.runJobs();
    expect(await outcomeOf(world.db, bookingId)).toMatchObject({
      ...{ booking: { status: "confirmed", seats: 1 }, payment: { status: "review" } },
    });
    const { payment } = await outcomeOf(world.db, bookingId);
    await retryRefund(await world.context(), String(payment?.id));
    await world.runJobs();
    expect((await outcomeOf(world.db, bookingId)).payment).toMatchObject({
      ...{ status: "partially_refunded", refundedCents: 9_090 },
    });
    expect(await findShares(world.db, bookingId)).toMatchObject({ professionalCents: 4_545 - 455 });
  });

  test("is owed with the rest when the whole is cancelled meanwhile", async () => {
    const { client, bookingId, give } = await book();
    await refuse();
    await give(1);
    await world.runJobs();
    await expect(give(1)).rejects.toMatchObject({ code: "conflict" });
    expect(await cancelBooking(client, { bookingId })).toEqual({ refunded: true });
    await world.runJobs();
    const made = (await refundsOf(bookingId)).map(({ status, amountCents, seats }) => [
      ...[status, amountCents, seats],
    ]);
    expect(made).toEqual([
      ["failed", 4_545, 1],
      ["succeeded", 4_545, 1],
      ["succeeded", 9_090, null],
    ]);
    expect(await findShares(world.db, bookingId)).toMatchObject({ professionalCents: 0 });
  });
});

test("the professional's part is taken back later when the provider was away for it", async () => {
  const { bookingId, give, charge } = await book({ seats: 2, priceCents: 4_000 });
  await world.simulator.fault({
    ...{ type: "api_error", status: 500, path: "/v1/transfers/*", times: null },
  });
  await give(1);
  await expect(world.runJobs()).rejects.toThrow();
  await world.simulator.untilDelivered();
  expect(await charge()).toMatchObject({
    amount_refunded: 4_000,
    transfer: { amount_reversed: 0 },
  });
  await world.simulator.clearFaults();
  for (const _ of [1, 2]) {
    world.shift(MINUTE);
    await reconcilePayments(await world.context());
    expect(await charge()).toMatchObject({ transfer: { amount_reversed: 3_600 } });
  }
  expect(await findShares(world.db, bookingId)).toMatchObject({ professionalCents: 3_600 });
});

test("the professional's part is taken back once, when the process ended before it noted that", async () => {
  const { bookingId, give, charge } = await book({ seats: 2, priceCents: 4_000 });
  await give(1);
  await world.runJobs();
  await world.simulator.untilDelivered();
  const [made] = await refundsOf(bookingId);
  await world.db
    .update(refunds)
    .set({ reversedAt: null })
    .where(eq(refunds.id, String(made?.id)));
  await world.simulator.fault({ type: "fail_refund", refund: String(made?.stripeRefundId) });
  await world.simulator.untilDelivered();
  const { payment } = await outcomeOf(world.db, bookingId);
  expect(payment?.status).toBe("review");
  await retryRefund(await world.context(), String(payment?.id));
  await world.runJobs();
  await world.simulator.untilDelivered();
  expect(await charge()).toMatchObject({ transfer: { amount_reversed: 3_600 } });
  expect(await findShares(world.db, bookingId)).toMatchObject({ professionalCents: 3_600 });
});
