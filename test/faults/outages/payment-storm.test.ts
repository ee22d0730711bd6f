import { eq } from "drizzle-orm";
import fc from "fast-check";
import type Stripe from "stripe";
import { afterAll, beforeAll, expect, test } from "vitest";
import { bookSlot } from "#core/bookings/book-slot.server.ts";
import { cancelBooking } from "#core/bookings/cancellation/cancel-booking.server.ts";
import { MINUTE } from "#core/durations.ts";
import { compareProvider } from "#core/reconciliation/compare-provider.server.ts";
import { reconcilePayments } from "#core/reconciliation/reconcile-payments.server.ts";
import { payments } from "#core/tables.server.ts";
import { newId } from "#platform/ids.server.ts";
import { createStripe } from "#platform/stripe.server.ts";
import { expectInvariants } from "../../make/database.ts";
import {
  makeClient,
  type Offer,
  openPaymentWorld,
  outcomeOf,
  type PaymentWorld,
} from "../../make/payments.ts";
import { type Racers, startRacers, tally } from "../racers.ts";
import type { Deed } from "../racing-process.ts";
import { SEED } from "../size.ts";

/*
 * Many bookings at once, each with a life of its own, and a provider whose events come up to three
 * times, in any order, to any process, among forged and stale ones, or not at all. In the end
 * everything is settled, to the cent.
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

const CONFIRMED = "confirmed paid paid";
const REFUNDED = "cancelled refunded refunded";
const RELEASED = "cancelled unpaid expired";
const REVIEWED = "cancelled unpaid review";
/** The life of a booking, and the state that it, its money and its payment must reach. */
const LIVES = {
  "is paid": CONFIRMED,
  "is paid after a declined card": CONFIRMED,
  "is decided about by a bank, then paid": CONFIRMED,
  "is decided about by a bank, then refused": RELEASED,
  "is given up": RELEASED,
  "is given up after a declined card": RELEASED,
  "is paid while its account gets restricted": CONFIRMED,
  "is called off by its client": REFUNDED,
  "is called off by its professional": REFUNDED,
  "is called off, and its refund fails later": "cancelled paid review",
  "is disputed": CONFIRMED,
  "is said to be of the other mode": CONFIRMED,
  "is said to cost another amount": REVIEWED,
  "is said to be in another currency": REVIEWED,
  "went to another destination": REVIEWED,
} as const;
type Life = keyof typeof LIVES;

interface Living {
  life: Life;
  offer: Offer;
  clientId: string;
  bookingId: string;
  paymentId: string;
  checkoutId: string;
}

const DECLINED = { cardNumber: "4000000000000002" };

/** At most ten at a time, as a crowd comes. */
async function each<One>(all: readonly One[], work: (one: One, n: number) => Promise<void>) {
  const queue = all.entries();
  const worker = async () => {
    for (const [n, one] of queue) await work(one, n);
  };
  await Promise.all(Array.from({ length: 10 }, worker));
}

async function begin(life: Life, priceCents: number): Promise<Living> {
  const offer = await world.makeOffer({ priceCents });
  const clientId = await makeClient(world.db);
  const { bookingId } = await bookSlot(await world.context(clientId, { address: newId() }), offer);
  const { payment } = await outcomeOf(world.db, bookingId);
  if (!payment?.checkoutSessionId) throw new Error("a hold has no checkout");
  const known = { paymentId: payment.id, checkoutId: payment.checkoutSessionId };
  return { life, offer, clientId, bookingId, ...known };
}

/** The payer's actions on the provider's page, and others' at the same time. */
async function pay(stripe: Stripe, { life, offer, checkoutId, paymentId }: Living): Promise<void> {
  if (life.includes("declined")) await world.simulator.pay(checkoutId, DECLINED);
  if (life.startsWith("is given up")) {
    await stripe.checkout.sessions.expire(checkoutId);
    return;
  }
  if (life === "went to another destination") {
    const destinationAccount = "acct_another";
    await world.db.update(payments).set({ destinationAccount }).where(eq(payments.id, paymentId));
  }
  const isSlow = life.startsWith("is decided about");
  if (isSlow) await world.simulator.fault({ type: "process_payments", checkout: checkoutId });
  expect((await world.simulator.pay(checkoutId)).result).toBe(isSlow ? "processing" : "paid");
  if (life.includes("restricted")) {
    const { accountId: account } = offer.professional;
    await world.simulator.fault({ type: "restrict_account", account });
  }
}

/** Later events for some of those that were paid. */
async function goOn({ life, offer, clientId, bookingId, checkoutId }: Living): Promise<void> {
  const { payment } = await outcomeOf(world.db, bookingId);
  if (life.startsWith("is decided about")) {
    const held = { booking: { status: "pending" }, payment: { status: "open" }, spots: 0 };
    expect(await outcomeOf(world.db, bookingId)).toMatchObject(held);
    expect(payment?.processingAt).not.toBeNull();
    const outcome = life.endsWith("paid") ? "succeeded" : "failed";
    await world.simulator.fault({ type: "settle_payment", checkout: checkoutId, outcome });
  }
  if (life === "is disputed") {
    await world.simulator.fault({ type: "create_dispute", charge: payment?.chargeId });
  }
  if (!life.startsWith("is called off")) return;
  const isByClient = !life.includes("professional");
  const who = isByClient ? clientId : offer.professional.userId;
  await cancelBooking(await world.context(who), { bookingId });
}

