import { and, asc, between, eq, gt, lt, type SQL, sql } from "drizzle-orm";
import { DAY } from "#core/durations.ts";
import { sweepListings } from "#core/listings/refresh-listings.server.ts";
import { cents } from "#core/money.ts";
import { mails, offerings, slots } from "#core/tables.server.ts";
import type { Database } from "#platform/postgres.server.ts";
import { CAMILLE, type Client, INES, LEO, REGULARS, SAM } from "../accounts.ts";
import { addDays } from "../calendar.ts";
import { makeContext, noteSent } from "../context.ts";
import { actorOf, professionalIdOf, userIdOf } from "../people.ts";
import type { Simulator } from "../simulator.ts";
import type { Professional } from "../texts.ts";
import { bookEvening, fillFortnight } from "./fill-fortnight.ts";
import { callOff, FOR_SOME, fulfil, resell } from "./fulfil.ts";
import { loadInteractions, takeAbsence } from "./interactions.ts";
import { reviewDemo } from "./reviews.ts";

const [JULIE, THOMAS, AWA, MARC, HUGO] = REGULARS;

interface Wish {
  buyer: Client;
  seller: Professional;
  online: boolean;
  /** Days from the loading within which the session lies; negative is over. */
  between: [from: number, to: number];
  /** How many days before the session or the loading, whichever comes first, it was booked. */
  daysAhead: number;
  notes?: string;
  cancelled?: true;
  /** Who took their seat over on its last day. */
  soldTo?: Client;
}

const WISHES: Wish[] = [
  // First: few of the seats that she has are the only one of their hour.
  {
    ...{ buyer: CAMILLE, seller: INES, online: false, between: [-26, -3] },
    ...{ daysAhead: 3, soldTo: AWA },
  },
  { buyer: CAMILLE, seller: INES, online: false, between: [-27, -14], daysAhead: 5 },
  { buyer: SAM, seller: INES, online: false, between: [-14, -8], daysAhead: 3 },
  { buyer: CAMILLE, seller: SAM, online: false, between: [-20, -4], daysAhead: 8 },
  { buyer: CAMILLE, seller: INES, online: false, between: [-13, -1], daysAhead: 4 },
  {
    buyer: CAMILLE,
    seller: INES,
    online: false,
    between: [1.5, 6],
    daysAhead: 1,
    notes: "Genou droit fragile depuis l'été, je préfère éviter les postures à genoux.",
  },
  { buyer: CAMILLE, seller: INES, online: true, between: [6, 20], daysAhead: 6 },
  { buyer: SAM, seller: INES, online: false, between: [3, 10], daysAhead: 2 },
  { buyer: CAMILLE, seller: LEO, online: false, between: [4, 20], daysAhead: 3, cancelled: true },
  { buyer: CAMILLE, seller: LEO, online: false, between: [20, 28], daysAhead: 2 },
  withInes(JULIE, [-52, -45], 2),
  withInes(AWA, [-36, -29], 2),
  withInes(MARC, [-26, -20], 2),
  withInes(THOMAS, [-13, -7], 2),
  withInes(AWA, [-6, -1], 1),
  withInes(JULIE, [0.2, 2], 1),
  withInes(THOMAS, [1, 4], 1, "J'arriverai dix minutes avant, merci de m'ouvrir."),
  withInes(HUGO, [2, 6], 1, "Première séance, je ne suis pas souple du tout."),
  withInes(MARC, [4, 11], 2),
];

/** A session on site with Inès. */
function withInes(
  buyer: Client,
  between: Wish["between"],
  daysAhead: number,
  notes?: string,
): Wish {
  return { buyer, seller: INES, online: false, between, daysAhead, ...(notes && { notes }) };
}

/**
 * Lets the demo's clients book as they would have: through the product's own use cases, paid at the
 * simulator, both clocks set to the day it happened. Their mails count as sent. After an
 * interruption, what was booked already is left as it is.
 *
 * @param env the product's environment, complete.
 * @param loadedAt the demo's days are counted from here.
 */
export async function bookDemo(
  db: Database,
  env: NodeJS.ProcessEnv,
  simulator: Simulator,
  loadedAt: Date,
): Promise<void> {
  const ctx = makeContext(db, env);
  try {
    for (const wish of WISHES) {
      const [known] = await seekSlots(db, wish, loadedAt, hasBooked(wish));
      if (known) continue;
      const [slot] = await seekSlots(db, wish, loadedAt, gt(slots.availableSpots, 0));
      if (!slot) continue;
      const at = addDays(slot.start < loadedAt ? slot.start : loadedAt, -wish.daysAhead);
      const buyer = { ...ctx, actor: actorOf(wish.buyer), now: () => at };
      const bookingId = await fulfil(buyer, simulator, slot, wish.notes);
      if (wish.cancelled) await callOff(buyer, bookingId);
      if (wish.soldTo) await resell(buyer, simulator, { ...slot, bookingId, buyer: wish.soldTo });
    }
    await takeAbsence(ctx, loadedAt);
    await fillFortnight(ctx, simulator, loadedAt);
    await bookEvening(ctx, simulator, loadedAt);
    await loadInteractions(ctx, loadedAt);
    await reviewDemo(ctx, loadedAt);
  } finally {
    await simulator.setClock(null);
  }
  await noteSent(db, lt(mails.createdAt, loadedAt));
  await sweepListings({ ...ctx, actor: null, now: () => loadedAt });
}

/**
 * The slot that a wish means, if there is one: of a paid session that existed when it was booked,
 * rather one that its buyer has not tried, then the earliest.
 */
function seekSlots(db: Database, wish: Wish, loadedAt: Date, condition: SQL) {
  const [from, to] = wish.between;
  const day = (days: number) => new Date(loadedAt.getTime() + days * DAY);
  return db
    .select({
      slotId: slots.id,
      offeringId: offerings.id,
      kind: offerings.kind,
      start: slots.startDatetime,
    })
    .from(slots)
    .innerJoin(offerings, eq(offerings.id, slots.offeringId))
    .where(
      and(
        eq(offerings.kind, "session"),
        eq(offerings.professionalId, professionalIdOf(wish.seller)),
        eq(offerings.isOnline, wish.online),
        gt(offerings.priceCents, cents(0)),
        sql`${offerings.title} !~* ${FOR_SOME}`,
        sql`${offerings.createdAt} < least(${slots.startDatetime}, ${loadedAt}::timestamptz)
          - ${wish.daysAhead} * interval '1 day'`,
        between(slots.startDatetime, day(from), day(to)),
        // Nobody takes a seat over while others are free.
        wish.soldTo ? eq(slots.capacity, 1) : undefined,
        condition,
      ),
    )
    .orderBy(hasTried(wish.buyer), asc(slots.startDatetime), asc(slots.id))
    .limit(1);
}

/** Whether its buyer has booked the slot at hand, and kept it or not as the wish says. */
const hasBooked = ({ buyer, cancelled, soldTo }: Wish) => sql`exists (
  select from bookings b
  where b.slot_id = ${slots.id} and b.client_id = ${userIdOf(buyer.email)}
    and (b.status = 'cancelled') = ${Boolean(cancelled ?? soldTo)}::boolean)`;

/** Whether this buyer has booked any slot of the session at hand. */
const hasTried = (buyer: Client) => sql`exists (
  select from bookings b join slots tried on tried.id = b.slot_id
  where tried.offering_id = ${offerings.id} and b.client_id = ${userIdOf(buyer.email)})`;
