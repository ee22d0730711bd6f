import { eq, like } from "drizzle-orm";
import type Stripe from "stripe";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { receiveMails } from "#test/make/mailbox.ts";
import {
  checkoutOf,
  disputeAnswer,
  type Offer,
  openPaymentWorld,
  outcomeOf,
  type PaymentWorld,
  RETURN_PROOF,
} from "#test/make/payments.ts";
import { bookSlot } from "../../bookings/book-slot.server.ts";
import { cancelBooking } from "../../bookings/cancellation/cancel-booking.server.ts";
import { listBookings } from "../../bookings/lists/list-bookings.server.ts";
import { applyPayment } from "../../bookings/payment/apply-payment.server.ts";
import { verifyPayment } from "../../bookings/payment/verify-payment.server.ts";
import type { Context } from "../../context.server.ts";
import { HOUR, MINUTE } from "../../durations.ts";
import { COMMAND_LINE } from "../../operators/rules.ts";
import { checkInvariants, judgeDebts } from "../../reconciliation/check-invariants.server.ts";
import { compareProvider } from "../../reconciliation/compare-provider.server.ts";
import { decideReview } from "../../reconciliation/decide-payment-review.server.ts";
import { reconcilePayments } from "../../reconciliation/reconcile-payments.server.ts";
import { mails, refunds } from "../../tables.server.ts";
import { listReviews } from "../find-payment.server.ts";
import { askRefund } from "./ask-refund.server.ts";

/*
 * A refund that the provider certainly will not make: everybody waiting for it reads the truth, and
 * there is always a way out: the bank's decision, or the operator's.
 */

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

interface Booked {
  client: Context;
  professional: Context;
  offer: Offer;
  bookingId: string;
  paymentId: string;
  intentId: string;
}

async function book(asked?: Offer & { seats?: number }): Promise<Booked> {
  const offer = asked ?? (await world.makeOffer());
  const client = await world.newClient();
  const { bookingId } = await bookSlot(client, offer);
  const sessionId = await checkoutOf(world.db, bookingId);
  await world.simulator.pay(sessionId);
  await verifyPayment(client, { sessionId });
  const { payment } = await outcomeOf(world.db, bookingId);
  const professional = await world.context(offer.professional.userId);
  const known = { paymentId: String(payment?.id), intentId: String(payment?.paymentIntentId) };
  return { client, professional, offer, bookingId, ...known };
}

const refundsOf = (paymentId: string) =>
  world.db.select().from(refunds).where(eq(refunds.paymentId, paymentId));
const stateOf = async (bookingId: string) => {
  const { booking, payment } = await outcomeOf(world.db, bookingId);
  return [booking.status, booking.paymentStatus, payment?.status, payment?.disputeStatus];
};
const viewOf = async ({ client, bookingId }: Booked) =>
  (await listBookings(client)).bookings.find(({ id }) => id === bookingId);
const debtsOf = async ({ paymentId }: Booked) => {
  const [{ faults } = { faults: [] }] = await judgeDebts(world.db, new Date());
  return faults.filter((fault) => fault.startsWith(paymentId));
};
const told = async (bookingId: string) => {
  const rows = await world.db.select().from(mails).where(eq(mails.reference, bookingId));
  return rows.map(({ kind }) => kind).filter((kind) => kind.startsWith("refund-"));
};
const isReviewed = async ({ paymentId }: Booked) =>
  (await listReviews(await world.context())).some(({ id }) => id === paymentId);

/** Charges for which the provider knows no dispute. */
const saidByHand = new Set<string>();

/** The bank disputes the payment; we hear of it unless webhooks are lost. */
const dispute = ({ intentId }: Booked) =>
  world.simulator.fault({ type: "create_dispute", charge: intentId });
async function decide({ client, intentId }: Booked, status: "won" | "lost") {
  const { data } = await client.stripe.disputes.list({ payment_intent: intentId });
  await world.simulator.fault({ type: "close_dispute", dispute: data[0]?.id, status });
}
const unheard = () => world.simulator.fault({ type: "webhook_drop", event: "*", times: null });

