import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { openPaymentWorld, type PaymentWorld } from "#test/make/payments.ts";
import { makeUser } from "#test/make/people.ts";
import type { Context } from "../context.server.ts";
import {
  mails,
  professionalSubscriptions,
  profiles,
  subscriptionCheckouts,
} from "../tables.server.ts";
import { choosePlan } from "./checkouts/choose-plan.server.ts";
import { settleCheckout } from "./checkouts/settle-checkout.server.ts";
import { openCustomerPortal } from "./open-customer-portal.server.ts";
import type { PlanType } from "./rules.ts";
import { currentPlan, showSubscription } from "./show-subscription.server.ts";
import { reconcileSubscriptions, syncSubscription } from "./sync-subscription.server.ts";

const DAY = 86_400_000;

let world: PaymentWorld;
beforeAll(async () => {
  world = await openPaymentWorld();
});
afterAll(() => world.stop());
// Each test moves the clock over months: what one leaves must not be renewed in the next.
afterEach(async () => {
  await world.simulator.clearFaults();
  const { stripe } = await world.context();
  for await (const { id } of stripe.subscriptions.list({ limit: 100 })) {
    await stripe.subscriptions.cancel(id);
  }
  await world.simulator.setClock(null);
  world.shift(0);
  await world.simulator.untilDelivered();
});

/** Moves the provider's clock. Ours stays: its events are signed at real time. */
function wait(days: number): Promise<void> {
  return world.simulator.setClock(new Date(Date.now() + days * DAY));
}

async function subscriber(planType: PlanType = "premium") {
  const { id, email } = await makeUser(world.db, { isPro: true });
  const ctx = await world.context(id);
  await choosePlan(ctx, { planType });
  const [checkout] = await world.db
    .select()
    .from(subscriptionCheckouts)
    .where(eq(subscriptionCheckouts.userId, id));
  const sessionId = String(checkout?.checkoutSessionId);
  await world.simulator.pay(sessionId);
  const row = async () => {
    const [found] = await world.db
      .select()
      .from(professionalSubscriptions)
      .where(eq(professionalSubscriptions.userId, id));
    if (!found) throw new Error("nothing is subscribed to");
    return found;
  };
  return {
    ctx,
    row,
    stripeId: String((await row()).stripeSubscriptionId),
    checkoutId: String(checkout?.id),
    planInForce: () => currentPlan(world.db, { userId: id, now: ctx.now() }),
    profile: async () => (await world.db.select().from(profiles).where(eq(profiles.id, id)))[0],
    mails: async () =>
      (await world.db.select().from(mails).where(eq(mails.toAddress, email)).orderBy(mails.id)).map(
        ({ kind }) => kind,
      ),
  };
}

/** Uses the portal by its forms. */
async function inPortal(ctx: Context, form: Record<string, string>): Promise<number> {
  const { url } = await openCustomerPortal(ctx);
  const body = new URLSearchParams(form);
  return (await fetch(url, { method: "POST", body, redirect: "manual" })).status;
}

const totalsOf = async ({ stripe }: Context, subscription: string) =>
  (await stripe.invoices.list({ subscription, limit: 100 })).data.map(({ total }) => total);

describe("time", () => {
  test("renews the plan, with its tax, and tells nobody", async () => {
    const { ctx, row, stripeId, planInForce, mails } = await subscriber();
    const before = await row();
    await wait(32);
    await expect
      .poll(async () => (await row()).currentPeriodEnd)
      .not.toEqual(before.currentPeriodEnd);
    expect(await row()).toMatchObject({ status: "active", planType: "premium" });
    expect(await planInForce()).toBe("premium");
    expect(await totalsOf(ctx, stripeId)).toEqual([2_388, 2_388]);
    expect(await mails()).toEqual(["subscription-confirmed"]);
  });

  test("turns six months in promotion into months at the full price (rule: six-month-price)", async () => {
    const { ctx, row, stripeId, planInForce } = await subscriber("premium_6months");
    await wait(100);
    expect(await totalsOf(ctx, stripeId)).toEqual([7_164]);
    await wait(186);
    await expect.poll(() => totalsOf(ctx, stripeId)).toEqual([2_388, 7_164]);
    expect(await planInForce()).toBe("premium");
    await expect
      .poll(async () => Number((await row()).currentPeriodEnd))
      .toBeGreaterThan(Date.now() + 200 * DAY);
  });
});

