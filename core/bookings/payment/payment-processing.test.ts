import { randomUUID } from "node:crypto";
import { eq, inArray } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { contradict, expectInvariants } from "#test/make/database.ts";
import { deliverMails, openMailbox } from "#test/make/mailbox.ts";
import {
  cancelTokenOf,
  makeClient,
  openPaymentWorld,
  type PaymentWorld,
} from "#test/make/payments.ts";
import { makeUser } from "#test/make/people.ts";
import { showOffering } from "../../catalogue/views/show-offering.server.ts";
import type { Context } from "../../context.server.ts";
import { HOUR, MINUTE } from "../../durations.ts";
import { findPayment } from "../../payments/find-payment.server.ts";
import { reconcilePayments } from "../../reconciliation/reconcile-payments.server.ts";
import { mails, slots } from "../../tables.server.ts";
import { bookSlot } from "../book-slot.server.ts";
import { cancelBooking } from "../cancellation/cancel-booking.server.ts";
import { cancelSlot } from "../cancellation/cancel-slot-bookings.server.ts";
import { listBookings } from "../lists/list-bookings.server.ts";
import { listManaged } from "../lists/list-managed.server.ts";
import { markOwnSlots } from "../lists/mark-own-slots.server.ts";
import { findBooking } from "../store.server.ts";
import {
  abandonCheckout,
  findCheckoutOffering,
  verifyGuestPayment,
  verifyPayment,
} from "./verify-payment.server.ts";

/*
 * A checkout that is complete and unpaid: the payer has finished, and their bank has not. We ask
 * for cards alone, for which the provider never says so; should it all the same, nobody is misled
 * (rule: processing-payment).
 */

let world: PaymentWorld;
beforeAll(async () => {
  world = await openPaymentWorld();
  // Payments are decided days after the slots have begun.
  contradict(world.db, "I13");
});
afterAll(() => world.stop());
afterEach(async () => {
  world.shift(0);
  await world.simulator.clearFaults();
  await world.simulator.setClock(null);
  await expectInvariants(world.db);
});

interface Way {
  kind: "session" | "activity";
  buyer: "account" | "guest";
}
const WAYS: Way[] = [
  { kind: "session", buyer: "account" },
  { kind: "session", buyer: "guest" },
  { kind: "activity", buyer: "account" },
  { kind: "activity", buyer: "guest" },
];

/** Somebody finishes paying for the last seat of a slot, and their bank deliberates. */
async function pay({ kind, buyer }: Way, start?: Date) {
  const made = start && { start };
  const offer = await (kind === "session" ? world.makeOffer(made) : world.makeActivityOffer(made));
  const ctx = await world.context(buyer === "account" ? await makeClient(world.db) : undefined);
  const email = ctx.actor?.email ?? `${randomUUID()}@example.fr`;
  const wish = { ...offer, ...(buyer === "guest" && { email }) };
  const booked = await bookSlot(ctx, wish);
  const { bookingId, guestProof } = booked;
  const payment = await findPayment(world.db, { reference: bookingId });
  const checkoutId = String(payment?.checkoutSessionId);
  await world.simulator.fault({ type: "process_payments" });
  expect(await world.simulator.pay(checkoutId)).toMatchObject({ result: "processing" });
  return {
    ...{
      ctx,
      email,
      offer,
      bookingId,
      checkoutId,
      wish: { ...wish, ...(guestProof && { guestProof }) },
    },
    cancelToken: await cancelTokenOf(world.db, payment),
    verify: () => outcome(ctx, checkoutId, guestProof),
    decide: (outcome: "succeeded" | "failed") => decide(checkoutId, outcome),
    state: () => stateOf(bookingId, offer.slotId),
  };
}

async function decide(checkout: string, outcome: "succeeded" | "failed") {
  await world.simulator.fault({ type: "settle_payment", checkout, outcome });
  await world.simulator.untilDelivered();
}

/** The result page's answer. */
async function outcome(ctx: Context, sessionId: string, guestProof: string | null) {
  if (guestProof === null) return (await verifyPayment(ctx, { sessionId })).outcome;
  const { success, isProcessing, message } = await verifyGuestPayment(ctx, {
    sessionId,
    guestProof,
  });
  if (success) return "confirmed";
  return isProcessing ? "processing" : message;
}

async function stateOf(bookingId: string, slotId: string) {
  const booking = await findBooking(world.db, bookingId);
  const payment = await findPayment(world.db, { reference: bookingId });
  const [slot] = await world.db
    .select({ spots: slots.availableSpots })
    .from(slots)
    .where(eq(slots.id, slotId));
  const told = await world.db
    .select({ kind: mails.kind })
    .from(mails)
    .where(inArray(mails.reference, [bookingId]));
  return {
    booking: [booking?.status, booking?.cancelReason],
    payment: [payment?.status, payment?.processingAt !== null],
    spots: slot?.spots,
    mails: told.map((mail) => mail.kind).sort(),
  };
}

const HELD = {
  booking: ["pending", null],
  payment: ["open", true],
  spots: 0,
};
const dropWebhooks = () => world.simulator.fault({ type: "webhook_drop", event: "*", times: null });

