import { eq } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { newId } from "#platform/ids.server.ts";
import type { Database } from "#platform/postgres.server.ts";
import { SEED, size } from "#test/faults/size.ts";
import { makeSession, makeSlot } from "#test/make/catalogue.ts";
import { actorOf, makeContext } from "#test/make/context.ts";
import { makeDatabase } from "#test/make/database.ts";
import { outcomeOf } from "#test/make/payments.ts";
import { makeUser } from "#test/make/people.ts";
import type { Context } from "../../context.server.ts";
import { cents } from "../../money.ts";
import { findPayment } from "../../payments/find-payment.server.ts";
import type { PaymentUpdate } from "../../payments/schema.ts";
import { checkInvariants } from "../../reconciliation/check-invariants.server.ts";
import { refunds } from "../../tables.server.ts";
import { cancelBooking } from "../cancellation/cancel-booking.server.ts";
import { holdSeat } from "../holds/hold-seat.server.ts";
import { applyPayment } from "./apply-payment.server.ts";

/*
 * The provider's events come late, twice and in any order, and the end is always the same: here
 * against the database, with changes made by hand, including some that no provider should send.
 */

let db: Database;
let close: () => Promise<void>;
beforeAll(async () => {
  ({ db, close } = await makeDatabase());
});
afterAll(() => close());

async function makeHold(): Promise<{ ctx: Context; bookingId: string; paymentId: string }> {
  const session = await makeSession(db, { capacity: 1 });
  const slot = await makeSlot(db, { session });
  const client = await makeUser(db);
  // From a network each: one may hold thirty seats (rule: fair-holds).
  const ctx = makeContext(db, { actor: await actorOf(db, client.id), address: newId() });
  const buyer = { email: client.email, userId: client.id, guestProofHash: null };
  return db.transaction(async (tx) => {
    const wish = { kind: "session", offeringId: session.id, slotId: slot.id, seats: 1 } as const;
    const held = await holdSeat(ctx, tx, buyer, wish);
    if (held.outcome !== "held") throw new Error("the seat is free");
    const { booking, payment } = held;
    if (!payment) throw new Error("the seat is to be paid");
    return { ctx, bookingId: booking.id, paymentId: payment.id };
  });
}

type Update = PaymentUpdate extends infer One
  ? One extends unknown
    ? Omit<One, "paymentId">
    : never
  : never;

function updatesOf(paymentId: string, refundId: string | null): Record<string, Update> {
  const answer = {
    checkoutId: `cs_${paymentId}`,
    reference: paymentId,
    livemode: false,
    amountCents: 4_000,
    currency: "eur",
    status: "complete",
    paymentStatus: "paid",
    intent: {
      id: `pi_${paymentId}`,
      status: "succeeded",
      receivedCents: 4_000,
      currency: "eur",
      destination: "acct_1",
      feeCents: 400,
      chargeId: `ch_${paymentId}`,
      refundedCents: 0,
    },
  };
  const refund = (status: "pending" | "succeeded" | "failed") => ({
    event: "refund" as const,
    refund: {
      stripeRefundId: `re_${paymentId}`,
      refundId,
      amountCents: cents(4_000),
      status,
    },
  });
  const unpaid = (status: string) => ({
    ...answer,
    paymentStatus: "unpaid",
    intent: { ...answer.intent, status, receivedCents: 0, chargeId: null },
  });
  return {
    processing: { event: "processing", answer: unpaid("processing") },
    refused: { event: "ended", reason: "failed", answer: unpaid("requires_payment_method") },
    paid: { event: "paid", answer },
    expired: { event: "ended", reason: "expired", answer: null },
    failed: { event: "ended", reason: "failed", answer: null },
    mismatch: { event: "mismatch", reason: "amount is 1", answer: null },
    refundPending: refund("pending"),
    refundDone: refund("succeeded"),
    refundFailed: refund("failed"),
  };
}

