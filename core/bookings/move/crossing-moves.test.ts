import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { bookings, mails } from "#core/tables.server.ts";
import { newId } from "#platform/ids.server.ts";
import { makeSlot } from "#test/make/catalogue.ts";
import { expectInvariants, untilWaiting } from "#test/make/database.ts";
import {
  checkoutOf,
  makeClient,
  openPaymentWorld,
  outcomeOf,
  type PaymentWorld,
} from "#test/make/payments.ts";
import type { Context } from "../../context.server.ts";
import { HOUR } from "../../durations.ts";
import { bookSlot } from "../book-slot.server.ts";
import { applyPayment } from "../payment/apply-payment.server.ts";
import { verifyPayment } from "../payment/verify-payment.server.ts";
import { resellBooking } from "../resale/resell-booking.server.ts";
import { moveBooking } from "./move-booking.server.ts";

let world: PaymentWorld;
beforeAll(async () => {
  world = await openPaymentWorld();
});
afterAll(() => world.stop());
afterEach(() => expectInvariants(world.db));

const inHours = (hours: number) => new Date(Date.now() + hours * HOUR);

test.each([
  ["in a move", false],
  ["by payments that come after their holds", true],
])(
  "two clients who buy each other's seats %s wait for each other, and both have moved (rules: own-move, resale, late-payment)",
  async (_, isLate) => {
    const first = await world.makeOffer({ spots: 1, start: inHours(10) });
    const { id: slotId } = await makeSlot(world.db, {
      session: { id: first.sessionId, capacity: 1 },
      ...{ start: inHours(14), now: new Date() },
    });
    const seats = [first, { ...first, slotId }];
    const movers = await Promise.all(
      seats.map(async (seat) => {
        const clientId = await makeClient(world.db);
        const ctx = await world.context(clientId);
        const own = await bookSlot(ctx, seat);
        const sessionId = await checkoutOf(world.db, own.bookingId);
        await world.simulator.pay(sessionId);
        await verifyPayment(ctx, { sessionId });
        await resellBooking(ctx, own);
        return { clientId, ctx, slotId: seat.slotId, bookingId: own.bookingId };
      }),
    );
    const [one, other] = movers;
    if (!one || !other) throw new Error("two");
    // Their practitioner changes the place, and what is for sale can be moved again (rule: sold-as-seen).
    await world.db.update(bookings).set({ refundableUntil: inHours(9) });
    const checkouts: { ctx: Context; sessionId: string; boughtId: string }[] = [];
    for (const [mover, to] of [
      [one, other],
      [other, one],
    ] as const) {
      await moveBooking(mover.ctx, { bookingId: mover.bookingId, slotId: to.slotId });
      const [bought] = await world.db
        .select()
        .from(bookings)
        .where(eq(bookings.replacesId, mover.bookingId));
      const boughtId = String(bought?.id);
      checkouts.push({ ctx: mover.ctx, sessionId: await checkoutOf(world.db, boughtId), boughtId });
    }
    for (const { ctx, boughtId } of isLate ? checkouts : []) {
      const paymentId = String((await outcomeOf(world.db, boughtId)).payment?.id);
      await applyPayment(ctx, { paymentId, event: "ended", reason: "expired", answer: null });
    }
    await world.simulator.fault({ type: "webhook_drop", event: "*", times: null });
    for (const { sessionId } of checkouts) await world.simulator.pay(sessionId);
    // Each stops at the mail to the other, half done, so that they really cross.
    let running: Promise<PromiseSettledResult<unknown>[]> = Promise.resolve([]);
    const blocker = world.db.transaction(async (tx) => {
      for (const { bookingId: reference } of movers) {
        const mail = { id: newId(), kind: "resale-sold", reference, toAddress: "x" };
        await tx.insert(mails).values(mail);
      }
      running = Promise.allSettled(
        checkouts.map(({ ctx, sessionId }) => verifyPayment(ctx, { sessionId })),
      );
      await untilWaiting(world.db, 2);
      throw new Error("never sent");
    });
    await expect(blocker).rejects.toThrow("never sent");
    const results = await running;
    expect(results).toMatchObject([{ status: "fulfilled" }, { status: "fulfilled" }]);
    await world.simulator.clearFaults();
    await world.runJobs();
    for (const { boughtId } of checkouts) {
      expect((await outcomeOf(world.db, boughtId)).booking.status).toBe("confirmed");
    }
    for (const { bookingId } of movers) {
      expect(await outcomeOf(world.db, bookingId)).toMatchObject({
        booking: { status: "cancelled" },
        payment: { status: "refunded", refundedCents: 4_000 },
      });
    }
  },
);
