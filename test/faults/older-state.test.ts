import { setTimeout as wait } from "node:timers/promises";
import { and, desc, eq, like } from "drizzle-orm";
import Stripe from "stripe";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { bookSlot } from "#core/bookings/book-slot.server.ts";
import { applyPayment } from "#core/bookings/payment/apply-payment.server.ts";
import type { Context } from "#core/context.server.ts";
import { settlePayment } from "#core/payments/checkouts/settle-payment.server.ts";
import { settleDisputes } from "#core/payments/disputes/apply-dispute.server.ts";
import { connectAccount } from "#core/professionals/payment-account/open-onboarding.server.ts";
import { refreshAccount } from "#core/professionals/payment-account/refresh-account.server.ts";
import { processStripeEvent } from "#core/reconciliation/process-stripe-event.server.ts";
import { receiveStripeEvent } from "#core/reconciliation/receive-stripe-event.server.ts";
import { choosePlan } from "#core/subscriptions/checkouts/choose-plan.server.ts";
import { settleCheckout } from "#core/subscriptions/checkouts/settle-checkout.server.ts";
import { syncSubscription } from "#core/subscriptions/sync-subscription.server.ts";
import {
  bookings,
  mails,
  payments,
  professionalProfiles,
  professionalSubscriptions,
  proofs,
  subscriptionCheckouts,
} from "#core/tables.server.ts";
import { checkProofs } from "#core/verifications/check-proofs.server.ts";
import { submitProof } from "#core/verifications/submit-proof.server.ts";
import { type LateAnswers, openLateAnswers } from "../make/late-answers.ts";
import { checkoutOf, openPaymentWorld, outcomeOf, type PaymentWorld } from "../make/payments.ts";
import { makeProfessional, makeUser } from "../make/people.ts";
import { size } from "./size.ts";

/*
 * The provider is asked by several at once, and an answer that is older arrives after a newer one:
 * it is never stored in its place.
 */

let world: PaymentWorld;
let late: LateAnswers;
beforeAll(async () => {
  world = await openPaymentWorld();
  late = await openLateAnswers(world.simulator);
});
afterAll(async () => {
  late.stop();
  await world.stop();
});
afterEach(() => world.simulator.clearFaults());

const dropWebhooks = () => world.simulator.fault({ type: "webhook_drop", event: "*", times: null });

/** The same context, some of whose answers come late. */
const lateOf = (ctx: Context): Context => ({ ...ctx, stripe: late.stripe });

async function professionalOf(id: string) {
  const found = eq(professionalProfiles.id, id);
  const [row] = await world.db.select().from(professionalProfiles).where(found);
  return row;
}

const restrictions = (professionalId: string) => {
  const { kind, reference } = mails;
  const isOne = and(eq(kind, "payment-account-restricted"), like(reference, `${professionalId} %`));
  return world.db.$count(mails, isOne);
};

async function checkoutFor(userId: string) {
  const isOwn = eq(subscriptionCheckouts.userId, userId);
  const [row] = await world.db.select().from(subscriptionCheckouts).where(isOwn);
  return row;
}

/** A plan that is paid, and in force unless the news of it was dropped. */
async function subscribe() {
  const { id, email } = await makeUser(world.db, { isPro: true });
  const ctx = await world.context(id);
  await choosePlan(ctx, { planType: "premium" });
  const checkout = await checkoutFor(id);
  const sessionId = String(checkout?.checkoutSessionId);
  await world.simulator.pay(sessionId);
  const { subscription } = await ctx.stripe.checkout.sessions.retrieve(sessionId);
  return {
    ctx,
    checkoutId: String(checkout?.id),
    stripeSubscriptionId: String(subscription),
    async row() {
      const isOwn = eq(professionalSubscriptions.userId, id);
      const [row] = await world.db.select().from(professionalSubscriptions).where(isOwn);
      return row;
    },
    cancellations() {
      const isOne = and(eq(mails.toAddress, email), eq(mails.kind, "subscription-cancelled"));
      return world.db.$count(mails, isOne);
    },
  };
}

