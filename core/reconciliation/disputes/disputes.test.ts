import { eq, sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { mailsOf as templatesOf } from "#mails/render.ts";
import { receiveMails } from "#test/make/mailbox.ts";
import { makeOperatorContext } from "#test/make/operators.ts";
import { checkoutOf, openPaymentWorld, outcomeOf, type PaymentWorld } from "#test/make/payments.ts";
import { fileOf, makePicture } from "#test/make/pictures.ts";
import { bookSlot } from "../../bookings/book-slot.server.ts";
import { decideGoodwill } from "../../bookings/goodwill/give-goodwill.server.ts";
import { writeBookingMessage } from "../../bookings/messages/write-booking-message.server.ts";
import { applyPayment } from "../../bookings/payment/apply-payment.server.ts";
import { verifyPayment } from "../../bookings/payment/verify-payment.server.ts";
import type { Context } from "../../context.server.ts";
import { HOUR } from "../../durations.ts";
import { isPlainPdf } from "../../media/rules.ts";
import { cents } from "../../money.ts";
import { rehearseMails } from "../../notifications/rehearse-mails.server.ts";
import { listActsOn } from "../../operators/acts/list-acts.server.ts";
import { REASON_WANTED } from "../../operators/acts/rules.ts";
import { findShares } from "../../payments/find-payment.server.ts";
import { showBookingRecord } from "../../records/bookings/show-booking-record.server.ts";
import { legal, TERMS_SINCE } from "../../site.ts";
import { bookings, mails, payments, readings } from "../../tables.server.ts";
import { findOwnWork } from "../../work-queue/show-queue.server.ts";
import { reconcilePayments } from "../reconcile-payments.server.ts";
import {
  addEvidenceFile,
  attachNote,
  openEvidenceFile,
  removeEvidenceFile,
} from "./add-evidence-file.server.ts";
import { answerDispute, showDispute } from "./answer-dispute.server.ts";
import { acceptLoss, decideLoss } from "./give-up-dispute.server.ts";
import {
  FILE_NAMES,
  FILES_CHANGED,
  NOT_A_FILE,
  NOT_READABLE,
  notOpened,
  TOO_LARGE,
  TOO_MANY_PAGES,
} from "./labels.ts";

let world: PaymentWorld;
beforeAll(async () => {
  world = await openPaymentWorld();
});
afterAll(() => world.stop());
afterEach(() => world.simulator.clearFaults());

/** A paid booking with a note and two messages, whose payment its payer's bank contests. */
async function contested(priceCents = 4_000, asked: { reason?: string; amount?: number } = {}) {
  const offer = await world.makeOffer({ priceCents });
  const client = await world.newClient();
  const note = "Je suis enceinte de six mois.";
  const { bookingId } = await bookSlot(client, { ...offer, bookingNotes: note });
  const sessionId = await checkoutOf(world.db, bookingId);
  await world.simulator.pay(sessionId);
  await verifyPayment(client, { sessionId });
  await writeBookingMessage(client, { bookingId, text: "J'arrive en métro." });
  await writeBookingMessage(client, { bookingId, text: "Merci, c'était parfait." });
  await world.db.update(mails).set({ status: "sent", sentAt: new Date() });
  const { payment } = await outcomeOf(world.db, bookingId);
  await world.simulator.fault({ type: "create_dispute", charge: payment?.chargeId, ...asked });
  const operator = await makeOperatorContext(client, ["finance"]);
  await reconcilePayments(operator);
  // The provider's own word of it may be on its way, too.
  const stateOf = async () => (await outcomeOf(world.db, bookingId)).payment?.disputeStatus;
  await expect.poll(stateOf).toBe("needs_response");
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
    reason: "Elle est venue.",
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
  expect([act?.act, act?.details?.reason, others]).toEqual(["evidence_sent", input.reason, []]);
  expect((await outcomeOf(world.db, bookingId)).payment?.disputeStatus).toBe("under_review");
  expect(await findOwnWork(operator, { kind: "dispute", id: paymentId })).toBeNull();
  // The bank takes one answer, whatever is sent again.
  for (const again of [input, { ...input, cancellation: "Jamais annulée." }]) {
    await expect(answerDispute(operator, again)).rejects.toMatchObject({ code: "conflict" });
  }
  expect(await listActsOn(operator, { kind: "payment", id: paymentId })).toHaveLength(1);
});

