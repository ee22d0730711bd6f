import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { expectInvariants, untilWaiting } from "#test/make/database.ts";
import { checkoutOf, openPaymentWorld, outcomeOf, type PaymentWorld } from "#test/make/payments.ts";
import { HOUR } from "../../durations.ts";
import { lockPayment } from "../../payments/find-payment.server.ts";
import { bookSlot } from "../book-slot.server.ts";
import { applyPayment } from "../payment/apply-payment.server.ts";
import { verifyPayment } from "../payment/verify-payment.server.ts";
import { lockBooking } from "../store.server.ts";
import { resellBooking } from "./resell-booking.server.ts";

let world: PaymentWorld;
beforeAll(async () => {
  world = await openPaymentWorld();
});
afterAll(() => world.stop());
afterEach(() => expectInvariants(world.db));

type Offer = Awaited<ReturnType<PaymentWorld["makeOffer"]>>;

async function hold(offer: Offer) {
  const ctx = await world.newClient();
  const { bookingId } = await bookSlot(ctx, offer);
  return { ctx, bookingId, sessionId: await checkoutOf(world.db, bookingId) };
}
type Held = Awaited<ReturnType<typeof hold>>;

async function pay(held: Held) {
  await world.simulator.pay(held.sessionId);
  await verifyPayment(held.ctx, held);
  await world.runJobs();
}

/** Ends a hold, whose checkout can be paid all the same. */
async function lapse({ ctx, bookingId }: Held) {
  const paymentId = String((await outcomeOf(world.db, bookingId)).payment?.id);
  await applyPayment(ctx, { paymentId, event: "ended", reason: "expired", answer: null });
}

/** A slot of two seats, one of which is for sale again, the other sold; and a hold that has ended. */
async function makeLate() {
  const offer = await world.makeOffer({ spots: 2, start: new Date(Date.now() + 10 * HOUR) });
  const seller = await hold(offer);
  await pay(seller);
  const late = await hold(offer);
  await lapse(late);
  await pay(await hold(offer));
  await resellBooking(seller.ctx, seller);
  return { offer, seller, late };
}

test("a late payment takes seats that are for sale again (rules: late-payment, resale)", async () => {
  const { seller, late } = await makeLate();
  await pay(late);
  expect((await outcomeOf(world.db, late.bookingId)).booking).toMatchObject({
    ...{ status: "confirmed", resaleOfId: seller.bookingId },
  });
  expect((await outcomeOf(world.db, seller.bookingId)).payment?.refundedCents).toBe(4_000);
});

test("it waits for whoever has their payment, without having their booking", async () => {
  const { seller, late } = await makeLate();
  await world.simulator.fault({ type: "webhook_drop", event: "*", times: null });
  await world.simulator.pay(late.sessionId);
  let running: Promise<unknown> = Promise.resolve();
  // As everything does that ends or changes a booking: its payment first.
  await world.db.transaction(async (tx) => {
    await lockPayment(tx, seller.bookingId);
    running = verifyPayment(late.ctx, late);
    await untilWaiting(world.db, 1);
    expect((await lockBooking(tx, seller.bookingId)).status).toBe("confirmed");
  });
  await running;
  await world.simulator.clearFaults();
  await world.runJobs();
  expect((await outcomeOf(world.db, late.bookingId)).booking.status).toBe("confirmed");
});
