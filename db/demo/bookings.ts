import { and, asc, between, eq, gt, lt, type SQL, sql } from "drizzle-orm";
import { bookSlot } from "#core/bookings/book-slot.server.ts";
import { cancelBooking } from "#core/bookings/cancellation/cancel-booking.server.ts";
import { applyPayment } from "#core/bookings/payment/apply-payment.server.ts";
import { verifyPayment } from "#core/bookings/payment/verify-payment.server.ts";
import type { Actor, Context } from "#core/context.server.ts";
import { DAY, HOUR } from "#core/durations.ts";
import { sweepListings } from "#core/listings/sweep-listings.server.ts";
import { cents } from "#core/money.ts";
import { findPayment } from "#core/payments/find-payment.server.ts";
import { askRefund } from "#core/payments/refunds/ask-refund.server.ts";
import { bookings, mails, offerings, refunds, slots } from "#core/tables.server.ts";
import { createRegisterStandIn } from "#platform/company-register.server.ts";
import { readConfig } from "#platform/config.server.ts";
import { createFiles } from "#platform/files.server.ts";
import { createIcal } from "#platform/ical.server.ts";
import { newId } from "#platform/ids.server.ts";
import { createLimits } from "#platform/limits.server.ts";
import { createLogger } from "#platform/log.server.ts";
import { createMailer } from "#platform/mail.server.ts";
import { createOutside } from "#platform/outside-requests.server.ts";
import { createPasswords } from "#platform/passwords.server.ts";
import type { Database } from "#platform/postgres.server.ts";
import { createPushCatcher } from "#platform/push.server.ts";
import { readersWithoutReplica } from "#platform/readers.server.ts";
import { createTextCatcher } from "#platform/sms.server.ts";
import { createStripe } from "#platform/stripe.server.ts";
import { CAMILLE, type Client, INES, LEO, REGULARS, SAM } from "./accounts.ts";
import { addDays } from "./calendar.ts";
import { loadInteractions } from "./interactions.ts";
import { actorOf, professionalIdOf, userIdOf } from "./people.ts";
import { reviewDemo } from "./reviews.ts";
import type { Simulator } from "./simulator.ts";
import { CLIENTS, type Professional } from "./texts.ts";

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
}

const WISHES: Wish[] = [
  { buyer: CAMILLE, seller: INES, online: false, between: [-27, -21], daysAhead: 5 },
  { buyer: SAM, seller: INES, online: false, between: [-14, -8], daysAhead: 3 },
  { buyer: CAMILLE, seller: SAM, online: false, between: [-20, -10], daysAhead: 8 },
  { buyer: CAMILLE, seller: INES, online: false, between: [-9, -1], daysAhead: 4 },
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
      const [known] = await seekSlots(db, wish, loadedAt, hasBooked(wish.buyer));
      if (known) continue;
      const [slot] = await seekSlots(db, wish, loadedAt, gt(slots.availableSpots, 0));
      if (!slot) continue;
      const at = addDays(slot.start < loadedAt ? slot.start : loadedAt, -wish.daysAhead);
      await simulator.setClock(at);
      await fulfil({ ...ctx, actor: actorOf(wish.buyer), now: () => at }, simulator, wish, slot);
    }
    await fillFortnight(ctx, simulator, loadedAt);
    await loadInteractions(ctx, loadedAt);
    await reviewDemo(ctx, loadedAt);
  } finally {
    await simulator.setClock(null);
  }
  await noteSent(db, lt(mails.createdAt, loadedAt));
  await sweepListings({ ...ctx, actor: null, now: () => loadedAt });
}

/** So many of today's seats of Inès's, and of the fortnight's, are booked by clients with a name. */
const TODAY = 6;
const FORTNIGHT = 30;
const NOTES = [
  "Première séance, j'ai un peu le trac.",
  "Je viens avec mon propre tapis.",
  "Enceinte de quatre mois, dites-moi ce qu'il faut éviter.",
  "Une vieille entorse à la cheville gauche.",
  "Je sors du travail juste avant, j'arrive en courant.",
];