test("the money is told by its sides, in the rows that `check` reads, and makes zero", async () => {
  const { operator, bookingId, paymentId } = await contested();
  const ledgerNow = async () => (await showDispute(operator, { paymentId })).ledger;
  const open = await ledgerNow();
  const { payment } = await outcomeOf(world.db, bookingId);
  if (!payment) throw new Error("nothing was paid");
  const { amountCents, applicationFeeCents } = payment;
  const professional = amountCents - applicationFeeCents;
  // A card costs 1,5 % and 0,25 €, a dispute 20 €.
  const cardFee = Math.round(amountCents * 0.015) + 25;
  const provider = cardFee + 2_000;
  const [paid, transfer, ...others] = open.entries.map(({ kind }) => kind);
  expect([paid, transfer]).toEqual(["paid", "transfer"]);
  expect(others.toSorted()).toEqual(["card_fee", "dispute_fee", "held"]);
  for (const { shares } of [...open.entries, { shares: open.total }]) {
    expect(Object.values(shares).reduce((sum, one) => sum + one, 0)).toBe(0);
  }
  expect(open.total).toMatchObject({ client: 0, professional, provider });
  expect(open.ifWon).toMatchObject({ client: -amountCents, professional, provider });

  const dispute = await disputeOf(operator, paymentId);
  await world.simulator.fault({ type: "close_dispute", dispute: dispute?.id, status: "lost" });
  const kinds = async () => (await ledgerNow()).entries.map(({ kind }) => kind);
  await expect.poll(kinds).toContain("dispute");
  const lost = await ledgerNow();
  expect(lost).toMatchObject({ total: open.total, ifWon: null });
  const shares = await findShares(world.db, bookingId);
  expect(shares).toMatchObject({
    professionalCents: lost.total.professional,
    returnedCents: amountCents + lost.total.client,
  });

  await world.simulator.fault({
    ...{ type: "api_error", path: "/v1/disputes", status: 500, times: null },
  });
  const silent = await ledgerNow();
  expect(silent).toMatchObject({ hasFees: false, total: { professional, provider: 0 } });
});

const PROOF = FILE_NAMES.service_documentation;
const PDF = "%PDF-1.7\n<< /Type /Page >>\n%%EOF";

test("files are judged, go with the evidence as they were shown and once they were opened, and end with it", async () => {
  const { operator, bookingId, paymentId } = await contested();
  const add = (kind: string, file: unknown) => addEvidenceFile(operator, { paymentId, kind, file });
  await add("receipt", fileOf(PDF, "Mme-Durand.pdf"));
  const picture = makePicture(900, 600).withExif({ IFD3: { GPSLatitude: "48/1" } });
  await add("service_documentation", fileOf(await picture.jpeg().toBuffer()));
  await add("uncategorized_file", fileOf(PDF));
  const taken = (await showDispute(operator, { paymentId })).files.at(-1)?.fileId;
  await removeEvidenceFile(operator, { paymentId, kind: "uncategorized_file" });
  const { files } = await showDispute(operator, { paymentId });
  expect(files.map(({ kind, type }) => [kind, type])).toEqual([
    ["receipt", "pdf"],
    ["service_documentation", "jpg"],
  ]);
  const [receipt, proof] = files.map(({ fileId }) => fileId);
  const sent = await operator.stripe.files.retrieve(String(receipt));
  expect([sent.filename, sent.purpose]).toEqual(["recu.pdf", "dispute_evidence"]);
  const open = () => openEvidenceFile(operator, { paymentId, fileId: receipt });
  expect(await open()).toMatchObject({ name: "recu.pdf", type: "application/pdf" });

  const { texts } = await textsOf(operator, paymentId);
  const input = { paymentId, ...texts, messages: [], reason: "Elle est venue." };
  const unseen = answerDispute(operator, { ...input, files: [String(receipt)] });
  await expect(unseen).rejects.toMatchObject({ code: "conflict", message: FILES_CHANGED });
  const whole = { ...input, files: [String(receipt), String(proof)] };
  const openProof = (ctx: Context) => openEvidenceFile(ctx, { paymentId, fileId: proof });
  const unread = { code: "invalid_input", fields: { files: [notOpened([PROOF])] } };
  await expect(answerDispute(operator, whole)).rejects.toMatchObject(unread);
  // Neither what a colleague has opened counts, nor what the provider did not give.
  await openProof(await makeOperatorContext(operator, ["finance"]));
  await world.simulator.fault({
    ...{ type: "api_error", path: "/v1/files/*", status: 500, times: null },
  });
  await expect(openProof(operator)).rejects.toThrow();
  await world.simulator.clearFaults();
  await expect(answerDispute(operator, whole)).rejects.toMatchObject(unread);
  await openProof(operator);
  await answerDispute(operator, whole);
  expect((await disputeOf(operator, paymentId))?.evidence).toMatchObject({
    ...{ receipt, service_documentation: proof, uncategorized_file: null },
  });
  const after = await showDispute(operator, { paymentId });
  expect([after.files, after.sent.map(({ kind, fileId }) => [kind, fileId])]).toEqual([
    ...[
      [],
      [
        ["receipt", receipt],
        ["service_documentation", proof],
      ],
    ],
  ]);
  // The bank and we can read the same, and each of our readings is written down.
  expect(Buffer.from((await open()).bytes).toString()).toBe(PDF);
  expect(await world.db.$count(readings, eq(readings.objectId, String(receipt)))).toBe(2);
  const elsewhere = openEvidenceFile(operator, { paymentId: bookingId, fileId: receipt });
  await expect(elsewhere).rejects.toMatchObject({ code: "not_found" });
  const removed = openEvidenceFile(operator, { paymentId, fileId: taken });
  await expect(removed).rejects.toMatchObject({ code: "not_found" });
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
  for (const { fileId } of shown) await openEvidenceFile(operator, { paymentId, fileId });
  const input = { paymentId, ...texts, messages: [], reason: "Elle est venue." };
  const sent = answerDispute(operator, { ...input, files: shown.map(({ fileId }) => fileId) });
  await expect(sent).rejects.toMatchObject({ code: "conflict", message: TOO_MANY_PAGES });
});

