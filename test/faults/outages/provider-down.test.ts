import { eq } from "drizzle-orm";
import { afterAll, describe, expect, test, vi } from "vitest";
import { bookSlot } from "#core/bookings/book-slot.server.ts";
import { cancelBooking } from "#core/bookings/cancellation/cancel-booking.server.ts";
import { cancelSlot } from "#core/bookings/cancellation/cancel-slot-bookings.server.ts";
import { SILENT_MESSAGE } from "#core/bookings/labels.ts";
import { applyPayment } from "#core/bookings/payment/apply-payment.server.ts";
import { abandonCheckout, verifyPayment } from "#core/bookings/payment/verify-payment.server.ts";
import type { Context } from "#core/context.server.ts";
import { isAppError } from "#core/errors.ts";
import { askRefund } from "#core/payments/refunds/ask-refund.server.ts";
import {
  connectAccount,
  openAccountDashboard,
  openOnboarding,
} from "#core/professionals/payment-account/open-onboarding.server.ts";
import { reconcilePayments } from "#core/reconciliation/reconcile-payments.server.ts";
import { chooseGuestPlan, choosePlan } from "#core/subscriptions/checkouts/choose-plan.server.ts";
import { verifySubscription } from "#core/subscriptions/checkouts/verify-subscription.server.ts";
import { openCustomerPortal } from "#core/subscriptions/open-customer-portal.server.ts";
import { reconcileSubscriptions } from "#core/subscriptions/sync-subscription.server.ts";
import { refunds, subscriptionCheckouts } from "#core/tables.server.ts";
import { newId } from "#platform/ids.server.ts";
import { createStripe } from "#platform/stripe.server.ts";
import {
  cancelTokenOf,
  checkoutOf,
  makeClient,
  openPaymentWorld,
  outcomeOf,
  type PaymentWorld,
} from "../../make/payments.ts";
import { makeProfessional, makeUser } from "../../make/people.ts";

/*
 * A provider that fails at every call that somebody waits for: within ten seconds they read a
 * French sentence, and once it works again the result is as if it had worked at once.
 */

/** Longer than anybody here waits, in milliseconds. */
const SLOW = 30_000;
const FAULTS: Record<string, { type: string } & Record<string, unknown>> = {
  "works, and says so much later": { type: "api_delay", delay_ms: SLOW, after_execution: true },
  "asks for patience (429)": { type: "api_error", status: 429 },
  "does nothing for a while": { type: "api_delay", delay_ms: SLOW },
  "fails (500)": { type: "api_error", status: 500 },
  "works, and then fails (500)": { type: "api_error", status: 500, after_execution: true },
};
const REFUSED = "refuses connections";
const HOW = [...Object.keys(FAULTS), REFUSED];
/** A port on which nobody listens. */
const NOWHERE = "http://127.0.0.1:9";

const PATIENCE = 10_000;

/** Milliseconds in which this process was let work: a machine that does much else stops it for a while. */
function startWatch(): { passed: () => number; stop: () => void } {
  let passed = 0;
  let last = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    passed += Math.min(now - last, 50);
    last = now;
  }, 10);
  return { passed: () => passed, stop: () => clearInterval(timer) };
}
const worlds: PaymentWorld[] = [];
afterAll(async () => {
  for (const world of worlds) await world.stop();
});

async function openWorld(): Promise<PaymentWorld> {
  const world = await openPaymentWorld();
  worlds.push(world);
  return world;
}

/** Somebody's click that asks the provider for something, and what must have become of it later. */
interface Click {
  name: string;
  /** Null for what a job does: it may fail, and comes back. */
  sentence: string | null;
  click(hurt: (ctx: Context) => Context): Promise<unknown>;
  /** Once it works again. */
  after(): Promise<void>;
}

const SILENT = "Le service de paiement ne répond pas. Veuillez réessayer dans un instant.";

const wish = {
  businessName: "Atelier du souffle",
  businessType: "individual",
  vatStatus: "exempt",
} as const;

async function book(world: PaymentWorld) {
  const offer = await world.makeOffer();
  const clientId = await makeClient(world.db);
  const ctx = await world.context(clientId, { address: newId() });
  const { bookingId } = await bookSlot(ctx, offer);
  const checkoutId = await checkoutOf(world.db, bookingId);
  return { offer, ctx, bookingId, checkoutId };
}

const checkoutsFor = (world: PaymentWorld, email: string) =>
  world.db.select().from(subscriptionCheckouts).where(eq(subscriptionCheckouts.buyerEmail, email));

/** How many of the provider's pages somebody can pay on for this. */
async function openPages({ stripe }: Context, of: (string | undefined)[]): Promise<number> {
  let count = 0;
  for await (const page of stripe.checkout.sessions.list({ limit: 100 })) {
    if (page.status === "open" && of.includes(String(page.client_reference_id))) count += 1;
  }
  return count;
}

