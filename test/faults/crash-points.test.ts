import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { bookSlot } from "#core/bookings/book-slot.server.ts";
import { cancelBooking } from "#core/bookings/cancel-booking.server.ts";
import { checkInvariants } from "#core/payments/check-invariants.server.ts";
import { reconcilePayments } from "#core/payments/reconcile-payments.server.ts";
import { mails, profiles, refunds, sessionBookings, stripeEvents } from "#core/tables.server.ts";
import {
  checkoutOf,
  makeClient,
  openPaymentWorld,
  outcomeOf,
  type PaymentWorld,
} from "../make/payments.ts";
import type { CrashPoint, Order } from "./crashing-process.ts";

/*
 * kill -9 of a process in the middle of a booking, then what the restarted
 * one does: the reconciler at its start and every 30 s. Right again means within a minute.
 */

let world: PaymentWorld;
beforeAll(async () => {
  world = await openPaymentWorld();
});
afterAll(() => world.stop());
afterEach(async () => {
  world.shift(0);
  await world.simulator.clearFaults();
  expect(await checkInvariants(world.db)).toEqual([]);
});

/** Has a process do this, and sees it die there. */
async function crash(crashAt: CrashPoint, act: Order["act"], userId: string | null = null) {
  const order: Order = {
    databaseUrl: world.databaseUrl,
    apiBase: String(world.simulator.stripe.apiBase),
    crashAt,
    act,
    userId,
  };
  const script = path.join(import.meta.dirname, "crashing-process.ts");
  const child = spawn(process.execPath, [script, JSON.stringify(order)], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  let errors = "";
  child.stderr.on("data", (chunk) => {
    errors += chunk;
  });
  const [, signal] = await once(child, "exit");
  expect(signal, errors).toBe("SIGKILL");
}

/** The minute after the restart: the reconciler at once, after 30 s and after 60 s. */
async function restart() {
  for (const seconds of [1, 31, 61]) {
    world.shift(seconds * 1_000);
    await reconcilePayments(await world.context());
    await world.runJobs();
  }
}

const bookingOf = async (slotId: string) => {
  const [booking] = await world.db
    .select()
    .from(sessionBookings)
    .where(eq(sessionBookings.slotId, slotId));
  if (!booking) throw new Error("there is no booking");
  return booking;
};

describe("kill -9 while booking:", () => {
  test.each<[CrashPoint]>([["hold committed"], ["checkout created, not saved"]])(
    "%s",
    async (crashAt) => {
      const offer = await world.makeOffer();
      const client = await makeClient(world.db);
      await crash(crashAt, { book: offer }, client);
      const held = await bookingOf(offer.slotId);
      expect(held.status).toBe("pending");
      await restart();
      const { payment } = await outcomeOf(world.db, held.id);
      const ctx = await world.context();
      const made = await ctx.stripe.checkout.sessions.list({ limit: 100 });
      const ours = made.data.filter((one) => one.client_reference_id === payment?.id);
      expect(ours.map(({ id }) => id)).toEqual([payment?.checkoutSessionId]);
      // The client, who saw an error, asks again: the same hold, and it can be paid.
      const again = await bookSlot(await world.context(client), offer);
      expect(again).toMatchObject({ bookingId: held.id, url: payment?.checkoutUrl });
      await world.simulator.pay(String(payment?.checkoutSessionId));
      expect(await outcomeOf(world.db, held.id)).toMatchObject({
        booking: { status: "confirmed" },
        payment: { status: "paid" },
        spots: 0,
      });
    },
  );
});

describe("kill -9 while settling:", () => {
  test.each<[CrashPoint]>([
    ["event stored"],
    ["settling half done"],
    ["confirmed, provider not answered"],
  ])("%s", async (crashAt) => {
    const offer = await world.makeOffer();
    const visitor = await world.context();
    const email = `coupure-${crashAt.replaceAll(/\W+/g, "-")}@example.fr`;
    const { bookingId } = await bookSlot(visitor, { ...offer, email });
    const checkoutId = await checkoutOf(world.db, bookingId);
    await world.simulator.fault({ type: "webhook_drop", event: "*", times: null });
    await world.simulator.pay(checkoutId);
    const delivery = await world.deliveryOf(checkoutId);
    await crash(crashAt, { receive: delivery });
    const stored = await world.db.select().from(stripeEvents);
    expect(stored.map(({ id }) => id)).toContain(JSON.parse(delivery.payload).id);
    await restart();
    const { booking, payment, spots } = await outcomeOf(world.db, bookingId);
    expect(booking).toMatchObject({ status: "confirmed", accountCreated: true });
    expect([payment?.status, spots]).toEqual(["paid", 0]);
    const accounts = await world.db.select().from(profiles).where(eq(profiles.email, email));
    expect(accounts.map(({ id }) => id)).toEqual([booking.clientId]);
    const told = await world.db.select().from(mails).where(eq(mails.reference, bookingId));
    expect(told.map(({ kind }) => kind).sort()).toEqual([
      "booking-confirmed",
      "booking-received",
      "guest-credentials",
    ]);
  });
});

describe("kill -9 while refunding:", () => {
  test.each<[CrashPoint]>([["refund to be asked"], ["refund made, not saved"]])(
    "%s",
    async (crashAt) => {
      const offer = await world.makeOffer();
      const client = await world.context(await makeClient(world.db));
      const { bookingId } = await bookSlot(client, offer);
      await world.simulator.pay(await checkoutOf(world.db, bookingId));
      await world.simulator.fault({ type: "webhook_drop", event: "*", times: null });
      await cancelBooking(client, { bookingId });
      const { payment } = await outcomeOf(world.db, bookingId);
      const owed = () =>
        world.db
          .select()
          .from(refunds)
          .where(eq(refunds.paymentId, String(payment?.id)));
      await crash(crashAt, { refund: { refundId: String((await owed())[0]?.id) } });
      expect(await owed()).toMatchObject([{ status: "asked" }]);
      await restart();
      expect(await owed()).toMatchObject([{ status: "succeeded", amountCents: 4_000 }]);
      const made = await client.stripe.refunds.list({
        payment_intent: String(payment?.paymentIntentId),
      });
      expect(made.data).toHaveLength(1);
      expect((await outcomeOf(world.db, bookingId)).booking).toMatchObject({
        status: "cancelled",
        paymentStatus: "refunded",
      });
    },
  );
});