test("evidence that was sent before the site broke off is written down, and not sent again", async () => {
  const { operator, paymentId } = await contested();
  const { texts } = await textsOf(operator, paymentId);
  const input = { paymentId, ...texts, messages: [], files: [], reason: "Elle est venue." };
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
    ...{ code: "invalid_input", fields: { reason: [REASON_WANTED] } },
  });
  const long = { ...input, reason: "Elle est venue.", activity: "a".repeat(15_001) };
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
  const contest = { presence: "absent", contestedAt: new Date(), contestedAs: "not_held" } as const;
  await world.db.update(bookings).set(contest).where(eq(bookings.id, bookingId));
  const { texts: last } = await textsOf(operator, paymentId);
  expect(last.activity).toContain("Le client conteste cette absence : « N'a pas eu lieu ».");
});

const mailsOf = async (bookingId: string) => {
  const isAbout = sql`${mails.data} ->> 'bookingId' = ${bookingId}`;
  const sent = await world.db.select().from(mails).where(isAbout);
  return sent.map(({ kind }) => kind);
};

test("the bank's reason is kept, both sides are told of it and of its end, once, and the terms are evidence", async () => {
  const { operator, bookingId, paymentId } = await contested();
  const { payment } = await showDispute(operator, { paymentId });
  expect(payment).toMatchObject({ disputeReason: "fraudulent", termsSince: TERMS_SINCE });
  const work = await findOwnWork(operator, { kind: "dispute", id: paymentId });
  expect(work?.context).toContain("que le titulaire de la carte n'a pas fait");
  const { texts } = await textsOf(operator, paymentId);
  expect(texts.activity).toContain("en acceptant les conditions générales en vigueur depuis le");
  const received = await receiveMails(operator);
  const { buyerEmail } = (await outcomeOf(world.db, bookingId)).booking;
  const [toClient, toProfessional] = [true, false].map((isBuyer) => {
    const mail = received.find(
      ({ subject, recipients }) =>
        subject?.startsWith("Paiement contesté") && recipients.includes(buyerEmail) === isBuyer,
    );
    return mail?.text?.replaceAll(/\s+/g, " ");
  });
  expect(toProfessional).toContain("Rien ne vous est repris");
  for (const told of [toClient, toProfessional]) {
    expect(told).toContain("que le titulaire de la carte n'a pas fait");
    expect(told).toContain("40,00 € jusqu'à sa décision");
  }
  expect(toClient).toContain("nous ne remboursons pas cette somme : elle serait rendue deux fois");
  expect(toClient).toContain("/contact?sujet=paiement");

  const dispute = await disputeOf(operator, paymentId);
  await world.simulator.fault({ type: "close_dispute", dispute: dispute?.id, status: "won" });
  await expect.poll(() => mailsOf(bookingId)).toContain("dispute-won");
  await reconcilePayments(operator);
  const about = (await mailsOf(bookingId)).filter((kind) => kind.includes("dispute"));
  expect(about.toSorted()).toEqual([
    ...["dispute-won", "dispute-won-client", "payment-disputed", "payment-disputed-client"],
  ]);
  const ended = await receiveMails(operator);
  const close = ended.find(({ subject }) => subject?.startsWith("Contestation close :"));
  expect(close?.recipients).toEqual([buyerEmail]);
  expect(close?.text).toContain("Ce paiement reste dû.");
});

