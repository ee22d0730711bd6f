import { COMMISSION_RATE, commission } from "#core/commission.ts";
import { DAY, HOUR, MINUTE } from "#core/durations.ts";
import { eurosToCents } from "#core/money.ts";
import { TAGS, yearOfRating } from "#core/reviews/rules.ts";
import type { bookings, mails, offerings, payments, reviews, slots } from "#core/tables.server.ts";
import { INES } from "../accounts.ts";
import { addDays, occurrences } from "../calendar.ts";
import { emailOf, professionalIdOf, stripeAccountOf, userIdOf } from "../people.ts";
import { GOLDEN, type PlannedSession } from "../plan-sessions.ts";
import { type Dice, dice, fixedId } from "../seeded-random.ts";
import { CLIENTS, type Professional, REVIEW_TEXTS, type Trade } from "../texts.ts";

/** So far back practitioners have been booked, in days; a review is written the day after. */
const SINCE = 150;
const LAST = 3;
const MAX_REVIEWS = 40;
/** Of these practitioners one in so many is new, and has no review yet. */
const NEW_ONE_IN = 6;

type Offering = typeof offerings.$inferInsert & { id: string };

type PastSlot = typeof slots.$inferInsert & { id: string };

/**
 * What clients have booked and lived, and reviewed where nobody logs in. Slots that are there already
 * lose the seats that they took.
 */
export function historyRows(
  offered: readonly { planned: PlannedSession; offering: Offering }[],
  known: readonly PastSlot[],
  now: Date,
) {
  const rows = {
    slots: [] as PastSlot[],
    bookings: [] as (typeof bookings.$inferInsert)[],
    payments: [] as (typeof payments.$inferInsert)[],
    mails: [] as (typeof mails.$inferInsert)[],
    reviews: [] as (typeof reviews.$inferInsert)[],
  };
  const byOwner = Map.groupBy(offered, ({ planned }) => planned.professional);
  for (const [place, [owner, own]] of [...byOwner].entries()) {
    if ("email" in owner || place % NEW_ONE_IN === 5) continue;
    const random = dice(`history of ${owner.business}`);
    const count = 1 + Math.floor((MAX_REVIEWS - 1) * ((place * GOLDEN) % 1) ** 3 + 0.5);
    const dates = pastDates(own, now, random).slice(0, count);
    const ratings = drawRatings(dates.length, random);
    const clients = random.shuffle(CLIENTS);
    for (const [turn, date] of dates.entries()) {
      const client = clients[turn];
      if (!client) break;
      const rating = Number(ratings[turn]);
      const visit = addVisit(rows, { ...date, slot: newSlot(rows, date), owner, client, random });
      addReview(rows, { ...visit, rating, trade: date.planned.trade, random });
    }
  }
  addOwnPast(rows, offered, known, now);
  return rows;
}

/** Every second past hour of Inès had somebody of this site's, who said nothing of it. */
function addOwnPast(
  rows: Rows,
  offered: readonly { planned: PlannedSession; offering: Offering }[],
  known: readonly PastSlot[],
  now: Date,
): void {
  const own = new Map(
    offered
      .filter(({ planned: { professional, price } }) => professional === INES && price > 0)
      .map((one) => [one.offering.id, one]),
  );
  const random = dice("past of Inès");
  const until = addDays(now, -LAST);
  const past = known.filter(({ startDatetime }) => startDatetime < until);
  for (const [place, slot] of past.entries()) {
    const found = own.get(slot.offeringId);
    // Two stay for those who have booked by the use cases, see bookings.ts.
    if (!found || place % 2 === 0 || slot.availableSpots < 3) continue;
    const client = CLIENTS[place % CLIENTS.length];
    if (!client) continue;
    slot.availableSpots -= 1;
    slot.isOccupied = true;
    addVisit(rows, { ...found, slot, owner: INES, client, random });
  }
}

type Rows = ReturnType<typeof historyRows>;

interface Visit {
  planned: PlannedSession;
  offering: Offering;
  slot: PastSlot;
  owner: Professional;
  client: (typeof CLIENTS)[number];
  random: Dice;
}

function newSlot(rows: Rows, { planned, offering, start }: PastDate): PastSlot {
  const capacity = planned.announcement.places;
  const slot = {
    ...{ id: fixedId("pastSlot", rows.slots.length), offeringId: offering.id },
    ...{ startDatetime: start, endDatetime: new Date(start.getTime() + planned.minutes * MINUTE) },
    ...{ capacity, availableSpots: capacity - 1, isOccupied: true },
    createdAt: offering.createdAt ?? start,
  };
  rows.slots.push(slot);
  return slot;
}