describe("a renewal that is not paid", () => {
  test("leaves the plan in force for seven days, then none, until it is paid", async () => {
    const { ctx, row, planInForce, profile, mails, stripeId } = await subscriber();
    await world.simulator.fault({ type: "decline_invoices", times: null });
    await wait(32);
    await expect.poll(async () => (await row()).status).toBe("past_due");
    expect(await planInForce()).toBe("premium");
    const { graceEndsAt, subscribed } = await showSubscription(ctx);
    expect(subscribed).toBe(true);
    expect(Number(graceEndsAt) - Number((await row()).pastDueSince)).toBe(7 * DAY);
    expect(await mails()).toEqual(["subscription-confirmed", "subscription-renewal-failed"]);

    // The provider tries again after three days: the same invoice, one mail.
    await wait(36);
    // Later events would be read at a time before the reconciler's.
    await world.simulator.untilDelivered();
    expect(await planInForce()).toBe("premium");
    expect(await mails()).toHaveLength(2);

    // Whether or not the reconciler has run.
    world.shift(41 * DAY);
    expect(await planInForce()).toBeNull();
    expect(await showSubscription(ctx)).toMatchObject({ subscribed: false, planId: null });
    await reconcileSubscriptions(await world.context());
    world.shift(0);
    expect(await row()).toMatchObject({ status: "inactive" });
    expect(await profile()).toMatchObject({ subscriptionPlan: null, canCreateActivities: false });

    await expect(choosePlan(ctx, { planType: "premium" })).rejects.toMatchObject({
      code: "conflict",
    });
    await choosePlan(ctx, { planType: "premium" }).catch(() => {});
    await world.simulator.clearFaults();
    const [owed] = (await ctx.stripe.invoices.list({ subscription: stripeId, status: "open" }))
      .data;
    await ctx.stripe.invoices.pay(String(owed?.id));
    await expect.poll(async () => (await row()).status).toBe("active");
    expect(await row()).toMatchObject({ pastDueSince: null });
    expect(await profile()).toMatchObject({
      subscriptionPlan: "premium",
      canCreateActivities: true,
    });
  });

  test("ends it when the provider gives up, and says so once", async () => {
    const { row, profile, mails } = await subscriber();
    await world.simulator.fault({ type: "decline_invoices", times: null });
    await wait(55);
    await expect.poll(async () => (await row()).status).toBe("canceled");
    expect(await profile()).toMatchObject({ subscriptionPlan: null, canCreateActivities: false });
    expect((await mails()).filter((kind) => kind === "subscription-ended")).toHaveLength(1);
  });
});

describe("in the portal", () => {
  test("what is called off stays in force until the end of its period", async () => {
    const { ctx, row, stripeId, planInForce, profile, mails } = await subscriber();
    expect(await inPortal(ctx, { action: "cancel", subscription: stripeId })).toBe(303);
    await expect.poll(async () => (await row()).cancelAt).toEqual((await row()).currentPeriodEnd);
    expect(await planInForce()).toBe("premium");
    await world.simulator.untilDelivered();
    await syncSubscription(ctx, { stripeSubscriptionId: stripeId });
    expect(await mails()).toEqual(["subscription-confirmed", "subscription-cancelled"]);
    await wait(32);
    await expect.poll(async () => (await row()).status).toBe("canceled");
    expect(await planInForce()).toBeNull();
    expect(await profile()).toMatchObject({ subscriptionPlan: null });
    expect(await mails()).toEqual([
      "subscription-confirmed",
      "subscription-cancelled",
      "subscription-ended",
    ]);
    // Now the same customer can have another; the free one too.
    expect((await choosePlan(ctx, { planType: "free" })).activated).toBe(true);
  });

  test("another plan takes its place, on one invoice with the tax of the difference", async () => {
    const { ctx, row, stripeId, planInForce, profile } = await subscriber();
    await wait(10);
    expect(await inPortal(ctx, await changeTo(ctx, stripeId, "expand_monthly_4900"))).toBe(303);
    await expect.poll(async () => (await row()).planType).toBe("expand");
    expect(await planInForce()).toBe("expand");
    expect(await profile()).toMatchObject({ subscriptionPlan: "expand" });
    const { data } = await ctx.stripe.invoices.list({ subscription: stripeId });
    expect(data).toHaveLength(2);
    const [change] = data;
    const amounts = change?.lines.data.map(({ amount }) => amount) ?? [];
    expect(amounts.map(Math.sign)).toEqual([-1, 1]);
    const [unused = 0, remaining = 0] = amounts;
    const tax = Math.round(remaining / 5) - Math.round(-unused / 5);
    expect(change).toMatchObject({
      total_excluding_tax: unused + remaining,
      total: unused + remaining + tax,
      status: "paid",
    });
    await wait(32);
    await expect.poll(async () => (await totalsOf(ctx, stripeId))[0]).toBe(5_880);
  });

  test("a year in place of a month begins now, less what is left of the month", async () => {
    const { ctx, row, stripeId } = await subscriber();
    expect(await inPortal(ctx, await changeTo(ctx, stripeId, "premium_yearly_17880"))).toBe(303);
    await expect.poll(async () => (await row()).priceKey).toBe("premium_yearly");
    const [change] = await totalsOf(ctx, stripeId);
    expect(Math.abs(Number(change) - (21_456 - 2_388))).toBeLessThanOrEqual(2);
    const days = (Number((await row()).currentPeriodEnd) - Date.now()) / DAY;
    expect(Math.round(days)).toBeGreaterThanOrEqual(365);
  });

  test("what was paid six months ahead is not lost to a change of plan", async () => {
    const { ctx, row, stripeId } = await subscriber("premium_6months");
    expect(await inPortal(ctx, await changeTo(ctx, stripeId, "expand_monthly_4900"))).toBe(422);
    expect(await row()).toMatchObject({ planType: "premium", status: "active" });
    await wait(186);
    expect(await inPortal(ctx, await changeTo(ctx, stripeId, "expand_monthly_4900"))).toBe(303);
  });
});

