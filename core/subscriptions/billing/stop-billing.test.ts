import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openPaymentWorld, type PaymentWorld } from "#test/make/payments.ts";
import { makeUser } from "#test/make/people.ts";
import { requestAccountDeletion } from "../../privacy/deletion/request-account-deletion.server.ts";
import { checkInvariants } from "../../reconciliation/check-invariants.server.ts";
import { mails, professionalSubscriptions, subscriptionCheckouts } from "../../tables.server.ts";
import { chooseGuestPlan, choosePlan } from "../checkouts/choose-plan.server.ts";
import { settleCheckout } from "../checkouts/settle-checkout.server.ts";
import { stopBilling } from "./settle-billing.server.ts";

let world: PaymentWorld;
beforeAll(async () => {
  world = await openPaymentWorld();
});
afterAll(() => world.stop());

const password = "parenthese";

/** A client who has asked for Premium, and the page on which it is paid. */
async function makeBuyer() {
  const { id: userId, email } = await makeUser(world.db, { password });
  const ctx = await world.context(userId);
  await choosePlan(ctx, { planType: "premium" });
  const checkout = async () => {
    const [row] = await world.db
      .select()
      .from(subscriptionCheckouts)
      .where(eq(subscriptionCheckouts.userId, userId));
    if (!row) throw new Error("nothing was asked for");
    return row;
  };
  return { userId, email, ctx, checkout, pageId: String((await checkout()).checkoutSessionId) };
}

test("who deletes their account is billed no more, and gets no mail about it", async () => {
  const { userId, email, ctx, checkout, pageId } = await makeBuyer();
  await world.simulator.pay(pageId);
  await requestAccountDeletion(await world.context(userId), { password });
  const [live] = await world.db
    .select()
    .from(professionalSubscriptions)
    .where(eq(professionalSubscriptions.userId, userId));
  expect(live?.status).toBe("active");

  await stopBilling(ctx, { userId, guestCheckoutIds: [] });
  await stopBilling(ctx, { userId, guestCheckoutIds: [] });
  const atProvider = await ctx.stripe.subscriptions.retrieve(String(live?.stripeSubscriptionId));
  expect(atProvider.status).toBe("canceled");
  const [ended] = await world.db
    .select()
    .from(professionalSubscriptions)
    .where(eq(professionalSubscriptions.userId, userId));
  expect(ended?.status).toBe("canceled");
  expect((await checkout()).buyerEmail).not.toBe(email);
  const told = await world.db.select().from(mails);
  expect(told.map(({ kind }) => kind)).not.toContain("subscription-ended");
  expect(await checkInvariants(world.db)).toEqual([]);
});

test("the page on which they were about to pay is closed", async () => {
  const { userId, email, ctx, checkout, pageId } = await makeBuyer();
  await requestAccountDeletion(ctx, { password });
  expect((await checkout()).buyerEmail).toBe(email);
  await stopBilling(ctx, { userId, guestCheckoutIds: [] });
  expect(await checkout()).toMatchObject({ status: "expired", successUrl: "" });
  expect((await checkout()).buyerEmail).not.toBe(email);
  expect(await world.simulator.pay(pageId)).toMatchObject({ result: "closed" });
});

test("what is paid there in the very same moment is given back", async () => {
  const { userId, ctx, checkout, pageId } = await makeBuyer();
  await requestAccountDeletion(ctx, { password });
  await world.simulator.pay(pageId);
  await settleCheckout(ctx, { checkoutId: (await checkout()).id });
  expect((await checkout()).status).toBe("returned");
  expect((await checkout()).settledAt).not.toBeNull();
  const rows = await world.db
    .select()
    .from(professionalSubscriptions)
    .where(eq(professionalSubscriptions.userId, userId));
  expect(rows.filter(({ status }) => status === "active")).toEqual([]);
});

test("pages opened with their e-mail by a guest are closed, and forget it", async () => {
  const { id: userId, email } = await makeUser(world.db, { password });
  const visitor = await world.context();
  for (const planType of ["premium", "premium_yearly"]) {
    await chooseGuestPlan(visitor, { planType, email });
  }
  const opened = await world.db
    .select()
    .from(subscriptionCheckouts)
    .where(eq(subscriptionCheckouts.buyerEmail, email));
  expect(opened.map(({ status, userId: buyer }) => [status, buyer])).toEqual([
    ["open", null],
    ["open", null],
  ]);
  await requestAccountDeletion(await world.context(userId), { password });
  const { rows } = await world.db.execute<{ data: { userId: string; guestCheckoutIds: string[] } }>(
    sql`select data from pgboss.job where name = 'stop-billing' and data ->> 'userId' = ${userId}`,
  );
  for (const { data } of [...rows, ...rows]) await stopBilling(visitor, data);

  const left = await world.db
    .select()
    .from(subscriptionCheckouts)
    .where(eq(subscriptionCheckouts.userId, userId));
  expect(left.map(({ status }) => status)).toEqual(["expired", "expired"]);
  expect(JSON.stringify(left)).not.toContain(email);
  expect(
    await world.db.$count(subscriptionCheckouts, eq(subscriptionCheckouts.buyerEmail, email)),
  ).toBe(0);
  for (const { checkoutSessionId } of opened) {
    expect(await world.simulator.pay(String(checkoutSessionId))).toMatchObject({
      result: "closed",
    });
  }
});