describe.each(WAYS)("a $kind paid by a $buyer while the bank decides", (way) => {
  test("is held, however long that takes, and told once", async () => {
    const { state, verify, wish, ctx, bookingId } = await pay(way);
    expect(await state()).toMatchObject({
      ...HELD,
      mails: expect.arrayContaining(["payment-processing"]),
    });
    expect(await verify()).toBe("processing");
    // Days later, long after a checkout would have expired.
    await world.simulator.setClock(new Date(Date.now() + 30 * HOUR));
    world.shift(30 * HOUR);
    await reconcilePayments(await world.context());
    await reconcilePayments(await world.context());
    const { mails: told, ...held } = await state();
    expect(held).toEqual(HELD);
    expect(told.filter((kind) => kind === "payment-processing")).toHaveLength(1);
    // Nobody pays twice: asking again leads to the page that says so.
    const again = await bookSlot(ctx, wish);
    expect(again).toMatchObject({ bookingId, confirmed: false });
    expect(again.url).toMatch(/payment-success\?session_id=cs_/);
  });

  test("is confirmed when the bank says yes, though everything comes twice and shuffled", async () => {
    await world.simulator.fault({ type: "webhook_duplicate", event: "*", copies: 2, times: null });
    await world.simulator.fault({
      type: "webhook_reorder",
      event: "*",
      window_ms: 300,
      times: null,
    });
    const { state, decide: answer, verify } = await pay(way);
    await answer("succeeded");
    expect(await verify()).toBe("confirmed");
    const { mails: told, ...rest } = await state();
    expect(rest).toEqual({ booking: ["confirmed", null], payment: ["paid", false], spots: 0 });
    expect(new Set(told).size).toBe(told.length);
    expect(told).toEqual(expect.arrayContaining(["booking-confirmed", "booking-received"]));
    expect(told).not.toContain("payment-failed");
  });

  test("is given back when it says no, told by mail, with a way to try again", async () => {
    await world.simulator.fault({ type: "webhook_duplicate", event: "*", copies: 2, times: null });
    const { state, decide: answer, verify, checkoutId, ctx, offer, wish } = await pay(way);
    await answer("failed");
    const said = way.buyer === "guest" ? expect.stringContaining("a refusé ce paiement") : "failed";
    expect(await verify()).toEqual(said);
    const { mails: told, ...rest } = await state();
    expect(rest).toEqual({
      booking: ["cancelled", "failed"],
      payment: ["expired", false],
      spots: 1,
    });
    expect(told.filter((kind) => kind === "payment-failed")).toHaveLength(1);
    const id =
      "sessionId" in offer ? `/session/${offer.sessionId}` : `/activites/${offer.activityId}`;
    expect(await findCheckoutOffering(ctx, { sessionId: checkoutId })).toBe(id);
    // Booking anew works then.
    const anew = await bookSlot(ctx, wish);
    expect(anew.url).toContain("/c/pay/");
    await world.simulator.pay(
      String((await findPayment(world.db, { reference: anew.bookingId }))?.checkoutSessionId),
    );
    expect((await stateOf(anew.bookingId, offer.slotId)).booking).toEqual(["confirmed", null]);
  });

  test("is told of its refusal although nobody had heard that it was on its way", async () => {
    await dropWebhooks();
    const { state, decide: answer } = await pay(way);
    expect(await state()).toMatchObject({ ...HELD, payment: ["open", false] });
    await answer("failed");
    await reconcilePayments(await world.context());
    expect(await state()).toMatchObject({
      booking: ["cancelled", "failed"],
      spots: 1,
      mails: expect.arrayContaining(["payment-failed"]),
    });
  });

  test("cannot be ended by its cancel address: that leads to where it is said", async () => {
    const { state, cancelToken, ctx, checkoutId } = await pay(way);
    const { paidPath } = await abandonCheckout(ctx, { token: cancelToken });
    expect(paidPath).toContain(`payment-success?session_id=${checkoutId}`);
    expect(await state()).toMatchObject(HELD);
  });

  test("is given back at once when the bank says yes after the slot was closed, or had begun", async () => {
    for (const over of ["closed", "begun"]) {
      const { state, decide: answer, offer } = await pay(way, new Date(Date.now() + 5 * HOUR));
      if (over === "begun") {
        await dropWebhooks();
        await answer("succeeded");
        world.shift(6 * HOUR);
        await reconcilePayments(await world.context());
      } else {
        const owner = await world.context(offer.professional.userId);
        expect(await cancelSlot(owner, { slotId: offer.slotId })).toEqual({ cancelled: 0 });
        expect(await state()).toMatchObject(HELD);
        await answer("succeeded");
      }
      await world.runJobs();
      expect(await state()).toMatchObject({
        booking: ["cancelled", "late"],
        payment: ["refunded", false],
        spots: 1,
        mails: expect.arrayContaining(["late-paid-refunded"]),
      });
      world.shift(0);
    }
  });
});

