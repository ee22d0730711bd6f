import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import type Stripe from "stripe";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { openPaymentWorld, outcomeOf, type PaymentWorld } from "#test/make/payments.ts";
import { makeProfessional, makeUser } from "#test/make/people.ts";
import { bookSlot } from "../bookings/book-slot.server.ts";
import { cancelBooking } from "../bookings/cancellation/cancel-booking.server.ts";
import type { Context } from "../context.server.ts";
import { connectAccount } from "../professionals/payment-account/open-onboarding.server.ts";
import { reconcilePayments } from "../reconciliation/reconcile-payments.server.ts";
import { choosePlan } from "../subscriptions/checkouts/choose-plan.server.ts";
import { verifySubscription } from "../subscriptions/checkouts/verify-subscription.server.ts";
import { openCustomerPortal } from "../subscriptions/open-customer-portal.server.ts";
import { payments } from "../tables.server.ts";
import { createOnce } from "./prepare-payment.server.ts";

let world: PaymentWorld;
beforeAll(async () => {
  world = await openPaymentWorld();
});
afterAll(() => world.stop());
afterEach(async () => {
  world.shift(0);
  await world.simulator.clearFaults();
});

const fail = (path: string, more: object = {}) =>
  world.simulator.fault({ type: "api_error", status: 500, method: "POST", path, ...more });

async function count<One>(list: AsyncIterable<One>, isOurs: (one: One) => boolean) {
  let found = 0;
  for await (const one of list) if (isOurs(one)) found += 1;
  return found;
}
const checkoutsOf = ({ stripe }: Context, reference: unknown) =>
  count(
    stripe.checkout.sessions.list({ limit: 100 }),
    (one) => one.client_reference_id === reference,
  );

/** The provider repeats its failures for a day: a call under the same key only reads them again. */
const WHEN = [
  ["before it did anything", {}],
  ["after it had done it", { after_execution: true }],
] as const;

describe.each(WHEN)("a provider that fails once, %s,", (_, fault) => {
  test("opens a checkout, one for a hold", async () => {
    const ctx = await world.newClient();
    const offer = await world.makeOffer();
    await fail("/v1/checkout/sessions", fault);
    const { bookingId, url } = await bookSlot(ctx, offer);
    expect(url).toContain("/c/pay/cs_");
    expect(await world.simulator.strikes()).toBe(1);
    const { payment } = await outcomeOf(world.db, bookingId);
    expect(payment?.status).toBe("open");
    expect(await checkoutsOf(ctx, payment?.id)).toBe(1);
  });

  test("makes a refund, one for what is owed", async () => {
    const { client: ctx, bookingId } = await world.buy(await world.makeOffer());
    await cancelBooking(ctx, { bookingId });
    await fail("/v1/refunds", fault);
    await world.runJobs();
    expect(await world.simulator.strikes()).toBe(1);
    const { payment } = await outcomeOf(world.db, bookingId);
    expect(payment).toMatchObject({ status: "refunded", refundedCents: 4_000 });
    const intent = String(payment?.paymentIntentId);
    expect((await ctx.stripe.refunds.list({ payment_intent: intent })).data).toHaveLength(1);
  });

  test("makes a connected account, one for a professional", async () => {
    const professional = await makeProfessional(world.db, { payments: false });
    const ctx = await world.context(professional.userId);
    await fail("/v1/accounts", fault);
    const wish = {
      businessName: "Atelier du souffle",
      businessType: "individual",
      vatStatus: "exempt",
    } as const;
    expect((await connectAccount(ctx, wish)).onboardingUrl).toContain("/setup/e/");
    expect(await world.simulator.strikes()).toBe(1);
    const isOurs = (one: Stripe.Account) => one.metadata?.professional_id === professional.id;
    expect(await count(ctx.stripe.accounts.list({ limit: 100 }), isOurs)).toBe(1);
  });
});

test("nor is anything of a subscription made twice, whatever fails on the way", async () => {
  const ctx = await world.context((await makeUser(world.db, { isPro: true })).id);
  await fail("/v1/tax_rates");
  await fail("/v1/prices", { after_execution: true });
  await fail("/v1/checkout/sessions");
  const { url } = await choosePlan(ctx, { planType: "premium" });
  const checkoutId = String(url).split("/").at(-1) ?? "";
  await world.simulator.pay(checkoutId);
  await verifySubscription(ctx, { sessionId: checkoutId });
  await fail("/v1/billing_portal/configurations", { after_execution: true });
  await openCustomerPortal(ctx);
  expect(await world.simulator.strikes()).toBe(4);
  const { stripe } = ctx;
  expect(await count(stripe.taxRates.list(), () => true)).toBe(1);
  const isMonthly = (price: Stripe.Price) => price.unit_amount === 1_990;
  expect(await count(stripe.prices.list({ limit: 100 }), isMonthly)).toBe(1);
  const { client_reference_id: reference } = await stripe.checkout.sessions.retrieve(checkoutId);
  expect(await checkoutsOf(ctx, reference)).toBe(1);
  const isOurs = (one: Stripe.BillingPortal.Configuration) => Boolean(one.metadata?.prices);
  expect(await count(stripe.billingPortal.configurations.list(), isOurs)).toBe(1);
});