async function makeClicks(world: PaymentWorld): Promise<Click[]> {
  const { db } = world;
  const outcome = (bookingId: string) => outcomeOf(db, bookingId);

  const offer = await world.makeOffer();
  const buyer = await world.context(await makeClient(db));
  const held = await book(world);
  const given = await book(world);
  const abandoned = await book(world);
  const withdrawn = await book(world);
  const owner = await world.context(withdrawn.offer.professional.userId);
  const paid = await book(world);
  const refunded = await book(world);
  await world.simulator.fault({ type: "webhook_drop", event: "*", times: null });
  await world.simulator.pay(paid.checkoutId);
  await world.simulator.pay(refunded.checkoutId);
  await verifyPayment(refunded.ctx, { sessionId: refunded.checkoutId });
  await cancelBooking(refunded.ctx, { bookingId: refunded.bookingId });
  const [owed] = await db
    .select()
    .from(refunds)
    .where(eq(refunds.paymentId, String((await outcome(refunded.bookingId)).payment?.id)));

  const newcomer = await makeProfessional(db, { payments: false });
  const newcomerCtx = await world.context(newcomer.userId);
  const seller = await world.context(held.offer.professional.userId);
  const chooser = await makeUser(db, { isPro: true });
  const changer = await makeUser(db, { isPro: true });
  const subscriber = await makeUser(db, { isPro: true });
  const chooserCtx = await world.context(chooser.id);
  const changerCtx = await world.context(changer.id);
  const subscriberCtx = await world.context(subscriber.id);
  const guest = "invitee@example.fr";
  await choosePlan(changerCtx, { planType: "premium" });
  await choosePlan(subscriberCtx, { planType: "premium" });
  const [{ checkoutSessionId: bought } = { checkoutSessionId: null }] = await checkoutsFor(
    world,
    subscriber.email,
  );
  await world.simulator.pay(String(bought));
  await verifySubscription(subscriberCtx, { sessionId: String(bought) });

  const released = {
    booking: { status: "cancelled", cancelReason: "abandoned" },
    payment: { status: "expired" },
    spots: 1,
  };
  return [
    {
      name: "a checkout",
      // Surely refused, or not known: « Impossible de créer… » frees the seat.
      sentence: "",
      click: (hurt) => bookSlot(hurt(buyer), offer),
      async after() {
        // The same hold, or a new one where the provider had surely refused: one seat, one page.
        const { bookingId } = await bookSlot(buyer, offer);
        const { booking, payment, spots } = await outcome(bookingId);
        expect([booking.status, payment?.status, spots]).toEqual(["pending", "open", 0]);
        expect(await openPages(buyer, [payment?.id])).toBe(1);
      },
    },
    {
      name: "a checkout taken up again",
      sentence: SILENT_MESSAGE,
      click: (hurt) => bookSlot(hurt(held.ctx), held.offer),
      async after() {
        expect(await bookSlot(held.ctx, held.offer)).toMatchObject({ bookingId: held.bookingId });
      },
    },
    {
      name: "a hold called off",
      sentence: SILENT,
      click: (hurt) => cancelBooking(hurt(given.ctx), { bookingId: given.bookingId }),
      async after() {
        await cancelBooking(given.ctx, { bookingId: given.bookingId }).catch(() => {});
        expect(await outcome(given.bookingId)).toMatchObject(released);
      },
    },
    {
      name: "a checkout left by its cancel address",
      sentence: SILENT,
      async click(hurt) {
        const token = await cancelTokenOf(world.db, (await outcome(abandoned.bookingId)).payment);
        return abandonCheckout(hurt(abandoned.ctx), { token });
      },
      async after() {
        const token = await cancelTokenOf(world.db, (await outcome(abandoned.bookingId)).payment);
        await abandonCheckout(abandoned.ctx, { token });
        expect(await outcome(abandoned.bookingId)).toMatchObject(released);
      },
    },
    {
      name: "a slot withdrawn while somebody is about to pay",
      sentence: SILENT,
      click: (hurt) => cancelSlot(hurt(owner), { slotId: withdrawn.offer.slotId }),
      async after() {
        await cancelSlot(owner, { slotId: withdrawn.offer.slotId });
        expect(await outcome(withdrawn.bookingId)).toMatchObject(released);
      },
    },
    {
      name: "the result of a payment",
      sentence: SILENT,
      click: (hurt) => verifyPayment(hurt(paid.ctx), { sessionId: paid.checkoutId }),
      async after() {
        expect(await outcome(paid.bookingId)).toMatchObject({
          booking: { status: "confirmed" },
          payment: { status: "paid" },
          spots: 0,
        });
      },
    },
    {
      name: "a refund",
      sentence: null,
      click: (hurt) => askRefund(hurt(refunded.ctx), { refundId: String(owed?.id) }, applyPayment),
      async after() {
        const { booking, payment } = await outcome(refunded.bookingId);
        expect(booking).toMatchObject({ status: "cancelled", paymentStatus: "refunded" });
        const { data } = await refunded.ctx.stripe.refunds.list({
          payment_intent: String(payment?.paymentIntentId),
        });
        expect(data.map(({ amount }) => amount)).toEqual([4_000]);
      },
    },
    {
      name: "a payment account",
      sentence: "",
      click: (hurt) => connectAccount(hurt(newcomerCtx), wish),
      async after() {
        const { onboardingUrl } = await connectAccount(newcomerCtx, wish);
        expect(onboardingUrl).toContain("/setup/e/");
        let made = 0;
        for await (const one of newcomerCtx.stripe.accounts.list({ limit: 100 })) {
          if (one.metadata?.professional_id === newcomer.id) made += 1;
        }
        expect(made).toBe(1);
      },
    },
    {
      name: "a link to the onboarding",
      sentence: SILENT,
      click: (hurt) => openOnboarding(hurt(seller)),
      async after() {
        expect(await openOnboarding(seller)).toContain("/setup/e/");
      },
    },
    {
      name: "a link to the account's own pages",
      sentence: SILENT,
      click: (hurt) => openAccountDashboard(hurt(seller)),
      async after() {
        expect(await openAccountDashboard(seller)).toContain("http");
      },
    },
    {
      name: "the customer portal",
      sentence: SILENT,
      click: (hurt) => openCustomerPortal(hurt(subscriberCtx)),
      async after() {
        expect(await openCustomerPortal(subscriberCtx)).toMatchObject({ url: expect.anything() });
      },
    },
    {
      name: "a subscription's checkout",
      sentence: "",
      click: (hurt) => choosePlan(hurt(chooserCtx), { planType: "premium_yearly" }),
      async after() {
        const { url } = await choosePlan(chooserCtx, { planType: "premium_yearly" });
        expect(url).toContain("http");
        const ids = (await checkoutsFor(world, chooser.email)).map(({ id }) => id);
        expect(await openPages(chooserCtx, ids)).toBe(1);
      },
    },
    {
      name: "another plan in place of one that was about to be paid",
      sentence: SILENT,
      click: (hurt) => choosePlan(hurt(changerCtx), { planType: "enterprise_monthly" }),
      async after() {
        await choosePlan(changerCtx, { planType: "enterprise_monthly" });
        const ids = (await checkoutsFor(world, changer.email)).map(({ id }) => id);
        expect(await openPages(changerCtx, ids)).toBe(1);
      },
    },
    {
      name: "a subscription's checkout without an account",
      sentence: "",
      async click(hurt) {
        const visitor = await world.context();
        return chooseGuestPlan(hurt(visitor), { planType: "premium", email: guest });
      },
      async after() {
        const visitor = await world.context();
        const asked = await chooseGuestPlan(visitor, { planType: "premium", email: guest });
        expect(asked.url).toContain("http");
      },
    },
  ];
}

