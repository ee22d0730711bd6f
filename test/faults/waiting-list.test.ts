import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { bookSlot } from "#core/bookings/book-slot.server.ts";
import { addDays, dayKey, fromParis } from "#core/dates.ts";
import { MINUTE } from "#core/durations.ts";
import { reconcilePayments } from "#core/reconciliation/reconcile-payments.server.ts";
import { bookings, slots, waitingEntries } from "#core/tables.server.ts";
import { joinWaitingList } from "#core/waiting-list/join-waiting-list.server.ts";
import { listWaiting } from "#core/waiting-list/list-waiting.server.ts";
import { offerSeats } from "#core/waiting-list/offer-seats.server.ts";
import { expectInvariants } from "../make/database.ts";
import { makeClient, type Offer, openPaymentWorld, type PaymentWorld } from "../make/payments.ts";
import { type Racers, startRacers } from "./racers.ts";
import type { Deed, Outcome } from "./racing-process.ts";
import { size } from "./size.ts";

/*
 * The line of a full slot while seats are freed, held, offered, let pass, edited and left at the same
 * moment, in several processes (rule: waiting-list): no seat is promised twice, and nobody who fits
 * is passed over.
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

/** Where in the first race the professional tries to take a seat. */
const BY_OWNER = [0, 7, 15];
const LONG = { timeout: size(180, 1_800) * 1_000 };
/** The day after tomorrow at noon in Paris, since by night there are no offers. */
const NOON = fromParis(`${addDays(dayKey(new Date()), 2)}T12:00`) as Date;
const START = fromParis(`${addDays(dayKey(new Date()), 4)}T12:00`) as Date;
const minutes = (count: number) => new Date(NOON.getTime() + count * MINUTE);

const at = async (minute: number, userId?: string) =>
  world.context(userId, { now: () => minutes(minute) });

/** A slot with this many seats, each booked by somebody else, and a line of these numbers of seats. */
async function makeLine(round: number, spots: number, line: readonly number[]) {
  // The simulator's clock runs, and many rounds take longer than a checkout may be late.
  await world.simulator.setClock(NOON);
  const priceCents = round % 2 ? 4_000 : 0;
  const start = new Date(START.getTime() + round * 24 * 60 * MINUTE);
  const offer = await world.makeOffer({ spots, priceCents, start });
  const clients = async (count: number) =>
    Promise.all(Array.from({ length: count }, () => makeClient(world.db)));
  const holders = await clients(spots);
  const booked: { userId: string; bookingId: string }[] = [];
  for (const userId of holders) {
    const { bookingId } = await bookSlot(await at(0, userId), offer);
    booked.push({ userId, bookingId });
  }
  const waiting = await clients(line.length);
  for (const [n, userId] of waiting.entries()) {
    await joinWaitingList(await at(n, userId), { slotId: offer.slotId, seats: line[n] ?? 1 });
  }
  return { offer, booked, waiting, strangers: await clients(3) };
}

const bookAs = (userId: string, input: Offer, minute: number, seats = 1): Deed => ({
  ...{ act: "bookSlot", userId, input: { ...input, seats, amount: input.priceCents * seats } },
  at: minutes(minute),
});
const cancelAs = ({ userId, bookingId }: { userId: string; bookingId: string }): Deed => ({
  ...{ act: "cancelBooking", userId, input: { bookingId } },
  at: minutes(20),
});
const workAt = (minute: number): Deed => ({ act: "offerSeats", input: {}, at: minutes(minute) });

/** Nobody sees an error of ours. */
function expectKnown(outcomes: Outcome[]): void {
  for (const { word } of outcomes) {
    expect(["done", "conflict", "slot_unavailable", "not_found", "already_booked"]).toContain(word);
  }
}

async function settle(minute: number): Promise<void> {
  await reconcilePayments(await at(minute));
  while ((await offerSeats(await at(minute))) > 0) {
    // Until nothing is to be done.
  }
  await expectInvariants(world.db, minutes(minute));
}

async function stateOf(slotId: string) {
  const [slot] = await world.db.select().from(slots).where(eq(slots.id, slotId));
  const { rows } = await world.db.execute<{ taken: number; offered: number }>(sql`
    select (select coalesce(sum(seats), 0)::int from ${bookings}
        where slot_id = ${slotId} and status <> 'cancelled') as taken,
      (select coalesce(sum(seats), 0)::int from ${waitingEntries}
        where slot_id = ${slotId} and offered_at is not null) as offered`);
  return { free: slot?.availableSpots, kept: slot?.reservedSeats, ...rows[0] };
}

