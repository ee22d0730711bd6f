import type Stripe from "stripe";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  type Bench,
  eventually,
  refusal,
  sessionTerms,
  startBench,
} from "../../test/test-bench.ts";

let bench: Bench;
const ines = "acct_ines";

beforeAll(async () => {
  bench = await startBench();
  await bench.call("POST", "/_simulator/accounts", { id: ines });
});
afterAll(() => bench.stop());

async function paid(amount = 4_550, fee = 455, cardNumber = "4242424242424242") {
  const session = await bench.stripe.checkout.sessions.create(
    sessionTerms(ines, {
      line_items: [
        {
          quantity: 1,
          price_data: { currency: "eur", unit_amount: amount, product_data: { name: "Yoga" } },
        },
      ],
      payment_intent_data: {
        application_fee_amount: fee,
        transfer_data: { destination: ines },
      },
    }),
  );
  await bench.call("POST", `/_simulator/checkouts/${session.id}/pay`, { cardNumber });
  const { payment_intent: intent } = await bench.stripe.checkout.sessions.retrieve(session.id);
  return String(intent);
}

async function chargeOf(intent: string) {
  const { latest_charge: charge } = await bench.stripe.paymentIntents.retrieve(intent, {
    expand: ["latest_charge.transfer", "latest_charge.application_fee", "latest_charge.refunds"],
  });
  return charge as Stripe.Charge & {
    transfer: Stripe.Transfer;
    application_fee: Stripe.ApplicationFee;
  };
}

const giveEachSideItsPart = { reverse_transfer: true, refund_application_fee: true };

test("what follows a payment is said with what was not there before it", async () => {
  const charge = await chargeOf(await paid());
  const { event } = await bench.event("charge.updated", charge.id);
  expect(event.data).toMatchObject({
    object: { id: charge.id, transfer: charge.transfer.id },
    previous_attributes: { application_fee: null, balance_transaction: null, transfer: null },
  });
});

describe("a refund", () => {
  test("gives everything back, each side its part", async () => {
    const intent = await paid();
    const refund = await bench.stripe.refunds.create({
      payment_intent: intent,
      ...giveEachSideItsPart,
      metadata: { booking: "b1" },
    });
    expect(refund).toMatchObject({ amount: 4_550, status: "succeeded", payment_intent: intent });
    expect(refund.id).toMatch(/^re_/);
    const charge = await chargeOf(intent);
    expect(charge).toMatchObject({
      refunded: true,
      amount_refunded: 4_550,
      transfer: { amount_reversed: 4_550, reversed: true },
      application_fee: { amount_refunded: 455, refunded: true },
      refunds: { data: [{ id: refund.id }] },
    });
    await bench.event("refund.created", refund.id);
    await bench.event("charge.refunded", charge.id);
    const again = await refusal(bench.stripe.refunds.create({ payment_intent: intent }));
    expect(again).toMatchObject({ statusCode: 400, code: "charge_already_refunded" });
  });

  test("in odd parts adds up to the cent on every side", async () => {
    const intent = await paid(3_333, 333);
    for (const amount of [1_111, 1_000, 1_222]) {
      await bench.stripe.refunds.create({ payment_intent: intent, amount, ...giveEachSideItsPart });
    }
    expect(await chargeOf(intent)).toMatchObject({
      refunded: true,
      transfer: { amount_reversed: 3_333, reversed: true },
      application_fee: { amount_refunded: 333, refunded: true },
    });
  });

  test("takes back in proportion to itself, whatever an earlier one left where it was", async () => {
    const intent = await paid(4_000, 400);
    await bench.stripe.refunds.create({ payment_intent: intent, amount: 1_000 });
    const part = { payment_intent: intent, amount: 1_000, ...giveEachSideItsPart };
    await bench.stripe.refunds.create(part);
    expect(await chargeOf(intent)).toMatchObject({
      amount_refunded: 2_000,
      transfer: { amount_reversed: 1_000 },
      application_fee: { amount_refunded: 100 },
    });
    const { transfer } = await chargeOf(intent);
    await bench.stripe.transfers.createReversal(transfer.id, { amount: 2_500 });
    // No more than the account still has of it.
    await bench.stripe.refunds.create({ ...part, amount: 2_000 });
    expect(await chargeOf(intent)).toMatchObject({
      refunded: true,
      transfer: { amount_reversed: 4_000, reversed: true },
      application_fee: { amount_refunded: 300 },
    });
  });

  test("alone costs the platform: the account and the fee keep theirs", async () => {
    const intent = await paid();
    await bench.stripe.refunds.create({ payment_intent: intent });
    expect(await chargeOf(intent)).toMatchObject({
      refunded: true,
      transfer: { amount_reversed: 0 },
      application_fee: { amount_refunded: 0 },
    });
  });

  test("cannot be more than what is left", async () => {
    const intent = await paid();
    const tooMuch = await refusal(
      bench.stripe.refunds.create({ payment_intent: intent, amount: 4_551 }),
    );
    expect(tooMuch).toMatchObject({
      statusCode: 400,
      param: "amount",
      message: "Refund amount (€45.51) is greater than charge amount (€45.50)",
    });
    await bench.stripe.refunds.create({ payment_intent: intent, amount: 4_000 });
    const more = await refusal(
      bench.stripe.refunds.create({ payment_intent: intent, amount: 551 }),
    );
    expect(more.message).toContain("greater than unrefunded amount");
  });

  test("asked by two at once is made once", async () => {
    const intent = await paid();
    const results = await Promise.allSettled(
      Array.from({ length: 5 }, () => bench.stripe.refunds.create({ payment_intent: intent })),
    );
    expect(results.filter((result) => result.status === "fulfilled")).toHaveLength(1);
  });

  test("needs a payment", async () => {
    expect((await refusal(bench.stripe.refunds.create({}))).code).toBe("parameter_missing");
    const unknown = await refusal(bench.stripe.refunds.create({ payment_intent: "pi_nothing" }));
    expect(unknown.code).toBe("resource_missing");
  });
});

