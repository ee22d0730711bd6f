import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { receiveMails } from "#test/make/mailbox.ts";
import {
  cancelTokenOf,
  checkoutOf,
  makeClient,
  type Offer,
  openPaymentWorld,
  outcomeOf,
  type PaymentWorld,
  untilSettled,
} from "#test/make/payments.ts";
import { makeUser } from "#test/make/people.ts";
import { MINUTE } from "../../durations.ts";
import { CLOSED_CHECKOUT } from "../../payments/rules.ts";
import { checkInvariants } from "../../reconciliation/check-invariants.server.ts";
import { reconcilePayments } from "../../reconciliation/reconcile-payments.server.ts";
import { mails, offerings, profiles, slots, temporaryPasswords } from "../../tables.server.ts";
import { bookSlot } from "../book-slot.server.ts";
import { applyPayment } from "./apply-payment.server.ts";
import { abandonCheckout, verifyGuestPayment, verifyPayment } from "./verify-payment.server.ts";

let world: PaymentWorld;
beforeAll(async () => {
  world = await openPaymentWorld();
});
afterAll(() => world.stop());
afterEach(async () => {
  world.shift(0);
  await world.simulator.clearFaults();
  await world.simulator.setClock(null);
  expect(await checkInvariants(world.db)).toEqual([]);
});

/** No webhook arrives: only verify-* and the reconciler can find out. */
const dropWebhooks = () => world.simulator.fault({ type: "webhook_drop", event: "*", times: null });

async function hold(offer?: Offer) {
  const slot = offer ?? (await world.makeOffer());
  const clientId = await makeClient(world.db);
  const ctx = await world.context(clientId);
  const { bookingId } = await bookSlot(ctx, slot);
  return {
    ctx,
    clientId,
    bookingId,
    offer: slot,
    checkoutId: await checkoutOf(world.db, bookingId),
  };
}

const mailsOf = async (bookingId: string) =>
  (await world.db.select().from(mails).where(eq(mails.reference, bookingId)))
    .map(({ kind, toAddress }) => ({ kind, to: toAddress }))
    .sort((a, b) => a.kind.localeCompare(b.kind));

const confirmed = {
  booking: { status: "confirmed", paymentStatus: "paid", holdAddress: null },
  payment: { status: "paid", ...CLOSED_CHECKOUT },
  spots: 0,
};