/** Applies the changes one after the other and answers the final state. */
async function applyAll(names: string[]) {
  const { ctx, bookingId, paymentId } = await makeHold();
  for (const name of names) {
    if (name === "cancelConfirmedBooking") {
      await cancelBooking(ctx, { bookingId });
      continue;
    }
    const [refund] = await db.select().from(refunds).where(eq(refunds.paymentId, paymentId));
    const update = updatesOf(paymentId, refund?.id ?? null)[name];
    await applyPayment(ctx, { paymentId, ...update } as PaymentUpdate);
  }
  const { booking, spots } = await outcomeOf(db, bookingId);
  const payment = await findPayment(db, { id: paymentId });
  expect(await checkInvariants(db)).toEqual([]);
  return {
    booking: booking.status,
    paymentStatus: booking.paymentStatus,
    payment: payment?.status,
    refunded: payment?.refundedCents,
    spots,
    isProcessing: payment?.processingAt !== null,
  };
}

/** Each of these at least once, some again, in any order. */
const shuffled = (...names: string[]) =>
  fc
    .tuple(fc.constant(names), fc.array(fc.constantFrom(...names), { maxLength: 3 }))
    .chain(([all, again]) =>
      fc.shuffledSubarray([...all, ...again], { minLength: all.length + again.length }),
    );

// Without statistics of what it has by now, the database checks everything by nested loops.
beforeEach(() => db.execute("analyze"));

const ends = (name: string, orders: fc.Arbitrary<string[]>, end: object) =>
  test(name, { timeout: size(180, 1_200) * 1_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(orders, async (names) => {
        expect(await applyAll(names)).toEqual(end);
      }),
      { numRuns: size(12, 300), seed: SEED },
    );
  });

describe("in any order and any number of times,", () => {
  const confirmed = {
    booking: "confirmed",
    paymentStatus: "paid",
    payment: "paid",
    refunded: 0,
    spots: 0,
    isProcessing: false,
  };
  const released = {
    booking: "cancelled",
    paymentStatus: "unpaid",
    payment: "expired",
    refunded: 0,
    spots: 1,
    isProcessing: false,
  };
  ends("what a bank decides about is held", shuffled("processing"), {
    booking: "pending",
    paymentStatus: "pending",
    payment: "open",
    refunded: 0,
    spots: 0,
    isProcessing: true,
  });
  ends("processing and paid is confirmed", shuffled("processing", "paid"), confirmed);
  ends("processing and refused is released once", shuffled("processing", "refused"), released);
  ends(
    "processing, refused, expired and paid is confirmed: the money counts",
    shuffled("processing", "refused", "expired", "paid"),
    confirmed,
  );
  ends("paid is confirmed", shuffled("paid"), confirmed);
  ends("paid and expired is confirmed: the money counts", shuffled("paid", "expired"), confirmed);
  ends("paid and failed is confirmed", shuffled("paid", "failed"), confirmed);
  ends("expired and failed is released once", shuffled("expired", "failed"), released);
  ends("what is not believed is released once", shuffled("mismatch", "mismatch"), {
    booking: "cancelled",
    paymentStatus: "unpaid",
    payment: "review",
    refunded: 0,
    spots: 1,
    isProcessing: false,
  });

  const afterCallingOff = (...names: string[]) =>
    shuffled(...names).map((rest) => ["paid", "cancelConfirmedBooking", ...rest]);
  ends(
    "a booking called off is refunded",
    afterCallingOff("refundPending", "refundDone", "paid", "expired"),
    {
      booking: "cancelled",
      paymentStatus: "refunded",
      payment: "refunded",
      refunded: 4_000,
      spots: 1,
      isProcessing: false,
    },
  );
  ends(
    "a refund that failed after it succeeded is kept for review",
    afterCallingOff("refundPending", "refundDone", "refundFailed", "paid"),
    {
      ...{ booking: "cancelled", paymentStatus: "paid", payment: "review" },
      ...{ refunded: 0, spots: 1, isProcessing: false },
    },
  );
});
