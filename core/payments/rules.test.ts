import { describe, expect, test } from "vitest";
import { cents } from "../money.ts";
import { PAYMENT_STATES } from "../payment-states.ts";
import {
  isLaterRefundState,
  isLiveKey,
  judgeCheckout,
  nextPaymentState,
  PAYMENT_EVENTS,
  PAYMENT_LIFE,
  REFUND_STATES,
} from "./rules.ts";
import type { ProviderAnswer } from "./schema.ts";

const PART = "partially_refunded";

describe("the life of a payment", () => {
  /** Every cell: rows are states, columns events in the order of PAYMENT_EVENTS; « . » stays. */
  const expected = {
    //           created refused processing paid  ended     mismatch  part_asked part_refunded part_retried refund_asked refund_done refund_failed refund_retried
    creating: [
      "open",
      "expired",
      "open",
      "paid",
      "expired",
      "review",
      ".",
      ".",
      ".",
      ".",
      "refunded",
      ".",
      ".",
    ],
    open: [".", ".", "open", "paid", "expired", "review", ".", ".", ".", ".", "refunded", ".", "."],
    paid: [".", ".", ".", ".", ".", ".", PART, PART, ".", "refunding", "refunded", ".", "."],
    partially_refunded: [
      ...[".", ".", ".", ".", ".", ".", PART, ".", ".", "refunding", "refunded", "review", "."],
    ],
    expired: [".", ".", ".", "paid", ".", "review", ".", ".", ".", ".", "refunded", ".", "."],
    refunding: [".", ".", ".", ".", ".", ".", ".", ".", ".", ".", "refunded", "review", "."],
    refunded: [".", ".", ".", ".", ".", ".", ".", ".", ".", ".", ".", "review", "."],
    review: [
      ...[
        ".",
        ".",
        ".",
        ".",
        ".",
        "review",
        ".",
        ".",
        PART,
        "refunding",
        "refunded",
        ".",
        "refunding",
      ],
    ],
  } as const;

  test.each(PAYMENT_STATES)("from %s", (state) => {
    const row = PAYMENT_EVENTS.map((event) => nextPaymentState(state, event) ?? ".");
    expect(row).toEqual(expected[state]);
  });

  test("has one step at most for a state and an event", () => {
    const keys = PAYMENT_LIFE.flatMap((step) => step.from.map((from) => `${from} ${step.event}`));
    expect(new Set(keys).size).toBe(keys.length);
  });

  test("never leads back to where something could be paid again", () => {
    const after = PAYMENT_LIFE.filter(({ event }) => event === "paid").map(({ to }) => to);
    for (const state of after) expect(nextPaymentState(state, "paid")).toBeNull();
    expect(PAYMENT_LIFE.some(({ to }) => to === "creating")).toBe(false);
  });

  test("of a refund only goes forward", () => {
    for (const [at, current] of REFUND_STATES.entries()) {
      for (const [to, next] of REFUND_STATES.entries()) {
        expect(isLaterRefundState(next, current)).toBe(to > at);
      }
    }
  });
});

describe("the provider's answer", () => {
  const asked = {
    id: "0198c0de-0000-7000-8000-000000000001",
    amountCents: cents(4_000),
    applicationFeeCents: cents(400),
    currency: "eur",
    destinationAccount: "acct_1",
  };
  const intent: NonNullable<ProviderAnswer["intent"]> = {
    id: "pi_1",
    status: "succeeded",
    receivedCents: 4_000,
    currency: "eur",
    destination: "acct_1",
    feeCents: 400,
    chargeId: "ch_1",
    refundedCents: 0,
  };
  const paid: ProviderAnswer = {
    checkoutId: "cs_1",
    reference: asked.id,
    livemode: false,
    amountCents: 4_000,
    currency: "eur",
    status: "complete",
    paymentStatus: "paid",
    intent,
  };
  const unpaid = (status: string): ProviderAnswer => ({
    ...paid,
    paymentStatus: "unpaid",
    intent: { ...intent, status, receivedCents: 0 },
  });

  test.each<[string, ProviderAnswer, ReturnType<typeof judgeCheckout>]>([
    ["open", { ...paid, status: "open", paymentStatus: "unpaid", intent: null }, null],
    ["of a state we do not know", { ...paid, status: "paused" }, null],
    ["expired", { ...paid, status: "expired" }, { event: "ended", reason: "expired" }],
    ["paid", paid, { event: "paid" }],
    ["the bank still thinks", unpaid("processing"), { event: "processing" }],
    ["the bank refused", unpaid("requires_payment_method"), { event: "ended", reason: "failed" }],
    ["the payment was stopped", unpaid("canceled"), { event: "ended", reason: "failed" }],
    [
      "paid and given back",
      { ...paid, intent: { ...intent, refundedCents: 4_000 } },
      { event: "refund_done" },
    ],
    [
      "paid and partly given back",
      { ...paid, intent: { ...intent, refundedCents: 3_999 } },
      { event: "paid" },
    ],
  ])("%s", (_what, answer, verdict) => {
    expect(judgeCheckout(asked, answer, false)).toEqual(verdict);
  });

  test.each<[string, Partial<ProviderAnswer>]>([
    ["amount", { amountCents: 3_999 }],
    ["amount, none", { amountCents: null }],
    ["currency", { currency: "usd" }],
    ["mode", { livemode: true }],
    ["reference", { reference: null }],
    ["nothing to pay", { paymentStatus: "no_payment_required", intent: null }],
    ["received", { intent: { ...intent, receivedCents: 1 } }],
    ["intent's currency", { intent: { ...intent, currency: "usd" } }],
    ["destination", { intent: { ...intent, destination: "acct_2" } }],
    ["no destination", { intent: { ...intent, destination: null } }],
    ["fee", { intent: { ...intent, feeCents: 0 } }],
  ])("with another %s is not believed", (_what, change) => {
    const verdict = judgeCheckout(asked, { ...paid, ...change }, false);
    expect(verdict).toMatchObject({ event: "mismatch", reason: expect.any(String) });
  });

  test("of test mode is not believed under a live key", () => {
    expect(judgeCheckout(asked, paid, true)).toMatchObject({ event: "mismatch" });
    expect(judgeCheckout(asked, { ...paid, livemode: true }, true)).toEqual({ event: "paid" });
    expect(["sk_live_x", "rk_live_x", "sk_test_x", "sk_test_live_"].map(isLiveKey)).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });
});
