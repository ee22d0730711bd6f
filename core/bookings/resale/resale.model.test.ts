import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { SEED, size } from "#test/faults/size.ts";
import { checkoutOf, openPaymentWorld, outcomeOf, type PaymentWorld } from "#test/make/payments.ts";
import { COMMISSION_RATE, commission } from "../../commission.ts";
import type { Context } from "../../context.server.ts";
import { HOUR } from "../../durations.ts";
import { isAppError } from "../../errors.ts";
import { refreshListings } from "../../listings/refresh-listings.server.ts";
import { cents } from "../../money.ts";
import { checkInvariants } from "../../reconciliation/check-invariants.server.ts";
import { compareProvider } from "../../reconciliation/compare-provider.server.ts";
import { reconcilePayments } from "../../reconciliation/reconcile-payments.server.ts";
import { slotPrices } from "../../tables.server.ts";
import { bookSlot } from "../book-slot.server.ts";
import { cancelBooking } from "../cancellation/cancel-booking.server.ts";
import { verifyPayment } from "../payment/verify-payment.server.ts";
import { resellBooking, takeBack } from "./resell-booking.server.ts";
import { nextResaleStep, type ResaleEvent, resaleState } from "./rules.ts";

/*
 * Whatever clients, buyers and the professional do to the bookings of one slot, in any order: each
 * resale goes where its table says (rule: resale), nobody has a seat twice, and by the figures of the
 * provider what came in is returned or kept, with the commission of what is kept.
 */

let world: PaymentWorld;
beforeAll(async () => {
  world = await openPaymentWorld();
});
afterAll(() => world.stop());

/** One that the model follows, beside the real one. */
interface Booked {
  id: string;
  ctx: Context;
  seats: number;
  paid: number;
  /** By the model. */
  status: "pending" | "confirmed" | "cancelled";
  state: "kept" | "offered" | "held" | "sold";
  back: number;
  /** The booking whose seats it holds or has bought. */
  of: Booked | null;
}

type Step =
  | { act: "book"; seats: number; isLate: boolean }
  | { act: "pay" | "leave" | "put up" | "take back" | "cancel" | "call off"; which: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      act: fc.constant("book" as const),
      seats: fc.constantFrom(1, 1, 2),
      isLate: fc.boolean(),
    }),
  },
  ...(
    [
      ["pay", 4],
      ["put up", 4],
      ["leave", 1],
      ["take back", 1],
      ["cancel", 1],
      ["call off", 1],
    ] as const
  ).map(([act, weight]) => ({
    weight,
    arbitrary: fc.record({ act: fc.constant(act), which: fc.nat(9) }) as fc.Arbitrary<Step>,
  })),
);

const SPOTS = 2;