/** The portal's form for changing the plan; the portal makes the prices it needs. */
async function changeTo(ctx: Context, subscription: string, lookupKey: string) {
  await openCustomerPortal(ctx);
  const { data } = await ctx.stripe.prices.list({ lookup_keys: [lookupKey] });
  return { action: "change", subscription, price: String(data[0]?.id) };
}

describe("news", () => {
  test("may come several times, at once and in any order", async () => {
    const { ctx, row, stripeId, checkoutId, mails } = await subscriber();
    const before = await row();
    await Promise.all([
      ...[1, 2, 3].map(() => syncSubscription(ctx, { stripeSubscriptionId: stripeId })),
      ...[1, 2, 3].map(() => settleCheckout(ctx, { checkoutId })),
    ]);
    const { checkedAt: _at, updatedAt: _then, ...after } = await row();
    expect(before).toMatchObject(after);
    const { data } = await ctx.stripe.events.list({ limit: 100 });
    for (const event of data.toReversed()) await world.simulator.resend(event.id);
    await world.simulator.untilDelivered();
    expect(await row()).toMatchObject({ status: "active" });
    expect(await mails()).toEqual(["subscription-confirmed"]);
  });

  test("that never comes is asked for", async () => {
    await world.simulator.fault({ type: "webhook_drop", event: "*", times: null });
    const { id } = await makeUser(world.db, { isPro: true });
    const ctx = await world.context(id);
    await choosePlan(ctx, { planType: "premium" });
    const [checkout] = await world.db
      .select()
      .from(subscriptionCheckouts)
      .where(eq(subscriptionCheckouts.userId, id));
    await world.simulator.pay(String(checkout?.checkoutSessionId));
    expect(await currentPlan(world.db, { userId: id, now: ctx.now() })).toBeNull();
    world.shift(60_000);
    await reconcileSubscriptions(await world.context());
    expect(await currentPlan(world.db, { userId: id, now: ctx.now() })).toBe("premium");
    await wait(33);
    world.shift(33 * DAY);
    await reconcileSubscriptions(await world.context());
    const { currentPeriodEnd } = await showSubscription(ctx);
    expect(Number(currentPeriodEnd)).toBeGreaterThan(ctx.now().getTime());
  });

  test("about subscriptions that are not ours changes nothing, nor do plans without a provider", async () => {
    const { id } = await makeUser(world.db, { isPro: true });
    const ctx = await world.context(id);
    await choosePlan(ctx, { planType: "free" });
    await syncSubscription(ctx, { stripeSubscriptionId: "sub_of_another_shop" });
    world.shift(300 * DAY);
    await reconcileSubscriptions(ctx);
    expect(await currentPlan(world.db, { userId: id, now: ctx.now() })).toBe("free");
  });
});
