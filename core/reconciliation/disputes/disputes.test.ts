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
import { fileOf, makePicture } from "#test/make/pictures.ts";
import { bookSlot } from "../../bookings/book-slot.server.ts";
import { writeBookingMessage } from "../../bookings/messages/write-booking-message.server.ts";
import { verifyPayment } from "../../bookings/payment/verify-payment.server.ts";
import type { Context } from "../../context.server.ts";
import { listActsOn } from "../../operators/acts/list-acts.server.ts";
import { findOwnWork } from "../../queue/show-queue.server.ts";
import { bookings, mails } from "../../tables.server.ts";
import { reconcilePayments } from "../reconcile-payments.server.ts";
import { addEvidenceFile, removeEvidenceFile } from "./add-evidence-file.server.ts";
import { answerDispute } from "./answer-dispute.server.ts";
import { FILES_CHANGED, NOT_A_FILE, NOT_READABLE, TOO_LARGE, TOO_MANY_PAGES } from "./labels.ts";
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

  const input = {
    paymentId,
    ...texts,
    messages: [String(messages[1]?.id)],
    files: [],
    reason: "Venue.",
  };
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

const PDF = "%PDF-1.7\n<< /Type /Page >>\n%%EOF";

test("files are judged, go with the evidence as they were shown, and end with it", async () => {
  const { operator, paymentId } = await contested();
  const add = (kind: string, file: unknown) => addEvidenceFile(operator, { paymentId, kind, file });
  await add("receipt", fileOf(PDF, "Mme-Durand.pdf"));
  const picture = makePicture(900, 600).withExif({ IFD3: { GPSLatitude: "48/1" } });
  await add("service_documentation", fileOf(await picture.jpeg().toBuffer()));
  await add("uncategorized_file", fileOf(PDF));
  await removeEvidenceFile(operator, { paymentId, kind: "uncategorized_file" });
  const { files } = await showDispute(operator, { paymentId });
  expect(files.map(({ kind, type }) => [kind, type])).toEqual([
    ["receipt", "pdf"],
    ["service_documentation", "jpg"],
  ]);
  const [receipt, proof] = files.map(({ fileId }) => fileId);
  const sent = await operator.stripe.files.retrieve(String(receipt));
  expect([sent.filename, sent.purpose]).toEqual(["recu.pdf", "dispute_evidence"]);

  const { texts } = await textsOf(operator, paymentId);
  const input = { paymentId, ...texts, messages: [], reason: "Venue." };
  const unseen = answerDispute(operator, { ...input, files: [String(receipt)] });
  await expect(unseen).rejects.toMatchObject({ code: "conflict", message: FILES_CHANGED });
  await answerDispute(operator, { ...input, files: [String(receipt), String(proof)] });
  expect((await disputeOf(operator, paymentId))?.evidence).toMatchObject({
    ...{ receipt, service_documentation: proof, uncategorized_file: null },
  });
  expect((await showDispute(operator, { paymentId })).files).toEqual([]);
  const acts = await listActsOn(operator, { kind: "payment", id: paymentId });
  expect(acts.map(({ act }) => act)).toEqual([
    ...["evidence_sent", "evidence_file_removed"],
    ...["evidence_file_added", "evidence_file_added", "evidence_file_added"],
  ]);
});

test("a file that is no document, hides something or is too large is refused by a sentence", async () => {
  const { operator, paymentId } = await contested();
  const why = async (file: unknown) => {
    const refusal = await addEvidenceFile(operator, { paymentId, kind: "receipt", file }).catch(
      (error) => error.fields?.file?.[0],
    );
    return refusal;
  };
  expect(await why("recu.pdf")).toBe(NOT_A_FILE);
  expect(await why(fileOf(""))).toBe(NOT_A_FILE);
  expect(await why(fileOf("<svg/>"))).toBe(NOT_READABLE);
  expect(await why(fileOf(`${PDF} /JavaScript %%EOF`))).toBe(NOT_READABLE);
  expect(await why(fileOf(`${PDF}${" ".repeat(2_000)}`))).toBe(NOT_READABLE);
  expect(await why(fileOf("a".repeat(4.5 * 1024 * 1024 + 1)))).toBe(TOO_LARGE);
  const half = `%PDF-1.7 << /Type /Page >>${" ".repeat(2.5 * 1024 * 1024)}%%EOF`;
  expect(await why(fileOf(half))).toBeUndefined();
  const other = { paymentId, kind: "uncategorized_file", file: fileOf(half) };
  await expect(addEvidenceFile(operator, other)).rejects.toMatchObject({
    fields: { file: [TOO_LARGE] },
  });
  const { files } = await showDispute(operator, { paymentId });
  expect(files.map(({ kind }) => kind)).toEqual(["receipt"]);
  const long = `%PDF-1.7 ${"<< /Type /Page >>".repeat(60)} %%EOF`;
  expect(await why(fileOf(long))).toBeUndefined();
  const { texts } = await textsOf(operator, paymentId);
  const { files: shown } = await showDispute(operator, { paymentId });
  const input = { paymentId, ...texts, messages: [], reason: "Venue." };
  const sent = answerDispute(operator, { ...input, files: shown.map(({ fileId }) => fileId) });
  await expect(sent).rejects.toMatchObject({ code: "conflict", message: TOO_MANY_PAGES });
});

test("evidence that was sent before the site broke off is written down, and not sent again", async () => {
  const { operator, paymentId } = await contested();
  const { texts } = await textsOf(operator, paymentId);
  const input = { paymentId, ...texts, messages: [], files: [], reason: "Venue." };
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
  const input = { paymentId, ...texts, messages: [], files: [], reason: "" };
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
