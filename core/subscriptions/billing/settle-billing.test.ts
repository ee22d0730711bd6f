import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { deliverMails, openMailbox } from "#test/make/mailbox.ts";
import { makeOperatorContext, SUSPENSION } from "#test/make/operators.ts";
import { openPaymentWorld, type PaymentWorld } from "#test/make/payments.ts";
import { makeUser } from "#test/make/people.ts";
import { DAY, HOUR, MINUTE } from "../../durations.ts";
import { checkInvariants } from "../../reconciliation/check-invariants.server.ts";
import { endRelationship, suspendAccount } from "../../sanctions/close-account.server.ts";
import { reopenAccount } from "../../sanctions/lift-decision.server.ts";
import { professionalSubscriptions, subscriptionCheckouts } from "../../tables.server.ts";
import { choosePlan } from "../checkouts/choose-plan.server.ts";
import { settleCheckout } from "../checkouts/settle-checkout.server.ts";
import { openCustomerPortal } from "../open-customer-portal.server.ts";
import { syncSubscription } from "../sync-subscription.server.ts";
import { settleBilling, stopBilling } from "./settle-billing.server.ts";

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
  await world.simulator.untilDelivered();
});

/** Moves the provider's clock. */
const wait = (days: number) => world.simulator.setClock(new Date(Date.now() + days * DAY));

async function openPage() {
  const { id: userId, email } = await makeUser(world.db, { isPro: true });
  const ctx = await world.context(userId);
  await choosePlan(ctx, { planType: "premium" });
  const [checkout] = await world.db
    .select()
    .from(subscriptionCheckouts)
    .where(eq(subscriptionCheckouts.userId, userId));
  if (!checkout?.checkoutSessionId) throw new Error("nothing was asked for");
  const operator = await makeOperatorContext(await world.context());
  return { userId, email, ctx, operator, checkout, pageId: checkout.checkoutSessionId };
}

async function subscriber() {
  const buyer = await openPage();
  await world.simulator.pay(buyer.pageId);
  const row = async () => {
    const [found] = await world.db
      .select()
      .from(professionalSubscriptions)
      .where(eq(professionalSubscriptions.userId, buyer.userId));
    if (!found) throw new Error("nothing is subscribed to");
    return found;
  };
  const id = String((await row()).stripeSubscriptionId);
  const { stripe } = buyer.ctx;
  return {
    ...{ ...buyer, id, row, stripe },
    settle: () => settleBilling(buyer.ctx, { userId: buyer.userId }),
    atProvider: () => stripe.subscriptions.retrieve(id),
    invoices: async () =>
      (await stripe.invoices.list({ subscription: id })).data.map(({ status }) => status),
    suspend: () => suspendAccount(buyer.operator, { ...SUSPENSION, email: buyer.email }),
    reopen: () => reopenAccount(buyer.operator, { email: buyer.email, reason: "Pour un essai." }),
  };
}

test("the plan of a suspended account is not billed until the suspension is lifted (rule: suspended-plan)", async () => {
  const { suspend, reopen, settle, atProvider, invoices, row } = await subscriber();
  await suspend();
  await settle();
  await settle();
  expect(await atProvider()).toMatchObject({
    status: "active",
    pause_collection: { behavior: "void" },
  });
  expect((await row()).billingPausedAt).not.toBeNull();
  await wait(33);
  expect(await invoices()).toEqual(["void", "paid"]);
  await reopen();
  await settle();
  expect(await atProvider()).toMatchObject({ status: "active", pause_collection: null });
  expect((await row()).billingPausedAt).toBeNull();
  await wait(64);
  expect(await invoices()).toEqual(["paid", "void", "paid"]);
});

// In the first hour after a month's end its invoice is a draft.
test.for([
  ["owed", 2 * DAY, "open"],
  ["being billed", MINUTE, "draft"],
] as const)("what is %s at that moment is owed no more", async ([, after, state]) => {
  const { suspend, settle, invoices, atProvider } = await subscriber();
  await world.simulator.fault({ type: "decline_invoices", times: null });
  const end = Number((await atProvider()).items.data[0]?.current_period_end) * 1000;
  await world.simulator.setClock(new Date(end + after));
  expect(await invoices()).toEqual([state, "paid"]);
  await suspend();
  await settle();
  expect(await invoices()).toEqual(["void", "paid"]);
  expect((await atProvider()).status).toBe("active");
  await world.simulator.clearFaults();
  await world.simulator.setClock(new Date(end + 20 * DAY));
  expect(await invoices()).toEqual(["void", "paid"]);
});

