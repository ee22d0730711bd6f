import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { newId } from "#platform/ids.server.ts";
import { receiveMails } from "#test/make/mailbox.ts";
import { makeOperatorContext } from "#test/make/operators.ts";
import {
  openPaymentWorld,
  outcomeOf,
  type PaymentWorld,
  RETURN_PROOF,
} from "#test/make/payments.ts";
import { cancelBooking } from "../bookings/cancellation/cancel-booking.server.ts";
import { decideGoodwill } from "../bookings/goodwill/give-goodwill.server.ts";
import { applyPayment } from "../bookings/payment/apply-payment.server.ts";
import type { Context } from "../context.server.ts";
import { dayKey } from "../dates.ts";
import { DAY } from "../durations.ts";
import { cents } from "../money.ts";
import { listActsOn } from "../operators/acts/list-acts.server.ts";
import { readLedger } from "../payments/ledger/read-ledger.server.ts";
import { showPaymentRecord } from "../records/payments/show-payment-record.server.ts";
import { goodwillProposals, mails, payments, refunds } from "../tables.server.ts";
import { findOwnWork } from "../work-queue/show-queue.server.ts";
import { checkInvariants, judgeDebts } from "./check-invariants.server.ts";
import { compareProvider } from "./compare-provider.server.ts";
import { decideOutsideRefund, decideReview } from "./decide-payment-review.server.ts";

let world: PaymentWorld;
beforeAll(async () => {
  world = await openPaymentWorld();
});
afterAll(() => world.stop());
afterEach(async () => {
  await world.simulator.clearFaults();
  expect(await checkInvariants(world.db)).toEqual([]);
  // Money under review has no purpose, as long as nobody has decided.
  const compared = await compareProvider(await world.context());
  const ofCents = compared.filter(({ invariant }) => !invariant.startsWith("I2 "));
  expect(ofCents.flatMap(({ faults }) => faults)).toEqual([]);
});

const reason = "Son compte était fermé.";

/** A booking of seats at this price, of which one is cancelled in vain. */
async function unrefunded({ priceCents = 4_000, seats = 1 } = {}) {
  const offer = await world.makeOffer({ priceCents, spots: seats });
  const client = await world.newClient();
  const { bookingId } = await world.buy({ ...offer, seats }, client);
  await world.simulator.untilDelivered();
  await world.simulator.fault({ type: "refuse_refunds" });
  await cancelBooking(client, seats === 1 ? { bookingId } : { bookingId, seats: 1 });
  await world.runJobs();
  const finance = await makeOperatorContext(await world.context(), ["finance"], "Paul");
  const paymentId = String((await paymentOf(bookingId)).id);
  const accept = (amount?: string, ctx: Context = finance) =>
    decideReview(ctx, { paymentId, decision: "accept", amount, reason, ...RETURN_PROOF });
  return { client, bookingId, paymentId, finance, accept };
}

/** A booking that is cancelled, and whose refund fails after it had succeeded. */
async function failedLater() {
  const offer = await world.makeOffer({ priceCents: 4_000 });
  const client = await world.newClient();
  const { bookingId } = await world.buy(offer, client);
  await world.simulator.untilDelivered();
  await world.simulator.fault({ type: "fail_next_refunds", times: 1, after_seconds: 0 });
  await cancelBooking(client, { bookingId });
  await world.runJobs();
  await world.simulator.untilDelivered();
  await expect.poll(() => paymentOf(bookingId)).toMatchObject({ status: "review" });
  const finance = await makeOperatorContext(await world.context(), ["finance"], "Paul");
  const { id: paymentId } = await paymentOf(bookingId);
  const accept = (amount?: string) =>
    decideReview(finance, { paymentId, decision: "accept", amount, reason, ...RETURN_PROOF });
  return { bookingId, paymentId, finance, accept };
}

async function paymentOf(bookingId: string) {
  const { payment } = await outcomeOf(world.db, bookingId);
  if (!payment) throw new Error("nothing was paid");
  return payment;
}
const kindsOf = async (bookingId: string) => {
  const sent = await world.db.select().from(mails).where(eq(mails.reference, bookingId));
  return sent.map(({ kind }) => kind);
};

