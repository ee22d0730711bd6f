import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import type Stripe from "stripe";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { createStripe } from "#platform/stripe.server.ts";
import { takeDelivery } from "#test/make/deliveries.ts";
import { checkoutOf, openPaymentWorld, outcomeOf, type PaymentWorld } from "#test/make/payments.ts";
import { bookSlot } from "../bookings/book-slot.server.ts";
import { applyPayment } from "../bookings/payment/apply-payment.server.ts";
import { verifyPayment } from "../bookings/payment/verify-payment.server.ts";
import { MINUTE } from "../durations.ts";
import type { JobMap } from "../jobs.ts";
import { cents } from "../money.ts";
import { openCheckout } from "../payments/checkouts/open-checkout.server.ts";
import { findPayment } from "../payments/find-payment.server.ts";
import { mails, payments, professionalProfiles, stripeEvents } from "../tables.server.ts";
import { checkInvariants } from "./check-invariants.server.ts";
import { compareProvider } from "./compare-provider.server.ts";
import { processStripeEvent } from "./process-stripe-event.server.ts";
import { receiveStripeEvent } from "./receive-stripe-event.server.ts";
import { reconcilePayments } from "./reconcile-payments.server.ts";

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

const dropWebhooks = () => world.simulator.fault({ type: "webhook_drop", event: "*", times: null });

async function hold() {
  const offer = await world.makeOffer();
  const ctx = await world.newClient();
  const { bookingId } = await bookSlot(ctx, offer);
  const { payment } = await outcomeOf(world.db, bookingId);
  if (!payment) throw new Error("nothing is to be paid");
  return { ctx, offer, bookingId, payment, checkoutId: await checkoutOf(world.db, bookingId) };
}

/** The event of a paid checkout, signed like the provider's, with our changes. */
function signed(
  checkout: object,
  change: {
    livemode?: boolean;
    type?: string;
    secret?: string;
    age?: number;
    account?: string;
  } = {},
) {
  const { stripe: config } = world.simulator;
  const payload = JSON.stringify({
    id: `evt_${randomUUID()}`,
    object: "event",
    type: change.type ?? "checkout.session.completed",
    created: Math.floor(Date.now() / 1000),
    livemode: change.livemode ?? false,
    ...(change.account && { account: change.account }),
    data: { object: checkout },
  });
  const signature = createStripe(config).webhooks.generateTestHeaderString({
    payload,
    secret: change.secret ?? config.webhookSecret,
    timestamp: Math.floor((Date.now() - (change.age ?? 0)) / 1000),
  });
  return { payload, signature, endpoint: "platform" as const };
}

const eventOf = async (payload: string) =>
  (
    await world.db
      .select()
      .from(stripeEvents)
      .where(eq(stripeEvents.id, JSON.parse(payload).id))
  )[0];

/** Paid at the provider, and no webhook came. */
async function paidInSilence() {
  await dropWebhooks();
  const held = await hold();
  await world.simulator.pay(held.checkoutId);
  const checkout = await held.ctx.stripe.checkout.sessions.retrieve(held.checkoutId);
  return { ...held, checkout };
}

describe("a delivery is refused", () => {
  test.each([
    ["signed with another secret", { secret: "whsec_of_a_stranger" }],
    ["signed for the other endpoint", { secret: "whsec_connect" }],
    ["older than five minutes", { age: 5 * MINUTE + 2_000 }],
  ])("when it is %s", async (_what, change) => {
    const { ctx, bookingId, checkout } = await paidInSilence();
    const delivery = signed(checkout, change);
    await expect(receiveStripeEvent(ctx, delivery)).rejects.toMatchObject({
      code: "invalid_input",
    });
    expect((await outcomeOf(world.db, bookingId)).booking.status).toBe("pending");
    expect(await eventOf(delivery.payload)).toBeUndefined();
  });

  test("when its bytes were changed, or are no event", async () => {
    const { ctx, checkout } = await paidInSilence();
    const { payload, ...rest } = signed(checkout);
    const changed = { ...rest, payload: payload.replace("4000", "1") };
    await expect(receiveStripeEvent(ctx, changed)).rejects.toMatchObject({ code: "invalid_input" });
    for (const text of ["", "{", "[]", "null", '{"id":"evt_1"}', '{"object":"event","id":1}']) {
      const { webhookSecret: secret } = ctx.config.stripe;
      const signature = ctx.stripe.webhooks.generateTestHeaderString({ payload: text, secret });
      const delivery = { payload: text, signature, endpoint: "platform" } as const;
      await expect(receiveStripeEvent(ctx, delivery)).rejects.toMatchObject({
        code: "invalid_input",
      });
    }
  });
});