/** Fills Inès's days to come: one client in most of her hours, several in each of today's. */
async function fillFortnight(
  ctx: Omit<Context, "actor" | "now">,
  simulator: Simulator,
  loadedAt: Date,
): Promise<void> {
  const at = addDays(loadedAt, -1);
  const { rows } = await ctx.db.execute<{
    slotId: string;
    sessionId: string;
    free: number;
    isToday: boolean;
  }>(sql`
    select slot.id as "slotId", o.id as "sessionId", slot.available_spots as free,
      (slot.start_datetime at time zone 'Europe/Paris')::date
        = (${loadedAt}::timestamptz at time zone 'Europe/Paris')::date as "isToday"
    from slots slot join offerings o on o.id = slot.offering_id
    where o.professional_id = ${professionalIdOf(INES)} and o.kind = 'session' and o.price_cents > 0
      and o.is_active and o.title !~* ${FOR_SOME} and slot.available_spots > 0
      and slot.start_datetime > ${at} and slot.start_datetime < ${addDays(loadedAt, 14)}
      and (slot.start_datetime at time zone 'Europe/Paris')::date
        >= (${loadedAt}::timestamptz at time zone 'Europe/Paris')::date
    order by slot.start_datetime, slot.id`);
  const today = rows.filter(({ isToday }) => isToday);
  const later = rows.filter(({ isToday }) => !isToday);
  const seats = today.flatMap((slot) => Array<typeof slot>(Math.min(slot.free, 3)).fill(slot));
  const wanted = [...seats.slice(0, TODAY), ...later].slice(0, FORTNIGHT);
  await simulator.setClock(at);
  for (const [place, slot] of wanted.entries()) {
    const buyer = CLIENTS[place];
    const own = eq(bookings.clientId, userIdOf(buyer?.email ?? ""));
    if (!buyer || (await ctx.db.$count(bookings, and(own, eq(bookings.slotId, slot.slotId)))) > 0)
      continue;
    const notes = place % 4 === 1 ? NOTES[(place >> 2) % NOTES.length] : undefined;
    await fulfil(
      { ...ctx, actor: actorOf(buyer), now: () => at },
      simulator,
      { ...(notes && { notes }) },
      slot,
    );
  }
}

/** Takes these mails for sent: nobody waits for news from before the demo was there. */
export async function noteSent(db: Database, which: SQL): Promise<void> {
  await db
    .update(mails)
    .set({ status: "sent", sentAt: mails.createdAt, secrets: null })
    .where(and(eq(mails.status, "queued"), which));
}

/** A context for the use cases; their jobs run on the spot, so that none is left for the worker. */
export function makeContext(db: Database, env: NodeJS.ProcessEnv): Omit<Context, "actor" | "now"> {
  const config = readConfig(env);
  return {
    config,
    db,
    reads: db,
    readers: readersWithoutReplica(db),
    stripe: createStripe(config.stripe),
    mailer: createMailer(config.smtpUrl, config.mailFrom),
    texter: createTextCatcher(db, config.demo),
    pusher: createPushCatcher(db, config.pushKey),
    files: createFiles(config),
    jobs: { async send() {} },
    limits: createLimits(db.$client),
    passwords: createPasswords(),
    outside: createOutside(),
    companies: createRegisterStandIn(db),
    geocoder: null,
    operator: null,
    ical: createIcal(),
    log: createLogger(config.logLevel),
    address: null,
    userAgent: null,
    requestId: newId(),
  };
}

/** Subjects that only some clients would come for. */
const FOR_SOME = "prénatal|grossesse|enceinte|naissance|bébé|enfant|senior";

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
      sessionId: offerings.id,
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
        condition,
      ),
    )
    .orderBy(hasTried(wish.buyer), asc(slots.startDatetime), asc(slots.id))
    .limit(1);
}

/** Whether this buyer has booked the slot at hand. */
const hasBooked = (buyer: Client) => sql`exists (
  select from bookings b
  where b.slot_id = ${slots.id} and b.client_id = ${userIdOf(buyer.email)})`;

/** Whether this buyer has booked any slot of the session at hand. */
const hasTried = (buyer: Client) => sql`exists (
  select from bookings b join slots tried on tried.id = b.slot_id
  where tried.offering_id = ${offerings.id} and b.client_id = ${userIdOf(buyer.email)})`;

async function fulfil(
  ctx: Context & { actor: Actor },
  simulator: Simulator,
  { cancelled, notes }: Pick<Wish, "cancelled" | "notes">,
  slot: { sessionId: string; slotId: string },
): Promise<void> {
  const { bookingId } = await bookSlot(ctx, { ...slot, bookingNotes: notes });
  const payment = await findPayment(ctx.db, { reference: bookingId });
  const checkoutId = payment?.checkoutSessionId;
  if (!checkoutId) throw new Error(`booking ${bookingId} has no checkout`);
  await simulator.pay(checkoutId, `${ctx.actor.firstName} ${ctx.actor.lastName}`);
  await verifyPayment(ctx, { sessionId: checkoutId });
  if (!cancelled) return;
  const later = new Date(ctx.now().getTime() + HOUR);
  await cancelBooking({ ...ctx, now: () => later }, { bookingId });
  const owed = await ctx.db
    .select({ refundId: refunds.id })
    .from(refunds)
    .where(eq(refunds.paymentId, payment.id));
  for (const refund of owed) await askRefund(ctx, refund, applyPayment);
}