test("a part that was given back by other means is counted, and the rest can be asked for again (rule: payment-review)", async () => {
  const { bookingId, paymentId, finance, accept } = await unrefunded();
  for (const amount of ["0", "-5", "quinze"]) {
    await expect(accept(amount), amount).rejects.toMatchObject({
      fields: { amount: [expect.stringContaining("12,50")] },
    });
  }
  await expect(accept("40,01")).rejects.toMatchObject({
    fields: { amount: [expect.stringContaining("40,00")] },
  });
  expect(await accept("15")).toEqual({ decided: true });
  expect(await paymentOf(bookingId)).toMatchObject({ status: "review", refundedCents: 1_500 });
  const { ledger, owed, happenings, acts } = await showPaymentRecord(finance, { paymentId });
  expect(owed?.amountCents).toBe(2_500);
  expect(ledger.total.client).toBe(-2_500);
  expect(happenings.map(({ what }) => what)).toContain("Rendu autrement que par Stripe");
  expect(acts).toMatchObject([
    { act: "refund_accepted", details: { reason, after: { amountCents: 1_500 } } },
  ]);
  const told = (await receiveMails(await world.context())).find(({ subject }) =>
    subject?.startsWith("15,00"),
  );
  expect(told?.text).toMatch(
    /vous a rendu 15,00\s€ par virement le 12 janvier 2026, sous la référence « VIR-2026-0112 »/,
  );

  await decideReview(finance, { paymentId, decision: "refund", reason: "Solde rétabli." });
  await world.runJobs();
  await world.simulator.untilDelivered();
  expect(await paymentOf(bookingId)).toMatchObject({ status: "refunded", refundedCents: 4_000 });
  expect(await kindsOf(bookingId)).toContain("refund-settled-client");
});

test("all that is owed ends the review, said in one word or in several, and the professional's part is taken back", async () => {
  const { bookingId, paymentId, finance, accept } = await unrefunded();
  await accept("15");
  expect(await accept()).toEqual({ decided: true });
  expect(await paymentOf(bookingId)).toMatchObject({ status: "refunded", refundedCents: 4_000 });
  const told = (await receiveMails(await world.context())).filter(({ subject }) =>
    subject?.startsWith("25,00"),
  );
  expect(told.map(({ text }) => text)).toEqual([
    expect.stringContaining("sous la référence « VIR-2026-0112 »"),
    expect.stringMatching(/Votre part de ce montant, 22,50\s€, est reprise/),
  ]);
  await world.runJobs();
  const { ledger, shares } = await showPaymentRecord(finance, { paymentId });
  expect(ledger.total.client).toBe(0);
  expect(shares).toMatchObject({ returnedCents: 4_000, professionalCents: 0 });
  await expect(accept()).rejects.toMatchObject({ code: "conflict" });
});

test("of a refund that failed after it had succeeded all is owed, until it is said to be given back (rule: payment-review)", async () => {
  const { bookingId, paymentId, finance, accept } = await failedLater();
  expect(await paymentOf(bookingId)).toMatchObject({ refundedCents: 0 });
  expect((await showPaymentRecord(finance, { paymentId })).owed?.amountCents).toBe(4_000);
  await accept("15");
  expect(await paymentOf(bookingId)).toMatchObject({ status: "review", refundedCents: 1_500 });
  expect(await checkInvariants(world.db)).toEqual([]);
  expect(await accept()).toEqual({ decided: true });
  const { booking, payment } = await outcomeOf(world.db, bookingId);
  expect(booking).toMatchObject({ status: "cancelled", paymentStatus: "refunded" });
  expect(payment).toMatchObject({ status: "refunded", refundedCents: 4_000 });
  const { ledger } = await showPaymentRecord(finance, { paymentId });
  expect(ledger.total.client).toBe(0);
  await world.runJobs();
  const { shares } = await showPaymentRecord(finance, { paymentId });
  expect(shares).toMatchObject({ returnedCents: 4_000, professionalCents: 0 });
});

test("nothing is noted without its day, means and reference, nor for a day to come (rule: payment-review)", async () => {
  const { paymentId, finance, bookingId } = await unrefunded();
  const accept = { paymentId, decision: "accept", reason } as const;
  await expect(decideReview(finance, accept)).rejects.toMatchObject({
    fields: {
      ...{ madeOn: [expect.any(String)], means: [expect.any(String)] },
      reference: [expect.any(String)],
    },
  });
  for (const wrong of [
    { madeOn: dayKey(new Date(finance.now().getTime() + DAY)) },
    { madeOn: "2026-02-30" },
    { means: "prayer" },
    { reference: "x" },
  ]) {
    const [field = ""] = Object.keys(wrong);
    await expect(
      decideReview(finance, { ...accept, ...RETURN_PROOF, ...wrong }),
    ).rejects.toMatchObject({
      fields: { [field]: [expect.any(String)] },
    });
  }
  expect(await paymentOf(bookingId)).toMatchObject({ status: "review", refundedCents: 0 });
  const debts = await judgeDebts(world.db, finance.now());
  expect(debts[0]?.faults.join()).toContain(paymentId);
});