describe("a paid checkout", () => {
  test("is confirmed by its webhook alone, and told to both sides", async () => {
    const { ctx, bookingId, checkoutId, offer } = await hold();
    await world.simulator.pay(checkoutId);
    const outcome = await outcomeOf(world.db, bookingId);
    expect(outcome).toMatchObject(confirmed);
    const intent = await ctx.stripe.paymentIntents.retrieve(
      String(outcome.payment?.paymentIntentId),
    );
    expect(intent).toMatchObject({
      application_fee_amount: 400,
      amount_received: 4_000,
      transfer_data: { destination: offer.professional.accountId },
    });
    const [owner] = await world.db
      .select()
      .from(profiles)
      .where(eq(profiles.id, offer.professional.userId));
    expect(await mailsOf(bookingId)).toEqual([
      { kind: "booking-confirmed", to: ctx.actor?.email },
      { kind: "booking-received", to: owner?.email },
    ]);
  });

  test.each([
    ["three times", { type: "webhook_duplicate", copies: 2, times: null }],
    ["in another order", { type: "webhook_reorder", window_ms: 300, times: null }],
  ])("is confirmed once when its webhooks arrive %s", async (_how, fault) => {
    await world.simulator.fault(fault);
    const { bookingId, checkoutId } = await hold();
    await world.simulator.pay(checkoutId);
    await world.simulator.untilDelivered();
    expect(await outcomeOf(world.db, bookingId)).toMatchObject(confirmed);
    expect(await mailsOf(bookingId)).toHaveLength(2);
  });

  test("is confirmed by its result page when no webhook comes", async () => {
    await dropWebhooks();
    const { ctx, bookingId, checkoutId } = await hold();
    await world.simulator.pay(checkoutId);
    expect((await outcomeOf(world.db, bookingId)).booking.status).toBe("pending");
    const both = await Promise.all([
      verifyPayment(ctx, { sessionId: checkoutId }),
      verifyPayment(ctx, { sessionId: checkoutId }),
    ]);
    for (const verdict of both) {
      expect(verdict).toEqual({ bookingId, bookingConfirmed: true, outcome: "confirmed" });
    }
    expect(await outcomeOf(world.db, bookingId)).toMatchObject(confirmed);
    expect(await mailsOf(bookingId)).toHaveLength(2);
  });

  test("is confirmed by the reconciler when nobody comes at all", async () => {
    await dropWebhooks();
    const { bookingId, checkoutId } = await hold();
    await world.simulator.pay(checkoutId);
    await reconcilePayments(await world.context());
    expect(await outcomeOf(world.db, bookingId)).toMatchObject(confirmed);
  });

  test("is confirmed although its webhook overtook our own commit of the checkout", async () => {
    const { bookingId, checkoutId } = await hold();
    const { payment } = await outcomeOf(world.db, bookingId);
    await world.unsaveCheckout(String(payment?.id));
    await world.simulator.pay(checkoutId);
    const outcome = await outcomeOf(world.db, bookingId);
    expect(outcome).toMatchObject(confirmed);
    expect(outcome.payment?.checkoutSessionId).toBe(checkoutId);
  });

  test("stays a hold while its card is declined, and can then be paid", async () => {
    const { ctx, bookingId, checkoutId } = await hold();
    const declined = await world.simulator.pay(checkoutId, { cardNumber: "4000000000000002" });
    expect(declined.result).toBe("declined");
    expect(await verifyPayment(ctx, { sessionId: checkoutId })).toEqual({
      bookingId,
      bookingConfirmed: false,
      outcome: "pending",
    });
    const challenged = { cardNumber: "4000002500003155", challenge: "failure" } as const;
    await world.simulator.pay(checkoutId, challenged);
    expect((await outcomeOf(world.db, bookingId)).booking.status).toBe("pending");
    await world.simulator.pay(checkoutId, { ...challenged, challenge: "success" });
    expect(await outcomeOf(world.db, bookingId)).toMatchObject(confirmed);
  });
});