describe("a refund that fails later", () => {
  test("by its test card", async () => {
    const intent = await paid(4_550, 455, "4000000000005126");
    const refund = await bench.stripe.refunds.create({ payment_intent: intent });
    expect(refund.status).toBe("succeeded");
    const { now } = (await bench.call("GET", "/_simulator/clock")).body;
    await bench.call("POST", "/_simulator/clock", { now: now + 60 });
    expect(await bench.stripe.refunds.retrieve(refund.id)).toMatchObject({
      status: "failed",
      failure_reason: "expired_or_canceled_card",
    });
    expect(await chargeOf(intent)).toMatchObject({ refunded: false, amount_refunded: 0 });
    const before = {
      failure_balance_transaction: null,
      failure_reason: null,
      status: "succeeded",
    };
    for (const type of ["refund.failed", "refund.updated", "charge.refund.updated"]) {
      const { event } = await bench.event(type, refund.id);
      expect(event.data.previous_attributes).toEqual(before);
    }
    await bench.call("POST", "/_simulator/clock", { now: null });
  });

  test("by a switch, before and after", async () => {
    await bench.fault({ type: "fail_next_refunds" });
    const first = await bench.stripe.refunds.create({ payment_intent: await paid() });
    await eventually("the refund failed", async () => {
      const { status } = await bench.stripe.refunds.retrieve(first.id);
      return status === "failed";
    });
    const second = await bench.stripe.refunds.create({ payment_intent: await paid() });
    expect(second.status).toBe("succeeded");
    const failed = await bench.fault({ type: "fail_refund", refund: second.id });
    expect(failed).toMatchObject({ id: second.id, status: "failed" });
  });

  test("or waits before it succeeds", async () => {
    const intent = await paid(4_550, 455, "4000000000007726");
    const refund = await bench.stripe.refunds.create({ payment_intent: intent });
    expect(refund.status).toBe("pending");
    const { now } = (await bench.call("GET", "/_simulator/clock")).body;
    await bench.call("POST", "/_simulator/clock", { now: now + 60 });
    expect((await bench.stripe.refunds.retrieve(refund.id)).status).toBe("succeeded");
    await bench.event("refund.updated", refund.id);
    await bench.call("POST", "/_simulator/clock", { now: null });
  });
});