test("« Annuler » is refused with its reason until the bank has decided", async () => {
  const {
    ctx,
    bookingId,
    state,
    decide: answer,
  } = await pay({ kind: "session", buyer: "account" });
  await expect(cancelBooking(ctx, { bookingId })).rejects.toMatchObject({
    code: "conflict",
    message: expect.stringContaining("tant que votre banque n'a pas répondu"),
  });
  expect(await state()).toMatchObject(HELD);
  await answer("succeeded");
  expect(await cancelBooking(ctx, { bookingId })).toEqual({ refunded: true });
});

test("both lists and the page of the session say so, without a way to pay again", async () => {
  const { ctx, offer, bookingId } = await pay({ kind: "session", buyer: "account" });
  const { bookings } = await listBookings(ctx);
  expect(bookings).toMatchObject([{ id: bookingId, isProcessing: true, checkoutUrl: null }]);
  const owner = await world.context(offer.professional.userId);
  const managed = await listManaged(owner, "session");
  expect(managed?.upcoming[0]?.slots[0]?.bookings).toMatchObject([{ isProcessing: true }]);
  if (!("sessionId" in offer)) throw new Error("a session was booked");
  const { sessionId } = offer;
  const shown = await markOwnSlots(
    ctx,
    "session",
    await showOffering(ctx, "session", sessionId),
    undefined,
  );
  expect(shown.slots).toMatchObject([{ mark: { label: "Paiement en cours", hold: null } }]);
  // Others see a full slot: nobody knows when the seat might be free again.
  const stranger = await world.newClient();
  const seen = await showOffering(stranger, "session", sessionId);
  expect(seen).toMatchObject({ unbookable: "sold_out", slots: [{ heldUntil: null }] });
  await expect(bookSlot(stranger, offer)).rejects.toMatchObject({ code: "slot_unavailable" });
});

test("a guest's bank is waited for when the account of that e-mail wants the slot too", async () => {
  const user = await makeUser(world.db);
  const offer = await world.makeOffer({ spots: 2 });
  const visitor = await world.context();
  const { bookingId } = await bookSlot(visitor, { ...offer, email: user.email });
  const payment = await findPayment(world.db, { reference: bookingId });
  const checkoutId = String(payment?.checkoutSessionId);
  await world.simulator.fault({ type: "process_payments" });
  await world.simulator.pay(checkoutId);
  await expect(bookSlot(await world.context(user.id), offer)).rejects.toMatchObject({
    code: "conflict",
    message: expect.stringContaining("Un paiement est déjà en cours"),
  });
  await decide(checkoutId, "succeeded");
  expect((await stateOf(bookingId, offer.slotId)).booking).toEqual(["confirmed", null]);
});

test("paid as a guest while the account's own bank decides: the second payment is given back", async () => {
  const user = await makeUser(world.db);
  const offer = await world.makeOffer({ spots: 2 });
  const visitor = await world.context();
  const own = await bookSlot(await world.context(user.id), offer);
  const guests = await bookSlot(visitor, { ...offer, email: user.email });
  const checkoutOf = async (reference: string) =>
    String((await findPayment(world.db, { reference }))?.checkoutSessionId);
  await world.simulator.fault({ type: "process_payments" });
  await world.pay(own.bookingId);
  await world.pay(guests.bookingId);
  await world.simulator.untilDelivered();
  expect((await stateOf(guests.bookingId, offer.slotId)).booking).toEqual([
    "cancelled",
    "duplicate",
  ]);
  await decide(await checkoutOf(own.bookingId), "succeeded");
  await world.runJobs();
  expect((await stateOf(own.bookingId, offer.slotId)).booking).toEqual(["confirmed", null]);
});

test("the mails say « en cours », then that it was refused and where to book again", async () => {
  const mailbox = await openMailbox();
  const deliver = async () =>
    deliverMails(await world.context(undefined, { mailer: mailbox.mailer }));
  const { email, decide: answer, offer } = await pay({ kind: "session", buyer: "guest" });
  await deliver();
  await answer("failed");
  await deliver();
  const sent = mailbox.mails.filter(({ recipients }) => recipients.includes(email));
  expect(sent.map(({ subject }) => subject?.split(" :")[0])).toEqual([
    "Paiement en cours",
    "Paiement refusé",
  ]);
  const [processing, refused] = sent.map(({ text }) => text?.replaceAll(/\s+/g, " ") ?? "");
  expect(processing).toContain("Votre place est retenue d'ici là");
  expect(refused).toContain("Aucun montant n'a été débité");
  expect(refused).toContain("sessionId" in offer ? `/session/${offer.sessionId}` : "");
});

test("a hold whose page is still open ends by itself as before", async () => {
  const offer = await world.makeOffer();
  const ctx = await world.newClient();
  const { bookingId } = await bookSlot(ctx, offer);
  await world.simulator.setClock(new Date(Date.now() + 32 * MINUTE));
  await world.simulator.untilDelivered();
  const { mails: told, ...rest } = await stateOf(bookingId, offer.slotId);
  expect(rest).toEqual({
    booking: ["cancelled", "expired"],
    payment: ["expired", false],
    spots: 1,
  });
  expect(told).toEqual([]);
});