const offersOf = async (waiting: string[], slotId: string, minute: number) => {
  const lists = await Promise.all(waiting.map(async (id) => listWaiting(await at(minute, id))));
  return lists.map((own) => own.find((entry) => entry.slotId === slotId) ?? null);
};

test("seats that are freed at once go to the line, however many strangers come", LONG, async () => {
  for (let round = 0; round < size(4, 150); round += 1) {
    const line = [1, 2, 1, 3];
    const { offer, booked, waiting, strangers } = await makeLine(round, 3, line);
    const { slotId, professional } = offer;
    const late = await makeClient(world.db);
    const [first, second] = booked;
    if (!first || !second) throw new Error("nobody has booked");
    // Nor has the professional a claim to them, for a client from elsewhere.
    const outside: Deed = {
      ...{ act: "addOutsideClient", userId: professional.userId, input: { slotId } },
      at: minutes(20),
    };
    const outcomes = await racers.race([
      outside,
      cancelAs(first),
      ...strangers.map((userId) => bookAs(userId, offer, 20)),
      workAt(20),
      cancelAs(second),
      outside,
      { act: "joinWaitingList", userId: late, input: { slotId }, at: minutes(20) },
      workAt(20),
      ...strangers.map((userId) => bookAs(userId, offer, 20)),
      {
        ...{ act: "updateSession", userId: professional.userId, at: minutes(20) },
        input: { sessionId: offer.sessionId, changes: { title: `Une ligne ${round}` } },
      },
      workAt(20),
      outside,
    ]);
    expectKnown(outcomes.filter((_, n) => !BY_OWNER.includes(n)));
    const byOwner = BY_OWNER.map((n) => outcomes[n]?.word);
    expect(new Set(byOwner)).toEqual(new Set(["invalid_input"]));
    const byStranger = [2, 3, 4, 10, 11, 12].map((n) => outcomes[n]?.word);
    expect(new Set(byStranger)).toEqual(new Set(["slot_unavailable"]));
    await settle(21);
    expect(await stateOf(slotId)).toEqual({ free: 0, kept: 2, taken: 1, offered: 2 });
    // Whether the two came together or one after the other, the first in line has an offer.
    const offers = await offersOf(waiting, slotId, 21);
    expect(offers[0]?.offer).not.toBe(null);
    expect(offers[2]?.offer).not.toBe(null);

    // Answers, passes and departures, while the job works and strangers try.
    const entries = offers.map((entry) => String(entry?.id));
    const answers = await racers.race([
      bookAs(String(waiting[0]), offer, 25),
      {
        act: "passOffer",
        userId: String(waiting[2]),
        input: { entryId: String(entries[2]) },
        at: minutes(25),
      },
      workAt(25),
      bookAs(String(waiting[0]), offer, 25),
      {
        act: "leaveWaitingList",
        userId: String(waiting[1]),
        input: { entryId: String(entries[1]) },
        at: minutes(25),
      },
      bookAs(String(strangers[0]), offer, 25),
      {
        act: "leaveWaitingList",
        userId: String(waiting[2]),
        input: { entryId: String(entries[2]) },
        at: minutes(25),
      },
    ]);
    expectKnown(answers);
    expect([answers[0]?.word, answers[3]?.word]).toContain("done");
    await settle(26);
    const after = await stateOf(slotId);
    expect(Number(after.free) + Number(after.kept) + Number(after.taken)).toBe(3);

    // The last second of an offer: either it is taken, or the next comes; never both.
    const [running] = (await offersOf([late], slotId, 26)).filter((entry) => entry?.offer);
    if (!running) continue;
    const last = (Number(running.offer?.until) - NOON.getTime()) / MINUTE;
    const end = await racers.race([
      bookAs(late, offer, last - 0.001),
      workAt(last),
      bookAs(String(strangers[1]), offer, last),
      workAt(last),
    ]);
    expectKnown(end);
    await settle(last + 1);
    const { taken = 0, kept = 0, free = 0 } = await stateOf(slotId);
    expect(taken + kept + free).toBe(3);
  }
});
