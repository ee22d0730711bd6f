import { eq, sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { bookSlot } from "#core/bookings/book-slot.server.ts";
import { lapseProposals } from "#core/bookings/proposals/withdraw-proposal.server.ts";
import { daysOf } from "#core/catalogue/schedule/rules.ts";
import { dayKey, formatTime, weekdayOf } from "#core/dates.ts";
import { HOUR, MINUTE } from "#core/durations.ts";
import { reconcilePayments } from "#core/reconciliation/reconcile-payments.server.ts";
import { offerings, profiles, refunds, slots } from "#core/tables.server.ts";
import { newSecret } from "#platform/ids.server.ts";
import { makeSession } from "../make/catalogue.ts";
import { expectInvariants } from "../make/database.ts";
import { bookingTokens } from "../make/mailbox.ts";
import {
  type ActivityOffer,
  cancelTokenOf,
  makeClient,
  type Offer,
  openPaymentWorld,
  outcomeOf,
  type PaymentWorld,
} from "../make/payments.ts";
import { makePlan, makeUser } from "../make/people.ts";
import { type Racers, startRacers, tally } from "./racers.ts";
import type { Deed, Outcome } from "./racing-process.ts";
import { size } from "./size.ts";

/*
 * Actions at the same moment, in several processes on one PostgreSQL: the first wins, nobody sees
 * an error of ours, and afterwards every invariant holds.
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
afterEach(async () => {
  world.shift(0);
  await world.simulator.clearFaults();
  await world.simulator.setClock(null);
  await expectInvariants(world.db);
});

const rounds = (short: number, full: number) =>
  Array.from({ length: size(short, full) }, (_, round) => round);
const LONG = { timeout: size(180, 1_800) * 1_000 };

/** The state of a slot of either kind. */
async function stateOf(slotId: string) {
  const { rows } = await world.db.execute<{ free: number; live: number }>(sql`
    select s.available_spots as free, count(b.id)::int as live
    from slots s left join bookings b on b.slot_id = s.id and b.status <> 'cancelled'
    where s.id = ${slotId} group by s.id, s.available_spots`);
  return rows[0];
}

const bookingIdOf = (outcomes: Outcome[]) => {
  const winner = outcomes.find(({ word }) => word === "done")?.answer;
  return (winner as { bookingId: string }).bookingId;
};

/** A paid slot that one client has booked and paid for. */
async function makePaid() {
  const offer = await world.makeOffer();
  const clientId = await makeClient(world.db);
  const { bookingId } = await world.buy(offer, await world.context(clientId));
  expect((await outcomeOf(world.db, bookingId)).booking.status).toBe("confirmed");
  return { offer, clientId, bookingId };
}

async function makeHold() {
  const offer = await world.makeOffer();
  const clientId = await makeClient(world.db);
  const { bookingId } = await bookSlot(await world.context(clientId), offer);
  const { payment } = await outcomeOf(world.db, bookingId);
  if (!payment?.checkoutSessionId) throw new Error("a hold has no checkout");
  return { offer, clientId, bookingId, payment, checkoutId: payment.checkoutSessionId };
}

const dropWebhooks = () => world.simulator.fault({ type: "webhook_drop", event: "*", times: null });

describe("the last seat", () => {
  test("has one winner among fifty, of whatever it is and costs", LONG, async () => {
    const buyers = await Promise.all(Array.from({ length: 50 }, () => makeClient(world.db)));
    const offers: (() => Promise<Offer | ActivityOffer>)[] = [
      () => world.makeOffer({ priceCents: 0 }),
      () => world.makeOffer(),
      () => world.makeActivityOffer({ priceCents: 0 }),
      () => world.makeActivityOffer(),
    ];
    // Twenty rounds over HTTP are in test/e2e/race.spec.ts; here each kind, price and end comes once.
    for (const round of rounds(8, 1_000)) {
      const input = (await offers[round % 4]?.()) as Offer | ActivityOffer;
      const outcomes = await racers.race(
        buyers.map((userId, n) => ({
          act: "bookSlot",
          userId,
          address: `192.0.2.${n}`,
          input,
        })),
      );
      expect(tally(outcomes)).toEqual({ done: 1, slot_unavailable: 49 });
      expect(await stateOf(input.slotId)).toEqual({ free: 0, live: 1 });
      if (input.priceCents === 0) continue;
      // The winner must not run out of holds: every other one pays, the others give up.
      const bookingId = bookingIdOf(outcomes);
      const userId = buyers[outcomes.findIndex(({ word }) => word === "done")] ?? "";
      if (round % 8 < 4) {
        await world.simulator.pay(await checkoutOfAny(bookingId));
        expect(await stateOf(input.slotId)).toEqual({ free: 0, live: 1 });
      } else {
        const given = await racers.race([{ act: "cancelBooking", userId, input: { bookingId } }]);
        expect(tally(given)).toEqual({ done: 1 });
        expect(await stateOf(input.slotId)).toEqual({ free: 1, live: 0 });
      }
    }
  });

  test("goes to none of fifty guests twice, with one e-mail or with many", LONG, async () => {
    for (const round of rounds(2, 40)) {
      const input = await world.makeOffer({ spots: 3, priceCents: round % 2 ? 0 : 4_000 });
      const outcomes = await racers.race(
        Array.from({ length: 50 }, (_, n) => ({
          act: "bookSlot",
          address: `198.51.100.${n}`,
          input: { ...input, email: `course-${round}-${n % 10}@example.fr` },
        })),
      );
      expect(tally(outcomes)).toEqual({ done: 3, slot_unavailable: 47 });
      expect(await stateOf(input.slotId)).toEqual({ free: 0, live: 3 });
    }
  });
});

describe("several seats at once", () => {
  test(
    "are given back once, when their guest wants another number as their hold ends",
    LONG,
    async () => {
      for (const _ of rounds(4, 300)) {
        const input = await world.makeOffer({ priceCents: 0, spots: 8 });
        const email = `${newSecret()}@example.fr`;
        const { guestProof } = await bookSlot(await world.context(), { ...input, email });
        const other: Deed = {
          act: "bookSlot",
          // Each from a network of their own: one may hold thirty seats (rule: fair-holds).
          address: email,
          input: { ...input, email, guestProof: guestProof ?? "", seats: 2 },
        };
        const end: Deed = { act: "releaseHolds", input: {}, at: new Date(Date.now() + HOUR) };
        const outcomes = await racers.race([other, end]);
        expect(tally(outcomes)).toEqual({ done: 2 });
        const { free = 0, taken = 0 } = (await seatsOf(input.slotId)) ?? {};
        expect(free + taken).toBe(8);
      }
    },
  );

  test("are taken and given back whole: never oversold, and nothing lost", LONG, async () => {
    const buyers = await Promise.all(Array.from({ length: 50 }, () => makeClient(world.db)));
    for (const round of rounds(3, 100)) {
      const priceCents = round % 2 ? 4_000 : 0;
      const input = await world.makeOffer({ priceCents, spots: 20 });
      const outcomes = await racers.race(
        buyers.map((userId, n) => ({
          act: "bookSlot",
          userId,
          address: `203.0.113.${n}`,
          input: { ...input, seats: 1 + (n % 6) },
        })),
      );
      const won = buyers.flatMap((userId, n) => {
        const answer = outcomes[n]?.answer as { bookingId: string } | undefined;
        return answer ? [{ userId, bookingId: answer.bookingId, seats: 1 + (n % 6) }] : [];
      });
      expect(Object.keys(tally(outcomes)).sort()).toEqual(["done", "slot_unavailable"]);
      const taken = won.reduce((sum, { seats }) => sum + seats, 0);
      expect(await seatsOf(input.slotId)).toEqual({ free: 20 - taken, taken });
      // Somebody who wanted one was refused only when none was left.
      expect(taken).toBe(20);
      if (priceCents > 0) {
        for (const { bookingId } of won) await world.simulator.pay(await checkoutOfAny(bookingId));
        await world.simulator.untilDelivered();
      }
      // Each gives one back three times at once. Whoever meets another number than they saw, because
      // another click was faster, is told so.
      const given = await racers.race(
        won.flatMap(({ userId, bookingId }) =>
          Array<Deed>(3).fill({ act: "cancelBooking", userId, input: { bookingId, seats: 1 } }),
        ),
      );
      for (const word of Object.keys(tally(given))) expect(["done", "conflict"]).toContain(word);
      const back = tally(given).done ?? 0;
      expect(back).toBeGreaterThanOrEqual(won.length);
      expect(await seatsOf(input.slotId)).toEqual({ free: back, taken: 20 - back });
      await world.runJobs();
      await world.simulator.untilDelivered();
    }
  });
});

/** The free seats of a slot, and those of its bookings. */
async function seatsOf(slotId: string) {
  const { rows } = await world.db.execute<{ free: number; taken: number }>(sql`
    select s.available_spots as free, coalesce(sum(b.seats), 0)::int as taken
    from slots s left join bookings b on b.slot_id = s.id and b.status <> 'cancelled'
    where s.id = ${slotId} group by s.id, s.available_spots`);
  return rows[0];
}

async function checkoutOfAny(reference: string): Promise<string> {
  const { rows } = await world.db.execute<{ id: string }>(
    sql`select checkout_session_id as id from payments where reference = ${reference}`,
  );
  return String(rows[0]?.id);
}

describe("one buyer", () => {
  test("gets one seat for many clicks in many tabs", LONG, async () => {
    for (const round of rounds(2, 100)) {
      const input = await world.makeOffer({ spots: 5, priceCents: round % 2 ? 0 : 4_000 });
      const userId = await makeClient(world.db);
      const click = { act: "bookSlot", userId, input } as const;
      const outcomes = await racers.race(Array<Deed>(9).fill(click));
      const words = Object.keys(tally(outcomes)).sort();
      // While the first click still asks for the checkout, the others may be told to come again.
      for (const word of words) expect(["already_booked", "conflict", "done"]).toContain(word);
      expect(words).toContain("done");
      expect(await stateOf(input.slotId)).toEqual({ free: 4, live: 1 });
      const ids = outcomes.flatMap(({ answer }) =>
        answer ? [(answer as { bookingId: string }).bookingId] : [],
      );
      expect(new Set(ids).size).toBe(1);
    }
  });

  test.each([
    ["signed in", "account"],
    ["as a guest in one browser, with as many e-mails", "browser"],
  ])("holds three checkouts at most, %s", LONG, async (_how, by) => {
    for (const _ of rounds(1, 50)) {
      const client = await makeUser(world.db);
      const offers = await Promise.all(Array.from({ length: 9 }, () => world.makeOffer()));
      const guestProof = newSecret();
      const outcomes = await racers.race(
        offers.map((input, n) => ({
          act: "bookSlot",
          address: `${client.id} ${n}`,
          ...(by === "browser"
            ? { input: { ...input, email: `avide-${n}-${client.id}@example.fr`, guestProof } }
            : { userId: client.id, input }),
        })),
      );
      expect(tally(outcomes)).toEqual({ done: 3, too_many_holds: 6 });
    }
  });

  test(
    "holds six seats of one slot at most, and nobody else is kept from the others",
    LONG,
    async () => {
      for (const _ of rounds(1, 20)) {
        const input = await world.makeOffer({ priceCents: 0, spots: 12 });
        const guestProof = newSecret();
        const outcomes = await racers.race(
          Array.from({ length: 10 }, (_, n) => ({
            act: "bookSlot",
            address: `${input.slotId} ${n}`,
            input: { ...input, email: `six-${n}-${input.slotId}@example.fr`, guestProof },
          })),
        );
        expect(tally(outcomes)).toEqual({ done: 6, too_many_holds: 4 });
        expect(await stateOf(input.slotId)).toEqual({ free: 6, live: 6 });
      }
    },
  );

  test.each([
    ["of what is paid", 4_000],
    ["of what costs nothing", 0],
  ])(
    "whose e-mail strangers type, is in the way of nobody, %s",
    LONG,
    async (_what, priceCents) => {
      for (const _ of rounds(1, 50)) {
        const client = await makeUser(world.db);
        const offers = await Promise.all(
          Array.from({ length: 9 }, () => world.makeOffer({ priceCents })),
        );
        const outcomes = await racers.race(
          offers.map((input, n) => ({
            act: "bookSlot",
            address: `${client.id} ${n}`,
            input: { ...input, email: client.email },
          })),
        );
        // Three hold a seat; to the others the same is said, and nothing is held.
        expect(tally(outcomes)).toEqual({ done: 9 });
        const held = outcomes.filter(({ answer }) => (answer as { bookingId: string }).bookingId);
        expect(held).toHaveLength(3);
        expect(await bookingTokens(world.db, client.email)).toHaveLength(priceCents ? 1 : 4);
        const own = await racers.race([
          { act: "bookSlot", userId: client.id, input: await world.makeOffer({ priceCents }) },
        ]);
        expect(tally(own)).toEqual({ done: 1 });
      }
    },
  );

  test(
    "of two that guests pay under one e-mail at once, in several processes, has one",
    LONG,
    async () => {
      for (const _ of rounds(2, 50)) {
        const input = await world.makeOffer({ spots: 4 });
        const email = `double-${input.slotId}@example.fr`;
        const outcomes = await racers.race(
          Array.from({ length: 3 }, (_, n) => ({
            act: "bookSlot",
            address: `${input.slotId} ${n}`,
            input: { ...input, email },
          })),
        );
        expect(tally(outcomes)).toEqual({ done: 3 });
        const checkouts = await Promise.all(
          outcomes.map(({ answer }) => checkoutOfAny((answer as { bookingId: string }).bookingId)),
        );
        await Promise.all(checkouts.map((id) => world.simulator.pay(id)));
        await world.simulator.untilDelivered();
        expect(await stateOf(input.slotId)).toEqual({ free: 3, live: 1 });
        await world.runJobs();
      }
    },
  );
});

describe("the quota", () => {
  const wish = {
    title: "Yoga du soir",
    description: "Une heure pour souffler.",
    price: 24.9,
    duration: 60,
    sessionType: "group",
    capacity: 8,
    address: "12 rue d'Austerlitz",
    city: "Lyon",
    postalCode: "69004",
    category: "Yoga",
    date: dayKey(new Date(Date.now() + 7 * 24 * HOUR)),
    startTime: "18:30",
  } as const;

  async function makeSeller(planType: "free" | "premium", used: number) {
    const { professional } = await world.makeOffer();
    const { userId } = professional;
    await makePlan(world.db, { userId, planType });
    await world.db.update(profiles).set({ sessionCount: used }).where(eq(profiles.id, userId));
    return professional;
  }
  const usedBy = async (userId: string) =>
    (await world.db.select().from(profiles).where(eq(profiles.id, userId)))[0]?.sessionCount;

  test.each([
    ["free", 5],
    ["premium", 50],
  ] as const)("of %s has one place left for a hundred", LONG, async (planType, limit) => {
    for (const _ of rounds(1, 20)) {
      const { id, userId } = await makeSeller(planType, limit - 1);
      const create = { act: "createSession", userId, input: { ...wish } } as const;
      const outcomes = await racers.race(Array<Deed>(100).fill(create));
      expect(tally(outcomes)).toEqual({ done: 1, quota_reached: 99 });
      expect(await usedBy(userId)).toBe(limit);
      expect(await world.db.$count(offerings, eq(offerings.professionalId, id))).toBe(2);
    }
  });

  test("counts what is created while as much is deleted", LONG, async () => {
    for (const _ of rounds(1, 20)) {
      const { id, userId } = await makeSeller("premium", 0);
      const create = { act: "createSession", userId, input: { ...wish } } as const;
      const made = await racers.race(Array<Deed>(20).fill(create));
      expect(tally(made)).toEqual({ done: 20 });
      const outcomes = await racers.race(
        made.flatMap(({ answer }): Deed[] => {
          const { id: sessionId } = answer as { id: string };
          // Each is deleted by two clicks.
          const remove: Deed = { act: "deleteSession", userId, input: { sessionId } };
          return [create, remove, remove];
        }),
      );
      expect(tally(outcomes)).toEqual({ done: 40, not_found: 20 });
      expect(await usedBy(userId)).toBe(20);
      // The offer's own session is one more.
      expect(await world.db.$count(offerings, eq(offerings.professionalId, id))).toBe(21);
    }
  });
});

describe("a refund", () => {
  test("asked for by client and professional, twice each, is made once", LONG, async () => {
    for (const _ of rounds(3, 100)) {
      const { offer, clientId, bookingId } = await makePaid();
      await dropWebhooks();
      const cancel = (userId: string): Deed => ({
        act: "cancelBooking",
        userId,
        input: { bookingId },
      });
      const { userId } = offer.professional;
      const outcomes = await racers.race([clientId, userId, clientId, userId].map(cancel));
      expect(tally(outcomes)).toEqual({ done: 1, conflict: 3 });
      expect(await stateOf(offer.slotId)).toEqual({ free: 1, live: 0 });
      const { payment } = await outcomeOf(world.db, bookingId);
      const owed = await world.db
        .select()
        .from(refunds)
        .where(eq(refunds.paymentId, String(payment?.id)));
      expect(owed).toHaveLength(1);
      const ask: Deed = { act: "askRefund", input: { refundId: String(owed[0]?.id) } };
      const asked = await racers.race(Array<Deed>(6).fill(ask));
      // A key in use is refused by the provider (409); its job tries again.
      expect(tally(asked).done).toBeGreaterThanOrEqual(1);
      await world.runJobs();
      expect(await outcomeOf(world.db, bookingId)).toMatchObject({
        booking: { status: "cancelled", paymentStatus: "refunded" },
        payment: { status: "refunded", refundedCents: 4_000 },
      });
      const { stripe } = await world.context();
      const made = await stripe.refunds.list({
        payment_intent: String(payment?.paymentIntentId),
      });
      expect(made.data.map(({ amount }) => amount)).toEqual([4_000]);
      await world.simulator.clearFaults();
    }
  });

  test("is not asked for when nothing was paid: the seat goes back once", LONG, async () => {
    for (const _ of rounds(2, 50)) {
      const offer = await world.makeOffer({ priceCents: 0 });
      const clientId = await makeClient(world.db);
      const { bookingId } = await bookSlot(await world.context(clientId), offer);
      const { userId } = offer.professional;
      const outcomes = await racers.race(
        [clientId, userId, clientId, userId].map((who) => ({
          act: "cancelBooking",
          userId: who,
          input: { bookingId },
        })),
      );
      expect(tally(outcomes)).toEqual({ done: 1, conflict: 3 });
      expect(await stateOf(offer.slotId)).toEqual({ free: 1, live: 0 });
    }
  });
});

describe("the end of a hold and its payment", () => {
  test("given up while it is being paid is either, never both", LONG, async () => {
    const ends = new Set<string>();
    for (const round of rounds(6, 200)) {
      const { offer, clientId, bookingId, payment, checkoutId } = await makeHold();
      if (round % 2) await dropWebhooks();
      const [paying, outcomes] = await Promise.all([
        world.simulator.pay(checkoutId),
        racers.race([
          { act: "cancelBooking", userId: clientId, input: { bookingId } },
          { act: "abandonCheckout", input: { token: await cancelTokenOf(world.db, payment) } },
        ]),
      ]);
      // Too late to be given up by a click that found it paid already.
      for (const { word } of outcomes) expect(["done", "conflict"]).toContain(word);
      await reconcilePayments(await world.context());
      await world.runJobs();
      const { booking, payment: after } = await outcomeOf(world.db, bookingId);
      const end = `${paying.result} ${booking.status} ${booking.cancelReason} ${after?.status}`;
      ends.add(end);
      expect([
        "closed cancelled abandoned expired",
        "paid confirmed null paid",
        // Paid, and then called off by the same click: all of it is given back.
        "paid cancelled client refunded",
      ]).toContain(end);
      const isFree = booking.status === "cancelled";
      expect(await stateOf(offer.slotId)).toEqual({ free: isFree ? 1 : 0, live: isFree ? 0 : 1 });
      await world.simulator.clearFaults();
    }
    expect(ends.size).toBeGreaterThan(0);
  });

  test.each([
    ["before it", ["end", "pay"]],
    ["after it", ["pay", "end"]],
    ["with it", ["pay end"]],
  ])("told %s, while somebody else wants the seat", LONG, async (_when, order) => {
    for (const _ of rounds(2, 100)) {
      const { offer, bookingId, payment, checkoutId } = await makeHold();
      const rivals = await Promise.all([makeClient(world.db), makeClient(world.db)]);
      await dropWebhooks();
      await world.simulator.pay(checkoutId);
      const input = await world.deliveryOf(checkoutId);
      // An event that no provider should send about a paid checkout.
      const ended = { event: "ended", reason: "expired", answer: null } as const;
      const deeds: Record<string, Deed> = {
        pay: { act: "takeDelivery", input },
        end: { act: "applyPayment", input: { paymentId: payment.id, ...ended } },
      };
      const book = rivals.map((userId): Deed => ({ act: "bookSlot", userId, input: offer }));
      for (const together of order) {
        const now = together.split(" ").flatMap((name) => deeds[name] ?? []);
        const outcomes = await racers.race([...now, ...book, ...now]);
        for (const { word } of outcomes) {
          expect(["done", "slot_unavailable", "already_booked", "conflict"]).toContain(word);
        }
      }
      await world.runJobs();
      expect(await stateOf(offer.slotId)).toEqual({ free: 0, live: 1 });
      const { booking, payment: after } = await outcomeOf(world.db, bookingId);
      expect(["confirmed null paid", "cancelled late refunded"]).toContain(
        `${booking.status} ${booking.cancelReason} ${after?.status}`,
      );
      await world.simulator.clearFaults();
    }
  });

  test("by the provider's clock is what the provider says", LONG, async () => {
    for (const _ of rounds(2, 50)) {
      const { offer, bookingId, checkoutId } = await makeHold();
      const [paying] = await Promise.all([
        world.simulator.pay(checkoutId),
        world.simulator.setClock(new Date(Date.now() + 32 * MINUTE)),
      ]);
      await reconcilePayments(await world.context());
      const { booking } = await outcomeOf(world.db, bookingId);
      const isPaid = paying.result === "paid";
      expect(booking.status).toBe(isPaid ? "confirmed" : "cancelled");
      expect(await stateOf(offer.slotId)).toEqual({ free: isPaid ? 0 : 1, live: isPaid ? 1 : 0 });
      await world.simulator.setClock(null);
    }
  });
});

describe("a professional who changes their mind during a checkout", () => {
  const acts: [string, (offer: Offer) => Deed][] = [
    [
      "the price",
      ({ sessionId, professional: { userId } }) => ({
        act: "updateSession",
        userId,
        input: { sessionId, changes: { price: 55 } },
      }),
    ],
    [
      "whether it is offered",
      ({ sessionId, professional: { userId } }) => ({
        act: "setSessionActive",
        userId,
        input: { sessionId, isActive: false },
      }),
    ],
    [
      "that it exists",
      ({ sessionId, professional: { userId } }) => ({
        act: "deleteSession",
        userId,
        input: { sessionId },
      }),
    ],
    [
      "whether it takes place",
      ({ slotId, professional: { userId } }) => ({ act: "cancelSlot", userId, input: { slotId } }),
    ],
  ];

  test.each(acts)("about %s, and its client get what they were told", LONG, async (_what, act) => {
    for (const round of rounds(4, 60)) {
      // Every other round the seat is held before, and the race is for the payment.
      const isHeld = round % 2 === 0;
      const held = isHeld ? await makeHold() : null;
      const offer = held?.offer ?? (await world.makeOffer());
      const userId = held?.clientId ?? (await makeClient(world.db));
      const change = act(offer);
      const book: Deed = { act: "bookSlot", userId, input: { ...offer, amount: 4_000 } };
      const [paying, outcomes] = await Promise.all([
        held ? world.simulator.pay(held.checkoutId) : null,
        racers.race(held ? [change, change] : [book, change, book]),
      ]);
      const known = ["done", "conflict", "slot_unavailable", "not_found", "provider_unavailable"];
      // A buyer who comes after a new price is told, and asks again.
      if (change.act === "updateSession") known.push("price_changed");
      for (const { word } of outcomes) expect(known).toContain(word);
      const bookingId = held?.bookingId ?? (await bookingOf(offer.slotId));
      if (!bookingId) continue;
      const before = await outcomeOf(world.db, bookingId);
      const checkoutId = before.payment?.checkoutSessionId;
      const later = paying ?? (checkoutId ? await world.simulator.pay(checkoutId) : null);
      await reconcilePayments(await world.context());
      await world.runJobs();
      const { booking, payment } = await outcomeOf(world.db, bookingId);
      expect([booking.pricePaidCents, payment?.amountCents]).toEqual([4_000, 4_000]);
      const end = `${later?.result} ${booking.status} ${booking.cancelReason} ${payment?.status}`;
      expect([
        "paid confirmed null paid",
        "paid cancelled professional refunded",
        // Paid once the slot was closed, and never confirmed (rule: late-payment).
        "paid cancelled late refunded",
        "closed cancelled abandoned expired",
      ]).toContain(end);
      if (change.act !== "cancelSlot") expect(end).toBe("paid confirmed null paid");
    }
  });
});

/** A full hour, in two days. */
const inTwoDays = () => new Date(Math.ceil(Date.now() / HOUR) * HOUR + 48 * HOUR);

/** Two slots of one professional, the second half an hour after the first; an hour long both. */
async function makeOverlap(priceCents = 4_000, start = inTwoDays()) {
  const offer = await world.makeOffer({ start, priceCents });
  const { professional } = offer;
  const over = { start: new Date(start.getTime() + 30 * MINUTE), professional, priceCents };
  return { start, offer, other: await world.makeOffer(over) };
}
const liveOf = async (...offers: Offer[]) =>
  (await Promise.all(offers.map(({ slotId }) => stateOf(slotId)))).map((state) => state?.live);
const bookAs = (userId: string, input: Offer): Deed => ({ act: "bookSlot", userId, input });

describe("one professional's hour, asked for by two of her slots (rule: one-place)", () => {
  const free = async (priceCents: number) => {
    const { offer, other, start } = await makeOverlap(priceCents);
    return { offer, other, start, clientId: await makeClient(world.db) };
  };

  test("has one winner among fifty, with no deadlock", LONG, async () => {
    const buyers = await Promise.all(Array.from({ length: 50 }, () => makeClient(world.db)));
    for (const round of rounds(3, 1_000)) {
      const { offer, other } = await makeOverlap(round % 2 ? 4_000 : 0);
      const outcomes = await racers.race(
        buyers.map((userId, n) => bookAs(userId, n % 2 ? offer : other)),
      );
      expect(tally(outcomes)).toEqual({ done: 1, slot_unavailable: 49 });
      expect((await liveOf(offer, other)).sort()).toEqual([0, 1]);
      // The winner must not run out of holds.
      const place = outcomes.findIndex(({ word }) => word === "done");
      const input = { bookingId: bookingIdOf(outcomes) };
      const given = await racers.race([
        { act: "cancelBooking", userId: String(buyers[place]), input },
      ]);
      expect(tally(given)).toEqual({ done: 1 });
      expect(await liveOf(offer, other)).toEqual([0, 0]);
    }
  });

  test(
    "is given back by some while others ask for it, and nobody meets an error",
    LONG,
    async () => {
      for (const _ of rounds(2, 100)) {
        const first = await world.makeOffer({ spots: 2, priceCents: 0, start: inTwoDays() });
        const { professional } = first;
        const offers = [first];
        for (const minutes of [30, 60, 90]) {
          const start = new Date(inTwoDays().getTime() + minutes * MINUTE);
          offers.push(await world.makeOffer({ professional, spots: 2, priceCents: 0, start }));
        }
        let holders: Deed[] = [];
        for (const _ of [1, 2, 3]) {
          const buyers = await Promise.all(Array.from({ length: 12 }, () => makeClient(world.db)));
          const wanted = buyers.map((userId, n) => bookAs(userId, offers[n % 4] ?? first));
          const outcomes = await racers.race([...holders, ...wanted]);
          for (const { word } of outcomes) expect(["done", "slot_unavailable"]).toContain(word);
          holders = outcomes.slice(holders.length).flatMap(({ answer }, n): Deed[] => {
            const booked = answer as { bookingId: string } | null;
            const input = booked && { bookingId: booked.bookingId };
            return input ? [{ act: "cancelBooking", userId: String(buyers[n]), input }] : [];
          });
        }
      }
    },
  );

  test("is not taken by money that comes late, once another has it", LONG, async () => {
    for (const _ of rounds(2, 100)) {
      const { offer, other } = await makeOverlap();
      const clientId = await makeClient(world.db);
      const { bookingId } = await bookSlot(await world.context(clientId), offer);
      const { payment } = await outcomeOf(world.db, bookingId);
      const rivals = await Promise.all([makeClient(world.db), makeClient(world.db)]);
      await dropWebhooks();
      await world.simulator.pay(String(payment?.checkoutSessionId));
      const delivery = await world.deliveryOf(String(payment?.checkoutSessionId));
      const ended = { event: "ended", reason: "expired", answer: null } as const;
      const end: Deed = {
        act: "applyPayment",
        input: { paymentId: String(payment?.id), ...ended },
      };
      const book = rivals.map((userId) => bookAs(userId, other));
      const outcomes = [
        ...(await racers.race([end])),
        ...(await racers.race([{ act: "takeDelivery", input: delivery }, ...book])),
      ];
      for (const { word } of outcomes) expect(["done", "slot_unavailable"]).toContain(word);
      await world.runJobs();
      expect((await liveOf(offer, other)).sort()).toEqual([0, 1]);
      const { booking, payment: after } = await outcomeOf(world.db, bookingId);
      const [kept] = await liveOf(offer);
      expect(`${booking.status} ${booking.cancelReason} ${after?.status}`).toBe(
        kept ? "confirmed null paid" : "cancelled late refunded",
      );
      await world.simulator.clearFaults();
    }
  });

  test("is to be had again once its last client has gone", LONG, async () => {
    for (const _ of rounds(4, 200)) {
      const { offer, other, clientId } = await free(0);
      const { bookingId } = await bookSlot(await world.context(clientId), offer);
      const [rival, last] = [await makeClient(world.db), await makeClient(world.db)];
      const outcomes = await racers.race([
        { act: "cancelBooking", userId: clientId, input: { bookingId } },
        bookAs(rival, other),
      ]);
      expect(outcomes[0]?.word).toBe("done");
      const isHad = outcomes[1]?.word === "done";
      if (!isHad) expect(outcomes[1]?.word).toBe("slot_unavailable");
      const after = await racers.race([bookAs(last, other)]);
      expect(tally(after)).toEqual(isHad ? { slot_unavailable: 1 } : { done: 1 });
      expect(await liveOf(offer, other)).toEqual([0, 1]);
    }
  });

  test("is sold once, though a slot is moved into it meanwhile", LONG, async () => {
    for (const _ of rounds(3, 100)) {
      const { offer, clientId, start } = await free(0);
      const { professional } = offer;
      const away = new Date(start.getTime() + 24 * HOUR);
      const moved = await world.makeOffer({ professional, start: away, priceCents: 0 });
      const changes = { slots: [{ start: start.toISOString() }] };
      const move: Deed = {
        act: "updateSession",
        userId: professional.userId,
        input: { sessionId: moved.sessionId, changes },
      };
      const outcomes = await racers.race([bookAs(clientId, offer), move]);
      expect(tally(outcomes)).toEqual({ done: 2 });
      const [slot] = await world.db
        .select()
        .from(slots)
        .where(eq(slots.offeringId, moved.sessionId));
      const into = { ...moved, slotId: String(slot?.id) };
      expect(slot?.startDatetime).toEqual(start);
      const next = await racers.race([bookAs(await makeClient(world.db), into)]);
      expect(tally(next)).toEqual({ slot_unavailable: 1 });
      expect(await liveOf(offer, into)).toEqual([1, 0]);
    }
  });

  test("is either a buyer's or a client's from elsewhere", LONG, async () => {
    for (const _ of rounds(4, 200)) {
      const { offer, other, clientId } = await free(0);
      const { userId } = offer.professional;
      const add: Deed = { act: "addOutsideClient", userId, input: { slotId: other.slotId } };
      // The second of these finds no seat left.
      const outcomes = await racers.race([bookAs(clientId, offer), add, add]);
      const isSold = outcomes[0]?.word === "done";
      const lost = { done: 1, slot_unavailable: 1, invalid_input: 1 };
      expect(tally(outcomes)).toEqual(isSold ? { done: 1, conflict: 2 } : lost);
      const [slot] = await world.db.select().from(slots).where(eq(slots.id, other.slotId));
      expect(slot).toMatchObject({ outsideSeats: isSold ? 0 : 1, isOccupied: !isSold });
      expect(await liveOf(offer)).toEqual([isSold ? 1 : 0]);
    }
  });

  test("is closed by an absence to whoever has not had a seat before", LONG, async () => {
    for (const round of rounds(4, 200)) {
      const start = new Date(Math.ceil(Date.now() / HOUR) * HOUR + 48 * HOUR);
      const offer = await world.makeOffer({ start, priceCents: 0, spots: 3 });
      const clientId = await makeClient(world.db);
      // Every other time the hour is taken already, so that a seat needs no lock of it.
      if (round % 2) await bookSlot(await world.newClient(), offer);
      const day = dayKey(start);
      const { userId } = offer.professional;
      const leave: Deed = {
        ...{ act: "addOwnTime", userId },
        input: { kind: "absence", from: day, to: day },
      };
      const outcomes = await racers.race([bookAs(clientId, offer), leave]);
      expect(outcomes[1]?.word).toBe("done");
      expect(["done", "slot_unavailable"]).toContain(outcomes[0]?.word);
      const next = await racers.race([bookAs(await makeClient(world.db), offer)]);
      expect(tally(next)).toEqual({ slot_unavailable: 1 });
      const had = (round % 2) + (outcomes[0]?.word === "done" ? 1 : 0);
      expect(await liveOf(offer)).toEqual([had]);
    }
  });

  test("is sold once, though the same hour comes again meanwhile", LONG, async () => {
    for (const _ of rounds(3, 100)) {
      const { offer, clientId, start } = await free(0);
      const weekly = await makeSession(world.db, {
        ...{ professional: offer.professional, priceCents: 0 },
        recurrence: { days: daysOf([weekdayOf(dayKey(start))]), time: formatTime(start) },
      });
      const make: Deed = { act: "generateSlots", input: { kind: "session", id: weekly.id } };
      const outcomes = await racers.race([bookAs(clientId, offer), make, make]);
      expect(tally(outcomes)).toEqual({ done: 3 });
      // Made before the booking it is closed, and after the booking it is not made.
      const made = await world.db.select().from(slots).where(eq(slots.offeringId, weekly.id));
      const over = made.find(({ startDatetime }) => +startDatetime === +start);
      expect(made.length).toBeGreaterThanOrEqual(7);
      if (!over) continue;
      const into = { ...offer, sessionId: weekly.id, slotId: over.id };
      const next = await racers.race([bookAs(await makeClient(world.db), into)]);
      expect(tally(next)).toEqual({ slot_unavailable: 1 });
    }
  });
});

describe("another hour that is proposed (rule: another-hour)", () => {
  const hours = (start: Date, count: number) => new Date(start.getTime() + count * HOUR);
  const base = () => new Date(Math.ceil(Date.now() / HOUR) * HOUR + 72 * HOUR);

  /** A booked slot, paid in every other round, whose professional is about to propose another hour. */
  async function makeBooked(round: number) {
    const start = base();
    const priceCents = round % 2 ? 4_000 : 0;
    const offer = await world.makeOffer({ start, priceCents });
    const clientId = await makeClient(world.db);
    const { bookingId } = await world.buy(offer, await world.context(clientId));
    const { userId } = offer.professional;
    const propose = (to: Date, withdraws = false): Deed => ({
      act: "proposeHour",
      userId,
      input: { slotId: offer.slotId, start: to.toISOString(), withdraws },
    });
    return { offer, start, priceCents, clientId, bookingId, userId, propose };
  }
  const slotRow = async (slotId: string) =>
    (await world.db.select().from(slots).where(eq(slots.id, slotId)))[0];
  const lapse = async () => {
    await lapseProposals(await world.context());
    await world.runJobs();
  };

  test("is kept for its client, or somebody else's who held it before", LONG, async () => {
    for (const round of rounds(4, 200)) {
      const { offer, start, priceCents, userId, propose } = await makeBooked(round);
      const to = hours(start, 24);
      // Either a slot of the same offering at that hour, or one of another that overlaps it.
      const isSame = round % 4 < 2;
      const { professional } = offer;
      const over = await world.makeOffer({
        ...{ professional, priceCents },
        start: isSame ? to : new Date(to.getTime() + 30 * MINUTE),
      });
      if (isSame) {
        await world.db
          .update(slots)
          .set({ offeringId: offer.sessionId })
          .where(eq(slots.id, over.slotId));
      }
      const input = { ...over, ...(isSame && { sessionId: offer.sessionId }) };
      const buyers = [await makeClient(world.db), await makeClient(world.db)];
      const [proposed, ...bought] = await racers.race([
        propose(to),
        ...buyers.map((buyer): Deed => ({ act: "bookSlot", userId: buyer, input })),
      ]);
      const winners = bought.filter(({ word }) => word === "done").length;
      for (const { word } of bought) expect(["done", "slot_unavailable"]).toContain(word);
      expect([proposed?.word, winners]).toEqual(
        proposed?.word === "done" ? ["done", 0] : ["conflict", 1],
      );
      await expectInvariants(world.db);
      // Nobody can take it later either, for as long as it is kept.
      const late: Deed = { act: "bookSlot", userId: await makeClient(world.db), input };
      expect(tally(await racers.race([late]))).toEqual({ slot_unavailable: 1 });
      expect(tally(await racers.race([propose(hours(start, 48))]))).toEqual(
        winners ? { done: 1 } : { conflict: 1 },
      );
      expect(userId).toBe(professional.userId);
    }
  });

  test.each(["client", "professional"] as const)(
    "goes when its booking is cancelled at that moment by the %s",
    LONG,
    async (side) => {
      for (const round of rounds(4, 200)) {
        const { offer, start, clientId, bookingId, userId, propose } = await makeBooked(round);
        const cancel: Deed = {
          act: "cancelBooking",
          userId: side === "client" ? clientId : userId,
          input: { bookingId },
        };
        const withdraws = round % 4 > 1;
        const [proposed, cancelled] = await racers.race([
          propose(hours(start, 24), withdraws),
          cancel,
        ]);
        expect([proposed?.word, cancelled?.word]).toEqual([
          expect.stringMatching(/^(done|conflict)$/),
          "done",
        ]);
        await lapse();
        const { booking } = await outcomeOf(world.db, bookingId);
        expect([booking.status, booking.cancelReason]).toEqual(["cancelled", side]);
        const all = await world.db
          .select()
          .from(slots)
          .where(eq(slots.offeringId, offer.sessionId));
        for (const slot of all) {
          expect(slot).toMatchObject({ reservedSeats: 0, isOccupied: false });
          // Made for the proposal alone, it is on sale to nobody.
          if (slot.id !== offer.slotId) expect(slot.isActive).toBe(false);
        }
        await expectInvariants(world.db);
      }
    },
  );

  test.each(["client", "professional"] as const)(
    "is accepted before its booking is cancelled by the %s, or not at all",
    LONG,
    async (side) => {
      for (const round of rounds(4, 200)) {
        const { offer, start, priceCents, clientId, bookingId, userId, propose } =
          await makeBooked(round);
        await racers.race([propose(hours(start, 24), round % 4 > 1)]);
        const accept: Deed = {
          ...{ act: "answerProposal", userId: clientId },
          input: { bookingId, answer: "accepted" },
        };
        const [one, cancelled, two] = await racers.race([
          accept,
          {
            act: "cancelBooking",
            userId: side === "client" ? clientId : userId,
            input: { bookingId },
          },
          accept,
        ]);
        for (const outcome of [one, two]) expect(["done", "conflict"]).toContain(outcome?.word);
        expect(cancelled?.word).toBe("done");
        await lapse();
        const { booking, payment } = await outcomeOf(world.db, bookingId);
        expect([booking.status, booking.cancelReason]).toEqual(["cancelled", side]);
        if (priceCents > 0) expect(payment?.status).toBe("refunded");
        const all = await world.db
          .select()
          .from(slots)
          .where(eq(slots.offeringId, offer.sessionId));
        for (const slot of all) {
          expect(slot).toMatchObject({ reservedSeats: 0, isOccupied: false });
        }
        expect(await stateOf(offer.slotId)).toMatchObject({ live: 0 });
        await expectInvariants(world.db);
      }
    },
  );

  test("is accepted, refused or lapsed once, however many answer at once", LONG, async () => {
    for (const round of rounds(3, 200)) {
      const { offer, start, priceCents, clientId, bookingId, propose } = await makeBooked(round);
      await racers.race([propose(hours(start, 24), round % 3 === 2)]);
      const answer = (given: "accepted" | "refused"): Deed => ({
        ...{ act: "answerProposal", userId: clientId },
        input: { bookingId, answer: given },
      });
      const outcomes = await racers.race([
        answer("accepted"),
        answer("refused"),
        answer("accepted"),
        answer("refused"),
        { act: "lapseProposals", input: {} },
      ]);
      expect(tally(outcomes)).toEqual({ done: 3, conflict: 2 });
      await lapse();
      const { booking, payment } = await outcomeOf(world.db, bookingId);
      const isMoved = booking.slotId !== offer.slotId;
      expect(isMoved).toBe(outcomes[0]?.word === "done");
      const isRefunded = !isMoved && round % 3 === 2;
      expect(booking.status).toBe(isRefunded ? "cancelled" : "confirmed");
      if (priceCents > 0) expect(payment?.status).toBe(isRefunded ? "refunded" : "paid");
      expect(await slotRow(booking.slotId)).toMatchObject({ reservedSeats: 0 });
      await expectInvariants(world.db);
    }
  });
});

describe("a period that is called off while its last seats are bought", () => {
  test("leaves nobody in it, and gives everybody back what they have paid", LONG, async () => {
    for (const round of rounds(4, 200)) {
      const start = new Date(Math.ceil(Date.now() / HOUR) * HOUR + 48 * HOUR);
      const priceCents = round % 2 ? 4_000 : 0;
      const offer = await world.makeOffer({ start, priceCents, spots: 3 });
      const hours = { from: start.toISOString(), to: new Date(+start + HOUR).toISOString() };
      const { userId } = offer.professional;
      const buyers = await Promise.all(Array.from({ length: 3 }, () => makeClient(world.db)));
      const [first = "", ...others] = buyers;
      await world.buy(offer, await world.context(first));
      const stop: Deed = {
        act: "cancelPeriod",
        userId,
        input: { slotIds: [offer.slotId], ...hours },
      };
      const outcomes = await racers.race([
        ...others.map((buyer) => bookAs(buyer, offer)),
        stop,
        stop,
      ]);
      for (const { word } of outcomes.slice(0, 2)) {
        expect(["done", "slot_unavailable"]).toContain(word);
      }
      expect(outcomes.slice(2).map(({ word }) => word)).toEqual(["done", "done"]);
      const late = await racers.race([bookAs(await makeClient(world.db), offer)]);
      expect(tally(late)).toEqual({ slot_unavailable: 1 });
      // Half of those who hold a seat pay while the job ends their checkouts.
      const held = outcomes.slice(0, 2).filter(({ word }) => word === "done");
      const decided = new Date().toISOString();
      const empty: Deed = { act: "cancelSlotBookings", input: { slotId: offer.slotId, decided } };
      const paying = held.slice(0, 1).map(async ({ answer }) => {
        if (priceCents === 0) return;
        const checkoutId = await checkoutOfAny((answer as { bookingId: string }).bookingId);
        await world.simulator.pay(checkoutId);
      });
      const [emptied] = await Promise.all([racers.race([empty, empty]), ...paying]);
      for (const { word } of emptied) expect(word).toBe("done");
      await world.simulator.untilDelivered();
      expect(tally(await racers.race([empty]))).toEqual({ done: 1 });
      await reconcilePayments(await world.context());
      await world.runJobs();
      expect(await stateOf(offer.slotId)).toMatchObject({ live: 0 });
      const { rows } = await world.db.execute<{ status: string }>(sql`
        select p.status from payments p join bookings b on b.id = p.reference
        where b.slot_id = ${offer.slotId}`);
      for (const { status } of rows) expect(["refunded", "expired"]).toContain(status);
      await expectInvariants(world.db);
    }
  });
});

describe("a schedule that is changed (rule: slots-ahead)", () => {
  test("keeps whoever books meanwhile, and makes nothing over that hour", LONG, async () => {
    for (const _ of rounds(3, 100)) {
      // In the middle of a day, when no clock is changed.
      const noon = new Date(`${dayKey(new Date(Date.now() + 72 * HOUR))}T11:00Z`);
      const { offer, other, start } = await makeOverlap(0, noon);
      const clientId = await makeClient(world.db);
      const rule = (hour: Date) => {
        const day = dayKey(hour);
        return { weekdays: [weekdayOf(day)], starts: formatTime(hour), fromDay: day };
      };
      const { userId } = offer.professional;
      const edit = (hour: Date): Deed => ({
        ...{ act: "editSchedule", userId },
        input: { offeringId: other.sessionId, rules: [rule(hour)], leftOut: [] },
      });
      // Made once, so that the change takes these hours away again.
      expect(tally(await racers.race([edit(start)]))).toEqual({ done: 1 });
      const made = await world.db.select().from(slots).where(eq(slots.offeringId, other.sessionId));
      const over = made.find(({ startDatetime }) => +startDatetime === +start);
      const into = { ...other, slotId: String(over?.id) };
      const rival = await makeClient(world.db);
      const later = new Date(start.getTime() + 15 * MINUTE);
      const outcomes = await racers.race([
        bookAs(clientId, offer),
        bookAs(rival, into),
        edit(later),
      ]);
      expect(outcomes[2]?.word).toBe("done");
      const sold = outcomes.slice(0, 2).map(({ word }) => word);
      for (const word of sold) expect(["done", "slot_unavailable", "not_found"]).toContain(word);
      expect(sold.filter((word) => word === "done")).toHaveLength(1);
      // The hour is somebody's: nobody else has a slot there that can be booked.
      const open = await world.db
        .select({ start: slots.startDatetime, id: slots.id })
        .from(slots)
        .where(eq(slots.offeringId, other.sessionId));
      const beside = open.find((slot) => +slot.start === +later);
      if (!beside) continue;
      const next = { ...other, slotId: beside.id };
      const last = await racers.race([bookAs(await makeClient(world.db), next)]);
      expect(tally(last)).toEqual({ slot_unavailable: 1 });
    }
  });
});

async function bookingOf(slotId: string): Promise<string | null> {
  const { rows } = await world.db.execute<{ id: string }>(
    sql`select id from bookings where slot_id = ${slotId}
      order by created_at desc limit 1`,
  );
  return rows[0]?.id ?? null;
}