const callOff = ({ stripe }: Context, id: string, cancel_at_period_end = true) =>
  stripe.subscriptions.update(id, { cancel_at_period_end });

/** The newest event of this type, which was dropped. */
async function takeNews(ctx: Context, type: "charge.dispute.created" | "charge.dispute.closed") {
  const { data } = await (await world.context()).stripe.events.list({ type, limit: 1 });
  const payload = JSON.stringify(data[0]);
  const secret = ctx.config.stripe.webhookSecret;
  const signature = ctx.stripe.webhooks.generateTestHeaderString({ payload, secret });
  await receiveStripeEvent(ctx, { payload, signature, endpoint: "platform" });
  await processStripeEvent(ctx, { eventId: String(data[0]?.id) });
}

/** A paid booking whose payer contests it; nobody has heard of that yet. */
async function contest() {
  const { client, bookingId } = await world.buy(await world.makeOffer());
  await dropWebhooks();
  const { payment } = await outcomeOf(world.db, bookingId);
  if (!payment) throw new Error("nothing was paid");
  await world.simulator.fault({ type: "create_dispute", charge: payment.chargeId });
  const payment_intent = String(payment.paymentIntentId);
  const { data } = await client.stripe.disputes.list({ payment_intent });
  const close = (status: "won" | "lost") =>
    world.simulator.fault({ type: "close_dispute", dispute: data[0]?.id, status });
  const disputeStatus = async () =>
    (await outcomeOf(world.db, bookingId)).payment?.disputeStatus ?? null;
  return { client, payment, close, disputeStatus };
}

