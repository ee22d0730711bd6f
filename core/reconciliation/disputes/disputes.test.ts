import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { makeOperatorContext } from "#test/make/operators.ts";
import {
  checkoutOf,
  makeClient,
  openPaymentWorld,
  outcomeOf,
  type PaymentWorld,
} from "#test/make/payments.ts";
import { bookSlot } from "../../bookings/book-slot.server.ts";
import { writeBookingMessage } from "../../bookings/messages/write-booking-message.server.ts";
import { verifyPayment } from "../../bookings/payment/verify-payment.server.ts";
import type { Context } from "../../context.server.ts";
import { listActsOn } from "../../operators/acts/list-acts.server.ts";
import { findOwnWork } from "../../queue/show-queue.server.ts";
import { bookings, mails } from "../../tables.server.ts";
import { reconcilePayments } from "../reconcile-payments.server.ts";
import { answerDispute } from "./answer-dispute.server.ts";
import { showDispute } from "./show-dispute.server.ts";

let world: PaymentWorld;
beforeAll(async () => {
  world = await openPaymentWorld();
});
afterAll(() => world.stop());
afterEach(() => world.simulator.clearFaults());

/** A paid booking with a note and two messages, whose payment its payer's bank contests. */
async function contested() {
  const offer = await world.makeOffer();
  const client = await world.context(await makeClient(world.db));
  const note = "Je suis enceinte de six mois.";
  const { bookingId } = await bookSlot(client, { ...offer, bookingNotes: note });
  const sessionId = await checkoutOf(world.db, bookingId);
  await world.simulator.pay(sessionId);
  await verifyPayment(client, { sessionId });
  await writeBookingMessage(client, { bookingId, text: "J'arrive en métro." });
  await writeBookingMessage(client, { bookingId, text: "Merci, c'était parfait." });
  await world.db.update(mails).set({ status: "sent", sentAt: new Date() });
  const { payment } = await outcomeOf(world.db, bookingId);
  await world.simulator.fault({ type: "create_dispute", charge: payment?.chargeId });
  const operator = await makeOperatorContext(client, ["finance"]);
  await reconcilePayments(operator);
  return { operator, bookingId, paymentId: String(payment?.id), note };
}

async function textsOf(operator: Context, paymentId: string) {
  const { evidence } = await showDispute(operator, { paymentId });
  if (!evidence) throw new Error("no evidence is known");
  const { product, serviceDate, refundPolicy, cancellation, activity, messages } = evidence;
  return { texts: { product, serviceDate, refundPolicy, cancellation, activity }, messages };
}

async function disputeOf(operator: Context, paymentId: string) {
  const { payment } = await showDispute(operator, { paymentId });
  const payment_intent = String(payment.paymentIntentId);
  return (await operator.stripe.disputes.list({ payment_intent })).data[0];
}

test("what the site knows is gathered, read, sent once, and written down (rule: dispute-evidence)", async () => {
  const { operator, bookingId, paymentId, note } = await contested();
  expect(await findOwnWork(operator, { kind: "dispute", id: paymentId })).not.toBeNull();
  const { texts, messages } = await textsOf(operator, paymentId);
  expect(texts.product).toContain("1 place");
  expect(texts.refundPolicy).toContain("remboursement intégral en cas d'annulation jusqu'au");
  expect(texts.cancellation).toBe("La réservation n'a jamais été annulée.");
  expect(texts.activity).toMatch(
    /Commande passée.*Paiement reçu.*E-mail envoyé à .* : confirmation/s,
  );
  expect(messages.map(({ text }) => text)).toEqual([
    "J'arrive en métro.",
    "Merci, c'était parfait.",
  ]);

  const input = { paymentId, ...texts, messages: [String(messages[1]?.id)], reason: "Venue." };
  await answerDispute(operator, { ...input, cancellation: "Jamais annulée." });
  const dispute = await disputeOf(operator, paymentId);
  expect(dispute?.status).toBe("under_review");
  expect(dispute?.evidence).toMatchObject({
    ...{ product_description: texts.product, cancellation_rebuttal: "Jamais annulée." },
    ...{ access_activity_log: texts.activity },
  });
  expect(dispute?.evidence.uncategorized_text).toContain("Merci, c'était parfait.");
  expect(JSON.stringify(dispute)).not.toContain("métro");
  expect(JSON.stringify(dispute)).not.toContain(note);

  const [act, ...others] = await listActsOn(operator, { kind: "payment", id: paymentId });
  expect([act?.act, act?.details?.reason, others]).toEqual(["evidence_sent", "Venue.", []]);
  expect((await outcomeOf(world.db, bookingId)).payment?.disputeStatus).toBe("under_review");
  expect(await findOwnWork(operator, { kind: "dispute", id: paymentId })).toBeNull();
  // The bank takes one answer, whatever is sent again.
  for (const again of [input, { ...input, cancellation: "Jamais annulée." }]) {
    await expect(answerDispute(operator, again)).rejects.toMatchObject({ code: "conflict" });
  }
  expect(await listActsOn(operator, { kind: "payment", id: paymentId })).toHaveLength(1);
});

test("evidence that was sent before the site broke off is written down, and not sent again", async () => {
  const { operator, paymentId } = await contested();
  const { texts } = await textsOf(operator, paymentId);
  const input = { paymentId, ...texts, messages: [], reason: "Venue." };
  const broken = {
    ...operator,
    db: Object.create(operator.db, {
      transaction: { value: () => Promise.reject(new Error("cut")) },
    }),
  };
  await expect(answerDispute(broken, input)).rejects.toThrow("cut");
  expect((await disputeOf(operator, paymentId))?.status).toBe("under_review");
  await answerDispute(operator, input);
  const acts = await listActsOn(operator, { kind: "payment", id: paymentId });
  expect(acts.map(({ act }) => act)).toEqual(["evidence_sent"]);
  expect((await disputeOf(operator, paymentId))?.evidence_details.submission_count).toBe(1);
});

test("what is asked for without a reason, a dispute or a booking is refused, and nothing is sent", async () => {
  const { operator, bookingId, paymentId } = await contested();
  const { texts } = await textsOf(operator, paymentId);
  const input = { paymentId, ...texts, messages: [], reason: "" };
  await expect(answerDispute(operator, input)).rejects.toMatchObject({
    ...{ code: "invalid_input", fields: { reason: ["Dites pourquoi : le contrôle le lira."] } },
  });
  const long = { ...input, reason: "Venue.", activity: "a".repeat(15_001) };
  await expect(answerDispute(operator, long)).rejects.toMatchObject({
    fields: { activity: ["15000 caractères au plus"] },
  });
  expect((await disputeOf(operator, paymentId))?.status).toBe("needs_response");
  await world.db
    .update(bookings)
    .set({ presence: "present", presenceBy: "code", presenceAt: new Date() })
    .where(eq(bookings.id, bookingId));
  const { texts: later } = await textsOf(operator, paymentId);
  expect(later.activity).toContain("il a donné son code personnel");
});