test("each dispute of a payment is told to both sides once, whatever became of another", async () => {
  const { operator, bookingId, paymentId } = await contested();
  const about = async () =>
    (await mailsOf(bookingId)).filter((kind) => kind.startsWith("payment-disputed")).length;
  expect(await about()).toBe(2);
  const first = await disputeOf(operator, paymentId);
  await world.simulator.fault({ type: "close_dispute", dispute: first?.id, status: "won" });
  const stateOf = async () => (await showDispute(operator, { paymentId })).payment.disputeStatus;
  await expect.poll(stateOf).toBe("won");
  const { payment } = await showDispute(operator, { paymentId });
  await world.simulator.fault({ type: "create_dispute", charge: payment.chargeId });
  await expect.poll(about).toBe(4);
  await reconcilePayments(operator);
  expect(await about()).toBe(4);

  // A third one, while the bank decides about the second.
  const third = {
    ...{ disputeId: "dp_third", disputedAt: new Date(), disputeReason: "general" },
    ...{ disputedCents: cents(500), disputeFeeCents: null },
  };
  for (const status of ["needs_response", "under_review"]) {
    await applyPayment(operator, {
      ...{ paymentId, event: "dispute" },
      dispute: { status, dueAt: null, about: third, lostCents: cents(0) },
    });
    expect(await about()).toBe(6);
  }
});

test("what the bank contests, since when and at which fee is kept, and told on the booking's timeline", async () => {
  const asked = { reason: "product_not_received", amount: 1_500 };
  const { operator, bookingId, paymentId } = await contested(4_000, asked);
  const dispute = await disputeOf(operator, paymentId);
  const openedAt = new Date(Number(dispute?.created) * 1_000);
  const open = await showDispute(operator, { paymentId });
  expect(open.payment).toMatchObject({
    ...{ disputeId: dispute?.id, disputedAt: openedAt, disputeEndedAt: null },
    ...{ disputedCents: 1_500, disputeFeeCents: 2_000, disputeReason: asked.reason },
  });
  const held = open.ledger.entries.find(({ kind }) => kind === "held");
  expect(held).toMatchObject({ shares: { client: 1_500, platform: -1_500 } });
  const work = await findOwnWork(operator, { kind: "dispute", id: paymentId });
  expect(work).toMatchObject({ receivedAt: openedAt, within: "9 jours" });

  await world.simulator.fault({ type: "close_dispute", dispute: dispute?.id, status: "lost" });
  const paymentOf = async () => (await showDispute(operator, { paymentId })).payment;
  await expect.poll(async () => (await paymentOf()).disputeStatus).toBe("lost");
  const lost = await paymentOf();
  expect(lost).toMatchObject({ chargedBackCents: 1_500, disputeDueAt: null });
  await reconcilePayments(operator);
  expect((await paymentOf()).disputeEndedAt).toEqual(lost.disputeEndedAt);
  const { happenings } = await showBookingRecord(operator, { bookingId });
  const told = happenings.map(({ what, more }) => `${what}, ${more}`.replaceAll(/\s/g, " "));
  expect(told).toContain("Paiement contesté, 15,00 €, prestation qui n'a pas eu lieu");
  expect(told).toContain("Contestation : perdue, frais de litige : 20,00 €");
  expect(happenings.find(({ what }) => what === "Paiement contesté")?.at).toEqual(openedAt);
  expect(happenings.map(({ what }) => what)).toContain("Stripe : Contestation close");
});

test("the receipt is laid with the evidence by itself, once", async () => {
  const { operator, bookingId, paymentId } = await contested();
  await attachNote(operator, { paymentId });
  await attachNote(operator, { paymentId });
  const { files } = await showDispute(operator, { paymentId });
  expect(files).toMatchObject([{ kind: "receipt", type: "pdf" }]);
  const { bytes } = await openEvidenceFile(operator, { paymentId, fileId: files[0]?.fileId });
  expect(isPlainPdf(bytes)).toBe(true);
  const text = Buffer.from(bytes).toString("latin1");
  expect(text).toContain(bookingId);
  expect(text).toContain("Total TTC : 40,00 \x80");
  const { texts } = await textsOf(operator, paymentId);
  const input = { paymentId, ...texts, messages: [], reason: "Elle est venue." };
  await answerDispute(operator, { ...input, files: files.map(({ fileId }) => fileId) });
  expect((await disputeOf(operator, paymentId))?.evidence.receipt).toBe(files[0]?.fileId);
  await attachNote(operator, { paymentId });
  expect((await showDispute(operator, { paymentId })).sent).toHaveLength(1);
});