/** One client's seat, paid for, proved by its code, and told by mail to both. */
function addVisit(rows: Rows, { planned, offering, slot, owner, client, random }: Visit) {
  const number = rows.bookings.length;
  const id = fixedId("pastBooking", number);
  const [clientId, professionalId] = [userIdOf(client.email), professionalIdOf(owner)];
  const { startDatetime: start, endDatetime: end } = slot;
  const createdAt = new Date(start.getTime() - (26 + random.between(0, 120)) * HOUR);
  const confirmedAt = new Date(createdAt.getTime() + 3 * MINUTE);
  const pricePaidCents = eurosToCents(planned.reducedPrice ?? planned.price);
  const commissionCents = commission(pricePaidCents, COMMISSION_RATE);
  rows.bookings.push({
    ...{ id, clientId, professionalId, slotId: slot.id, buyerEmail: client.email },
    ...{ pricePaidCents, commissionCents, commissionRate: COMMISSION_RATE },
    ...{ status: "confirmed", paymentStatus: "paid", createdAt, confirmedAt },
    refundableUntil: addDays(start, -1),
    sold: {
      ...{ title: planned.title, isOnline: offering.isOnline ?? false },
      ...{ address: offering.address ?? null, city: offering.city ?? null },
      ...{ postalCode: offering.postalCode ?? null, practitioner: owner.business },
      ...{ start: start.toISOString(), end: end.toISOString() },
    },
    presenceCode: String(random.between(0, 9_999)).padStart(4, "0"),
    ...{ presence: "present", presenceBy: "code" },
    presenceAt: new Date(start.getTime() + 4 * MINUTE),
  });
  rows.payments.push({
    ...{ id: fixedId("payment", number), kind: "session_booking", reference: id, status: "paid" },
    ...{ amountCents: pricePaidCents, applicationFeeCents: commissionCents },
    destinationAccount: stripeAccountOf(owner),
    ...{ description: planned.title, payerEmail: client.email },
    ...{ checkoutSessionId: `cs_test_demo${number}`, paymentIntentId: `pi_demo${number}` },
    ...{ chargeId: `ch_demo${number}`, successUrl: "", cancelToken: `demo-${number}` },
    ...{ createdAt, paidAt: confirmedAt, expiresAt: new Date(createdAt.getTime() + HOUR / 2) },
  });
  for (const [kind, toAddress] of [
    ["booking-confirmed", client.email],
    ["booking-received", emailOf(owner)],
  ] as const) {
    rows.mails.push({
      ...{ id: fixedId("mail", rows.mails.length), kind, reference: id, toAddress },
      ...{ data: { bookingId: id }, status: "sent", createdAt: confirmedAt, sentAt: confirmedAt },
    });
  }
  return { bookingId: id, authorId: clientId, professionalId, offeringId: offering.id, end };
}

interface Visited extends ReturnType<typeof addVisit> {
  rating: number;
  trade: Trade;
  random: Dice;
}

function addReview(rows: Rows, { rating, trade, random, end, ...visit }: Visited): void {
  const number = rows.reviews.length;
  const publishedAt = new Date(end.getTime() + (26 + random.between(0, 36)) * HOUR);
  rows.reviews.push({
    ...{ ...visit, id: fixedId("review", number), rating, rates: yearOfRating(publishedAt) },
    ...{ status: "published", publishedAt, ...opinion(trade, rating, random) },
    ...(number % 4 === 0 && {
      reply: random.pick(REVIEW_TEXTS.replies),
      repliedAt: new Date(publishedAt.getTime() + 5 * HOUR),
    }),
  });
}

const BODY: Trade[] = ["Massage", "Reiki"];
const CLASS: Trade[] = ["Yoga", "Pilates", "Méditation", "Art-thérapie"];

/** Words of four in five, and a tag or two. */
function opinion(trade: Trade, rating: number, random: Dice) {
  const kind = BODY.includes(trade) ? "body" : CLASS.includes(trade) ? "class" : "talk";
  // The last words of each kind are those of who was not quite satisfied.
  const texts = REVIEW_TEXTS[kind];
  const fitting = rating < 5 ? texts.slice(-4) : texts.slice(0, -2);
  const text = random.next() < 0.8 ? random.pick(fitting) : "";
  const tags = random.shuffle(TAGS).slice(0, random.between(0, 2));
  return { text, tags };
}

/** Stars whose mean lies between 3,9 and 5. */
function drawRatings(count: number, random: Dice): number[] {
  const ratings = Array.from({ length: count }, () => random.pick([5, 5, 5, 5, 4, 4, 3]));
  const mean = () => ratings.reduce((sum, one) => sum + one, 0) / count;
  while (mean() < 3.9) ratings[ratings.indexOf(Math.min(...ratings))] = 5;
  return ratings;
}

interface PastDate {
  planned: PlannedSession;
  offering: Offering;
  start: Date;
}

/** When their paid sessions took place, in any order, from the time on that they were offered. */
function pastDates(
  own: readonly { planned: PlannedSession; offering: Offering }[],
  now: Date,
  random: Dice,
): PastDate[] {
  return random.shuffle(
    own.flatMap(({ planned, offering }) => {
      const { price, times, freeTimes } = planned;
      const opened = addDays(offering.createdAt ?? now, 8);
      const since = new Date(Math.max(opened.getTime(), now.getTime() - SINCE * DAY));
      const starts = occurrences([...times, ...freeTimes], since, addDays(now, -LAST));
      return price > 0 ? starts.map((start) => ({ planned, offering, start })) : [];
    }),
  );
}