describe("a provider that goes on failing", () => {
  test("is asked under another key each time, and works as soon as it can", async () => {
    const ctx = await world.newClient();
    const offer = await world.makeOffer();
    await fail("/v1/checkout/sessions", { times: null });
    await expect(bookSlot(ctx, offer)).rejects.toMatchObject({ code: "provider_unavailable" });
    world.shift(20_000);
    await reconcilePayments(await world.context());
    // Twice each time: a key that has failed is not even tried again.
    expect(await world.simulator.strikes()).toBe(4);
    await world.simulator.clearFaults();
    world.shift(50_000);
    await reconcilePayments(await world.context());
    const { bookingId, url } = await bookSlot(ctx, offer);
    expect(url).toContain("/c/pay/cs_");
    const { payment } = await outcomeOf(world.db, bookingId);
    expect(await checkoutsOf(ctx, payment?.id)).toBe(1);
  });

  test("is gone round together by those who ask at the same moment", async () => {
    const ctx = await world.context();
    const name = randomUUID();
    const email = `${name}@example.fr`;
    const { customers } = ctx.stripe;
    const make = () =>
      createOnce(ctx, name, {
        find: async (options) => (await customers.list({ email }, options)).data[0] ?? null,
        make: (options) => customers.create({ email }, options),
      });
    await fail("/v1/customers", { times: 3, after_execution: true });
    await Promise.allSettled([make(), make(), make()]);
    const { id } = await make();
    const { data } = await customers.list({ email });
    expect(data.map((one) => one.id)).toEqual([id]);
  });
});

test("what is refused is not asked for again under another key", async () => {
  const ctx = await world.context();
  const name = randomUUID();
  const keys: unknown[] = [];
  const ask = createOnce(ctx, name, {
    find: async () => null,
    make: (options) => {
      keys.push(options.idempotencyKey);
      return ctx.stripe.refunds.create({ payment_intent: "pi_none" }, options);
    },
  });
  await expect(ask).rejects.toMatchObject({ code: "resource_missing" });
  expect(keys).toEqual([name]);
});

test("a checkout that was made though the provider never answered is found by the next click", async () => {
  const ctx = await world.newClient();
  const offer = await world.makeOffer();
  const path = "/v1/checkout/sessions";
  await world.simulator.fault({ type: "api_timeout", path, after_execution: true });
  const click = () => bookSlot(ctx, offer);
  const { bookingId, url } = await click().catch(click);
  expect(url).toContain("/c/pay/cs_");
  expect(await world.simulator.strikes()).toBe(1);
  const { payment } = await outcomeOf(world.db, bookingId);
  expect(await checkoutsOf(ctx, payment?.id)).toBe(1);
});

test("a provider that answers late is waited for, and makes one checkout", async () => {
  const ctx = await world.newClient();
  const path = "/v1/checkout/sessions";
  await world.simulator.fault({ type: "api_delay", delay_ms: 5_500, method: "POST", path });
  const { bookingId, url } = await bookSlot(ctx, await world.makeOffer());
  expect(url).toContain("/c/pay/cs_");
  expect(await world.simulator.strikes()).toBe(1);
  const { payment } = await outcomeOf(world.db, bookingId);
  expect(await checkoutsOf(ctx, payment?.id)).toBe(1);
});

test("a provider that never answers costs nobody their seat", async () => {
  const ctx = await world.newClient();
  const offer = await world.makeOffer();
  const path = "/v1/checkout/sessions";
  await world.simulator.fault({ type: "api_timeout", method: "POST", path });
  await expect(bookSlot(ctx, offer)).rejects.toMatchObject({
    code: "provider_unavailable",
    message: expect.stringContaining("Votre réservation est gardée : réessayez"),
  });
  const [payment] = await world.db
    .select()
    .from(payments)
    .where(eq(payments.payerEmail, String(ctx.actor?.email)));
  const { booking, spots } = await outcomeOf(world.db, String(payment?.reference));
  expect([booking.status, spots]).toEqual(["pending", 0]);
});