describe("a hold that ends", () => {
  const released = (cancelReason: string) => ({
    booking: { status: "cancelled", paymentStatus: "unpaid", cancelReason },
    payment: { status: "expired", ...CLOSED_CHECKOUT },
    spots: 1,
  });

  test("by time gives its seat back once, however often the event comes", async () => {
    await world.simulator.fault({ type: "webhook_duplicate", copies: 3, times: null });
    const { ctx, bookingId, checkoutId } = await hold();
    await world.simulator.setClock(new Date(Date.now() + 32 * MINUTE));
    await world.simulator.untilDelivered();
    await reconcilePayments(ctx);
    await verifyPayment(ctx, { sessionId: checkoutId });
    expect(await outcomeOf(world.db, bookingId)).toMatchObject(released("expired"));
    expect(await mailsOf(bookingId)).toEqual([]);
  });

  /** Both of our own calls are carried out, and their answers are lost. */
  async function giveUpUnanswered() {
    const held = await hold();
    const path = `/v1/checkout/sessions/${held.checkoutId}/expire`;
    await world.simulator.fault({
      ...{ type: "api_error", status: 500, method: "POST", path },
      ...{ times: null, after_execution: true },
    });
    const token = await cancelTokenOf(
      world.db,
      (await outcomeOf(world.db, held.bookingId)).payment,
    );
    const leaving = abandonCheckout(await world.context(), { token });
    await expect(leaving).rejects.toMatchObject({ code: "provider_unavailable" });
    return held;
  }

  test("was given up, also when the provider's event is faster than our own call", async () => {
    const { bookingId } = await giveUpUnanswered();
    await untilSettled(world.db, bookingId);
    expect(await outcomeOf(world.db, bookingId)).toMatchObject(released("abandoned"));
  });

  test("was given up, also when it is the reconciler that asks", async () => {
    await dropWebhooks();
    const { ctx, bookingId } = await giveUpUnanswered();
    expect((await outcomeOf(world.db, bookingId)).booking.status).toBe("pending");
    await reconcilePayments(ctx);
    expect(await outcomeOf(world.db, bookingId)).toMatchObject(released("abandoned"));
  });

  test("at the provider alone was given up by nobody here", async () => {
    const { ctx, bookingId, checkoutId } = await hold();
    await ctx.stripe.checkout.sessions.expire(checkoutId);
    await untilSettled(world.db, bookingId);
    expect(await outcomeOf(world.db, bookingId)).toMatchObject(released("expired"));
  });

  test("is not ended by our clock alone", async () => {
    const { bookingId } = await hold();
    world.shift(3 * 60 * MINUTE);
    await reconcilePayments(await world.context());
    expect(await outcomeOf(world.db, bookingId)).toMatchObject({
      booking: { status: "pending" },
      spots: 0,
    });
  });

  test("by its cancel address frees the seat at once", async () => {
    await dropWebhooks();
    const { bookingId, checkoutId, offer } = await hold();
    const token = await cancelTokenOf(world.db, (await outcomeOf(world.db, bookingId)).payment);
    const { sessionId } = offer;
    const visitor = await world.context();
    expect(await abandonCheckout(visitor, { token })).toMatchObject({
      paidPath: null,
      booking: { offeringId: sessionId },
    });
    expect(await outcomeOf(world.db, bookingId)).toMatchObject(released("abandoned"));
    expect(await world.simulator.pay(checkoutId)).toMatchObject({ result: "closed" });
    expect(await abandonCheckout(visitor, { token })).toMatchObject({
      paidPath: null,
      booking: { offeringId: sessionId },
    });
    expect((await outcomeOf(world.db, bookingId)).spots).toBe(1);
    await expect(abandonCheckout(visitor, { token: "x" })).rejects.toMatchObject({
      code: "not_found",
    });
  });

  test("by its cancel address after it was paid stays booked", async () => {
    await dropWebhooks();
    const { bookingId, checkoutId } = await hold();
    await world.simulator.pay(checkoutId);
    const token = await cancelTokenOf(world.db, (await outcomeOf(world.db, bookingId)).payment);
    expect(await abandonCheckout(await world.context(), { token })).toMatchObject({
      paidPath: `/payment-success?session_id=${checkoutId}`,
    });
    expect(await outcomeOf(world.db, bookingId)).toMatchObject(confirmed);
  });

  test("while its session is switched off is still confirmed when paid", async () => {
    const { bookingId, checkoutId, offer } = await hold();
    await world.db
      .update(offerings)
      .set({ isActive: false })
      .where(eq(offerings.id, offer.sessionId));
    await world.simulator.pay(checkoutId);
    expect(await outcomeOf(world.db, bookingId)).toMatchObject(confirmed);
  });
});