describe.each(HOW)("a provider that %s", { concurrent: true }, (how) => {
  test("is told of in French within ten seconds, and nothing is done twice", {
    timeout: 180_000,
  }, async ({ expect }) => {
    const world = await openWorld();
    const clicks = await makeClicks(world);
    const fault = FAULTS[how];
    if (fault) await world.simulator.fault({ path: "/v1/*", times: null, ...fault });
    const away = createStripe({ ...world.simulator.stripe, apiBase: NOWHERE });
    const hurt = (ctx: Context) => (fault ? ctx : { ...ctx, stripe: away });
    const watch = startWatch();
    const seen = await Promise.all(
      clicks.map(async ({ name, sentence, click }) => {
        const refusal = await click(hurt).then(
          () => "done",
          (error: unknown) => (isAppError(error) ? error : String(error)),
        );
        return { name, sentence, refusal, isLate: watch.passed() > PATIENCE };
      }),
    );
    watch.stop();
    for (const { name, sentence, refusal, isLate } of seen) {
      expect([name, isLate]).toEqual([name, false]);
      if (sentence === null) continue;
      expect([name, refusal]).toEqual([
        name,
        expect.objectContaining({
          code: "provider_unavailable",
          message:
            sentence ||
            expect.stringMatching(/^(Le|Une|Impossible) .*(paiement|abonnement|Stripe)/),
        }),
      ]);
    }
    await world.simulator.clearFaults();
    for (const seconds of [31, 62]) {
      world.shift(seconds * 1_000);
      const ctx = await world.context();
      await reconcilePayments(ctx);
      await reconcileSubscriptions(ctx);
      await world.runJobs();
    }
    // The calls that it was slow about are still under way there.
    for (const { after } of clicks) await vi.waitFor(after, { timeout: 3 * SLOW, interval: 500 });
  });
});

test("a checkout that could not be ended is not said to be", async () => {
  const world = await openWorld();
  const { ctx, bookingId } = await book(world);
  const path = "/v1/checkout/sessions/*/expire";
  await world.simulator.fault({ type: "api_error", status: 500, path, times: null });
  await expect(cancelBooking(ctx, { bookingId })).rejects.toMatchObject({
    code: "provider_unavailable",
  });
  expect((await outcomeOf(world.db, bookingId)).booking.status).toBe("pending");
  await world.simulator.clearFaults();
  await cancelBooking(ctx, { bookingId });
  expect(await outcomeOf(world.db, bookingId)).toMatchObject({
    booking: { status: "cancelled" },
    spots: 1,
  });
});