test("a loss is accepted with a reason, once, and nothing can be sent after it", async () => {
  const { operator, bookingId, paymentId } = await contested();
  const reason = "Aucun code de présence, et le praticien confirme l'oubli.";
  const asked = { paymentId, reason };
  await expect(acceptLoss(operator, { ...asked, reason: "Bof, tant pis." })).rejects.toMatchObject({
    fields: { reason: [expect.stringContaining("20 signes")] },
  });
  expect((await disputeOf(operator, paymentId))?.status).toBe("needs_response");
  await acceptLoss(operator, asked);
  expect((await disputeOf(operator, paymentId))?.status).toBe("lost");
  const { payment, booking } = await outcomeOf(world.db, bookingId);
  expect(payment).toMatchObject({ disputeStatus: "lost", chargedBackCents: 4_000 });
  expect(booking).toMatchObject({ status: "cancelled", cancelReason: "disputed" });
  expect(await mailsOf(bookingId)).toContain("booking-cancelled-professional");
  const acts = await listActsOn(operator, { kind: "payment", id: paymentId });
  expect(acts).toMatchObject([{ act: "loss_accepted", details: { reason } }]);
  await expect(acceptLoss(operator, asked)).rejects.toMatchObject({ code: "conflict" });
  const { texts } = await textsOf(operator, paymentId);
  const late = { paymentId, ...texts, messages: [], files: [], reason: "Elle est venue." };
  await expect(answerDispute(operator, late)).rejects.toMatchObject({ code: "conflict" });
  expect(await findShares(world.db, bookingId)).toMatchObject({ professionalCents: 3_600 });
});

test("a loss is written down before the provider is asked, whose answer may be lost", async () => {
  const { operator, paymentId } = await contested();
  const asked = { paymentId, reason: "Rien ne montre sa venue ce soir-là." };
  const broken = {
    ...operator,
    db: Object.create(operator.db, {
      transaction: { value: () => Promise.reject(new Error("cut")) },
    }),
  };
  await expect(acceptLoss(broken, asked)).rejects.toThrow("cut");
  expect((await disputeOf(operator, paymentId))?.status).toBe("needs_response");
  await world.simulator.fault({
    ...{ type: "api_error", path: "/v1/disputes/*", method: "POST", status: 500, times: null },
  });
  await expect(acceptLoss(operator, asked)).rejects.toThrow();
  await world.simulator.clearFaults();
  const acts = await listActsOn(operator, { kind: "payment", id: paymentId });
  expect(acts.map(({ act }) => act)).toEqual(["loss_accepted"]);
});