test("a hundred euros take two", async () => {
  const { bookingId, accept } = await unrefunded({ priceCents: 20_000 });
  expect(await accept("99,99")).toEqual({ decided: true });
  expect(await accept("0,01")).toEqual({ decided: false });
  expect(await paymentOf(bookingId)).toMatchObject({ status: "review", refundedCents: 9_999 });
});

test("`check` names what was noted without proof, or by one person alone, and what is owed behind a closed payment", async () => {
  const { paymentId, accept } = await unrefunded();
  await accept();
  const ofPayment = eq(goodwillProposals.paymentId, paymentId);
  const named = async () => (await checkInvariants(world.db)).map((one) => one.split(":")[0]);
  await world.db
    .update(goodwillProposals)
    .set({ amountCents: cents(3_999) })
    .where(ofPayment);
  expect(await named()).toEqual(["I3 ce qui a été rendu autrement est prouvé, à deux dès 100 €"]);
  await world.db
    .update(goodwillProposals)
    .set({ amountCents: cents(4_000) })
    .where(ofPayment);
  const { id } = payments;
  await world.db
    .update(payments)
    .set({ refundedCents: cents(0) })
    .where(eq(id, paymentId));
  expect(await named()).toContain("I3 ce qui était dû est rendu, ou prouvé autrement");
  await world.db
    .update(payments)
    .set({ refundedCents: cents(4_000) })
    .where(eq(id, paymentId));
});

test("a seat of several is noted by its amount, and the booking goes on; what is left is asked for less that (rule: money-in-parts)", async () => {
  const { client, bookingId, paymentId, finance, accept } = await unrefunded({ seats: 3 });
  await expect(accept()).rejects.toMatchObject({
    ...{ code: "conflict", message: expect.stringContaining("dites le montant") },
  });
  await accept("15");
  expect(await paymentOf(bookingId)).toMatchObject({ status: "review", refundedCents: 1_500 });
  await decideReview(finance, { paymentId, decision: "refund", reason: "Solde rétabli." });
  await world.runJobs();
  await world.simulator.untilDelivered();
  const { booking, payment } = await outcomeOf(world.db, bookingId);
  expect(booking).toMatchObject({ status: "confirmed", seats: 2 });
  expect(payment).toMatchObject({ status: "partially_refunded", refundedCents: 4_000 });
  await cancelBooking(client, { bookingId });
  await world.runJobs();
  await world.simulator.untilDelivered();
  expect(await paymentOf(bookingId)).toMatchObject({ status: "refunded", refundedCents: 12_000 });
});

test("a whole seat that is noted ends the review, and the booking goes on", async () => {
  const { bookingId, accept } = await unrefunded({ seats: 3 });
  await accept("40");
  const { booking, payment } = await outcomeOf(world.db, bookingId);
  expect(booking).toMatchObject({ status: "confirmed", seats: 2 });
  expect(payment).toMatchObject({ status: "partially_refunded", refundedCents: 4_000 });
});

test("a bank holds, and takes, what came by card, whatever was given back by other means", async () => {
  const { client, bookingId, accept } = await unrefunded();
  await accept("15");
  const { chargeId } = await paymentOf(bookingId);
  await world.simulator.fault({ type: "create_dispute", charge: chargeId });
  await world.simulator.untilDelivered();
  const ledger = await readLedger(client, await paymentOf(bookingId));
  const held = ledger.entries.find(({ kind }) => kind === "held");
  expect(held?.shares.client).toBe(4_000);
  const { data } = await client.stripe.disputes.list({ charge: String(chargeId) });
  await world.simulator.fault({ type: "close_dispute", dispute: data[0]?.id, status: "lost" });
  await world.simulator.untilDelivered();
  await expect
    .poll(() => paymentOf(bookingId))
    .toMatchObject({ status: "refunded", refundedCents: 1_500, chargedBackCents: 4_000 });
  const after = await readLedger(client, await paymentOf(bookingId));
  expect(after.total.client).toBe(1_500);
});

test("a refund at the dashboard after it was noted is believed, and shown as too much", async () => {
  const { bookingId, paymentId, client, accept } = await unrefunded();
  await accept();
  const refund = {
    ...{ stripeRefundId: `re_${newId()}`, refundId: null, amountCents: cents(4_000) },
    status: "succeeded" as const,
  };
  await applyPayment(client, { paymentId, event: "refund", refund });
  expect(await paymentOf(bookingId)).toMatchObject({ status: "refunded", refundedCents: 4_000 });
  const faults = await checkInvariants(world.db);
  expect(faults).toEqual([expect.stringContaining(`${paymentId} (4000 au lieu de 8000)`)]);
  await world.db.delete(refunds).where(eq(refunds.stripeRefundId, refund.stripeRefundId));
});

