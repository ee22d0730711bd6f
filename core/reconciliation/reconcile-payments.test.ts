import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { eq } from "drizzle-orm";
import type Stripe from "stripe";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createStripe } from "#platform/stripe.server.ts";
import { openPaymentWorld, outcomeOf, type PaymentWorld } from "#test/make/payments.ts";
import { bookSlot } from "../bookings/book-slot.server.ts";
import { cancelBooking } from "../bookings/cancellation/cancel-booking.server.ts";
import { HOUR, MINUTE } from "../durations.ts";
import { COMMAND_LINE } from "../operators/rules.ts";
import { refunds, settings, stripeEvents } from "../tables.server.ts";
import { checkInvariants } from "./check-invariants.server.ts";
import { reconcilePayments } from "./reconcile-payments.server.ts";
import { replayStripeEvent } from "./replay-stripe-event.server.ts";

let world: PaymentWorld;
beforeAll(async () => {
  world = await openPaymentWorld();
});
afterAll(() => world.stop());
// Not one webhook reaches us here.
beforeEach(() => world.simulator.fault({ type: "webhook_drop", event: "*", times: null }));
afterEach(async () => {
  world.shift(0);
  await world.simulator.setClock(null);
  await world.simulator.clearFaults();
  expect(await checkInvariants(world.db)).toEqual([]);
});

const reconcile = async () => reconcilePayments(await world.context());

/** Paid, confirmed and long settled as far as we know. */
async function book(options: Parameters<typeof world.makeOffer>[0] = {}) {
  const offer = await world.makeOffer(options);
  const client = await world.newClient();
  const { bookingId } = await bookSlot(client, offer);
  await world.pay(bookingId);
  await reconcile();
  const { payment } = await outcomeOf(world.db, bookingId);
  if (!payment?.paymentIntentId || !payment.chargeId) throw new Error("nothing was paid");
  const { paymentIntentId, chargeId, id } = payment;
  return { client, bookingId, paymentId: id, paymentIntentId, chargeId, stripe: client.stripe };
}