/** Plays the steps in the product and in the model, and compares them after each. */
async function play(prices: { first: number; late: number }, steps: readonly Step[]) {
  const start = new Date(Date.now() + 10 * HOUR);
  const offer = await world.makeOffer({ spots: SPOTS, priceCents: prices.first, start });
  const cut = { slotId: offer.slotId, fromAt: new Date(+start - 2 * HOUR) };
  if (prices.late < prices.first) {
    await world.db.transaction(async (tx) => {
      await tx.insert(slotPrices).values({ ...cut, cents: cents(prices.late) });
      await refreshListings(tx, [offer.sessionId], new Date());
    });
  }
  const professional = await world.context(offer.professional.userId);
  const all: Booked[] = [];
  const queue: Booked[] = [];
  let free = SPOTS;

  for (const one of steps) {
    if (one.act === "book") await book(one);
    else await act(one);
    await compare();
  }
  for (const hold of all.filter(({ status }) => status === "pending")) await leave(hold);
  await compare();
  await world.runJobs();
  await reconcilePayments(await world.context());
  return { all, offer };

  async function book({ seats, isLate }: { seats: number; isLate: boolean }) {
    const ctx = await world.newClient();
    world.shift(isLate ? 8.1 * HOUR : 0);
    const made = await refusing(bookSlot(ctx, { ...offer, seats }));
    world.shift(0);
    const of =
      free === 0 ? queue.find((one) => one.state === "offered" && one.seats === seats) : null;
    const isToBeHad = free >= seats || of;
    expect(made === null).toBe(!isToBeHad);
    if (!made) return;
    const paid = (isLate ? Math.min(prices.first, prices.late) : prices.first) * seats;
    if (of) move(of, "held");
    else free -= seats;
    all.push({
      ...{ id: made.bookingId, ctx, seats, paid, back: 0, of: of ?? null },
      ...{ status: "pending", state: "kept" },
    });
  }

  async function act({ act: what, which }: Exclude<Step, { act: "book" }>) {
    const status = what === "pay" || what === "leave" ? "pending" : "confirmed";
    const of = all.filter((one) => one.status === status);
    const one = of[which % of.length];
    if (!one) return;
    switch (what) {
      case "pay":
        return pay(one);
      case "leave":
        return leave(one);
      case "put up":
        return expectDone(one, "put_up", resellBooking(one.ctx, { bookingId: one.id }));
      case "take back":
        return expectDone(one, "taken_back", takeBack(one.ctx, { bookingId: one.id }));
      case "cancel":
        return cancel(one);
      case "call off":
        return callOff(one);
    }
  }

  async function pay(one: Booked) {
    const sessionId = await checkoutOf(world.db, one.id);
    await world.simulator.pay(sessionId);
    await verifyPayment(one.ctx, { sessionId });
    await world.runJobs();
    one.status = "confirmed";
    if (one.of?.state !== "held") {
      one.of = null;
      return;
    }
    move(one.of, "paid");
    one.of.status = "cancelled";
    one.of.back = Math.min(one.of.paid, one.paid);
  }

  async function leave(one: Booked) {
    await cancelBooking(one.ctx, { bookingId: one.id });
    one.status = "cancelled";
    if (one.of?.state === "held") move(one.of, "let_go");
    else free += one.seats;
  }

  async function cancel(one: Booked) {
    const done = await refusing(cancelBooking(one.ctx, { bookingId: one.id }));
    expect(done === null).toBe(one.state === "held");
    if (!done) return;
    free += one.seats;
    end(one);
  }

  async function callOff(one: Booked) {
    await cancelBooking(professional, { bookingId: one.id });
    await world.runJobs();
    if (one.state !== "held") free += one.seats;
    end(one);
    // Nobody pays for an hour that does not take place.
    for (let each: Booked | null = one; each; each = each.of) each.back = each.paid;
  }

  function end(one: Booked) {
    if (one.state !== "kept") move(one, "ended");
    one.status = "cancelled";
  }

  /** Done where the table has a step, and refused where it has none. */
  async function expectDone(one: Booked, event: ResaleEvent, done: Promise<unknown>) {
    const isRepeated = event === "put_up" && (one.state === "offered" || one.state === "held");
    const isAllowed = nextResaleStep(one.state, event) !== null;
    expect((await refusing(done.then(() => true))) === true).toBe(isAllowed || isRepeated);
    if (isAllowed) move(one, event);
  }

  function move(one: Booked, event: ResaleEvent) {
    const next = nextResaleStep(one.state, event);
    if (!next) throw new Error(`the model does not know ${event} of ${one.state}`);
    one.state = next.to;
    const place = queue.indexOf(one);
    if (next.to === "offered" && place < 0) queue.push(one);
    if (next.to !== "offered" && next.to !== "held" && place >= 0) queue.splice(place, 1);
  }

  async function compare() {
    for (const one of all) {
      const { booking, payment, spots } = await outcomeOf(world.db, one.id);
      expect(spots).toBe(free);
      expect(booking.status).toBe(one.status);
      expect(resaleState({ ...booking, start }, new Date())).toBe(one.state);
      if (one.status !== "pending" && payment?.paidAt) expect(payment.refundedCents).toBe(one.back);
    }
  }
}

/** The professional's, in cents. */
const share = (amount: number) => amount - commission(cents(amount), COMMISSION_RATE);

/** Null for a refusal, which changes nothing. */
async function refusing<Done>(done: Promise<Done>): Promise<Done | null> {
  return done.catch((error) => {
    if (!isAppError(error)) throw error;
    return null;
  });
}

test("each seat is sold, kept and paid for once, to the cent", {
  timeout: size(240, 1_800) * 1_000,
}, async () => {
  const games = fc.tuple(
    fc.record({
      first: fc.integer({ min: 50, max: 9_999 }),
      late: fc.integer({ min: 50, max: 9_999 }),
    }),
    fc.array(step, { minLength: 6, maxLength: 16 }),
  );
  await fc.assert(
    fc.asyncProperty(games, async ([prices, steps]) => {
      const { all } = await play(prices, [{ act: "book", seats: 1, isLate: false }, ...steps]);
      const { stripe } = await world.context();
      let seller = 0;
      let due = 0;
      for (const { id, paid, back } of all) {
        const { payment } = await outcomeOf(world.db, id);
        if (!payment?.chargeId) continue;
        const charge = await stripe.charges.retrieve(payment.chargeId, {
          expand: ["transfer", "application_fee"],
        });
        const { transfer, application_fee: fee } = charge;
        if (!transfer || typeof transfer === "string" || !fee || typeof fee === "string") {
          throw new Error("a destination charge has both");
        }
        expect(charge.amount_refunded).toBe(back);
        seller += transfer.amount - transfer.amount_reversed - fee.amount + fee.amount_refunded;
        // A refund takes its own share back, and no cent more.
        due += share(paid) - share(back);
      }
      expect(seller).toBe(due);
      expect(await checkInvariants(world.db)).toEqual([]);
      const faults = (await compareProvider(await world.context())).flatMap((one) => one.faults);
      expect(faults).toEqual([]);
    }),
    { numRuns: size(8, 150), ...(SEED && { seed: SEED }) },
  );
});