describe("an event of the provider's", () => {
  const rewritten = (payload: string, change: (event: Record<string, unknown>) => void) => {
    const event = JSON.parse(payload);
    change(event);
    const text = JSON.stringify(event);
    const { webhookSecret: secret } = world.simulator.stripe;
    const { webhooks } = createStripe(world.simulator.stripe);
    const signature = webhooks.generateTestHeaderString({ payload: text, secret });
    return { payload: text, signature, endpoint: "platform" as const };
  };

  test("in another version of its API is refused, said aloud, and not stored", async () => {
    const { ctx, bookingId, checkout } = await paidInSilence();
    const said: object[] = [];
    const log = { ...ctx.log, error: (line: object) => said.push(line) } as typeof ctx.log;
    const delivery = rewritten(signed(checkout).payload, (event) => {
      event.api_version = "2020-08-27";
    });
    await expect(receiveStripeEvent({ ...ctx, log }, delivery)).rejects.toMatchObject({
      code: "invalid_input",
    });
    expect(said).toEqual([
      expect.objectContaining({ said: "2020-08-27", wanted: "2026-10-28.endive" }),
    ]);
    expect(await eventOf(delivery.payload)).toBeUndefined();
    expect((await outcomeOf(world.db, bookingId)).booking.status).toBe("pending");
    const ours = rewritten(signed(checkout).payload, (event) => {
      event.api_version = "2026-10-28.endive";
    });
    await takeDelivery(ctx, ours);
    expect(await eventOf(ours.payload)).toMatchObject({ apiVersion: "2026-10-28.endive" });
    expect((await outcomeOf(world.db, bookingId)).booking.status).toBe("confirmed");
  });

  test("has its effect whatever a payer typed: a NUL, half a surrogate pair", async () => {
    const { ctx, bookingId, checkout } = await paidInSilence();
    const delivery = rewritten(signed(checkout).payload, (event) => {
      const object = (event.data as { object: Record<string, unknown> }).object;
      object.customer_details = { name: "A\u0000nne \ud800", "k\u0000": ["\udc00"] };
    });
    await takeDelivery(ctx, delivery);
    expect((await outcomeOf(world.db, bookingId)).booking.status).toBe("confirmed");
  });

  test.each([
    ["id", "evt_\u0000"],
    ["id", "evt_\ud800"],
    ["type", "checkout.\u0000"],
    ["account", "acct_\ud800"],
    ["created", 1e15],
    ["created", -1e15],
    ["created", 1e300],
  ])("whose %s is %j is refused, not a failure of ours", async (field, value) => {
    const { ctx, checkout } = await paidInSilence();
    const delivery = rewritten(signed(checkout).payload, (event) => {
      event[field] = value;
    });
    await expect(receiveStripeEvent(ctx, delivery)).rejects.toMatchObject({
      code: "invalid_input",
    });
  });
});