describe("a dispute", () => {
  test("is given up by its close, which ends it as lost and cannot be taken back", async () => {
    const { id } = await bench.fault({ type: "create_dispute", charge: await paid() });
    expect(await bench.stripe.disputes.close(id)).toMatchObject({ id, status: "lost" });
    const { event } = await bench.event("charge.dispute.closed", id);
    expect(event).toMatchObject({ data: { object: { status: "lost" } } });
    const again = await bench.stripe.disputes.close(id).catch((error) => error);
    expect(again).toMatchObject({
      statusCode: 400,
      message: expect.stringContaining("already closed"),
    });
  });

  test("follows the payment of its test card", async () => {
    const intent = await paid(4_550, 455, "4000000000000259");
    const { now } = (await bench.call("GET", "/_simulator/clock")).body;
    await bench.call("POST", "/_simulator/clock", { now: now + 60 });
    const [dispute] = (await bench.stripe.disputes.list({ payment_intent: intent })).data;
    expect(dispute).toMatchObject({
      amount: 4_550,
      reason: "fraudulent",
      status: "needs_response",
    });
    await bench.event("charge.dispute.created", String(dispute?.id));
    await bench.event("charge.dispute.funds_withdrawn", String(dispute?.id));
    const error = await refusal(bench.stripe.refunds.create({ payment_intent: intent }));
    expect(error.code).toBe("charge_disputed");
    await bench.call("POST", "/_simulator/clock", { now: null });
  });

  test("is made and closed by switches", async () => {
    const intent = await paid();
    const { id } = await bench.fault({ type: "create_dispute", charge: intent });
    expect((await chargeOf(intent)).disputed).toBe(true);
    await bench.fault({ type: "close_dispute", dispute: id, status: "won" });
    expect(await bench.stripe.disputes.retrieve(id)).toMatchObject({ status: "won" });
    const { event } = await bench.event("charge.dispute.closed", id);
    // An array that has changed is given whole, as it was.
    expect(event.data.previous_attributes).toEqual({
      balance_transactions: [expect.objectContaining({ amount: -4_550 })],
      is_charge_refundable: false,
      status: "needs_response",
    });
    await bench.event("charge.dispute.funds_reinstated", id);
    const { id: lost } = await bench.fault({ type: "create_dispute", charge: await paid() });
    await bench.fault({ type: "close_dispute", dispute: lost, status: "lost" });
    const closed = await bench.event("charge.dispute.closed", lost);
    expect(closed.event.data.previous_attributes).toEqual({ status: "needs_response" });
  });

  test("is answered once, with evidence that was staged before or is said now", async () => {
    const { id } = await bench.fault({ type: "create_dispute", charge: await paid() });
    const { disputes } = bench.stripe;
    const staged = await disputes.update(id, {
      ...{ evidence: { customer_name: "Camille Rousset" }, submit: false },
    });
    expect([staged.status, staged.evidence_details.has_evidence]).toEqual(["needs_response", true]);
    const sent = await disputes.update(id, { evidence: { service_date: "24/11/2026" } });
    expect(sent).toMatchObject({
      status: "under_review",
      evidence: { customer_name: "Camille Rousset", service_date: "24/11/2026" },
      evidence_details: { submission_count: 1, submission_method: "manual" },
    });
    const { event } = await bench.event("charge.dispute.updated", id);
    expect(event.data.object).toMatchObject({ id });
    const again = await refusal(disputes.update(id, { evidence: { customer_name: "C." } }));
    expect(again.param).toBe("evidence");
    const tooLong = { uncategorized_text: "a".repeat(150_001) };
    const { id: other } = await bench.fault({ type: "create_dispute", charge: await paid() });
    expect((await refusal(disputes.update(other, { evidence: tooLong }))).param).toBe("evidence");
    for (const [text, status] of [
      ["winning_evidence", "won"],
      ["losing_evidence", "lost"],
    ] as const) {
      const { id } = await bench.fault({ type: "create_dispute", charge: await paid() });
      const evidence = { uncategorized_text: text };
      expect((await disputes.update(id, { evidence })).status).toBe(status);
    }
  });
});

