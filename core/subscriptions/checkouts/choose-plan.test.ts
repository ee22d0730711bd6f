import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { openPaymentWorld, type PaymentWorld } from "#test/make/payments.ts";
import { makeUser } from "#test/make/people.ts";
import {
  mails,
  professionalSubscriptions,
  profiles,
  subscriptionCheckouts,
} from "../../tables.server.ts";
import { openCustomerPortal } from "../open-customer-portal.server.ts";
import { PLAN_TYPES, type PlanType } from "../rules.ts";
import { currentPlan, showSubscription } from "../show-subscription.server.ts";
import { reconcileSubscriptions } from "../sync-subscription.server.ts";
import { chooseGuestPlan, choosePlan } from "./choose-plan.server.ts";
import { verifyGuestSubscription, verifySubscription } from "./verify-subscription.server.ts";

let world: PaymentWorld;
beforeAll(async () => {
  world = await openPaymentWorld();
});
afterAll(() => world.stop());
afterEach(async () => {
  world.shift(0);
  await world.simulator.clearFaults();
});

const subscriptionsOf = (userId: string) =>
  world.db
    .select()
    .from(professionalSubscriptions)
    .where(eq(professionalSubscriptions.userId, userId))
    .orderBy(professionalSubscriptions.createdAt);
const checkoutsOf = (buyerEmail: string) =>
  world.db
    .select()
    .from(subscriptionCheckouts)
    .where(eq(subscriptionCheckouts.buyerEmail, buyerEmail))
    .orderBy(subscriptionCheckouts.createdAt);
const profileOf = async (userId: string) =>
  (await world.db.select().from(profiles).where(eq(profiles.id, userId)))[0];
const mailsTo = async (to: string) =>
  (await world.db.select().from(mails).where(eq(mails.toAddress, to)))
    .map(({ kind }) => kind)
    .sort();

async function professional() {
  const user = await makeUser(world.db, { isPro: true });
  return { ...user, ctx: await world.context(user.id) };
}

/** The provider's id of the latest checkout for this e-mail. */
async function sessionOf(email: string): Promise<string> {
  return String((await checkoutsOf(email)).at(-1)?.checkoutSessionId);
}

describe("the free plan", () => {
  test("is in force at once, and stays one however often it is asked for", async () => {
    const { id, ctx } = await professional();
    const asked = await Promise.all([1, 2, 3].map(() => choosePlan(ctx, { planType: "free" })));
    expect(asked).toEqual(Array(3).fill({ activated: true, url: null }));
    expect(await subscriptionsOf(id)).toMatchObject([{ planType: "free", status: "active" }]);
    expect(await profileOf(id)).toMatchObject({
      subscriptionPlan: "free",
      canCreateActivities: false,
    });
    expect(await showSubscription(ctx)).toMatchObject({
      subscribed: true,
      planType: "free",
      currentPeriodEnd: null,
      hasPortal: false,
    });
    await expect(openCustomerPortal(ctx)).rejects.toMatchObject({ code: "portal_not_available" });
  });

  test("is for somebody", async () => {
    const visitor = await world.context();
    await expect(choosePlan(visitor, { planType: "free" })).rejects.toMatchObject({
      code: "unauthenticated",
    });
  });
});