describe("a payment is never believed, and kept for review,", () => {
  const review = {
    booking: { status: "cancelled", cancelReason: "review", paymentStatus: "unpaid" },
    payment: { status: "review" },
    spots: 1,
  };

  test.each<[string, (checkout: Stripe.Checkout.Session) => object]>([
    ["amount", (checkout) => ({ ...checkout, amount_total: 1 })],
    ["currency", (checkout) => ({ ...checkout, currency: "usd" })],
    ["mode", (checkout) => ({ ...checkout, livemode: true })],
    ["reference", (checkout) => ({ ...checkout, client_reference_id: randomUUID() })],
    ["checkout of the same reference", (checkout) => ({ ...checkout, id: "cs_test_another" })],
  ])("when its event names another %s", async (_what, change) => {
    const { ctx, bookingId, checkout } = await paidInSilence();
    await takeDelivery(ctx, signed(change(checkout)));
    await reconcilePayments(ctx);
    expect(await outcomeOf(world.db, bookingId)).toMatchObject(review);
  });

  test.each<[string, Partial<typeof payments.$inferInsert>]>([
    ["amount", { amountCents: cents(4_100) }],
    ["fee", { applicationFeeCents: cents(399) }],
    ["destination", { destinationAccount: "acct_another" }],
  ])("when the provider answers another %s than was asked", async (_what, asked) => {
    const { ctx, bookingId, payment, checkoutId } = await hold();
    await world.db.update(payments).set(asked).where(eq(payments.id, payment.id));
    await world.simulator.pay(checkoutId);
    await reconcilePayments(ctx);
    const outcome = await outcomeOf(world.db, bookingId);
    expect(outcome).toMatchObject(review);
    expect(outcome.payment?.reviewReason).toBeTruthy();
    // Later events would be compared with the true request.
    await world.simulator.untilDelivered();
    const { amountCents, applicationFeeCents, destinationAccount } = payment;
    const original = { amountCents, applicationFeeCents, destinationAccount };
    await world.db.update(payments).set(original).where(eq(payments.id, payment.id));
  });

  test("also once it is confirmed: then nothing changes", async () => {
    const { ctx, bookingId, checkoutId } = await hold();
    await world.simulator.pay(checkoutId);
    const checkout = await ctx.stripe.checkout.sessions.retrieve(checkoutId);
    await takeDelivery(ctx, signed({ ...checkout, amount_total: 1 }));
    expect(await outcomeOf(world.db, bookingId)).toMatchObject({
      booking: { status: "confirmed" },
      payment: { status: "paid" },
    });
  });
});

