import { afterAll, beforeAll, expect, test } from "vitest";
import { contradict } from "#test/make/database.ts";
import {
  checkoutOf,
  disputeAnswer,
  openPaymentWorld,
  outcomeOf,
  type PaymentWorld,
  untilSettled,
} from "#test/make/payments.ts";
import { bookSlot } from "../../bookings/book-slot.server.ts";
import { cancelBooking } from "../../bookings/cancellation/cancel-booking.server.ts";
import { applyPayment } from "../../bookings/payment/apply-payment.server.ts";
import type { Context } from "../../context.server.ts";
import { MINUTE } from "../../durations.ts";
import { askRefund } from "./ask-refund.server.ts";
import { findRefund, listUnsettledRefunds } from "./store.server.ts";

let world: PaymentWorld;
beforeAll(async () => {
  world = await openPaymentWorld();
});
afterAll(() => world.stop());

/** The same context, with an interruption after the list of refunds was read. */
function interrupt(ctx: Context, act: () => Promise<void>): Context {
  const list: typeof ctx.stripe.refunds.list = (async (...args: never[]) => {
    const answer = await ctx.stripe.refunds.list(...args);
    await act();
    return answer;
  }) as never;
  const refunds = new Proxy(ctx.stripe.refunds, {
    get: (target, key) => (key === "list" ? list : Reflect.get(target, key)),
  });
  const stripe = new Proxy(ctx.stripe, {
    get: (target, key) => (key === "refunds" ? refunds : Reflect.get(target, key)),
  });
  return { ...ctx, stripe };
}

test("who looked for a refund just before another made it leaves it as made", async () => {
  const offer = await world.makeOffer();
  const { client, bookingId } = await world.buy(offer);
  await cancelBooking(client, { bookingId });
  const soon = new Date(Date.now() + MINUTE);
  const [refundId = ""] = await listUnsettledRefunds(world.db, soon, 1);

  await askRefund(
    interrupt(client, () => askRefund(client, { refundId }, applyPayment)),
    { refundId },
    applyPayment,
  );

  expect(await findRefund(world.db, refundId)).toMatchObject({ status: "succeeded" });
  await world.runJobs();
  expect(await outcomeOf(world.db, bookingId)).toMatchObject({
    booking: { status: "cancelled", paymentStatus: "refunded" },
    payment: { status: "refunded", refundedCents: 4_000 },
  });
});

test("who looked for a refund before it was made does not drop it while the bank has it", async () => {
  const client = await world.newClient();
  const { bookingId } = await bookSlot(client, await world.makeOffer());
  const cardNumber = "4000000000007726";
  await world.simulator.pay(await checkoutOf(world.db, bookingId), { cardNumber });
  await untilSettled(world.db, bookingId);
  await cancelBooking(client, { bookingId });
  const soon = new Date(Date.now() + MINUTE);
  const [refundId = ""] = await listUnsettledRefunds(world.db, soon, 1);
  const paymentId = String((await outcomeOf(world.db, bookingId)).payment?.id);
  const dispute = disputeAnswer("lost", 4_000);
  // In the end the payer has it twice, which nobody here could have prevented.
  contradict(world.db, "I3");

  await askRefund(
    interrupt(client, async () => {
      await askRefund(client, { refundId }, applyPayment);
      await applyPayment(client, { paymentId, event: "dispute", dispute });
    }),
    { refundId },
    applyPayment,
  );

  expect(await findRefund(world.db, refundId)).toMatchObject({ status: "pending" });
});