test("neither the owner in the portal nor news that come late undo the pause or its end", async () => {
  const { ctx, id, suspend, reopen, settle, atProvider, stripe } = await subscriber();
  const { url } = await openCustomerPortal(ctx);
  await suspend();
  await settle();
  const inPortal = (form: Record<string, string>) =>
    fetch(url, { method: "POST", body: new URLSearchParams(form), redirect: "manual" });
  await inPortal({ action: "cancel", subscription: id });
  await inPortal({ action: "keep", subscription: id });
  await syncSubscription(ctx, { stripeSubscriptionId: id });
  expect((await atProvider()).pause_collection).toMatchObject({ behavior: "void" });

  // Somebody takes the pause away at the dashboard: the news of it has it made again.
  await stripe.subscriptions.update(id, { pause_collection: "" });
  await syncSubscription(ctx, { stripeSubscriptionId: id });
  await settle();
  expect((await atProvider()).pause_collection).toMatchObject({ behavior: "void" });

  await inPortal({ action: "cancel", subscription: id });
  await reopen();
  await settle();
  expect(await atProvider()).toMatchObject({ pause_collection: null, cancel_at_period_end: true });
});

test("a pause that was made by hand for somebody in good standing stays", async () => {
  const { id, settle, atProvider, stripe } = await subscriber();
  await stripe.subscriptions.update(id, { pause_collection: { behavior: "void" } });
  await settle();
  expect((await atProvider()).pause_collection).toMatchObject({ behavior: "void" });
});

test("a provider that does not answer is asked again, and `check` names who is billed meanwhile", async () => {
  const { suspend, settle, atProvider, userId } = await subscriber();
  await suspend();
  await world.simulator.fault({ type: "api_error", status: 500, times: null });
  await expect(settle()).rejects.toThrow();
  const later = new Date(Date.now() + 2 * HOUR);
  const faults = async () =>
    (await checkInvariants(world.db, later)).filter((fault) => fault.includes("suspendu"));
  expect(await faults()).toEqual([expect.stringContaining(userId)]);
  await world.simulator.clearFaults();
  await settle();
  expect((await atProvider()).pause_collection).not.toBeNull();
  expect(await faults()).toEqual([]);
});

test("who is suspended while they pay is given their money back", async () => {
  const { operator, email, ctx, checkout, pageId } = await openPage();
  await suspendAccount(operator, { ...SUSPENSION, email });
  await world.simulator.pay(pageId);
  await settleCheckout(ctx, { checkoutId: checkout.id });
  const [row] = await world.db
    .select()
    .from(subscriptionCheckouts)
    .where(eq(subscriptionCheckouts.id, checkout.id));
  expect(row?.status).toBe("returned");
});

test("the page on which they were about to pay is closed", async () => {
  const { operator, email, userId, ctx, pageId } = await openPage();
  await suspendAccount(operator, { ...SUSPENSION, email });
  await settleBilling(ctx, { userId });
  expect(await world.simulator.pay(pageId)).toMatchObject({ result: "closed" });
});

test("an end at once ends the plan, which a lifting does not bring back, and says so", async () => {
  const { ctx, operator, email, userId, reopen, settle, atProvider } = await subscriber();
  await endRelationship(operator, { ...SUSPENSION, email, urgency: "fraud" });
  await settle();
  await stopBilling(ctx, { userId, guestCheckoutIds: [], keepsNames: true });
  expect((await atProvider()).status).toBe("canceled");
  await world.simulator.untilDelivered();
  await world.runJobs();
  await reopen();
  await settle();
  expect((await atProvider()).status).toBe("canceled");
  const { mailer, mails } = await openMailbox();
  await deliverMails(await world.context(undefined, { mailer }));
  const told = mails.find(({ subject }) => String(subject).includes("Notre relation continue"));
  expect(told?.text).toContain("Votre abonnement Premium est terminé et ne reprend pas");
});

test("an end that was lifted before the provider could be told leaves the plan as it is", async () => {
  const { ctx, operator, email, userId, reopen, settle, atProvider } = await subscriber();
  await endRelationship(operator, { ...SUSPENSION, email, urgency: "fraud" });
  await reopen();
  await stopBilling(ctx, { userId, guestCheckoutIds: [], keepsNames: true });
  await settle();
  expect((await atProvider()).status).toBe("active");
});

test("ten readings at once, as the events of one change may ask for them, all come to rest", async () => {
  const { ctx, id, suspend, settle, row } = await subscriber();
  await suspend();
  const all = Array.from({ length: 10 }, () => syncSubscription(ctx, { stripeSubscriptionId: id }));
  await Promise.all([...all, settle()]);
  expect((await row()).billingPausedAt).not.toBeNull();
});