describe("a paid plan", () => {
  test.each<[PlanType, number[], string, number]>([
    ["premium", [2_388], "premium", 2_388],
    ["premium_yearly", [21_456], "premium", 21_456],
    ["premium_6months", [7_164, 0], "premium", 7_164],
    ["enterprise_monthly", [5_880], "expand", 5_880],
    ["enterprise_yearly", [58_800], "expand", 58_800],
  ])(
    "%s costs its price and the tax on it, and is in force once paid",
    async (planType, lines, plan, total) => {
      const { id, email, ctx } = await professional();
      const { activated, url } = await choosePlan(ctx, { planType });
      expect(activated).toBe(false);
      const sessionId = await sessionOf(email);
      expect(url).toContain(sessionId);
      const session = await ctx.stripe.checkout.sessions.retrieve(sessionId, {
        expand: ["line_items"],
      });
      expect(session.line_items?.data.map((line) => line.amount_total)).toEqual(lines);
      expect(session).toMatchObject({
        ...{ mode: "subscription", amount_subtotal: Math.round(total / 1.2), amount_total: total },
        total_details: { amount_tax: Math.round(total / 6) },
      });

      // Stored before it is paid, and worth nothing until then.
      expect(await subscriptionsOf(id)).toMatchObject([{ planType: plan, status: "inactive" }]);
      expect(await currentPlan(world.db, { userId: id, now: ctx.now() })).toBeNull();
      expect(await verifySubscription(ctx, { sessionId })).toMatchObject({ planType: null });

      await world.simulator.pay(sessionId);
      expect(await verifySubscription(ctx, { sessionId })).toEqual({
        planType: plan,
        priceKey: PLAN_TYPES[planType],
        returned: false,
        bank: null,
      });
      expect(await subscriptionsOf(id)).toMatchObject([
        { planType: plan, status: "active", stripeSubscriptionId: expect.any(String) },
      ]);
      expect(await profileOf(id)).toMatchObject({
        subscriptionPlan: plan,
        canCreateActivities: true,
      });
      expect(await mailsTo(email)).toEqual(["subscription-confirmed"]);
      expect((await openCustomerPortal(ctx)).url).toContain("/p/session/");
    },
  );

  test("of six months goes on at the monthly price by itself", async () => {
    const { id, email, ctx } = await professional();
    await choosePlan(ctx, { planType: "premium_6months" });
    await world.simulator.pay(await sessionOf(email));
    const [subscription] = await subscriptionsOf(id);
    const days = (+(subscription?.currentPeriodEnd ?? 0) - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(180);
    expect(days).toBeLessThan(185);
    expect(subscription).toMatchObject({ priceKey: "premium_monthly", status: "active" });
  });

  test("takes the place of the free one", async () => {
    const { id, email, ctx } = await professional();
    await choosePlan(ctx, { planType: "free" });
    await choosePlan(ctx, { planType: "premium" });
    expect(await currentPlan(world.db, { userId: id, now: ctx.now() })).toBe("free");
    await world.simulator.pay(await sessionOf(email));
    expect(await currentPlan(world.db, { userId: id, now: ctx.now() })).toBe("premium");
    const states = (await subscriptionsOf(id)).map(({ planType, status }) => [planType, status]);
    expect(states).toEqual([
      ["free", "canceled"],
      ["premium", "active"],
    ]);
  });

  test("is paid on one page, opened once; another choice ends that page", async () => {
    const { email, ctx } = await professional();
    const first = await choosePlan(ctx, { planType: "premium" });
    expect(await choosePlan(ctx, { planType: "premium" })).toEqual(first);
    const monthly = await sessionOf(email);
    const yearly = await choosePlan(ctx, { planType: "premium_yearly" });
    expect(yearly.url).not.toBe(first.url);
    expect(await world.simulator.pay(monthly)).toMatchObject({ result: "closed" });
    expect((await checkoutsOf(email)).map(({ status }) => status)).toEqual(["expired", "open"]);
  });

  test("is refused beside another", async () => {
    const { email, ctx } = await professional();
    await choosePlan(ctx, { planType: "premium" });
    await world.simulator.pay(await sessionOf(email));
    for (const planType of ["premium_yearly", "enterprise_monthly", "free"] as const) {
      await expect(choosePlan(ctx, { planType })).rejects.toMatchObject({
        code: "conflict",
        message: expect.stringContaining("Vous avez déjà un abonnement Premium"),
      });
    }
    expect(await checkoutsOf(email)).toHaveLength(1);
  });

  test("says that the provider is away; what was being made is found later", async () => {
    const { email, ctx } = await professional();
    const away = { type: "api_error", status: 500, path: "/v1/checkout/*", times: null };
    await world.simulator.fault(away);
    await expect(choosePlan(ctx, { planType: "premium" })).rejects.toMatchObject({
      code: "provider_unavailable",
      message: "Une erreur est survenue lors de l'abonnement",
    });
    expect(await checkoutsOf(email)).toMatchObject([{ status: "creating" }]);
    await world.simulator.clearFaults();
    world.shift(20_000);
    await reconcileSubscriptions(await world.context());
    expect(await checkoutsOf(email)).toMatchObject([{ status: "open" }]);
  });

  test("is nobody else's business", async () => {
    const { email, ctx } = await professional();
    await choosePlan(ctx, { planType: "premium" });
    const sessionId = await sessionOf(email);
    const other = await professional();
    for (const asked of [sessionId, "cs_test_unknown"]) {
      await expect(verifySubscription(other.ctx, { sessionId: asked })).rejects.toMatchObject({
        code: "not_found",
      });
    }
  });
});

describe("without an account", () => {
  const email = (name: string) => `${name}@exemple-invite.fr`;

  test("the free plan makes one, and is confirmed without a payment", async () => {
    const ctx = await world.context();
    const asked = { planType: "free", email: email("libre") } as const;
    const nothing = { sessionId: null, ...asked };
    expect(await verifyGuestSubscription(ctx, nothing)).toMatchObject({ success: false });
    const { activated, url, resultPath } = await chooseGuestPlan(ctx, asked);
    expect({ activated, url }).toEqual({ activated: true, url: null });
    expect(resultPath).toBe(
      "/guest-subscription-success?plan=free&email=libre%40exemple-invite.fr",
    );
    expect(await verifyGuestSubscription(ctx, nothing)).toMatchObject({ success: true });
    expect(await verifyGuestSubscription(ctx, { ...nothing, planType: "premium" })).toMatchObject({
      success: false,
    });
    await world.runJobs();
    expect(await mailsTo(asked.email)).toEqual(["guest-credentials", "subscription-confirmed"]);
    const [checkout] = await checkoutsOf(asked.email);
    expect(await subscriptionsOf(String(checkout?.userId))).toMatchObject([{ planType: "free" }]);
  });

  test("a paid plan makes one once it is paid; only the buyer's browser hears of it", async () => {
    const ctx = await world.context();
    const asked = { planType: "premium", email: email("payante") } as const;
    const { guestProof, url } = await chooseGuestPlan(ctx, asked);
    const sessionId = await sessionOf(asked.email);
    expect(url).toContain(sessionId);
    expect(await mailsTo(asked.email)).toEqual([]);
    const verify = (more: object = {}) =>
      verifyGuestSubscription(ctx, { sessionId, ...asked, guestProof, ...more });
    expect(await verify()).toMatchObject({ success: false });
    await world.simulator.pay(sessionId);
    expect(await verify()).toEqual({
      success: true,
      isBuyer: true,
      bank: null,
      message: "Votre compte a été créé et votre abonnement est actif.",
    });
    expect(await verify({ guestProof: "of another browser" })).toEqual({
      success: true,
      isBuyer: false,
      bank: null,
      message: "Votre abonnement est actif. Consultez votre boîte mail.",
    });
    for (const other of [{ email: email("autre") }, { planType: "premium_yearly" }]) {
      expect(await verify(other)).toMatchObject({ success: false });
    }
    await world.runJobs();
    expect(await mailsTo(asked.email)).toEqual(["guest-credentials", "subscription-confirmed"]);
  });

  test("an e-mail that the provider refuses is said beside the field, and nothing is left open", async () => {
    const ctx = await world.context();
    const asked = { planType: "premium", email: "email-invalid@example.fr" } as const;
    await expect(chooseGuestPlan(ctx, asked)).rejects.toMatchObject({
      code: "invalid_input",
      fields: { email: ["Veuillez saisir une adresse email valide"] },
    });
    expect(await checkoutsOf(asked.email)).toMatchObject([
      { status: "expired", settledAt: expect.any(Date), userId: null },
    ]);
  });

  test("what a confirmed account pays for a second time is ended and given back", async () => {
    const { id, email: own, ctx } = await professional();
    await choosePlan(ctx, { planType: "premium" });
    await world.simulator.pay(await sessionOf(own));
    const { guestProof } = await chooseGuestPlan(await world.context(), {
      planType: "premium_yearly",
      email: own,
    });
    const sessionId = await sessionOf(own);
    await world.simulator.pay(sessionId);
    const [, second] = await checkoutsOf(own);
    expect(second).toMatchObject({ status: "returned", settledAt: expect.any(Date) });
    const ended = await ctx.stripe.subscriptions.retrieve(String(second?.stripeSubscriptionId));
    expect(ended.status).toBe("canceled");
    const { data: refunds } = await ctx.stripe.refunds.list({ limit: 100 });
    expect(refunds.filter(({ amount }) => amount === 21_456)).toHaveLength(1);
    expect(await subscriptionsOf(id)).toMatchObject([{ planType: "premium", status: "active" }]);
    expect(await mailsTo(own)).toEqual(["subscription-confirmed", "subscription-returned"]);
    const asked = { planType: "premium_yearly", email: own, sessionId, guestProof } as const;
    expect(await verifyGuestSubscription(await world.context(), asked)).toMatchObject({
      success: false,
      message: expect.stringContaining("remboursé"),
    });
  });

  test.each(["", "sans-arobase", "a@ b"])("« %s » is no e-mail", async (address) => {
    const choice = chooseGuestPlan(await world.context(), { planType: "premium", email: address });
    await expect(choice).rejects.toMatchObject({
      code: "invalid_input",
      fields: { email: ["Veuillez saisir une adresse email valide"] },
    });
  });
});