/** The provider, behind a proxy that makes its answers claim another API version. */
async function inOldWords(): Promise<{ stripe: Stripe; stop: () => void }> {
  const { config } = await world.context();
  const proxy = createServer(async (request, response) => {
    const { authorization, "stripe-version": version } = request.headers;
    const answer = await fetch(`${config.stripe.apiBase}${request.url}`, {
      headers: { authorization: String(authorization), "stripe-version": String(version) },
    });
    const words = (await answer.text()).replaceAll("2026-10-28.endive", "2020-08-27");
    response.writeHead(answer.status, { "content-type": "application/json" }).end(words);
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  const { port } = proxy.address() as AddressInfo;
  const stripe = createStripe({ ...config.stripe, apiBase: `http://127.0.0.1:${port}` });
  return { stripe, stop: () => proxy.close() };
}

describe("an event in another version of the API", () => {
  test("is refused and said aloud, fetched by the reconciler or by the operator, and keeps nothing waiting", async () => {
    const { bookingId, paymentIntentId, stripe } = await book();
    await stripe.refunds.create({ payment_intent: paymentIntentId });
    const [event] = (await stripe.events.list({ type: "charge.refunded" })).data;
    const eventId = String(event?.id);
    const old = await inOldWords();
    const said: { eventId?: string; said?: string; wanted?: string }[] = [];
    const ctx = await world.context(undefined, { stripe: old.stripe });
    const log = { ...ctx.log, error: (line: object) => said.push(line) } as typeof ctx.log;

    expect(await reconcilePayments({ ...ctx, log })).toBe(0);
    const refused = { eventId, said: "2020-08-27", wanted: "2026-10-28.endive" };
    expect(said).toContainEqual(expect.objectContaining(refused));
    said.length = 0;
    await expect(
      replayStripeEvent(
        { ...ctx, log, operator: COMMAND_LINE },
        { eventId, reason: "Pour un essai." },
      ),
    ).rejects.toMatchObject({
      code: "invalid_input",
      message: expect.stringContaining("2020-08-27 au lieu de 2026-10-28.endive"),
    });
    expect(said).toEqual([expect.objectContaining(refused)]);
    old.stop();
    expect(await world.db.$count(stripeEvents, eq(stripeEvents.id, eventId))).toBe(0);
    expect((await outcomeOf(world.db, bookingId)).booking.status).toBe("confirmed");

    // In our own version, it is applied.
    expect(await reconcile()).toBe(0);
    expect((await outcomeOf(world.db, bookingId)).booking.status).toBe("cancelled");
  });
});

describe("what the provider decided later, and told in vain", () => {
  test("a dispute, and its end", async () => {
    const { bookingId, chargeId, stripe } = await book();
    await world.simulator.fault({ type: "create_dispute", charge: chargeId });
    const disputed = async () => {
      await reconcile();
      return (await outcomeOf(world.db, bookingId)).payment?.disputeStatus;
    };
    expect(await disputed()).toBe("needs_response");
    const [dispute] = (await stripe.disputes.list({ charge: chargeId })).data;
    await world.simulator.fault({ type: "close_dispute", dispute: dispute?.id, status: "lost" });
    expect(await disputed()).toBe("lost");
  });

  test("a refund that failed after it had succeeded", async () => {
    const { client, bookingId, paymentId } = await book();
    await cancelBooking(client, { bookingId });
    await world.runJobs();
    expect((await outcomeOf(world.db, bookingId)).payment?.status).toBe("refunded");
    const [refund] = await world.db.select().from(refunds).where(eq(refunds.paymentId, paymentId));
    await world.simulator.fault({ type: "fail_refund", refund: refund?.stripeRefundId });
    await reconcile();
    expect(await outcomeOf(world.db, bookingId)).toMatchObject({
      booking: { status: "cancelled", paymentStatus: "paid" },
      payment: { status: "review", refundedCents: 0 },
    });
  });

  test("a refund of everything at its dashboard: the booking ends, its seat is free", async () => {
    const { bookingId, paymentIntentId, stripe } = await book();
    await stripe.refunds.create({ payment_intent: paymentIntentId });
    await reconcile();
    expect(await outcomeOf(world.db, bookingId)).toMatchObject({
      booking: { status: "cancelled", cancelReason: "outside", paymentStatus: "refunded" },
      payment: { status: "refunded", refundedCents: 4_000 },
      spots: 1,
    });
  });

  test("more than one page of it, each once", async () => {
    const { bookingId, paymentIntentId, stripe } = await book();
    for (let cent = 0; cent < 51; cent += 1) {
      await stripe.refunds.create({ payment_intent: paymentIntentId, amount: 1 });
    }
    // A turn ends after a while, and the next one goes on.
    const count = () => world.db.$count(stripeEvents);
    for (let before = -1; before < (await count()); ) {
      before = await count();
      await reconcile();
    }
    const known = await world.db.select().from(stripeEvents);
    expect(known.length).toBeGreaterThan(101);
    expect(known.every(({ processedAt, payload }) => processedAt && !payload)).toBe(true);
    expect((await outcomeOf(world.db, bookingId)).payment?.refundedCents).toBe(51);
    await reconcile();
    expect(await world.db.select().from(stripeEvents)).toEqual(known);
    // Each of a hundred events asks the provider for all refunds, several times.
  }, 400_000);

  test("while no process of ours ran, for days", async () => {
    const { bookingId, chargeId } = await book({ start: new Date(Date.now() + 200 * HOUR) });
    await world.simulator.setClock(new Date(Date.now() + 50 * HOUR));
    await world.simulator.fault({ type: "create_dispute", charge: chargeId });
    await world.simulator.setClock(new Date(Date.now() + 120 * HOUR));
    world.shift(120 * HOUR);
    await reconcile();
    expect((await outcomeOf(world.db, bookingId)).payment?.disputeStatus).toBe("needs_response");
    // These tests set the clock back, which no other test does.
    await world.db.delete(settings);
  });

  test("also when our clock is ten minutes ahead, or the provider was away at first", async () => {
    const { bookingId, chargeId } = await book();
    world.shift(10 * MINUTE);
    await reconcile();
    await world.simulator.fault({ type: "create_dispute", charge: chargeId });
    const away = { type: "api_error", status: 500, path: "/v1/events", times: null };
    await world.simulator.fault(away);
    await reconcile();
    expect((await outcomeOf(world.db, bookingId)).payment?.disputeStatus).toBeNull();
    await world.simulator.clearFaults();
    await reconcile();
    expect((await outcomeOf(world.db, bookingId)).payment?.disputeStatus).toBe("needs_response");
  });
});