test("above the operator's limit for one payment a second person confirms, and until then nothing is noted (rules: payment-review, goodwill)", async () => {
  const { bookingId, paymentId, finance, accept } = await unrefunded({ priceCents: 15_000 });
  expect(await accept("60")).toEqual({ decided: true });
  // Earlier notes count.
  expect(await accept()).toEqual({ decided: false });
  await expect(accept()).rejects.toMatchObject({
    ...{ code: "conflict", message: expect.stringContaining("90,00") },
  });
  expect(await paymentOf(bookingId)).toMatchObject({ status: "review", refundedCents: 6_000 });
  const { waiting } = await showPaymentRecord(finance, { paymentId });
  const proposalId = String(waiting?.id);
  const second = await makeOperatorContext(finance, ["administration"], "Nadia");
  expect(await findOwnWork(second, { kind: "goodwill", id: proposalId })).toMatchObject({
    ...{ name: "Remboursement à confirmer", basis: "promise" },
  });
  const grant = { proposalId, decision: "grant", reason: "Relevé vu." } as const;
  await expect(decideOutsideRefund(finance, grant)).rejects.toMatchObject({
    ...{ code: "conflict", message: expect.stringContaining("quelqu'un d'autre") },
  });
  await expect(decideGoodwill(second, grant)).rejects.toMatchObject({ code: "not_found" });
  await decideOutsideRefund(second, grant);
  await expect(decideOutsideRefund(second, grant)).rejects.toMatchObject({ code: "conflict" });
  expect(await paymentOf(bookingId)).toMatchObject({ status: "refunded", refundedCents: 15_000 });
  expect(await findOwnWork(second, { kind: "goodwill", id: proposalId })).toBeNull();
  const acts = await listActsOn(finance, { kind: "payment", id: paymentId });
  expect(acts.map(({ act, operator, details }) => [act, operator, details?.after])).toEqual([
    ["refund_accepted", "Nadia", { decision: "accept", amountCents: 9_000, ...RETURN_PROOF }],
    ["return_proposed", "Paul", { amountCents: 9_000, ...RETURN_PROOF }],
    ["refund_accepted", "Paul", { decision: "accept", amountCents: 6_000, ...RETURN_PROOF }],
  ]);
});

test("one that is refused tells whoever noted it, and one whose refund is asked for again is over", async () => {
  const { bookingId, paymentId, finance, accept } = await unrefunded({ priceCents: 15_000 });
  await accept();
  const waitingId = async () =>
    String((await showPaymentRecord(finance, { paymentId })).waiting?.id);
  const second = await makeOperatorContext(finance, ["finance"], "Marc");
  const refusal = "Aucun virement de ce montant sur le relevé.";
  const first = await waitingId();
  await decideOutsideRefund(second, { proposalId: first, decision: "refuse", reason: refusal });
  const told = (await receiveMails(finance)).find(({ subject }) =>
    subject?.startsWith("Remboursement de"),
  );
  expect(told?.text).toContain(refusal);
  expect(told?.text).toContain(`/operateur/paiements/${paymentId}`);

  await accept();
  const again = await waitingId();
  await decideReview(finance, { paymentId, decision: "refund", reason: "Solde rétabli." });
  const late = decideOutsideRefund(second, {
    proposalId: again,
    decision: "grant",
    reason: "Nous l'avons relu.",
  });
  await expect(late).rejects.toMatchObject({ code: "conflict" });
  await world.runJobs();
  await world.simulator.untilDelivered();
  expect(await paymentOf(bookingId)).toMatchObject({ status: "refunded", refundedCents: 15_000 });
  const acts = await listActsOn(finance, { kind: "payment", id: paymentId });
  expect(acts.map(({ act }) => act)).toEqual([
    ...["refund_asked", "return_proposed", "return_refused", "return_proposed"],
  ]);
});

test("two who note at once do not pass the limit together", async () => {
  const { bookingId, finance, accept } = await unrefunded({ priceCents: 15_000 });
  const other = await makeOperatorContext(finance, ["finance"], "Marc");
  const both = await Promise.allSettled([accept("60"), accept("60", other)]);
  const decided = both.filter((one) => one.status === "fulfilled" && one.value.decided);
  expect(decided).toHaveLength(1);
  expect(await paymentOf(bookingId)).toMatchObject({ status: "review", refundedCents: 6_000 });
});
