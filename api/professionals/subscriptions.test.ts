import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { subscriptionCheckouts } from "#core/tables.server.ts";
import { callerOf } from "#test/make/api.ts";
import { openPaymentWorld, type PaymentWorld } from "#test/make/payments.ts";
import { makeUser } from "#test/make/people.ts";

let world: PaymentWorld;
beforeAll(async () => {
  world = await openPaymentWorld();
});
afterAll(() => world.stop());

async function apiOf(userId?: string) {
  const call = callerOf(await world.context(userId));
  return (path: string, body?: unknown) =>
    call(path === "/subscription" ? "GET" : "POST", path, body);
}

test("the calls about subscriptions, from no plan to a paid one", async () => {
  const { id } = await makeUser(world.db, { isPro: true });
  const call = await apiOf(id);
  const none = { subscribed: false, plan_type: null, current_period_end: null };
  expect(await call("/subscription")).toEqual({ status: 200, body: none });

  expect(await call("/functions/create-subscription-checkout", { planType: "free" })).toEqual({
    status: 200,
    body: {
      success: true,
      message: "Plan activé",
      redirectUrl: "/profil?plan_updated=true",
      url: null,
    },
  });
  const free = { subscribed: true, plan_type: "free", current_period_end: null };
  expect(await call("/functions/check-subscription", { userId: id })).toEqual({
    status: 200,
    body: free,
  });
  expect(await call("/functions/customer-portal")).toEqual({
    status: 200,
    body: { error: "portal_not_available", message: expect.any(String) },
  });

  const checkout = await call("/functions/create-checkout", { planType: "enterprise_yearly" });
  expect(checkout).toEqual({ status: 200, body: { url: expect.stringContaining("/c/pay/cs_") } });
  const again = await call("/functions/create-subscription-checkout", { planType: "premium" });
  expect(again.body).toMatchObject({ success: true, redirectUrl: null });
  const sessionId = again.body.url.split("/").at(-1);
  const verify = () => call("/functions/verify-subscription-payment", { sessionId });
  expect(await verify()).toEqual({ status: 200, body: { planType: null } });
  await world.simulator.pay(sessionId);
  expect(await verify()).toEqual({ status: 200, body: { planType: "premium" } });
  expect((await call("/subscription")).body).toEqual({
    subscribed: true,
    plan_type: "premium",
    current_period_end: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
  });
  expect((await call("/functions/customer-portal")).body).toEqual({
    url: expect.stringContaining("/p/session/"),
  });
  expect(await call("/functions/create-checkout", { planType: "premium_monthly" })).toMatchObject({
    status: 409,
    body: { error: { code: "conflict" } },
  });
});

test("a guest pays with an e-mail, and is known again by a cookie", async () => {
  const call = await apiOf();
  const asked = { planType: "premium_yearly", email: "invitee@exemple.fr" };
  const { body } = await call("/functions/create-guest-subscription-checkout", asked);
  expect(body).toMatchObject({ success: true, url: expect.stringContaining("/c/pay/cs_") });
  const sessionId = body.url.split("/").at(-1);
  await world.simulator.pay(sessionId);
  const verify = (more: object = {}) =>
    call("/functions/verify-guest-subscription-payment", { sessionId, ...asked, ...more });
  expect(await verify()).toEqual({
    status: 200,
    body: { success: true, message: "Votre compte a été créé et votre abonnement est actif." },
  });
  expect((await verify({ sessionId: null, planType: "free" })).body.success).toBe(false);
  const [row] = await world.db
    .select()
    .from(subscriptionCheckouts)
    .where(eq(subscriptionCheckouts.buyerEmail, asked.email));
  expect(row).toMatchObject({ status: "complete", accountCreated: true });
});

test("what is refused", async () => {
  const { id } = await makeUser(world.db);
  const other = await makeUser(world.db);
  const call = await apiOf(id);
  const visitor = await apiOf();
  const answers = await Promise.all([
    visitor("/subscription"),
    visitor("/functions/customer-portal"),
    visitor("/functions/create-checkout", { planType: "premium_monthly" }),
    call("/functions/check-subscription", { userId: other.id }),
    call("/functions/check-subscription", {}),
    call("/functions/create-checkout", { planType: "premium" }),
    call("/functions/create-subscription-checkout", { planType: "gold" }),
    call("/functions/verify-subscription-payment", { sessionId: "cs_test_unknown" }),
    visitor("/functions/create-guest-subscription-checkout", { planType: "premium" }),
    visitor("/functions/verify-guest-subscription-payment", { planType: "free", email: "a@b.fr" }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([
    401, 401, 401, 403, 422, 422, 422, 404, 422, 422,
  ]);
});