describe("paid after the hold was given up", () => {
  /** A provider should never do this: say expired first, then take the money. */
  async function payLate(between: (offer: Offer) => Promise<void>) {
    const held = await hold();
    const { payment } = await outcomeOf(world.db, held.bookingId);
    await applyPayment(held.ctx, {
      paymentId: String(payment?.id),
      event: "ended",
      reason: "expired",
      answer: null,
    });
    await between(held.offer);
    await world.simulator.pay(held.checkoutId);
    return held;
  }

  test("takes the seat again when it is free", async () => {
    const { bookingId } = await payLate(async () => undefined);
    expect(await outcomeOf(world.db, bookingId)).toMatchObject(confirmed);
    expect(await mailsOf(bookingId)).toHaveLength(2);
  });

  test("refunds everything when it is not, and says so", async () => {
    const { ctx, bookingId, checkoutId } = await payLate(async (offer) => {
      await bookSlot(await world.newClient(), offer);
    });
    await world.runJobs();
    const outcome = await outcomeOf(world.db, bookingId);
    expect(outcome).toMatchObject({
      booking: { status: "cancelled", cancelReason: "late", paymentStatus: "refunded" },
      payment: { status: "refunded", refundedCents: 4_000 },
      spots: 0,
    });
    expect(await mailsOf(bookingId)).toEqual([
      { kind: "late-paid-refunded", to: ctx.actor?.email },
    ]);
    const charge = await ctx.stripe.charges.retrieve(String(outcome.payment?.chargeId), {
      expand: ["application_fee", "transfer"],
    });
    expect(charge).toMatchObject({
      refunded: true,
      application_fee: { amount_refunded: 400 },
      transfer: { amount_reversed: 4_000 },
    });
    expect(await verifyPayment(ctx, { sessionId: checkoutId })).toMatchObject({
      bookingConfirmed: false,
      outcome: "refunded",
    });
  });

  test("refunds when the same buyer has booked anew meanwhile", async () => {
    const held = await hold(await world.makeOffer({ spots: 2 }));
    const { payment } = await outcomeOf(world.db, held.bookingId);
    const ended = { event: "ended", reason: "expired", answer: null } as const;
    await applyPayment(held.ctx, { paymentId: String(payment?.id), ...ended });
    await bookSlot(held.ctx, held.offer);
    await world.simulator.pay(held.checkoutId);
    await world.runJobs();
    expect((await outcomeOf(world.db, held.bookingId)).booking).toMatchObject({
      cancelReason: "late",
      paymentStatus: "refunded",
    });
  });
});

test("paid once its hour has begun, it is given back (rule: late-payment)", async () => {
  const start = new Date(Date.now() + 45 * MINUTE);
  const offer = await world.makeOffer({ start });
  const { ctx, bookingId, checkoutId } = await hold(offer);
  await dropWebhooks();
  await world.simulator.pay(checkoutId);
  await verifyPayment({ ...ctx, now: () => start }, { sessionId: checkoutId });
  await world.runJobs();
  expect(await outcomeOf(world.db, bookingId)).toMatchObject({
    booking: { status: "cancelled", cancelReason: "late" },
    payment: { status: "refunded", refundedCents: 4_000 },
  });
  // The clock goes back now, and this hour has begun already.
  await world.db.update(slots).set({ isActive: false }).where(eq(slots.id, offer.slotId));
});

