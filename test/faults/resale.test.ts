import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { bookSlot } from "#core/bookings/book-slot.server.ts";
import { resellBooking } from "#core/bookings/resale/resell-booking.server.ts";
import { HOUR } from "#core/durations.ts";
import { reconcilePayments } from "#core/reconciliation/reconcile-payments.server.ts";
import { expectInvariants } from "../make/database.ts";
import {
  checkoutOf,
  makeClient,
  openPaymentWorld,
  outcomeOf,
  type PaymentWorld,
} from "../make/payments.ts";
import { type Racers, startRacers, tally } from "./racers.ts";
import type { Deed } from "./racing-process.ts";
import { size } from "./size.ts";

/*
 * Seats that are for sale again (rule: resale), bought, taken back and called off at the same moment
 * in several processes: one of these wins, and nobody has a seat or a cent twice.
 */

let world: PaymentWorld;
let racers: Racers;
beforeAll(async () => {
  world = await openPaymentWorld();
  racers = await startRacers(world);
});
afterAll(async () => {
  racers.stop();
  await world.stop();
});
afterEach(() => expectInvariants(world.db));

const rounds = (short: number, full: number) =>
  Array.from({ length: size(short, full) }, (_, round) => round);
const LONG = { timeout: size(180, 1_800) * 1_000 };

/** One seat in five hours, bought and put up for sale. */
async function makeOffered() {
  const offer = await world.makeOffer({ start: new Date(Date.now() + 5 * HOUR) });
  const sellerId = await makeClient(world.db);
  const { bookingId } = await world.buy(offer, await world.context(sellerId));
  await resellBooking(await world.context(sellerId), { bookingId });
  return { offer, sellerId, bookingId };
}

async function seatsOf(slotId: string) {
  const { rows } = await world.db.execute<{ free: number; resale: number }>(sql`
    select available_spots as free, resale_seats as resale from slots where id = ${slotId}`);
  return rows[0];
}

test("a hold, taking back and calling off: one of them has the seat", LONG, async () => {
  for (const round of rounds(4, 100)) {
    const { offer, sellerId, bookingId } = await makeOffered();
    const buyers = await Promise.all(Array.from({ length: 12 }, () => makeClient(world.db)));
    const hold = buyers.map((userId): Deed => ({ act: "bookSlot", userId, input: offer }));
    const takeBack: Deed = { act: "takeBack", userId: sellerId, input: { bookingId } };
    const owner = offer.professional.userId;
    const callOff: Deed = { act: "cancelBooking", userId: owner, input: { bookingId } };
    const others = [[takeBack], [callOff], [takeBack, callOff], []][round % 4] ?? [];
    const outcomes = await racers.race([...hold.slice(0, 6), ...others, ...hold.slice(6)]);
    for (const { word } of outcomes)
      expect(["done", "conflict", "slot_unavailable"]).toContain(word);
    const held = outcomes.filter(
      ({ answer }) => answer && typeof answer === "object" && "url" in answer,
    );
    expect(held.length).toBeLessThanOrEqual(1);
    const { booking } = await outcomeOf(world.db, bookingId);
    const isHeld = booking.resaleToId !== null;
    // The winner has it from the seller, or has a seat that calling off has left.
    if (others.length === 0) expect(isHeld).toBe(true);
    if (booking.status === "confirmed") {
      expect(await seatsOf(offer.slotId)).toEqual({
        free: 0,
        resale: booking.resaleAt && !isHeld ? 1 : 0,
      });
      expect(held.length).toBe(isHeld ? 1 : 0);
    } else {
      expect(await seatsOf(offer.slotId)).toEqual({ free: held.length ? 0 : 1, resale: 0 });
    }
    expect(tally(outcomes).done).toBeGreaterThan(0);
    await expectInvariants(world.db);
  }
});

test(
  "the sale, taking back and calling off: sold and refunded once, or called off",
  LONG,
  async () => {
    const ends = new Set<string>();
    for (const round of rounds(6, 150)) {
      const { offer, sellerId, bookingId } = await makeOffered();
      const buyerId = await makeClient(world.db);
      const bought = await bookSlot(await world.context(buyerId), offer);
      const checkout = await checkoutOf(world.db, bought.bookingId);
      const owner = offer.professional.userId;
      const deeds: Deed[] = [
        { act: "takeBack", userId: sellerId, input: { bookingId } },
        { act: "cancelBooking", userId: sellerId, input: { bookingId } },
        ...(round % 3 > 0
          ? [{ act: "cancelBooking" as const, userId: owner, input: { bookingId } }]
          : []),
        ...(round % 3 === 2
          ? [
              {
                act: "cancelBooking" as const,
                userId: buyerId,
                input: { bookingId: bought.bookingId },
              },
            ]
          : []),
      ];
      const [, outcomes] = await Promise.all([world.simulator.pay(checkout), racers.race(deeds)]);
      for (const { word } of outcomes) expect(["done", "conflict"]).toContain(word);
      await reconcilePayments(await world.context());
      await world.runJobs();
      const [seller, buyer] = [
        await outcomeOf(world.db, bookingId),
        await outcomeOf(world.db, bought.bookingId),
      ];
      const end = [seller, buyer]
        .map(({ booking }) => `${booking.status} ${booking.cancelReason ?? ""}`.trim())
        .join(", ");
      ends.add(end);
      // The buyer has the seat, or nobody who was paying for it.
      const live = [seller, buyer].filter(({ booking }) => booking.status === "confirmed").length;
      expect((await seatsOf(offer.slotId))?.free).toBe(1 - live);
      if (seller.booking.cancelReason === "resold") {
        expect(seller.payment).toMatchObject({ status: "refunded", refundedCents: 4_000 });
      }
      if (seller.booking.status === "confirmed") expect(seller.payment?.refundedCents).toBe(0);
      if (buyer.booking.status === "cancelled") {
        expect(["expired", "refunded", "paid"]).toContain(buyer.payment?.status);
      }
      await expectInvariants(world.db);
    }
    expect([...ends].some((end) => end.startsWith("cancelled resold, "))).toBe(true);
  },
);