test("a loss above the limit is confirmed by a second person, once, and until then the bank waits (rule: goodwill)", async () => {
  const { operator, bookingId, paymentId } = await contested(20_000);
  const reason = "Aucun code de présence, et le praticien confirme l'oubli.";
  const asked = { paymentId, reason };
  expect(await acceptLoss(operator, asked)).toEqual({ closed: false });
  expect((await disputeOf(operator, paymentId))?.status).toBe("needs_response");
  await expect(acceptLoss(operator, asked)).rejects.toMatchObject({ code: "conflict" });
  const { loss, payment, ledger } = await showDispute(operator, { paymentId });
  expect(loss?.amountCents).toBe(-ledger.total.platform);
  const proposalId = String(loss?.id);
  const second = await makeOperatorContext(operator, ["administration"], "Nadia");
  const work = await findOwnWork(second, { kind: "goodwill", id: proposalId });
  expect(work).toMatchObject({ name: "Perte à confirmer", basis: "promise" });

  // It waits no longer than the bank does.
  const soon = new Date(Date.now() + 3 * HOUR);
  await world.db.update(payments).set({ disputeDueAt: soon }).where(eq(payments.id, paymentId));
  const urgent = await findOwnWork(second, { kind: "goodwill", id: proposalId });
  expect(urgent).toMatchObject({ basis: "bank", dueAt: soon, within: "3 heures" });

  const answer = { proposalId, decision: "grant", reason: "Relu, rien à opposer." } as const;
  await expect(decideLoss(operator, answer)).rejects.toMatchObject({ code: "conflict" });
  await expect(decideGoodwill(second, answer)).rejects.toMatchObject({ code: "not_found" });
  // Where Stripe does not answer, it is agreed to and still waits.
  await world.simulator.fault({
    ...{ type: "api_error", path: "/v1/disputes/*", method: "POST", status: 500, times: null },
  });
  await expect(decideLoss(second, answer)).rejects.toThrow();
  await world.simulator.clearFaults();
  expect(await findOwnWork(second, { kind: "goodwill", id: proposalId })).not.toBeNull();
  const late = decideLoss(second, { ...answer, decision: "refuse" });
  await expect(late).rejects.toMatchObject({ code: "conflict" });
  // Anybody may carry out what was agreed to; the journal names who agreed.
  await decideLoss(operator, { ...answer, reason: "Nouvel essai." });
  expect((await disputeOf(operator, paymentId))?.status).toBe("lost");
  expect(await findOwnWork(second, { kind: "goodwill", id: proposalId })).toBeNull();
  const { booking } = await outcomeOf(world.db, bookingId);
  expect(booking).toMatchObject({ status: "cancelled", cancelReason: "disputed" });
  const acts = await listActsOn(operator, { kind: "payment", id: paymentId });
  expect(acts.map(({ act, operator: by, details }) => [act, by, details?.reason])).toEqual([
    ["loss_accepted", "Nadia", answer.reason],
    ["loss_proposed", operator.operator?.name, reason],
  ]);
  expect(payment.amountCents).toBe(20_000);
});

test("a loss that is refused tells whoever proposed it, and the evidence can still be sent, which ends another", async () => {
  const { operator, paymentId } = await contested(20_000);
  const asked = {
    ...{ paymentId, reason: "Aucun code de présence, et rien par écrit." },
  };
  await acceptLoss(operator, asked);
  const { loss } = await showDispute(operator, { paymentId });
  const second = await makeOperatorContext(operator, ["finance"], "Marc");
  const refusal = "Le code de présence est dans l'agenda.";
  await decideLoss(second, { proposalId: String(loss?.id), decision: "refuse", reason: refusal });
  const received = await receiveMails(operator);
  const told = received.find(({ subject }) => subject?.startsWith("Perte de"));
  expect(told?.text).toContain(refusal);
  expect(told?.text).toContain(`/operateur/litiges/${paymentId}`);
  expect((await showDispute(operator, { paymentId })).loss).toBeNull();

  await acceptLoss(operator, asked);
  const { texts } = await textsOf(operator, paymentId);
  const { loss: again } = await showDispute(operator, { paymentId });
  await answerDispute(operator, {
    paymentId,
    ...texts,
    messages: [],
    files: [],
    reason: "Elle est venue.",
  });
  expect((await showDispute(operator, { paymentId })).loss).toBeNull();
  const grant = { proposalId: String(again?.id), decision: "grant", reason: "Trop tard." } as const;
  await expect(decideLoss(second, grant)).rejects.toMatchObject({ code: "conflict" });
});

test("an answer and a loss are rehearsed, of which the bank never hears", async () => {
  const { operator, paymentId } = await contested();
  const { texts } = await textsOf(operator, paymentId);
  const reason = "Aucun code de présence, et le praticien confirme l'oubli.";
  const answer = { paymentId, ...texts, messages: [], files: [], reason };
  const rehearse = (act: (ctx: Context) => Promise<unknown>) =>
    rehearseMails(operator, templatesOf(legal), act);
  // Nor is it asked: no transaction waits for an answer.
  await world.simulator.fault({
    ...{ type: "api_error", path: "/v1/*", status: 500, times: null },
  });
  expect(await rehearse((ctx) => answerDispute(ctx, answer))).toEqual([]);
  expect(await rehearse((ctx) => acceptLoss(ctx, { paymentId, reason }))).toEqual([]);
  await expect(
    rehearse((ctx) => answerDispute(ctx, { ...answer, reason: "Non" })),
  ).rejects.toMatchObject({ fields: { reason: [REASON_WANTED] } });
  await world.simulator.clearFaults();
  expect((await disputeOf(operator, paymentId))?.status).toBe("needs_response");
  expect(await listActsOn(operator, { kind: "payment", id: paymentId })).toEqual([]);
  await answerDispute(operator, answer);
});