describe("what a guest's e-mail says, once somebody has paid under it", () => {
  const guestOf = async (offer: Offer, email: string) => {
    const visitor = await world.context();
    const { bookingId, guestProof } = await bookSlot(visitor, { ...offer, email });
    const sessionId = await checkoutOf(world.db, bookingId);
    return { visitor, bookingId, sessionId, guestProof: String(guestProof) };
  };
  const givenBack = async (paid: Awaited<ReturnType<typeof guestOf>>, cancelReason: string) => {
    await world.runJobs();
    expect(await outcomeOf(world.db, paid.bookingId)).toMatchObject({
      booking: { status: "cancelled", cancelReason, paymentStatus: "refunded", clientId: null },
      payment: { status: "refunded" },
    });
    const { visitor, sessionId, guestProof } = paid;
    expect(await verifyGuestPayment(visitor, { sessionId, guestProof })).toMatchObject({
      success: false,
      message: expect.stringMatching(
        /un e-mail vous dit pourquoi.*remboursement intégral .* a été demandé/,
      ),
    });
    expect(await mailsOf(paid.bookingId)).toMatchObject([{ kind: "late-paid-refunded" }]);
  };

  test("that its account has booked the slot: the second payment is given back", async () => {
    const offer = await world.makeOffer({ spots: 3 });
    const client = await makeUser(world.db);
    const paid = await guestOf(offer, client.email);
    const mine = await bookSlot(await world.context(client.id), offer);
    // Its owner, once signed in, has ended the hold under their e-mail.
    expect((await outcomeOf(world.db, paid.bookingId)).booking.status).toBe("cancelled");
    await world.pay(mine.bookingId);
    const second = await guestOf(offer, client.email);
    await world.simulator.pay(second.sessionId);
    await givenBack(second, "duplicate");
    expect(await outcomeOf(world.db, mine.bookingId)).toMatchObject({
      booking: { status: "confirmed" },
      spots: 2,
    });
  });

  test("two guests who pay under one at once: one seat, one refund", async () => {
    const offer = await world.makeOffer({ spots: 3 });
    const email = `${randomUUID()}@example.fr`;
    const both = [await guestOf(offer, email), await guestOf(offer, email)];
    await Promise.all(both.map(({ sessionId }) => world.simulator.pay(sessionId)));
    await world.simulator.untilDelivered();
    await world.runJobs();
    const outcomes = await Promise.all(
      both.map(async ({ bookingId }) => (await outcomeOf(world.db, bookingId)).booking),
    );
    expect(outcomes.map(({ status, cancelReason }) => cancelReason ?? status).sort()).toEqual([
      "confirmed",
      "duplicate",
    ]);
    const [paid] = both.filter((_, n) => outcomes[n]?.cancelReason === "duplicate");
    if (paid) await givenBack(paid, "duplicate");
  });

  test("that its account is paying too: that checkout is ended, and this one believed", async () => {
    const offer = await world.makeOffer({ spots: 3 });
    const client = await makeUser(world.db);
    const mine = await bookSlot(await world.context(client.id), offer);
    const paid = await guestOf(offer, client.email);
    await world.simulator.pay(paid.sessionId);
    await world.simulator.untilDelivered();
    expect(await outcomeOf(world.db, paid.bookingId)).toMatchObject({
      booking: { status: "confirmed", clientId: client.id },
      spots: 2,
    });
    expect((await outcomeOf(world.db, mine.bookingId)).booking).toMatchObject({
      status: "cancelled",
      cancelReason: "abandoned",
    });
  });

  test.each(["", "+yoga"])("that it is the practitioner's own%s: given back", async (tag) => {
    const offer = await world.makeOffer();
    const owner = await world.context(offer.professional.userId);
    const paid = await guestOf(offer, String(owner.actor?.email).replace("@", `${tag}@`));
    await world.simulator.pay(paid.sessionId);
    await givenBack(paid, "own");
    expect((await outcomeOf(world.db, paid.bookingId)).spots).toBe(1);
  });

  test("is mailed before anything is paid, to nobody else and once a day", async () => {
    const offer = await world.makeOffer({ spots: 5 });
    const client = await makeUser(world.db);
    const mine = await bookSlot(await world.context(client.id), offer);
    await world.pay(mine.bookingId);
    const owner = String((await world.context(offer.professional.userId)).actor?.email);
    const fresh = `${randomUUID()}@example.fr`;
    for (const email of [client.email, client.email, owner, fresh]) await guestOf(offer, email);
    const arrived = await receiveMails(await world.context());
    const told = arrived.filter(({ subject }) => subject?.startsWith("Inutile de payer"));
    expect(told.map(({ recipients }) => recipients[0]).sort()).toEqual(
      [client.email, owner].sort(),
    );
    const textTo = (email: string) =>
      told.find(({ recipients }) => recipients.includes(email))?.text ?? "";
    expect(textTo(client.email)).toContain("Vous avez déjà une réservation pour ce créneau.");
    expect(textTo(owner)).toContain("votre propre séance");
  });
});