describe("a disputed payment", () => {
  test("freezes its client's cancellation until the bank has answered", async () => {
    const booked = await book();
    await dispute(booked);
    const { client, bookingId } = booked;
    await expect.poll(() => stateOf(bookingId)).toContain("needs_response");
    expect(await viewOf(booked)).toMatchObject({ isDisputed: true });
    await expect(cancelBooking(client, { bookingId })).rejects.toMatchObject({
      code: "conflict",
      message: expect.stringContaining("contesté auprès de votre banque"),
    });
    expect(await stateOf(bookingId)).toEqual(["confirmed", "paid", "paid", "needs_response"]);
    await decide(booked, "won");
    await expect.poll(() => stateOf(bookingId)).toContain("won");
    expect(await cancelBooking(client, { bookingId })).toEqual({ refunded: true });
    await world.runJobs();
    expect(await stateOf(bookingId)).toEqual(["cancelled", "refunded", "refunded", "won"]);
  });

  test("called off by its professional is settled by the bank when the dispute is lost", async () => {
    const booked = await book();
    const { professional, bookingId, paymentId } = booked;
    await dispute(booked);
    await expect.poll(() => stateOf(bookingId)).toContain("needs_response");
    await cancelBooking(professional, { bookingId });
    await world.runJobs();

    expect(await stateOf(bookingId)).toEqual(["cancelled", "paid", "review", "needs_response"]);
    expect(await refundsOf(paymentId)).toMatchObject([
      { status: "failed", refusedCode: "charge_disputed" },
    ]);
    expect(await viewOf(booked)).toMatchObject({ isInReview: true, isDisputed: true });
    expect(await isReviewed(booked)).toBe(true);
    expect(await debtsOf(booked)).toEqual([
      `${paymentId} (remboursement refusé : charge_disputed, contestation : needs_response)`,
    ]);
    expect((await told(bookingId)).sort()).toEqual([
      "refund-refused-client",
      "refund-refused-professional",
    ]);
    // It is not asked for again every half minute.
    world.shift(MINUTE);
    await reconcilePayments(await world.context());
    expect(await refundsOf(paymentId)).toHaveLength(1);

    await decide(booked, "lost");
    await expect
      .poll(() => stateOf(bookingId))
      .toEqual(["cancelled", "refunded", "refunded", "lost"]);
    const { payment } = await outcomeOf(world.db, bookingId);
    expect(payment).toMatchObject({ refundedCents: 0, chargedBackCents: 4_000 });
    expect(await viewOf(booked)).toMatchObject({ chargedBackCents: 4_000, isInReview: false });
    expect(await isReviewed(booked)).toBe(false);
    expect(await debtsOf(booked)).toEqual([]);
    // The bank's money has mails of its own.
    expect((await told(bookingId)).sort()).toEqual([
      "refund-refused-client",
      "refund-refused-professional",
    ]);
    const given = await world.db.select().from(mails).where(like(mails.reference, "dispute_%"));
    expect(
      given.filter(({ data }) => (data as { bookingId: string }).bookingId === bookingId),
    ).toHaveLength(2);
  });

  test("called off before we heard of the dispute goes on by itself when it is won", async () => {
    const booked = await book();
    const { client, bookingId, paymentId } = booked;
    await unheard();
    await dispute(booked);
    expect(await cancelBooking(client, { bookingId })).toEqual({ refunded: true });
    await world.runJobs();
    // The refusal is the first sign of the dispute.
    expect(await stateOf(bookingId)).toEqual(["cancelled", "paid", "review", "needs_response"]);
    await world.simulator.clearFaults();
    await decide(booked, "won");
    await expect.poll(() => stateOf(bookingId)).toContain("refunding");
    await world.runJobs();
    expect(await stateOf(bookingId)).toEqual(["cancelled", "refunded", "refunded", "won"]);
    const made = await client.stripe.refunds.list({ payment_intent: booked.intentId });
    expect(made.data).toMatchObject([{ amount: 4_000, status: "succeeded" }]);
    expect((await refundsOf(paymentId)).map(({ status }) => status).sort()).toEqual([
      "failed",
      "succeeded",
    ]);
    expect(await told(bookingId)).toContain("refund-settled-client");
  });

  test("that is lost while its booking stands ends it, and owes nothing more", async () => {
    const booked = await book();
    const { client, bookingId } = booked;
    await dispute(booked);
    await expect.poll(() => stateOf(bookingId)).toContain("needs_response");
    await decide(booked, "lost");
    await expect
      .poll(() => stateOf(bookingId))
      .toEqual(["cancelled", "refunded", "refunded", "lost"]);
    expect(await viewOf(booked)).toMatchObject({ chargedBackCents: 4_000 });
    await expect(cancelBooking(client, { bookingId })).rejects.toMatchObject({ code: "conflict" });
    expect(await refundsOf(booked.paymentId)).toEqual([]);
    expect((await outcomeOf(world.db, bookingId)).spots).toBe(1);
  });

  test("that was lost in part leaves the rest to be refunded", async () => {
    const booked = await book();
    const { client, bookingId, paymentId } = booked;
    saidByHand.add(booked.intentId);
    await world.simulator.fault({ type: "refuse_refunds", code: "charge_disputed" });
    await cancelBooking(client, { bookingId });
    await world.runJobs();
    const dispute = disputeAnswer("lost", 1_500);
    await applyPayment(client, { paymentId, event: "dispute", dispute });
    await world.runJobs();
    expect(await stateOf(bookingId)).toEqual(["cancelled", "refunded", "refunded", "lost"]);
    expect((await outcomeOf(world.db, bookingId)).payment).toMatchObject({
      refundedCents: 2_500,
      chargedBackCents: 1_500,
    });
  });

  test("of which the bank's answer is faster than the refusal is refunded all the same", async () => {
    const booked = await book();
    const { client, bookingId, paymentId } = booked;
    await cancelBooking(client, { bookingId });
    const won = disputeAnswer("won", 0);
    await applyPayment(client, { paymentId, event: "dispute", dispute: won });
    await world.simulator.fault({ type: "refuse_refunds", code: "charge_disputed" });
    await world.runJobs();
    await world.runJobs();
    expect(await stateOf(bookingId)).toEqual(["cancelled", "refunded", "refunded", "won"]);
    expect(await refundsOf(paymentId)).toHaveLength(2);
    expect(await told(bookingId)).toEqual([]);
  });
});