describe("a payment under review", () => {
  /** The check's findings about one payment, two minutes on. */
  const judged = async (paymentId = "") => {
    const soon = { now: () => new Date(Date.now() + 3 * MINUTE) };
    const verdicts = await compareProvider(await world.context(undefined, soon));
    return verdicts.flatMap(({ faults }) => faults.filter((one) => one.startsWith(paymentId)));
  };

  test("cannot be paid any more: its checkout ends first, and its client is told", async () => {
    const { ctx, bookingId, payment, checkoutId } = await hold();
    const checkout = await ctx.stripe.checkout.sessions.retrieve(checkoutId);
    await takeDelivery(ctx, signed({ ...checkout, amount_total: 1 }));
    expect(await outcomeOf(world.db, bookingId)).toMatchObject({
      booking: { status: "cancelled", cancelReason: "review" },
      payment: { status: "review", paymentIntentId: null },
      spots: 1,
    });
    expect(await world.simulator.pay(checkoutId)).toMatchObject({ result: "closed" });
    const told = await world.db.select().from(mails).where(eq(mails.reference, bookingId));
    expect(told.map(({ kind, toAddress }) => [kind, toAddress])).toEqual([
      ["payment-under-review", ctx.actor?.email],
    ]);
    expect(await verifyPayment(ctx, { sessionId: checkoutId })).toMatchObject({
      bookingConfirmed: false,
      outcome: "review",
    });
    // Nobody has paid: nothing is missing.
    expect(await judged(payment.id)).toEqual([]);
  });

  test("is one too whose checkout's end was told before", async () => {
    const { ctx, bookingId, payment, checkoutId } = await hold();
    const checkout = await ctx.stripe.checkout.sessions.retrieve(checkoutId);
    await applyPayment(ctx, {
      ...{ paymentId: payment.id, event: "ended", reason: "expired", answer: null },
    });
    await takeDelivery(ctx, signed({ ...checkout, amount_total: 1 }));
    expect(await outcomeOf(world.db, bookingId)).toMatchObject({
      booking: { status: "cancelled", cancelReason: "review" },
      payment: { status: "review" },
    });
  });

  test("that an event names another checkout of has both ended", async () => {
    const one = await hold();
    const other = await hold();
    const checkout = await one.ctx.stripe.checkout.sessions.retrieve(other.checkoutId);
    const mixed = { ...checkout, id: other.checkoutId, client_reference_id: one.payment.id };
    await world.unsaveCheckout(other.payment.id);
    await takeDelivery(one.ctx, signed(mixed));
    expect((await outcomeOf(world.db, one.bookingId)).payment?.status).toBe("review");
    for (const { checkoutId } of [one, other]) {
      expect(await world.simulator.pay(checkoutId)).toMatchObject({ result: "closed" });
    }
    await reconcilePayments(one.ctx);
  });

  test("waits while the provider does not say whether its checkout has ended", async () => {
    const { ctx, bookingId, checkoutId } = await hold();
    const checkout = await ctx.stripe.checkout.sessions.retrieve(checkoutId);
    const away = { type: "api_error", status: 500, path: "/v1/checkout/*", times: null };
    await world.simulator.fault(away);
    await takeDelivery(ctx, signed({ ...checkout, amount_total: 1 }));
    expect((await outcomeOf(world.db, bookingId)).booking.status).toBe("pending");
    await world.simulator.clearFaults();
    world.shift(20_000);
    await reconcilePayments(await world.context());
    expect((await outcomeOf(world.db, bookingId)).payment?.status).toBe("review");
  });

  test("that was paid keeps its intent: the check finds the money until it is given back", async () => {
    const { ctx, bookingId, checkout } = await paidInSilence();
    await takeDelivery(ctx, signed({ ...checkout, amount_total: 1 }));
    const { payment } = await outcomeOf(world.db, bookingId);
    const intent = String(payment?.paymentIntentId);
    expect(intent).toMatch(/^pi_/);
    expect(await judged(payment?.id)).toEqual([
      `${payment?.id} (${intent} : 4000, paiement review)`,
    ]);
    await world.simulator.clearFaults();
    await ctx.stripe.refunds.create({ payment_intent: intent });
    await expect
      .poll(() => outcomeOf(world.db, bookingId))
      .toMatchObject({ payment: { status: "refunded", refundedCents: 4_000 } });
    expect(await judged(payment?.id)).toEqual([]);
    const told = await world.db
      .select()
      .from(mails)
      .where(eq(mails.toAddress, String(ctx.actor?.email)))
      .orderBy(mails.id);
    expect(told.map(({ kind }) => kind)).toEqual([
      "payment-under-review",
      "booking-refunded-client",
    ]);
  });

  test("whose money comes after the doubt keeps its intent too", async () => {
    const { ctx, bookingId, checkout, payment } = await paidInSilence();
    await applyPayment(ctx, {
      ...{ paymentId: payment.id, event: "mismatch", reason: "amount is 1", answer: null },
    });
    await takeDelivery(ctx, signed(checkout));
    expect((await outcomeOf(world.db, bookingId)).payment).toMatchObject({
      status: "review",
      paymentIntentId: checkout.payment_intent,
      reviewReason: "amount is 1",
    });
    await ctx.stripe.refunds.create({ payment_intent: String(checkout.payment_intent) });
    await reconcilePayments(ctx);
  });

  test("ends a checkout that was being made meanwhile", async () => {
    const { ctx, payment, checkoutId } = await hold();
    await world.unsaveCheckout(payment.id);
    const before = await findPayment(world.db, { id: payment.id });
    await applyPayment(ctx, {
      ...{ paymentId: payment.id, event: "mismatch", reason: "amount is 1", answer: null },
    });
    if (!before) throw new Error("no payment");
    await openCheckout(ctx, before);
    expect(await world.simulator.pay(checkoutId)).toMatchObject({ result: "closed" });
  });
});

