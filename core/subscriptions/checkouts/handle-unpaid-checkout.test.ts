import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { openPaymentWorld, type PaymentWorld } from "#test/make/payments.ts";
import { makeUser } from "#test/make/people.ts";
import { HOUR } from "../../durations.ts";
import { checkInvariants } from "../../reconciliation/check-invariants.server.ts";
import { mails, subscriptionCheckouts } from "../../tables.server.ts";
import { showSubscription } from "../show-subscription.server.ts";
import { reconcileSubscriptions } from "../sync-subscription.server.ts";
import { chooseGuestPlan, choosePlan } from "./choose-plan.server.ts";
import { verifyGuestSubscription, verifySubscription } from "./verify-subscription.server.ts";

/* A plan that is paid for, about whose payment the buyer's bank is deciding. */

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

const checkoutOf = async (email: string) => {
  const [row] = await world.db
    .select()
    .from(subscriptionCheckouts)
    .where(eq(subscriptionCheckouts.buyerEmail, email));
  return row;
};
const mailsTo = async (to: string) =>
  (await world.db.select({ kind: mails.kind }).from(mails).where(eq(mails.toAddress, to)))
    .map(({ kind }) => kind)
    .sort();

type Buyer = "account" | "guest";

/** Somebody finishes paying, and their bank thinks. */
async function pay(buyer: Buyer, planType: "premium" | "premium_6months" = "premium") {
  const user = buyer === "account" ? await makeUser(world.db, { isPro: true }) : null;
  const ctx = await world.context(user?.id);
  const email = user?.email ?? `${randomUUID()}@example.fr`;
  const chosen = user
    ? await choosePlan(ctx, { planType })
    : await chooseGuestPlan(ctx, { planType, email });
  const guestProof = "guestProof" in chosen ? String(chosen.guestProof) : "";
  const sessionId = String((await checkoutOf(email))?.checkoutSessionId);
  await world.simulator.fault({ type: "process_payments" });
  expect(await world.simulator.pay(sessionId)).toMatchObject({ result: "processing" });
  await world.simulator.untilDelivered();
  const decide = async (outcome: "succeeded" | "failed") => {
    await world.simulator.fault({ type: "settle_payment", checkout: sessionId, outcome });
    await world.simulator.untilDelivered();
  };
  const verify = async () => {
    if (user) return verifySubscription(ctx, { sessionId });
    const { success, bank, message } = await verifyGuestSubscription(ctx, {
      ...{ sessionId, planType, email, guestProof },
    });
    return { bank, message, priceKey: success ? planType : null };
  };
  return { ctx, email, sessionId, decide, verify };
}

describe.each(["account", "guest"] as const)("a plan paid for by a %s", (buyer) => {
  test("is not in force while the bank decides, however long that takes", async () => {
    const { email, verify, ctx } = await pay(buyer);
    expect(await verify()).toMatchObject({ bank: "deciding", priceKey: null });
    world.shift(48 * HOUR);
    await reconcileSubscriptions(await world.context());
    await reconcileSubscriptions(await world.context());
    expect(await checkoutOf(email)).toMatchObject({
      ...{ status: "open", processingAt: expect.any(Date), refusedAt: null, settledAt: null },
    });
    expect(await mailsTo(email)).toEqual(["subscription-processing"]);
    if (buyer === "guest") return;
    expect(await showSubscription(ctx)).toMatchObject({ subscribed: false, isProcessing: true });
  });

  test("is in force once the bank says yes, though everything comes twice and shuffled", async () => {
    await world.simulator.fault({ type: "webhook_duplicate", event: "*", copies: 2, times: null });
    await world.simulator.fault({
      ...{ type: "webhook_reorder", event: "*", window_ms: 300, times: null },
    });
    const { email, decide, verify } = await pay(buyer, "premium_6months");
    await decide("succeeded");
    expect(await verify()).toMatchObject({ bank: null, priceKey: "premium_6months" });
    expect(await checkoutOf(email)).toMatchObject({ status: "complete", processingAt: null });
    const told = await mailsTo(email);
    expect(told.filter((kind) => kind === "subscription-confirmed")).toHaveLength(1);
    expect(told).not.toContain("subscription-refused");
  });

  test("comes to nothing when it says no: told once, ended at the provider, free to choose again", async () => {
    await world.simulator.fault({ type: "webhook_duplicate", event: "*", copies: 2, times: null });
    const { email, decide, verify, ctx, sessionId } = await pay(buyer);
    await decide("failed");
    await reconcileSubscriptions(await world.context());
    await world.simulator.untilDelivered();
    expect(await verify()).toMatchObject({ bank: "refused", priceKey: null });
    expect(await checkoutOf(email)).toMatchObject({
      ...{ status: "expired", processingAt: null, refusedAt: expect.any(Date) },
      settledAt: expect.any(Date),
    });
    expect(await mailsTo(email)).toEqual(["subscription-processing", "subscription-refused"]);
    const session = await ctx.stripe.checkout.sessions.retrieve(sessionId);
    const subscription = await ctx.stripe.subscriptions.retrieve(String(session.subscription));
    expect(subscription.status).toBe("canceled");
    const again =
      buyer === "guest"
        ? await chooseGuestPlan(ctx, { planType: "premium", email })
        : await choosePlan(ctx, { planType: "premium" });
    expect(again.url).toContain("/c/pay/");
    expect(again.url).not.toContain(sessionId);
  });

  test("that was refused is told although nobody had heard that it was on its way", async () => {
    await world.simulator.fault({ type: "webhook_drop", event: "*", times: null });
    const { email, decide } = await pay(buyer);
    expect(await checkoutOf(email)).toMatchObject({ status: "open", processingAt: null });
    await decide("failed");
    world.shift(60_000);
    await reconcileSubscriptions(await world.context());
    expect(await checkoutOf(email)).toMatchObject({ status: "expired" });
    expect(await mailsTo(email)).toEqual(["subscription-refused"]);
  });
});

test("while the bank decides nobody pays a second time, nor for another plan", async () => {
  const { ctx, sessionId } = await pay("account");
  const again = await choosePlan(ctx, { planType: "premium" });
  expect(again.url).toContain(`/professionnel/success?session_id=${sessionId}`);
  await expect(choosePlan(ctx, { planType: "premium_yearly" })).rejects.toMatchObject({
    code: "conflict",
    message: expect.stringContaining("déjà en cours"),
  });
});