describe("an answer that arrives late", () => {
  test("about a new account does not bring it back once access to it was taken back", async () => {
    const { id, userId } = await makeProfessional(world.db, { payments: false });
    const ctx = await world.context(userId);
    await dropWebhooks();
    const details = {
      businessName: "Atelier du souffle",
      businessType: "individual",
      vatStatus: "exempt",
    } as const;
    const arrive = await late.begin("POST /v1/accounts", () =>
      connectAccount(lateOf(ctx), details).catch(({ code }) => code),
    );
    await connectAccount(ctx, details);
    const accountId = String((await professionalOf(id))?.stripeConnectAccountId);
    await world.simulator.fault({ type: "revoke_account", account: accountId });
    await refreshAccount(ctx, { accountId });
    expect(await arrive()).toBe("provider_unavailable");
    expect(await professionalOf(id)).toMatchObject({ stripeConnectAccountId: null });
  });

  test("about who somebody is does not vouch for them after a newer doubt", async () => {
    const { id, accountId, userId } = (await world.makeOffer()).professional;
    const ctx = await world.context(userId);
    await dropWebhooks();
    const arrive = await late.begin(`GET /v1/accounts/${accountId}`, () =>
      checkProofs(lateOf(ctx), { professionalId: id }),
    );
    await world.simulator.fault({ type: "restrict_account", account: accountId });
    await checkProofs(ctx, { professionalId: id });
    await arrive();
    expect(await world.db.$count(proofs, eq(proofs.professionalId, id))).toBe(0);
  });

  test("about a SIRET does not refuse the one that was given in its place", async () => {
    const { id, userId } = await makeProfessional(world.db, { payments: false });
    const ctx = await world.context(userId);
    await submitProof(ctx, { kind: "company", number: "55210055400013" });
    const find: Context["companies"]["find"] = async () => {
      await submitProof(ctx, { kind: "company", number: "73282932000074" });
      return null;
    };
    await checkProofs({ ...ctx, companies: { find } }, { professionalId: id });
    const given = await world.db
      .select({ number: proofs.number, status: proofs.status })
      .from(proofs)
      .where(eq(proofs.professionalId, id))
      .orderBy(desc(proofs.createdAt));
    expect(given).toEqual([
      { number: "73282932000074", status: "waiting" },
      { number: "55210055400013", status: "ended" },
    ]);
  });

  test("about a plan does not take it up again, whatever clock the newer one was written by", async () => {
    const { ctx, stripeSubscriptionId, row, cancellations } = await subscribe();
    await world.simulator.untilDelivered();
    await dropWebhooks();
    const which = { stripeSubscriptionId };
    const arrive = await late.begin(`GET /v1/subscriptions/${stripeSubscriptionId}`, () =>
      syncSubscription(lateOf(ctx), which),
    );
    await callOff(ctx, stripeSubscriptionId);
    const checkedAt = (await row())?.checkedAt ?? ctx.now();
    await syncSubscription({ ...ctx, now: () => checkedAt }, which);
    await arrive();
    expect((await row())?.cancelAt).not.toBeNull();
    await syncSubscription(ctx, which);
    expect(await cancellations()).toBe(1);
  });

  test("about a new plan does not stand for news that came while it began", async () => {
    await dropWebhooks();
    const { ctx, checkoutId, stripeSubscriptionId, row } = await subscribe();
    const address = `GET /v1/subscriptions/${stripeSubscriptionId}`;
    const begin = await late.begin(address, () => settleCheckout(lateOf(ctx), { checkoutId }));
    await callOff(ctx, stripeSubscriptionId);
    const news = await late.begin(address, () =>
      syncSubscription(lateOf(ctx), { stripeSubscriptionId }),
    );
    await begin();
    expect((await row())?.cancelAt).toBeNull();
    await news();
    expect((await row())?.cancelAt).not.toBeNull();
  });

  test("about a dispute does not open it again", async () => {
    const { client, close, disputeStatus } = await contest();
    const arrive = await late.begin("GET /v1/disputes", () =>
      takeNews(lateOf(client), "charge.dispute.created"),
    );
    await close("won");
    await takeNews(client, "charge.dispute.closed");
    expect(await disputeStatus()).toBe("won");
    await arrive();
    expect(await disputeStatus()).toBe("won");
  });

  test("about a payment does not give back what a failed refund has left", async () => {
    const client = await world.newClient();
    const { bookingId } = await bookSlot(client, await world.makeOffer());
    const checkoutId = await checkoutOf(world.db, bookingId);
    const paymentId = String((await outcomeOf(world.db, bookingId)).payment?.id);
    await dropWebhooks();
    await world.simulator.pay(checkoutId);
    const { checkout, refunds } = client.stripe;
    const { payment_intent } = await checkout.sessions.retrieve(checkoutId);
    const { id: refund } = await refunds.create({ payment_intent: String(payment_intent) });
    const arrive = await late.begin(`GET /v1/checkout/sessions/${checkoutId}`, () =>
      settlePayment(lateOf(client), { paymentId }, applyPayment),
    );
    await world.simulator.fault({ type: "fail_refund", refund });
    await settlePayment(client, { paymentId }, applyPayment);
    await arrive();
    expect(await outcomeOf(world.db, bookingId)).toMatchObject({
      booking: { status: "confirmed", paymentStatus: "paid" },
      payment: { status: "paid", refundedCents: 0 },
    });
  });
});

