import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { newId } from "#platform/ids.server.ts";
import { receiveMails } from "#test/make/mailbox.ts";
import { makeOperatorContext } from "#test/make/operators.ts";
import { openPaymentWorld, outcomeOf, type PaymentWorld } from "#test/make/payments.ts";
import { giveGoodwill } from "../../bookings/goodwill/give-goodwill.server.ts";
import type { Context } from "../../context.server.ts";
import { HOUR } from "../../durations.ts";
import { exportEarnings, listEarnings } from "../../earnings/list-earnings.server.ts";
import { cents } from "../../money.ts";
import { listActsOn } from "../../operators/acts/list-acts.server.ts";
import { findShares } from "../../payments/find-payment.server.ts";
import { showPaymentRecord } from "../../records/payments/show-payment-record.server.ts";
import { mails, paymentMovements, reclaims } from "../../tables.server.ts";
import { checkInvariants, judgeDebts } from "../check-invariants.server.ts";
import { compareProvider } from "../compare-provider.server.ts";
import { reconcilePayments } from "../reconcile-payments.server.ts";
import { reclaimShare } from "./reclaim-share.server.ts";
import { type Reclaim, reclaimableOf } from "./rules.ts";

let world: PaymentWorld;
beforeAll(async () => {
  world = await openPaymentWorld();
});
afterAll(() => world.stop());
afterEach(async () => {
  await world.simulator.clearFaults();
  world.shift(0);
});

const reason = "Séance écourtée de moitié, trois clients le disent.";

/** A booking of 40 € whose hour is over, and whose client was given 30 € at our cost. */
async function given() {
  const offer = await world.makeOffer({ start: new Date(Date.now() + 3 * HOUR) });
  const { bookingId } = await world.buy(offer);
  await world.simulator.untilDelivered();
  world.shift(6 * HOUR);
  const finance = await makeOperatorContext(await world.context(), ["finance"]);
  await giveGoodwill(finance, { bookingId, amount: "30", reason: "Séance écourtée." });
  await world.runJobs();
  const { payment } = await outcomeOf(world.db, bookingId);
  if (!payment) throw new Error("nothing was paid");
  const ctx = await makeOperatorContext(await world.context(), ["administration"]);
  const ask = (amount: string, reclaimId = newId()) =>
    reclaimShare(ctx, { paymentId: payment.id, reclaimId, amount, reason });
  return { ctx, bookingId, payment, ask, offer };
}

const most = async (ctx: Context, paymentId: string) =>
  (await showPaymentRecord(ctx, { paymentId })).reclaimableCents;

test("takes a share of a gift back, once, and tells the professional why (rule: share-reclaimed)", async () => {
  const { ctx, bookingId, payment, ask, offer } = await given();
  const professional = await world.context(offer.professional.userId);
  const rate = payment.applicationFeeCents / payment.amountCents;
  const share = 3_000 - Math.round(3_000 * rate);
  expect(await most(ctx, payment.id)).toBe(share);
  const before = await listEarnings(professional);
  await expect(ask("29,99")).rejects.toMatchObject({
    fields: { amount: [expect.stringContaining("au plus")] },
  });
  const key = newId();
  const typed = (share / 100).toFixed(2).replace(".", ",");
  expect(await ask(typed, key)).toEqual({ made: true });
  expect(await ask(typed, key)).toEqual({ made: true });
  await expect(ask("1")).rejects.toMatchObject({ code: "conflict" });

  const left = payment.amountCents - payment.applicationFeeCents - share;
  expect(await findShares(world.db, bookingId)).toMatchObject({ professionalCents: left });
  const { ledger, happenings, acts } = await showPaymentRecord(ctx, { paymentId: payment.id });
  expect(ledger.total.professional).toBe(left);
  expect(happenings.map(({ what }) => what)).toEqual(
    expect.arrayContaining(["Repris au professionnel", "Part du professionnel reprise"]),
  );
  expect(acts).toMatchObject([
    { act: "share_reclaimed", details: { reason, after: { amountCents: share } } },
  ]);
  const after = await listEarnings(professional);
  expect(after.total.shareCents).toBe(before.total.shareCents - share);
  const { content } = await exportEarnings(professional);
  expect(content).toContain(`Reprise;${bookingId};`);
  expect(content).toContain(`-${(share / 100).toFixed(2).replace(".", ",")}`);

  const told = await world.db.select().from(mails).where(eq(mails.kind, "share-reclaimed"));
  expect(told).toHaveLength(1);
  const received = await receiveMails(await world.context());
  const mail = received.find(({ subject }) => subject?.includes("repris"));
  expect(mail?.text).toContain(reason);
  expect(await checkInvariants(world.db, new Date(Date.now() + 6 * HOUR))).toEqual([]);
  const compared = await compareProvider(await world.context());
  expect(compared.flatMap(({ faults }) => faults)).toEqual([]);
});