describe("an event", () => {
  const jobsOf = async (payload: string) => {
    const { rows } = await world.db.execute<{ data: JobMap["process-stripe-event"] }>(sql`
      select data from pgboss.job where name = 'process-stripe-event'
      and data->>'eventId' = ${JSON.parse(payload).id}`);
    return rows.map(({ data }) => data);
  };

  test("is thanked for once it is stored with its job, which alone lets it have its effect", async () => {
    const { ctx, bookingId, checkout } = await paidInSilence();
    const delivery = signed(checkout);
    await world.simulator.fault({ type: "api_error", status: 500, path: "*", times: null });
    const before = await world.simulator.strikes();
    await Promise.all([1, 2, 3].map(() => receiveStripeEvent(ctx, delivery)));
    expect(await world.simulator.strikes()).toBe(before);
    expect(await eventOf(delivery.payload)).toMatchObject({ processedAt: null, lastError: null });
    expect((await outcomeOf(world.db, bookingId)).booking.status).toBe("pending");
    const [job, ...others] = await jobsOf(delivery.payload);
    expect(others).toEqual([]);
    if (!job) throw new Error("no job was enqueued");
    await expect(processStripeEvent(ctx, job)).rejects.toThrow();
    await world.simulator.clearFaults();
    await processStripeEvent(ctx, job);
    expect((await outcomeOf(world.db, bookingId)).booking.status).toBe("confirmed");
  });

  test("whose job cannot be enqueued is not stored either, so that the provider repeats it", async () => {
    const { ctx, checkout } = await paidInSilence();
    const delivery = signed(checkout);
    const jobs = { send: () => Promise.reject(new Error("no queue")) };
    await expect(receiveStripeEvent({ ...ctx, jobs }, delivery)).rejects.toThrow("no queue");
    expect(await eventOf(delivery.payload)).toBeUndefined();
    await takeDelivery(ctx, delivery);
    expect((await eventOf(delivery.payload))?.processedAt).toBeTruthy();
  });

  test("of a connected account says nothing of our payments", async () => {
    const { ctx, bookingId, checkoutId, offer } = await hold();
    const checkout = await ctx.stripe.checkout.sessions.retrieve(checkoutId);
    const { accountId: account } = offer.professional;
    const unpaid = { ...checkout, amount_total: 1 };
    for (const [endpoint, secret] of [
      ["platform", "whsec_platform"],
      ["connect", "whsec_connect"],
    ] as const) {
      const delivery = signed(unpaid, { account, secret });
      await takeDelivery(ctx, { ...delivery, endpoint });
      expect((await eventOf(delivery.payload))?.processedAt).toBeTruthy();
    }
    expect(await outcomeOf(world.db, bookingId)).toMatchObject({
      booking: { status: "pending" },
      payment: { status: "open" },
    });
    expect(await world.simulator.pay(checkoutId)).toMatchObject({ result: "paid" });
  });

  test("of the other mode has no effect", async () => {
    const { ctx, bookingId, checkout } = await paidInSilence();
    const delivery = signed(checkout, { livemode: true });
    await takeDelivery(ctx, delivery);
    expect((await outcomeOf(world.db, bookingId)).booking.status).toBe("pending");
    expect((await eventOf(delivery.payload))?.processedAt).toBeTruthy();
  });

  test("that says paid while the provider says open changes nothing", async () => {
    const { ctx, bookingId, checkoutId } = await hold();
    const checkout = await ctx.stripe.checkout.sessions.retrieve(checkoutId);
    const paid = { ...checkout, status: "complete", payment_status: "paid" };
    await takeDelivery(ctx, signed(paid));
    expect((await outcomeOf(world.db, bookingId)).booking.status).toBe("pending");
  });

  test("that says expired while the provider says paid confirms", async () => {
    const { ctx, bookingId, checkout } = await paidInSilence();
    const late = signed({ ...checkout, status: "expired" }, { type: "checkout.session.expired" });
    await takeDelivery(ctx, late);
    expect((await outcomeOf(world.db, bookingId)).booking.status).toBe("confirmed");
  });

  test("is stored once, names nobody once processed, and is forgotten by none", async () => {
    const { ctx, bookingId, checkout } = await paidInSilence();
    const delivery = signed(checkout);
    await Promise.all([1, 2, 3].map(() => takeDelivery(ctx, delivery)));
    expect((await outcomeOf(world.db, bookingId)).booking.status).toBe("confirmed");
    expect(await eventOf(delivery.payload)).toMatchObject({
      objectId: checkout.id,
      payload: null,
      lastError: null,
      processedAt: expect.any(Date),
    });
  });

  test("is thanked for when the provider is away, and processed later", async () => {
    const { ctx, bookingId, checkout } = await paidInSilence();
    const away = { type: "api_error", status: 500, path: "/v1/checkout/*", times: null };
    await world.simulator.fault(away);
    const delivery = signed(checkout);
    await takeDelivery(ctx, delivery);
    expect((await outcomeOf(world.db, bookingId)).booking.status).toBe("pending");
    expect(await eventOf(delivery.payload)).toMatchObject({ processedAt: null });
    await world.simulator.clearFaults();
    world.shift(20_000);
    await reconcilePayments(await world.context());
    expect((await outcomeOf(world.db, bookingId)).booking.status).toBe("confirmed");
    expect((await eventOf(delivery.payload))?.processedAt).toBeTruthy();
  });

  test("about nothing of ours is left alone", async () => {
    const { ctx, checkout } = await paidInSilence();
    const unknown = { ...checkout, id: "cs_test_x", client_reference_id: "of another shop" };
    const kinds = [
      ["checkout.session.completed", unknown],
      ["refund.created", { id: "re_x", payment_intent: "pi_x" }],
      ["charge.refunded", { id: "ch_x", payment_intent: null }],
      ["charge.dispute.created", { id: "dp_x", payment_intent: "pi_x" }],
      ["balance.available", { object: "balance" }],
    ] as const;
    for (const [type, object] of kinds) {
      const delivery = signed(object, { type });
      await takeDelivery(ctx, delivery);
      expect((await eventOf(delivery.payload))?.processedAt).toBeTruthy();
    }
  });
});

