import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openPaymentWorld, outcomeOf, type PaymentWorld } from "#test/make/payments.ts";
import { makeUser } from "#test/make/people.ts";
import { bookSlot } from "../../bookings/book-slot.server.ts";
import { applyPayment } from "../../bookings/payment/apply-payment.server.ts";
import { chooseGuestPlan, choosePlan } from "../../subscriptions/checkouts/choose-plan.server.ts";
import { PLAN_TYPES, type PlanType } from "../../subscriptions/rules.ts";

let world: PaymentWorld;
beforeAll(async () => {
  world = await openPaymentWorld();
});
afterAll(() => world.stop());

/** The parameters that the provider got at this address. */
async function checkoutAt(url: string | null) {
  const { stripe } = await world.context();
  return stripe.checkout.sessions.retrieve(url?.split("/").at(-1) ?? "");
}

const newEmail = () => `${randomUUID()}@example.fr`;
const paidPlans = (Object.keys(PLAN_TYPES) as PlanType[]).filter((plan) => plan !== "free");

test.each(["session", "activity"])("a seat of a %s is paid by card only", async (kind) => {
  const make = () => (kind === "session" ? world.makeOffer() : world.makeActivityOffer());
  const client = await world.newClient();
  const own = await bookSlot(client, await make());
  const guests = await bookSlot(await world.context(), { ...(await make()), email: newEmail() });
  for (const { url } of [own, guests]) {
    expect(await checkoutAt(url)).toMatchObject({
      mode: "payment",
      allowed_payment_method_types: ["card"],
    });
  }
});

test("a refusal ends no checkout that another process has opened meanwhile", async () => {
  const client = await world.newClient();
  const { bookingId } = await bookSlot(client, await world.makeOffer());
  const { payment } = await outcomeOf(world.db, bookingId);
  const paymentId = String(payment?.id);
  await applyPayment(client, { paymentId, event: "refused", answer: null });
  expect(await outcomeOf(world.db, bookingId)).toMatchObject({
    booking: { status: "pending" },
    payment: { status: "open" },
  });
});

test.each(paidPlans)("the plan %s is paid by card only", async (planType) => {
  const { id } = await makeUser(world.db, { isPro: true });
  const own = await choosePlan(await world.context(id), { planType });
  const guests = await chooseGuestPlan(await world.context(), { planType, email: newEmail() });
  for (const { url } of [own, guests]) {
    expect(await checkoutAt(url)).toMatchObject({
      mode: "subscription",
      allowed_payment_method_types: ["card"],
    });
  }
});
