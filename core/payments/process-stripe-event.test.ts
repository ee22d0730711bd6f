import { afterAll, beforeAll, expect, test } from "vitest";
import { createLogger } from "#platform/log.server.ts";
import {
  checkoutOf,
  makeClient,
  openPaymentWorld,
  outcomeOf,
  type PaymentWorld,
  untilSettled,
} from "#test/make/payments.ts";
import { bookSlot } from "../bookings/book-slot.server.ts";

const lines: string[] = [];
let world: PaymentWorld;
beforeAll(async () => {
  const log = createLogger("info", { write: (line) => lines.push(line) });
  world = await openPaymentWorld({ log });
});
afterAll(() => world.stop());

test("what is said of a payment is logged with the request that asked for it", async () => {
  const ctx = await world.context(await makeClient(world.db));
  const { bookingId } = await bookSlot(ctx, await world.makeOffer());
  const checkoutId = await checkoutOf(world.db, bookingId);
  const checkout = await ctx.stripe.checkout.sessions.retrieve(checkoutId);
  expect(checkout.metadata).toMatchObject({ request_id: ctx.requestId });
  await world.simulator.pay(checkoutId);
  await untilSettled(world.db, bookingId);
  const { payment } = await outcomeOf(world.db, bookingId);
  await world.simulator.fault({ type: "create_dispute", charge: payment?.chargeId });
  const told = (type: string) =>
    lines
      .map((line) => JSON.parse(line))
      .find((line) => line.type === type && line.askedBy !== undefined);
  for (const type of ["checkout.session.completed", "charge.dispute.created"]) {
    await expect
      .poll(() => told(type))
      .toMatchObject({
        paymentId: payment?.id,
        askedBy: ctx.requestId,
        eventId: expect.stringMatching(/^evt_/),
      });
  }
});