describe("a refusal that arrives late", () => {
  test("leaves the checkout that another process has opened, and its seat", async () => {
    const client = await world.newClient();
    const offer = await world.makeOffer();
    await world.simulator.fault({
      ...{ type: "api_error", status: 429, path: "/v1/checkout/sessions", method: "POST" },
    });
    const arrive = await late.begin("POST /v1/checkout/sessions", () =>
      bookSlot(lateOf(client), offer).catch(({ code }) => code),
    );
    const [held] = await world.db
      .select({ bookingId: bookings.id, paymentId: payments.id })
      .from(bookings)
      .innerJoin(payments, eq(payments.reference, bookings.id))
      .where(eq(bookings.slotId, offer.slotId));
    if (!held) throw new Error("nothing is held");
    await settlePayment(client, { paymentId: held.paymentId }, applyPayment);
    expect(await arrive()).toBe("provider_unavailable");
    expect(await outcomeOf(world.db, held.bookingId)).toMatchObject({
      ...{ booking: { status: "pending" }, payment: { status: "open" }, spots: 0 },
    });
  });

  test("leaves the page of a plan that another process has opened", async () => {
    const { id } = await makeUser(world.db, { isPro: true });
    const ctx = await world.context(id);
    // The simulator repeats its first answer to a key, so that it cannot refuse only one of them.
    const refusal = { type: "invalid_request_error", message: "Invalid." } as const;
    const create = async () => {
      await settleCheckout(ctx, { checkoutId: String((await checkoutFor(id))?.id) });
      throw new Stripe.errors.StripeInvalidRequestError(refusal as never);
    };
    const sessions = new Proxy(ctx.stripe.checkout.sessions, {
      get: (target, key) => (key === "create" ? create : Reflect.get(target, key)),
    });
    const stripe = new Proxy(ctx.stripe, {
      get: (target, key) => (key === "checkout" ? { sessions } : Reflect.get(target, key)),
    });
    await expect(choosePlan({ ...ctx, stripe }, { planType: "premium" })).rejects.toMatchObject({
      code: "provider_unavailable",
    });
    expect(await checkoutFor(id)).toMatchObject({ status: "open", settledAt: null });
  });
});

describe("answers in any order, again and again", () => {
  const rounds = Array.from({ length: size(3, 200) }, (_, round) => round);
  const LONG = { timeout: size(180, 1_800) * 1_000 };

  let turn = 0;

  /** Asks before the change and at its moment, every other answer late, and after it. */
  async function ask(
    address: string,
    { change, read }: { change: () => Promise<unknown>; read: () => Promise<unknown> },
  ) {
    const slow = { type: "api_delay", delay_ms: 60, after_execution: true, probability: 0.5 };
    await world.simulator.fault({ ...slow, path: address, method: "GET", times: null });
    const several = () => [1, 2, 3].map(read);
    const before = several();
    // Sometimes before these have been answered, sometimes after.
    turn += 1;
    await wait((turn * 11) % 50);
    const changing = change();
    const meanwhile = several();
    await changing;
    await world.simulator.clearFaults();
    await Promise.all([...before, ...meanwhile, ...several()]);
  }

  test("leave an account as it is, and tell its owner once of each restriction", LONG, async () => {
    const { id, accountId, userId } = (await world.makeOffer()).professional;
    const ctx = await world.context(userId);
    const read = () => refreshAccount(ctx, { accountId });
    const turnTo = (type: string) => () => world.simulator.fault({ type, account: accountId });
    for (const round of rounds) {
      for (const isOpen of [false, true]) {
        const change = turnTo(isOpen ? "enable_account" : "restrict_account");
        await ask(`/v1/accounts/${accountId}`, { change, read });
        expect(await professionalOf(id)).toMatchObject({ canReceiveCharges: isOpen });
        expect(await restrictions(id)).toBe(round + 1);
      }
    }
  });

  test("leave a plan as it is, and tell once of each cancellation", LONG, async () => {
    const { ctx, stripeSubscriptionId, row, cancellations } = await subscribe();
    const read = () => syncSubscription(ctx, { stripeSubscriptionId });
    for (const round of rounds) {
      for (const isOver of [true, false]) {
        const change = () => callOff(ctx, stripeSubscriptionId, isOver);
        await ask(`/v1/subscriptions/${stripeSubscriptionId}`, { change, read });
        expect((await row())?.cancelAt !== null).toBe(isOver);
        expect(await cancellations()).toBe(round + 1);
      }
    }
  });

  test("leave a dispute as it was decided", LONG, async () => {
    for (const round of rounds) {
      const { client, payment, close, disputeStatus } = await contest();
      const outcome = round % 2 ? "won" : "lost";
      const read = () => settleDisputes(client, payment, applyPayment);
      await ask("/v1/disputes", { change: () => close(outcome), read });
      expect(await disputeStatus()).toBe(outcome);
    }
  });
});