describe("a file", () => {
  const pdf = (pages: number, bytes = 0) =>
    Buffer.from(`%PDF-1.7\n${"<< /Type /Page >>\n".repeat(pages)}${" ".repeat(bytes)}%%EOF`);
  const send = (data: Uint8Array, name = "recu.pdf") =>
    bench.stripe.files.create({
      purpose: "dispute_evidence",
      file: { data, name, type: "application/octet-stream" },
    });

  test("is taken as evidence, known by its content, and answers a dispute", async () => {
    const file = await send(pdf(2));
    expect(file).toMatchObject({
      ...{ object: "file", purpose: "dispute_evidence", type: "pdf", filename: "recu.pdf" },
      size: pdf(2).length,
    });
    expect(await bench.stripe.files.retrieve(file.id)).toMatchObject({ id: file.id });
    const read = (key: string) =>
      fetch(String(file.url), { headers: { authorization: `Bearer ${key}` } });
    const content = await read(bench.key);
    expect(content.headers.get("content-type")).toBe("application/pdf");
    expect(Buffer.from(await content.arrayBuffer()).equals(pdf(2))).toBe(true);
    expect((await read("sk_test_other")).status).toBe(401);
    const list = await bench.stripe.files.list({ purpose: "dispute_evidence" });
    expect(list.data.map(({ id }) => id)).toContain(file.id);
    const { id } = await bench.fault({ type: "create_dispute", charge: await paid() });
    const answered = await bench.stripe.disputes.update(id, { evidence: { receipt: file.id } });
    expect(answered).toMatchObject({ status: "under_review", evidence: { receipt: file.id } });
    const expanded = await bench.stripe.disputes.retrieve(id, { expand: ["evidence.receipt"] });
    expect(expanded.evidence.receipt).toMatchObject({ id: file.id, filename: "recu.pdf" });
  });

  test("is refused when it is something else, too large, or no file", async () => {
    expect((await refusal(send(Buffer.from("<svg/>"), "recu.png"))).param).toBe("file");
    expect((await refusal(send(pdf(1, 5 * 1024 * 1024)))).param).toBe("file");
    const other = { data: pdf(1), name: "a.pdf", type: "application/pdf" };
    const logo = bench.stripe.files.create({ purpose: "business_logo", file: other });
    expect((await refusal(logo)).param).toBe("purpose");
    const form = await fetch(`${bench.base}/v1/files`, {
      method: "POST",
      headers: { authorization: `Bearer ${bench.key}` },
      body: new URLSearchParams({ purpose: "dispute_evidence" }),
    });
    expect(form.status).toBe(400);
    expect((await form.json()).error.message).toContain("multipart/form-data");
  });

  test("is refused as evidence when unknown, too much together, or of too many pages", async () => {
    const { id } = await bench.fault({ type: "create_dispute", charge: await paid() });
    const answer = (evidence: Stripe.DisputeUpdateParams.Evidence) =>
      refusal(bench.stripe.disputes.update(id, { evidence, submit: false }));
    expect(await answer({ receipt: "file_unknown" })).toMatchObject({
      ...{ code: "resource_missing", param: "evidence[receipt]" },
    });
    const large = await send(pdf(1, 2.5 * 1024 * 1024));
    const both = { receipt: large.id, service_documentation: large.id };
    expect((await answer(both)).message).toContain("4.5 MB");
    const long = await send(pdf(50));
    expect((await answer({ receipt: long.id })).code).toBe("dispute_evidence_page_limit_exceeded");
  });
});

describe("transfers", () => {
  test("are made, reversed in part, and never beyond", async () => {
    const transfer = await bench.stripe.transfers.create({
      amount: 1_000,
      currency: "eur",
      destination: ines,
    });
    const reversal = await bench.stripe.transfers.createReversal(transfer.id, { amount: 400 });
    expect(reversal).toMatchObject({ amount: 400, transfer: transfer.id });
    const error = await refusal(
      bench.stripe.transfers.createReversal(transfer.id, { amount: 601 }),
    );
    expect(error.param).toBe("amount");
    const list = await bench.stripe.transfers.listReversals(transfer.id);
    expect(list.data.map(({ id }) => id)).toEqual([reversal.id]);
    expect(await bench.stripe.transfers.retrieve(transfer.id)).toMatchObject({
      amount_reversed: 400,
      reversed: false,
      reversals: { data: [{ id: reversal.id }] },
    });
  });
});

test("every cent is somewhere: the two balances and Stripe's fees add up to what payers paid", async () => {
  const own = await startBench();
  const swap = bench;
  bench = own;
  try {
    await own.call("POST", "/_simulator/accounts", { id: ines });
    const first = await paid(4_550, 455);
    await paid(1_234, 123);
    await own.stripe.refunds.create({ payment_intent: first, amount: 777, ...giveEachSideItsPart });
    const total = (balance: Stripe.Balance) =>
      [...balance.available, ...balance.pending].reduce((sum, { amount }) => sum + amount, 0);
    const platform = await own.stripe.balanceTransactions.list({ limit: 100 });
    const fees = platform.data.reduce((sum, { fee }) => sum + fee, 0);
    const balances =
      total(await own.stripe.balance.retrieve()) +
      total(await own.stripe.balance.retrieve({}, { stripeAccount: ines }));
    expect(balances + fees).toBe(4_550 + 1_234 - 777);
    expect(total(await own.stripe.balance.retrieve({}, { stripeAccount: ines }))).toBe(
      Math.round(4_550 - 455 + 1_234 - 123 - 777 + 455 * (777 / 4_550)),
    );
  } finally {
    bench = swap;
    await own.stop();
  }
});
