import { COMMISSION_RATE, commission } from "#core/commission.ts";
import { DAY, HOUR, MINUTE } from "#core/durations.ts";
import { eurosToCents } from "#core/money.ts";
import { TAGS, yearOfRating } from "#core/reviews/rules.ts";
import type { bookings, mails, offerings, payments, reviews, slots } from "#core/tables.server.ts";
import { addDays, occurrences } from "./calendar.ts";
import { emailOf, professionalIdOf, stripeAccountOf, userIdOf } from "./people.ts";
import { GOLDEN, type PlannedSession } from "./plan-sessions.ts";
import { type Dice, dice, fixedId } from "./seeded-random.ts";
import { CLIENTS, type Professional, REVIEW_TEXTS, type Trade } from "./texts.ts";

/** So far back practitioners have been booked, in days; a review is written the day after. */
const SINCE = 150;
const LAST = 3;
const MOST_REVIEWS = 40;
/** Of these practitioners one in so many is new, and has no review yet. */
const NEW_ONE_IN = 6;

type Offering = typeof offerings.$inferInsert & { id: string };

/** What clients have booked, lived and reviewed with the practitioners nobody logs in as. */
export function historyRows(
  offered: readonly { planned: PlannedSession; offering: Offering }[],
  now: Date,
) {
  const rows = {
    slots: [] as (typeof slots.$inferInsert & { id: string })[],
    bookings: [] as (typeof bookings.$inferInsert)[],
    payments: [] as (typeof payments.$inferInsert)[],
    mails: [] as (typeof mails.$inferInsert)[],
    reviews: [] as (typeof reviews.$inferInsert)[],
  };
  const byOwner = Map.groupBy(offered, ({ planned }) => planned.professional);
  for (const [place, [owner, own]] of [...byOwner].entries()) {
    if ("email" in owner || place % NEW_ONE_IN === 5) continue;
    const random = dice(`history of ${owner.business}`);
    const count = 1 + Math.floor((MOST_REVIEWS - 1) * ((place * GOLDEN) % 1) ** 3 + 0.5);
    const dates = pastDates(own, now, random);
    const ratings = drawRatings(count, random);
    for (const [turn, client] of random.shuffle(CLIENTS).slice(0, count).entries()) {
      const date = dates[turn % dates.length];
      if (date) addVisit(rows, { ...date, owner, client, rating: Number(ratings[turn]), random });
    }
  }
  return rows;
}

interface Visit {
  planned: PlannedSession;
  offering: Offering;
  start: Date;
  owner: Professional;
  client: (typeof CLIENTS)[number];
  rating: number;
  random: Dice;
}

/** One client's seat, paid for, proved by its code, and reviewed. */
function addVisit(rows: ReturnType<typeof historyRows>, visit: Visit): void {
  const { planned, offering, start, owner, client, rating, random } = visit;
  const number = rows.bookings.length;
  const [id, slotId, paymentId] = [
    fixedId("pastBooking", number),
    fixedId("pastSlot", number),
    fixedId("payment", number),
  ];
  const [clientId, professionalId] = [userIdOf(client.email), professionalIdOf(owner)];
  const end = new Date(start.getTime() + planned.minutes * MINUTE);
  const createdAt = new Date(start.getTime() - (26 + random.between(0, 120)) * HOUR);
  const confirmedAt = new Date(createdAt.getTime() + 3 * MINUTE);
  const capacity = planned.announcement.places;
  rows.slots.push({
    ...{ id: slotId, offeringId: offering.id, startDatetime: start, endDatetime: end },
    ...{ capacity, availableSpots: capacity - 1, isOccupied: true },
    createdAt: offering.createdAt ?? createdAt,
  });
  const pricePaidCents = eurosToCents(planned.reducedPrice ?? planned.price);
  const commissionCents = commission(pricePaidCents, COMMISSION_RATE);
  rows.bookings.push({
    ...{ id, clientId, professionalId, slotId, buyerEmail: client.email },
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
    ...{ id: paymentId, kind: "session_booking", reference: id, status: "paid" },
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
  const publishedAt = new Date(end.getTime() + (26 + random.between(0, 36)) * HOUR);
  rows.reviews.push({
    ...{ id: fixedId("review", number), bookingId: id, offeringId: offering.id },
    ...{ authorId: clientId, professionalId, rating, rates: yearOfRating(publishedAt) },
    ...{ status: "published", publishedAt, ...opinion(planned.trade, rating, random) },
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

/** When their paid sessions took place, in any order, from the time on that they were offered. */
function pastDates(
  own: readonly { planned: PlannedSession; offering: Offering }[],
  now: Date,
  random: Dice,
) {
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