test("takes what a lost dispute has cost back, and no more than the professional has", async () => {
  const { ctx, bookingId, payment, ask } = await given();
  // Events are believed for five minutes.
  world.shift(0);
  await world.simulator.fault({ type: "create_dispute", charge: payment.chargeId });
  await world.simulator.untilDelivered();
  const { data } = await ctx.stripe.disputes.list({ charge: String(payment.chargeId) });
  const share = payment.amountCents - payment.applicationFeeCents;
  expect(await most(ctx, payment.id)).toBeLessThan(share);
  await world.simulator.fault({ type: "close_dispute", dispute: data[0]?.id, status: "lost" });
  await world.simulator.untilDelivered();
  await expect.poll(() => most(ctx, payment.id)).toBe(share);
  expect(await ask(String(share / 100))).toEqual({ made: true });
  expect(await findShares(world.db, bookingId)).toMatchObject({ professionalCents: 0 });
  await expect(ask("1")).rejects.toMatchObject({ code: "conflict" });
});

test("what is refunded after it takes no more than the professional has left, and debts below nothing stay", async () => {
  const { ctx, bookingId, payment, ask } = await given();
  expect(await ask("20")).toEqual({ made: true });
  const left = 3_600 - 2_000;
  expect(await findShares(world.db, bookingId)).toMatchObject({ professionalCents: left });
  // Somebody refunds the rest at the dashboard, each side giving its part back.
  world.shift(0);
  await ctx.stripe.refunds.create({
    ...{ payment_intent: String(payment.paymentIntentId), amount: 1_000 },
    ...{ reverse_transfer: true, refund_application_fee: true },
  });
  await world.simulator.untilDelivered();
  const shares = () => findShares(world.db, bookingId);
  await expect.poll(async () => (await shares())?.returnedCents).toBe(4_000);
  expect((await shares())?.professionalCents).toBeGreaterThanOrEqual(0);
  // The gift's share is taken already, and the rest of the payment is the client's.
  const { reclaimableCents } = await showPaymentRecord(ctx, { paymentId: payment.id });
  expect(reclaimableCents).toBeLessThanOrEqual((await shares())?.professionalCents ?? 0);
  const compared = await compareProvider(await world.context());
  expect(compared.flatMap(({ faults }) => faults)).toEqual([]);
  // Her account pays out nothing while it owes: Stripe takes the debt from what comes next.
  const stripeAccount = String(payment.destinationAccount);
  const balance = await ctx.stripe.balance.retrieve({}, { stripeAccount });
  const sum = [...balance.available, ...balance.pending].reduce((all, one) => all + one.amount, 0);
  expect(sum).toBe((await shares())?.professionalCents);
});

