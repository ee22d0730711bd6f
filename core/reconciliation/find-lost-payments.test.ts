import { desc, eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { makeSlot } from "#test/make/catalogue.ts";
import { contradict, expectInvariants } from "#test/make/database.ts";
import {
  checkoutOf,
  type Offer,
  openPaymentWorld,
  outcomeOf,
  type PaymentWorld,
} from "#test/make/payments.ts";
import { makeUser } from "#test/make/people.ts";
import { bookSlot } from "../bookings/book-slot.server.ts";
import { moveBooking } from "../bookings/move/move-booking.server.ts";
import { recoverBooking } from "../bookings/payment/recover-booking.server.ts";
import { COMMISSION_RATE } from "../commission.ts";
import type { Context } from "../context.server.ts";
import { HOUR, MINUTE } from "../durations.ts";
import { refreshListings } from "../listings/refresh-listings.server.ts";
import { cents } from "../money.ts";
import { freeSlot } from "../occupancy/occupy-slot.server.ts";
import { findPayment } from "../payments/find-payment.server.ts";
import type { LostPayment } from "../payments/schema.ts";
import { chooseGuestPlan, choosePlan } from "../subscriptions/checkouts/choose-plan.server.ts";
import { currentPlan } from "../subscriptions/show-subscription.server.ts";
import { reconcileSubscriptions } from "../subscriptions/sync-subscription.server.ts";
import {
  bookings,
  mails,
  offerings,
  payments,
  professionalSubscriptions,
  profiles,
  refunds,
  settings,
  slots,
  subscriptionCheckouts,
} from "../tables.server.ts";
import { compareProvider } from "./compare-provider.server.ts";
import { reconcilePayments } from "./reconcile-payments.server.ts";

/** The position of the looks. */
const WALKED = "stripe_checkouts_until";

let world: PaymentWorld;
beforeAll(async () => {
  world = await openPaymentWorld();
  // Rows are lost as they are by a backup that is behind.
  contradict(world.db, "I13");
});
afterAll(() => world.stop());
beforeEach(() => world.simulator.fault({ type: "webhook_drop", event: "*", times: null }));
afterEach(async () => {
  await world.simulator.clearFaults();
  await expectInvariants(world.db);
});

const reconcile = async () => reconcilePayments(await world.context());

/** The check's findings, two minutes on, about the provider's objects. */
async function judged(): Promise<string[]> {
  const soon = { now: () => new Date(Date.now() + 3 * MINUTE) };
  return (await compareProvider(await world.context(undefined, soon))).flatMap(
    ({ faults }) => faults,
  );
}

/** Paid and confirmed as far as both sides know, by a client or, without one, a guest. */
async function buy(offer: Offer, ctx: Context, email?: string) {
  const { bookingId } = await bookSlot(ctx, { ...offer, ...(email && { email }) });
  const checkoutId = await checkoutOf(world.db, bookingId);
  await world.simulator.pay(checkoutId);
  await reconcile();
  expect((await outcomeOf(world.db, bookingId)).booking.status).toBe("confirmed");
  const { metadata } = await ctx.stripe.checkout.sessions.retrieve(checkoutId);
  return { bookingId, checkoutId, recovery: { ...metadata } };
}

/** As on a replica that took over before these rows had reached it. */
async function lose(bookingId: string, slotId: string): Promise<void> {
  await world.db.delete(payments).where(eq(payments.reference, bookingId));
  await world.db.delete(bookings).where(eq(bookings.id, bookingId));
  await world.db.delete(mails).where(eq(mails.reference, bookingId));
  await world.db.delete(settings).where(eq(settings.key, WALKED));
  const [slot] = await world.db.select().from(slots).where(eq(slots.id, slotId));
  await world.db
    .update(slots)
    .set({ availableSpots: Number(slot?.availableSpots) + 1 })
    .where(eq(slots.id, slotId));
  await world.db.transaction((tx) => freeSlot(tx, slotId));
}

const told = async (reference: string) =>
  (await world.db.select().from(mails).where(eq(mails.reference, reference)))
    .map(({ kind, toAddress }) => ({ kind, to: toAddress }))
    .sort((a, b) => a.kind.localeCompare(b.kind));

const emailOf = async (offer: Offer) =>
  (await world.context(offer.professional.userId)).actor?.email;

describe("a payment whose rows are lost", () => {
  test("is counted by the check, booked again while its seat is free, and told to both sides", async () => {
    const offer = await world.makeOffer();
    const client = await world.newClient();
    const { bookingId, checkoutId } = await buy(offer, client);
    const before = await findPayment(world.db, { reference: bookingId });
    await lose(bookingId, offer.slotId);
    expect(await judged()).toEqual(
      expect.arrayContaining([
        `${checkoutId} (inconnu ici)`,
        expect.stringMatching(new RegExp(`^${before?.paymentIntentId} .*ici : rien`)),
      ]),
    );

    expect(await reconcile()).toBe(0);
    await reconcile();
    const outcome = await outcomeOf(world.db, bookingId);
    expect(outcome).toMatchObject({
      booking: { status: "confirmed", clientId: client.actor?.userId, pricePaidCents: 4_000 },
      payment: { id: before?.id, status: "paid", paymentIntentId: before?.paymentIntentId },
      spots: 0,
    });
    expect(await told(bookingId)).toEqual([
      { kind: "booking-confirmed", to: client.actor?.email },
      { kind: "booking-received", to: await emailOf(offer) },
    ]);
    expect(await judged()).toEqual([]);
  });

  test("is settled by the next look when the first broke off after writing it again", async () => {
    const offer = await world.makeOffer();
    const client = await world.newClient();
    const { bookingId, checkoutId, recovery } = await buy(offer, client);
    const before = await findPayment(world.db, { reference: bookingId });
    if (!before?.paymentIntentId) throw new Error("the payment was not made");
    await lose(bookingId, offer.slotId);
    const { status: _, paidAt: __, ...asked } = before;
    const { paymentIntentId } = before;
    const lost = { ...asked, checkoutSessionId: checkoutId, paymentIntentId, recovery };
    expect(await recoverBooking(client, { ...lost, chargeId: null } as LostPayment)).toBe(true);
    expect((await outcomeOf(world.db, bookingId)).booking.status).toBe("cancelled");
    await reconcile();
    expect(await outcomeOf(world.db, bookingId)).toMatchObject({
      booking: { status: "confirmed" },
      payment: { status: "paid" },
      spots: 0,
    });
  });

  test("keeps the rate that was kept with its payment", async () => {
    const offer = await world.makeOffer();
    const client = await world.newClient();
    const { bookingId, checkoutId, recovery } = await buy(offer, client);
    const payment = await findPayment(world.db, { reference: bookingId });
    expect(recovery.commission_rate).toBe(String(COMMISSION_RATE));
    await lose(bookingId, offer.slotId);
    // It comes to the same cents for a price of 40 €.
    const keptThere = { ...recovery, commission_rate: "1001" };
    const lost = { ...payment, checkoutSessionId: checkoutId, recovery: keptThere, chargeId: null };
    delete lost.paidAt;
    delete lost.status;
    expect(await recoverBooking(client, lost as LostPayment)).toBe(true);
    expect((await outcomeOf(world.db, bookingId)).booking.commissionRate).toBe(1_001);
    await reconcile();
  });

  test("is found however long nobody looked", async () => {
    const offer = await world.makeOffer();
    const { bookingId } = await buy(offer, await world.newClient());
    await lose(bookingId, offer.slotId);
    const until = () => world.db.select().from(settings).where(eq(settings.key, WALKED));
    const threeDaysAgo = new Date(Date.now() - 72 * HOUR).toISOString();
    await world.db.insert(settings).values({ key: WALKED, value: threeDaysAgo });
    await reconcile();
    expect((await outcomeOf(world.db, bookingId)).booking.status).toBe("confirmed");
    const [seen] = await until();
    expect(Date.now() - Date.parse(String(seen?.value))).toBeLessThan(HOUR);
  });

  test("that a bank decides about later is booked again once it has, however late", async () => {
    const offer = await world.makeOffer();
    const client = await world.newClient();
    const { bookingId } = await bookSlot(client, offer);
    const checkout = await checkoutOf(world.db, bookingId);
    await world.simulator.fault({ type: "process_payments" });
    await world.simulator.pay(checkout);
    await lose(bookingId, offer.slotId);
    await reconcile();
    expect(await world.db.$count(bookings, eq(bookings.id, bookingId))).toBe(0);
    const stands = async () =>
      (await world.db.select().from(settings).where(eq(settings.key, WALKED)))[0]?.value;
    const before = await stands();
    await buy(await world.makeOffer(), await world.newClient());
    expect(await stands()).toBe(before);
    await world.simulator.fault({ type: "settle_payment", checkout, outcome: "succeeded" });
    await reconcile();
    expect((await outcomeOf(world.db, bookingId)).booking.status).toBe("confirmed");
  });

  test("of a move ends the booking that it replaces all the same (rule: own-move)", async () => {
    const offer = await world.makeOffer({ start: new Date(Date.now() + 100 * HOUR) });
    const client = await world.newClient();
    const { bookingId } = await buy(offer, client);
    const start = new Date(Date.now() + 120 * HOUR);
    const session = { id: offer.sessionId, capacity: 1 };
    const { id: slotId } = await makeSlot(world.db, { session, start, now: new Date() });
    await world.db.transaction(async (tx) => {
      const dearer = { priceCents: cents(5_000) };
      await tx.update(offerings).set(dearer).where(eq(offerings.id, offer.sessionId));
      await refreshListings(tx, [offer.sessionId], new Date());
    });
    await moveBooking(client, { bookingId, slotId });
    const [moved] = await world.db.select().from(bookings).where(eq(bookings.slotId, slotId));
    const movedId = String(moved?.id);
    const checkoutId = await checkoutOf(world.db, movedId);
    await lose(movedId, slotId);
    await world.simulator.pay(checkoutId);
    await reconcile();
    await reconcile();
    await world.runJobs();
    expect((await outcomeOf(world.db, movedId)).booking.status).toBe("confirmed");
    expect((await outcomeOf(world.db, bookingId)).booking).toMatchObject({
      ...{ status: "cancelled", cancelReason: "moved" },
    });
  });

  test("of a guest is booked again for the same browser", async () => {
    const offer = await world.makeOffer();
    const visitor = await world.context();
    const email = "passage@example.fr";
    const { bookingId } = await buy(offer, visitor, email);
    const { booking } = await outcomeOf(world.db, bookingId);
    await lose(bookingId, offer.slotId);
    await reconcile();
    expect(await outcomeOf(world.db, bookingId)).toMatchObject({
      booking: {
        ...{ status: "confirmed", buyerEmail: email },
        guestProofHash: booking.guestProofHash,
      },
    });
  });

  test("of an activity is booked again too", async () => {
    const offer = await world.makeActivityOffer();
    const client = await world.newClient();
    const { bookingId } = await bookSlot(client, offer);
    const booked = () => world.db.select().from(bookings).where(eq(bookings.id, bookingId));
    const payment = await findPayment(world.db, { reference: bookingId });
    await world.simulator.pay(String(payment?.checkoutSessionId));
    await reconcile();
    await world.db.delete(payments).where(eq(payments.reference, bookingId));
    await world.db.delete(bookings).where(eq(bookings.id, bookingId));
    await world.db.delete(settings);
    await world.db.update(slots).set({ availableSpots: 1 }).where(eq(slots.id, offer.slotId));
    await world.db.transaction((tx) => freeSlot(tx, offer.slotId));
    // Under another site id, as if the settings had been lost, nothing counts as ours.
    await reconcile();
    expect(await booked()).toEqual([]);
    await world.db
      .update(settings)
      .set({ value: payment?.recovery?.site })
      .where(eq(settings.key, "site_id"));
    await world.db.delete(settings).where(eq(settings.key, WALKED));
    await reconcile();
    expect(await booked()).toMatchObject([{ status: "confirmed" }]);
  });

  test("is refunded where its seat was sold again, and both sides are told", async () => {
    const offer = await world.makeOffer();
    const client = await world.newClient();
    const { bookingId } = await buy(offer, client);
    await lose(bookingId, offer.slotId);
    await bookSlot(await world.newClient(), offer);
    await reconcile();
    await world.runJobs();
    expect(await outcomeOf(world.db, bookingId)).toMatchObject({
      booking: { status: "cancelled", cancelReason: "lost", paymentStatus: "refunded" },
      payment: { status: "refunded", refundedCents: 4_000 },
      spots: 0,
    });
    expect(await told(bookingId)).toEqual([
      { kind: "booking-cancelled-client", to: client.actor?.email },
      { kind: "booking-cancelled-professional", to: await emailOf(offer) },
    ]);
    expect(await judged()).toEqual([]);
  });

  test("is given back once where not even its slot is known, and its payer told", async () => {
    const offer = await world.makeOffer();
    const client = await world.newClient();
    const { bookingId } = await buy(offer, client);
    const payment = await findPayment(world.db, { reference: bookingId });
    await lose(bookingId, offer.slotId);
    await world.db.delete(slots).where(eq(slots.id, offer.slotId));
    await reconcile();
    // As if its process had died between the refund and the mail.
    await world.db.delete(mails).where(eq(mails.reference, String(payment?.id)));
    for (const _look of [1, 2]) {
      await world.db.delete(settings).where(eq(settings.key, WALKED));
      await reconcile();
    }
    const intent = String(payment?.paymentIntentId);
    const { data } = await client.stripe.refunds.list({ payment_intent: intent });
    expect(data.map(({ amount, status }) => [amount, status])).toEqual([[4_000, "succeeded"]]);
    expect(await told(String(payment?.id))).toEqual([
      { kind: "lost-payment-returned", to: client.actor?.email },
    ]);
    expect(await judged()).toEqual([]);
  });

  test("that nobody has paid yet can be paid no more", async () => {
    const offer = await world.makeOffer();
    const client = await world.newClient();
    const { bookingId } = await bookSlot(client, offer);
    const checkoutId = await checkoutOf(world.db, bookingId);
    await lose(bookingId, offer.slotId);
    await reconcile();
    expect(await world.simulator.pay(checkoutId)).toMatchObject({ result: "closed" });
    expect(await world.db.$count(bookings, eq(bookings.id, bookingId))).toBe(0);
    expect(await judged()).toEqual([]);
  });

  test("is found by the provider's event as well, before any look", async () => {
    const offer = await world.makeOffer();
    const client = await world.newClient();
    const { bookingId } = await bookSlot(client, offer);
    const checkoutId = await checkoutOf(world.db, bookingId);
    await lose(bookingId, offer.slotId);
    await world.simulator.clearFaults();
    await world.simulator.pay(checkoutId);
    await world.simulator.untilDelivered();
    const { booking, payment, spots } = await outcomeOf(world.db, bookingId);
    expect([booking.status, payment?.status, spots]).toEqual(["confirmed", "paid", 0]);
    expect(await world.db.$count(refunds, eq(refunds.paymentId, String(payment?.id)))).toBe(0);
  });
});

describe("a subscription whose rows are lost", () => {
  const sessionOf = async (buyerEmail: string) => {
    const [checkout] = await world.db
      .select()
      .from(subscriptionCheckouts)
      .where(eq(subscriptionCheckouts.buyerEmail, buyerEmail))
      .orderBy(desc(subscriptionCheckouts.createdAt));
    return { id: String(checkout?.id), sessionId: String(checkout?.checkoutSessionId) };
  };
  const planOf = (userId: string) => currentPlan(world.db, { userId, now: new Date() });

  async function loseSubscription(checkoutId: string): Promise<void> {
    const { id } = subscriptionCheckouts;
    const [checkout] = await world.db
      .delete(subscriptionCheckouts)
      .where(eq(id, checkoutId))
      .returning();
    await world.db.delete(mails).where(eq(mails.reference, checkoutId));
    await world.db.delete(settings).where(eq(settings.key, WALKED));
    if (!checkout?.userId) return;
    const { userId } = checkout;
    await world.db
      .delete(professionalSubscriptions)
      .where(eq(professionalSubscriptions.userId, userId));
    const none = { subscriptionPlan: null, canCreateActivities: false };
    await world.db.update(profiles).set(none).where(eq(profiles.id, userId));
  }

  async function subscribed() {
    const { id: userId, email } = await makeUser(world.db, { isPro: true });
    await choosePlan(await world.context(userId), { planType: "premium" });
    const { id, sessionId } = await sessionOf(email);
    await world.simulator.pay(sessionId);
    await reconcileSubscriptions(await afterwards());
    expect(await planOf(userId)).toBe("premium");
    return { userId, email, id, sessionId };
  }
  const afterwards = () => world.context(undefined, { now: () => new Date(Date.now() + MINUTE) });

  test("is in force again, and told", async () => {
    const { userId, id } = await subscribed();
    await loseSubscription(id);
    expect(await planOf(userId)).toBeNull();
    expect((await judged()).filter((fault) => fault.endsWith("(inconnu ici)"))).toHaveLength(2);
    await reconcile();
    expect(await planOf(userId)).toBe("premium");
    expect((await told(id)).map(({ kind }) => kind)).toEqual(["subscription-confirmed"]);
    expect(await judged()).toEqual([]);
  });

  test("of a guest is in force again for the same browser", async () => {
    const email = "abonnee.perdue@example.fr";
    await chooseGuestPlan(await world.context(), { planType: "enterprise_monthly", email });
    const { id, sessionId } = await sessionOf(email);
    const row = () =>
      world.db.select().from(subscriptionCheckouts).where(eq(subscriptionCheckouts.id, id));
    const [before] = await row();
    await loseSubscription(id);
    await world.simulator.pay(sessionId);
    await reconcile();
    expect(await row()).toMatchObject([
      { status: "complete", priceKey: before?.priceKey, guestProofHash: before?.guestProofHash },
    ]);
    const [account] = await world.db.select().from(profiles).where(eq(profiles.email, email));
    expect(await planOf(String(account?.id))).toBe("expand");
  });

  test("is given back where its buyer has another by now", async () => {
    const { userId, email, id } = await subscribed();
    await loseSubscription(id);
    await choosePlan(await world.context(userId), { planType: "enterprise_yearly" });
    const { sessionId: second } = await sessionOf(email);
    await world.simulator.pay(second);
    await reconcileSubscriptions(await afterwards());
    await reconcile();
    expect(await planOf(userId)).toBe("expand");
    expect((await told(id)).map(({ kind }) => kind)).toEqual(["subscription-returned"]);
    const { stripe } = await world.context();
    const { data } = await stripe.refunds.list({ limit: 100 });
    const own = data.filter(({ metadata }) => metadata?.subscription_checkout_id === id);
    expect(own.map(({ amount, status }) => [amount, status])).toEqual([[2_388, "succeeded"]]);
  });

  test("takes the place of what its buyer has begun since and not paid", async () => {
    const { userId, email, id } = await subscribed();
    await loseSubscription(id);
    await choosePlan(await world.context(userId), { planType: "enterprise_yearly" });
    const { sessionId: second } = await sessionOf(email);
    await reconcile();
    expect(await planOf(userId)).toBe("premium");
    expect(await world.simulator.pay(second)).toMatchObject({ result: "closed" });
  });

  test("that nobody has paid yet can be paid no more", async () => {
    const { id: userId, email } = await makeUser(world.db, { isPro: true });
    await choosePlan(await world.context(userId), { planType: "premium" });
    const { id, sessionId } = await sessionOf(email);
    await loseSubscription(id);
    await reconcile();
    expect(await world.simulator.pay(sessionId)).toMatchObject({ result: "closed" });
    expect(await judged()).toEqual([]);
  });

  test("is found by the provider's event as well", async () => {
    const { id: userId, email } = await makeUser(world.db, { isPro: true });
    await choosePlan(await world.context(userId), { planType: "premium" });
    const { id, sessionId } = await sessionOf(email);
    await loseSubscription(id);
    await world.simulator.clearFaults();
    await world.simulator.pay(sessionId);
    await world.simulator.untilDelivered();
    expect(await planOf(userId)).toBe("premium");
  });
});