describe("a balance that does not suffice", () => {
  test("is told to both sides, seen by the operator, and asked again by them", async () => {
    const booked = await book();
    const { client, bookingId, paymentId } = booked;
    await world.simulator.fault({ type: "refuse_refunds", times: null });
    await cancelBooking(client, { bookingId });
    await world.runJobs();
    expect(await stateOf(bookingId)).toEqual(["cancelled", "paid", "review", null]);
    expect(await viewOf(booked)).toMatchObject({ isInReview: true, isDisputed: false });
    expect(await isReviewed(booked)).toBe(true);
    expect(await debtsOf(booked)).toEqual([
      `${paymentId} (remboursement refusé : balance_insufficient)`,
    ]);
    expect(await told(bookingId)).toHaveLength(2);
    // The operator asks too early, and is told so.
    const operator = { ...(await world.context()), operator: COMMAND_LINE };
    const ask = () =>
      decideReview(operator, { paymentId, decision: "refund", reason: "Solde rétabli." });
    await expect(ask()).rejects.toMatchObject({
      code: "conflict",
      message: expect.stringContaining("Remboursement refusé"),
    });
    await world.runJobs();
    expect(await isReviewed(booked)).toBe(true);
    expect(await told(bookingId)).toHaveLength(2);

    await world.simulator.clearFaults();
    await world.simulator.fault({
      ...{ type: "api_error", status: 500, method: "POST", path: "/v1/refunds", times: null },
    });
    expect(await ask()).toEqual({ decided: true, isSilent: true });
    await world.simulator.clearFaults();
    await world.runJobs();
    expect(await stateOf(bookingId)).toEqual(["cancelled", "refunded", "refunded", null]);
    expect(await told(bookingId)).toHaveLength(4);
    expect(await debtsOf(booked)).toEqual([]);
  });

  test("ends as well when the operator says that the money was given back otherwise", async () => {
    const booked = await book();
    const { client, bookingId, paymentId } = booked;
    await world.simulator.fault({ type: "refuse_refunds" });
    await cancelBooking(client, { bookingId });
    await world.runJobs();
    const operator = { ...(await world.context()), operator: COMMAND_LINE };
    await decideReview(operator, {
      paymentId,
      decision: "accept",
      reason: "Compte fermé.",
      ...RETURN_PROOF,
    });
    expect(await stateOf(bookingId)).toEqual(["cancelled", "refunded", "refunded", null]);
    expect(await debtsOf(booked)).toEqual([]);
  });
});