test("is asked again as long as the provider does not answer, and made once", async () => {
  const { ctx, payment, ask } = await given();
  const fails = { type: "api_error", path: "/v1/transfers/*", method: "POST", status: 500 };
  await world.simulator.fault({ ...fails, times: null });
  expect(await ask("10")).toEqual({ made: false });
  const state = () => world.db.select().from(reclaims).where(eq(reclaims.paymentId, payment.id));
  expect(await state()).toMatchObject([{ status: "asked", stripeReversalId: null }]);
  expect(await judgeDebts(world.db, new Date(Date.now() + 12 * HOUR))).toMatchObject([
    { faults: [expect.stringContaining("reprise au praticien décidée")] },
  ]);
  await world.simulator.clearFaults();
  world.shift(6 * HOUR + 60_000);
  expect(await reconcilePayments(await world.context())).toBe(0);
  expect(await state()).toMatchObject([{ status: "made" }]);
  const moved = await world.db
    .select()
    .from(paymentMovements)
    .where(eq(paymentMovements.paymentId, payment.id));
  expect(moved).toMatchObject([{ kind: "reversal", amountCents: 1_000 }]);
  expect(await listActsOn(ctx, { kind: "payment", id: payment.id })).toHaveLength(1);

  // An answer that is lost once the work was done.
  await world.simulator.fault({ ...fails, times: null, after_execution: true });
  expect(await ask("5")).toEqual({ made: true });
  expect((await findShares(world.db, payment.reference))?.professionalCents).toBe(3_600 - 1_500);
});

test("a refusal of the provider's takes nothing, tells nobody, and may be decided again", async () => {
  const { ctx, payment, ask } = await given();
  await world.simulator.fault({ type: "refuse_reversals" });
  await expect(ask("10")).rejects.toMatchObject({
    ...{ code: "conflict", message: expect.stringContaining("le solde chez Stripe ne suffit pas") },
  });
  const { happenings, reclaimableCents } = await showPaymentRecord(ctx, { paymentId: payment.id });
  expect(happenings[0]?.what).toContain("refusée, le solde chez Stripe ne suffit pas");
  expect(reclaimableCents).toBe(3_000 - Math.round(3_000 * 0.1));
  expect(await ask("10")).toEqual({ made: true });
});

test("what may be taken back is the share of what the platform has paid alone", () => {
  const payment = {
    ...{ amountCents: cents(4_000), applicationFeeCents: cents(400) },
    ...{ chargedBackCents: cents(0), destinationAccount: "acct_1" },
  };
  const refund = (reason: "goodwill" | "client" | "outside", amount: number, id: string) => {
    const status = "succeeded" as const;
    return { reason, status, amountCents: cents(amount), stripeRefundId: id };
  };
  const reversal = (amount: number, stripeRefundId: string | null) => {
    return { kind: "reversal" as const, amountCents: cents(amount), stripeRefundId };
  };
  const asked = (amount: number): Pick<Reclaim, "status" | "amountCents"> => {
    return { status: "asked", amountCents: cents(amount) };
  };
  const none = { refunds: [], movements: [], reclaims: [] };
  expect(reclaimableOf(payment, none)).toBe(0);
  expect(reclaimableOf(payment, { ...none, refunds: [refund("outside", 1_000, "re_1")] })).toBe(0);
  const gift = { ...none, refunds: [refund("goodwill", 1_000, "re_1")] };
  expect(reclaimableOf(payment, gift)).toBe(900);
  expect(reclaimableOf(payment, { ...gift, reclaims: [asked(500)] })).toBe(400);
  expect(reclaimableOf(payment, { ...gift, movements: [reversal(300, null)] })).toBe(600);
  expect(reclaimableOf({ ...payment, destinationAccount: null }, gift)).toBe(0);
  // Half went back by a refund that took her part of it: what is left bounds a lost dispute.
  const half = {
    ...{ refunds: [refund("client", 2_000, "re_2")], reclaims: [] },
    movements: [reversal(1_800, "re_2")],
  };
  expect(reclaimableOf({ ...payment, chargedBackCents: cents(2_000) }, half)).toBe(1_800);
  const spent = { ...half, movements: [reversal(3_000, "re_2")] };
  expect(reclaimableOf({ ...payment, chargedBackCents: cents(2_000) }, spent)).toBe(600);
});