test("an account that may no longer be charged cannot be booked, and again when it may", async () => {
  const offer = await world.makeOffer();
  const { accountId } = offer.professional;
  const profile = async () =>
    (
      await world.db
        .select()
        .from(professionalProfiles)
        .where(eq(professionalProfiles.id, offer.professional.id))
    )[0];
  const ctx = await world.newClient();
  await world.simulator.fault({ type: "restrict_account", account: accountId });
  await expect.poll(profile).toMatchObject({ canReceiveCharges: false });
  await expect(bookSlot(ctx, offer)).rejects.toMatchObject({ code: "slot_unavailable" });
  await world.simulator.fault({ type: "enable_account", account: accountId });
  await expect.poll(profile).toMatchObject({ canReceiveCharges: true });
  const booked = await bookSlot(ctx, offer);
  expect(booked.confirmed).toBe(false);
});

test("a dispute is recorded, and again when it is closed", async () => {
  const { ctx, bookingId, checkoutId } = await hold();
  await world.simulator.pay(checkoutId);
  const { payment } = await outcomeOf(world.db, bookingId);
  const disputed = async () => (await outcomeOf(world.db, bookingId)).payment?.disputeStatus;
  await world.simulator.fault({ type: "create_dispute", charge: payment?.chargeId });
  await expect.poll(disputed).toBe("needs_response");
  const { data } = await ctx.stripe.disputes.list();
  await world.simulator.fault({ type: "close_dispute", dispute: data[0]?.id, status: "won" });
  await expect.poll(disputed).toBe("won");
});