async function failRefund(stripe: Stripe, { life, bookingId }: Living): Promise<void> {
  if (!life.includes("fails later")) return;
  const { payment } = await outcomeOf(world.db, bookingId);
  const made = await stripe.refunds.list({ payment_intent: String(payment?.paymentIntentId) });
  await world.simulator.fault({ type: "fail_refund", refund: made.data[0]?.id });
}

function sign(event: object, { secret = "", age = 0 } = {}) {
  const { stripe: config } = world.simulator;
  const payload = JSON.stringify(event);
  const signature = createStripe(config).webhooks.generateTestHeaderString({
    payload,
    secret: secret || config.webhookSecret,
    timestamp: Math.floor((Date.now() - age) / 1000),
  });
  return { payload, signature };
}

const told = new Set<string>();

/** Brings the news since the last time: lies in their place where a life says so, noise around. */
async function tell(stripe: Stripe, living: Living[]): Promise<void> {
  const lifeOf = new Map(living.map(({ checkoutId, life }) => [checkoutId, life]));
  const events: Stripe.Event[] = [];
  for await (const event of stripe.events.list({ limit: 100 })) {
    if (told.has(event.id)) break;
    events.push(event);
  }
  for (const { id } of events) told.add(id);
  const plans = fc.sample(
    fc.record({ copies: fc.integer({ min: 1, max: 3 }), chance: fc.nat(99) }),
    { seed: SEED + told.size, numRuns: events.length },
  );
  const deeds: Deed[] = [];
  const refused: Deed[] = [];
  for (const [n, event] of events.entries()) {
    const object = event.data.object as unknown as Record<string, unknown>;
    const endpoint = event.account ? "connect" : "platform";
    const { copies = 1, chance = 0 } = plans[n] ?? {};
    const deed = (given: { payload: string; signature: string }): Deed => {
      return { act: "takeDelivery", input: { ...given, endpoint } };
    };
    const secret = event.account ? world.simulator.stripe.connectWebhookSecret : "";
    const lie = { ...LIES[lifeOf.get(String(object.id)) ?? "is paid"] };
    const isLie = Object.keys(lie).length > 0;
    // As one of its two hundred types, each of its copies would take the compiler seconds.
    const plain: object = event;
    const news = isLie ? { ...plain, data: { object: { ...object, ...lie } } } : plain;
    // Lies get through, or nothing would be learnt of them.
    if (isLie || chance >= 10) {
      deeds.push(...Array<Deed>(copies).fill(deed(sign(news, { secret }))));
    }
    if (chance % 10 === 1) refused.push(deed(sign(plain, { secret: "whsec_of_a_stranger" })));
    if (chance % 10 === 2) refused.push(deed(sign(plain, { secret, age: 6 * MINUTE })));
    if (chance % 10 === 3) {
      const livemode = { ...plain, id: `evt_${newId()}`, livemode: true };
      deeds.push(deed(sign(livemode, { secret })));
    }
  }
  const all = [...deeds, ...refused];
  const [order = all] = fc.sample(
    fc.shuffledSubarray(all, { minLength: all.length, maxLength: all.length }),
    { seed: SEED, numRuns: 1 },
  );
  for (let from = 0; from < order.length; from += 60) {
    const now = order.slice(from, from + 60);
    const forged = now.filter((one) => refused.includes(one)).length;
    const words = { done: now.length - forged, ...(forged > 0 && { invalid_input: forged }) };
    expect(tally(await racers.race(now))).toEqual(words);
  }
}

const LIES: { [One in Life]?: object } = {
  "is said to cost another amount": { amount_total: 1 },
  "is said to be in another currency": { currency: "usd" },
};

/** Turns of the reconciler, 30 s apart, and the jobs between them. */
let turns = 0;
async function reconcile(): Promise<void> {
  for (const _ of Array.from({ length: 8 })) {
    turns += 1;
    world.shift(turns * 31_000);
    await reconcilePayments(await world.context());
    await world.runJobs();
  }
}

test("every booking ends as its life says, to the cent", {
  timeout: 1_200_000,
}, async () => {
  const count = 1_000;
  const { stripe } = await world.context();
  await world.simulator.fault({ type: "webhook_drop", event: "*", times: null });
  const names = Object.keys(LIVES) as Life[];
  const prices = fc.sample(fc.integer({ min: 50, max: 30_000 }), { seed: SEED, numRuns: count });
  const living: Living[] = [];
  await each(prices, async (price, n) => {
    living.push(await begin(names[n % names.length] ?? "is paid", price));
  });
  const start = Date.now();
  await each(living, (one) => pay(stripe, one));
  await tell(stripe, living);
  await reconcile();
  await each(living, goOn);
  await world.runJobs();
  await tell(stripe, living);
  await reconcile();
  await each(living, (one) => failRefund(stripe, one));
  await tell(stripe, living);
  await reconcile();
  expect(Date.now() - start).toBeLessThan(5 * MINUTE);

  const reviewed: string[] = [];
  for (const { life, bookingId } of living) {
    const { booking, payment, spots } = await outcomeOf(world.db, bookingId);
    if (payment?.status === "review") reviewed.push(payment.id);
    expect([life, `${booking.status} ${booking.paymentStatus} ${payment?.status}`, spots]).toEqual([
      life,
      LIVES[life],
      booking.status === "confirmed" ? 0 : 1,
    ]);
  }
  await expectInvariants(world.db);
  world.shift(turns * 31_000 + 3 * MINUTE);
  const verdicts = await compareProvider(await world.context());
  // Money that waits for the operator is named, each once, and there is nothing else to say.
  const named = verdicts.flatMap(({ faults }) => faults).map((fault) => fault.split(" (")[0]);
  expect(named.sort()).toEqual(reviewed.sort());
});