describe("a guest", () => {
  const guest = async (email: string) => {
    const offer = await world.makeOffer();
    const visitor = await world.context();
    const booked = await bookSlot(visitor, { ...offer, email });
    const sessionId = await checkoutOf(world.db, booked.bookingId);
    return { visitor, ...booked, sessionId, guestProof: String(booked.guestProof) };
  };

  test("with a new e-mail gets an account after paying, not before", async () => {
    const email = `${randomUUID()}@example.fr`;
    const { visitor, bookingId, sessionId, guestProof } = await guest(email);
    const accounts = () => world.db.select().from(profiles).where(eq(profiles.email, email));
    expect(await accounts()).toEqual([]);
    expect(await verifyGuestPayment(visitor, { sessionId, guestProof })).toMatchObject({
      success: false,
    });
    await world.simulator.pay(sessionId);
    const [account] = await accounts();
    expect(account).toMatchObject({ isClient: true, isPro: false });
    expect(await outcomeOf(world.db, bookingId)).toMatchObject({
      booking: { status: "confirmed", clientId: account?.id, accountCreated: true },
    });
    await world.runJobs();
    expect(await mailsOf(bookingId)).toMatchObject([
      { kind: "booking-confirmed", to: email },
      { kind: "booking-received" },
      { kind: "guest-credentials", to: email },
    ]);
    const temporary = await world.db
      .select()
      .from(temporaryPasswords)
      .where(eq(temporaryPasswords.userId, String(account?.id)));
    expect(temporary).toHaveLength(1);
    expect(await verifyGuestPayment(visitor, { sessionId, guestProof })).toEqual({
      success: true,
      isProcessing: false,
      isNewUser: true,
      isBuyer: true,
      bookingId: expect.any(String),
      message: "Votre compte a été créé et votre réservation confirmée.",
    });
  });

  test("with the e-mail of an account gets the booking there, and nothing else changes", async () => {
    const user = await makeUser(world.db, { firstName: "Awa" });
    const { visitor, bookingId, sessionId, guestProof } = await guest(user.email);
    await world.simulator.pay(sessionId);
    expect(await outcomeOf(world.db, bookingId)).toMatchObject({
      booking: { status: "confirmed", clientId: user.id, accountCreated: false },
    });
    expect(await mailsOf(bookingId)).toMatchObject([
      { kind: "booking-confirmed", to: user.email },
      { kind: "booking-received" },
    ]);
    const [same] = await world.db.select().from(profiles).where(eq(profiles.id, user.id));
    expect(same).toEqual(user);
    expect(await verifyGuestPayment(visitor, { sessionId, guestProof })).toMatchObject({
      success: true,
      isNewUser: false,
      message: "Votre réservation a été confirmée et associée à votre compte existant.",
    });
  });

  test("without the buyer's cookie nothing is said of accounts", async () => {
    const { visitor, sessionId } = await guest(`${randomUUID()}@example.fr`);
    await world.simulator.pay(sessionId);
    for (const guestProof of [undefined, "", "another"]) {
      expect(await verifyGuestPayment(visitor, { sessionId, guestProof })).toEqual({
        success: true,
        isProcessing: false,
        isNewUser: false,
        isBuyer: false,
        bookingId: null,
        message:
          "Votre réservation a été confirmée. Les détails sont dans l'email de confirmation.",
      });
    }
  });

  test("keeps one proof for every purchase of a browser", async () => {
    const first = await guest(`${randomUUID()}@example.fr`);
    const offer = await world.makeOffer();
    const email = `${randomUUID()}@example.fr`;
    const { guestProof } = await bookSlot(first.visitor, {
      ...offer,
      email,
      guestProof: first.guestProof,
    });
    expect(guestProof).toBe(first.guestProof);
  });
});

describe("somebody else's payment", () => {
  test("is not found, signed in or not, and a guest's page says nothing of it", async () => {
    const { checkoutId } = await hold();
    await world.simulator.pay(checkoutId);
    const other = await world.newClient();
    const visitor = await world.context();
    const asked = { sessionId: checkoutId };
    await expect(verifyPayment(other, asked)).rejects.toMatchObject({ code: "not_found" });
    await expect(verifyPayment(visitor, asked)).rejects.toMatchObject({ code: "unauthenticated" });
    expect(await verifyGuestPayment(visitor, asked)).toMatchObject({
      success: false,
      message: "Échec de la vérification du paiement",
    });
    const nothing = ["cs_test_unknown", "free_x", `free_${randomUUID()}`, "' or 1=1"];
    for (const sessionId of nothing) {
      await expect(verifyPayment(other, { sessionId })).rejects.toMatchObject({
        code: "not_found",
      });
    }
    await expect(verifyPayment(other, { sessionId: "" })).rejects.toMatchObject({
      code: "invalid_input",
    });
  });
});