test("a part ends no booking: the rest is kept once the dashboard has given it back (rule: money-in-parts)", async () => {
  const offer = await world.makeOffer({ spots: 3 });
  const booked = await book({ ...offer, seats: 3 });
  const { client, bookingId, paymentId, intentId } = booked;
  await world.simulator.fault({ type: "refuse_refunds" });
  await cancelBooking(client, { bookingId, seats: 1 });
  await world.runJobs();
  const operator = { ...(await world.context()), operator: COMMAND_LINE };
  const accept = () =>
    decideReview(operator, { paymentId, decision: "accept", reason: "Rendu au tableau de bord." });
  await expect(accept()).rejects.toMatchObject({ code: "conflict" });
  expect(await stateOf(bookingId)).toEqual(["confirmed", "paid", "review", null]);
  await client.stripe.refunds.create({ payment_intent: intentId, amount: 4_000 });
  await world.simulator.untilDelivered();
  await accept();
  expect(await stateOf(bookingId)).toEqual(["confirmed", "paid", "partially_refunded", null]);
  await cancelBooking(client, { bookingId });
  await world.runJobs();
  await world.simulator.untilDelivered();
  const { payment } = await outcomeOf(world.db, bookingId);
  expect(payment).toMatchObject({ status: "refunded", refundedCents: 12_000 });
});

test("a part that is refused once the rest was cancelled too late is told as that part alone", async () => {
  const start = new Date(Date.now() + 30 * HOUR);
  const offer = await world.makeOffer({ spots: 3, start });
  const { client, bookingId, paymentId } = await book({ ...offer, seats: 3 });
  await world.simulator.fault({ type: "refuse_refunds" });
  await cancelBooking(client, { bookingId, seats: 1 });
  const late = { ...client, now: () => new Date(Date.now() + 20 * HOUR) };
  expect(await cancelBooking(late, { bookingId })).toEqual({ refunded: false });
  await world.runJobs();
  expect(await told(bookingId)).toHaveLength(2);
  const professional = await world.context(offer.professional.userId);
  const received = await receiveMails(await world.context());
  for (const { actor } of [client, professional]) {
    const mail = received.find(
      ({ subject, recipients }) =>
        recipients.includes(String(actor?.email)) && subject?.startsWith("Remboursement retardé"),
    );
    expect(mail?.text?.match(/remboursement de (\d+),00/i)?.[1]).toBe("40");
  }
  const operator = { ...(await world.context()), operator: COMMAND_LINE };
  const noted = {
    decision: "accept",
    amount: "40",
    reason: "Compte fermé.",
    ...RETURN_PROOF,
  } as const;
  await decideReview(operator, { paymentId, ...noted });
  expect(await stateOf(bookingId)).toEqual(["cancelled", "paid", "partially_refunded", null]);
});

test("a refund that nobody could ask for is a debt after an hour, not before", async () => {
  const booked = await book();
  await cancelBooking(booked.client, { bookingId: booked.bookingId });
  const at = async (minutes: number) => {
    const [{ faults } = { faults: [] }] = await judgeDebts(
      world.db,
      new Date(Date.now() + minutes * MINUTE),
    );
    return faults.filter((fault) => fault.startsWith(booked.paymentId));
  };
  expect(await at(50)).toEqual([]);
  expect(await at(70)).toHaveLength(1);
  await world.runJobs();
  expect(await at(70)).toEqual([]);
});

test("what is not a refusal of the refund itself is asked for again", async () => {
  const { client, bookingId, paymentId } = await book();
  await cancelBooking(client, { bookingId });
  const [asked] = await refundsOf(paymentId);
  const stripe = new Proxy(client.stripe, {
    get: (target, key) => (key === "refunds" ? refused(target.refunds) : Reflect.get(target, key)),
  });
  const refundId = String(asked?.id);
  await expect(askRefund({ ...client, stripe }, { refundId }, applyPayment)).rejects.toThrow();
  expect(await stateOf(bookingId)).toEqual(["cancelled", "paid", "refunding", null]);
  await world.runJobs();
  expect(await stateOf(bookingId)).toContain("refunded");
});

/** An authentication error: that says nothing about the refund. */
function refused(resource: Stripe.RefundResource): Stripe.RefundResource {
  const create = (params: Stripe.RefundCreateParams, options: Stripe.RequestOptions) =>
    resource.create(params, { ...options, apiKey: "sk_test_somebody_else" });
  return new Proxy(resource, {
    get: (target, key) => (key === "create" ? create : Reflect.get(target, key)),
  });
}

test("the provider and the site agree on what was given back, whoever gave it", async () => {
  await world.simulator.untilDelivered();
  // Objects younger than two minutes may be under way.
  world.shift(5 * MINUTE);
  const verdicts = await compareProvider(await world.context());
  const faults = verdicts.flatMap(({ faults }) => faults);
  expect(faults.filter((fault) => !saidByHand.has(fault.split(" ")[0] ?? ""))).toEqual([]);
});
