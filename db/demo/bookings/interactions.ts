import {
  and,
  asc,
  between,
  desc,
  eq,
  gt,
  inArray,
  isNotNull,
  isNull,
  lt,
  type SQL,
  sql,
} from "drizzle-orm";
import { noteCandidates } from "#core/alerts/finds/note-candidates.server.ts";
import { keepAlert } from "#core/alerts/keep-alert.server.ts";
import { markRead } from "#core/bookings/messages/show-booking-messages.server.ts";
import { writeBookingMessage } from "#core/bookings/messages/write-booking-message.server.ts";
import { enterCode, markPresence } from "#core/bookings/presence/mark-presence.server.ts";
import { proposeHour } from "#core/bookings/proposals/propose-hour.server.ts";
import { resellBooking } from "#core/bookings/resale/resell-booking.server.ts";
import { demoEvents } from "#core/calendars/demo/rules.ts";
import { saveDraft } from "#core/catalogue/drafts/save-draft.server.ts";
import type { Context } from "#core/context.server.ts";
import { dayKey, toParis } from "#core/dates.ts";
import { DAY, HOUR, MINUTE } from "#core/durations.ts";
import { isAppError } from "#core/errors.ts";
import { addOwnTime } from "#core/own-time/add-own-time.server.ts";
import {
  alertFinds,
  bookingMessages,
  bookings,
  busyTimes,
  offeringDrafts,
  offerings,
  proposals,
  slots,
} from "#core/tables.server.ts";
import { joinWaitingList } from "#core/waiting-list/join-waiting-list.server.ts";
import { newId } from "#platform/ids.server.ts";
import { list } from "#platform/postgres.server.ts";
import { CAMILLE, type Client, INES, LEO, REGULARS } from "../accounts.ts";
import { addDays } from "../calendar.ts";
import type { DemoContext } from "../context.ts";
import { actorOf, professionalIdOf, userIdOf } from "../people.ts";
import { CLIENTS } from "../texts.ts";
import { findFreeDays } from "./find-free-days.ts";
import { publishFree, quartersFrom, sellerOf } from "./publish-free.ts";

/**
 * Fills the days that Inès has lived with her agenda: who came, a question and its answer, another hour proposed,
 * lunch, and a session that is not finished yet. After an interruption, what is there
 * is left as it is.
 *
 * @param loadedAt the demo's days are counted from here.
 */
export async function loadInteractions(ctx: DemoContext, loadedAt: Date): Promise<void> {
  const at = (who: Client, now: Date) => ({
    ...ctx,
    actor: who === INES ? sellerOf(INES) : actorOf(who),
    now: () => now,
  });
  const day = (days: number) => new Date(loadedAt.getTime() + days * DAY);
  await notePresence(ctx, loadedAt, (now) => at(INES, now));
  await writeLetters(ctx, loadedAt, at);
  await keepAlerts(at(CAMILLE, addDays(loadedAt, -3)), loadedAt);
  await waitForFull(at, loadedAt, [REGULARS[1], CAMILLE], sql`<> ${professionalIdOf(INES)}`);
  await waitForFull(at, loadedAt, CLIENTS.slice(40, 42), sql`= ${professionalIdOf(INES)}`);
  await offerOne(ctx, loadedAt, at);
  const ines = at(INES, loadedAt);
  await takeTimes(ines, day);
  await proposeTo(REGULARS[3], at(INES, new Date(loadedAt.getTime() - 2 * HOUR)));
  if ((await ctx.db.$count(offeringDrafts)) > 0) return;
  const fields = {
    ...{ title: "Marche lente au parc de la Tête d'Or", price: "12", sessionType: "group" },
    description: "Une heure à pas comptés, sans téléphone, à l'ouverture du parc.",
  };
  await saveDraft(ines, { draftId: newId(), kind: "session", fields });
}

/**
 * Camille looks for three things; what the demo began with is no news to her, and an hour ago Léo
 * published a place.
 */
async function keepAlerts(camille: Context, loadedAt: Date): Promise<void> {
  await noteCandidates(camille);
  await keepAlert(camille, {
    ...{ category: "Massage", place: "Lyon", radius: "10", price: "40-60" },
    ...{ from: "18:00", to: "21:00", seats: "2" },
  });
  await keepAlert(camille, { category: "Yoga", place: "Villeurbanne", radius: "5", to: "12:00" });
  await keepAlert(camille, { category: "Massage", place: "Lyon", radius: "5" });
  const anHourAgo = () => new Date(loadedAt.getTime() - HOUR);
  await noteCandidates({ ...camille, now: anHourAgo });
  if ((await camille.db.$count(alertFinds)) > 0) return;
  const [massage] = await camille.db
    .select({ offeringId: offerings.id, minutes: offerings.duration })
    .from(offerings)
    .where(eq(offerings.professionalId, professionalIdOf(LEO)))
    .orderBy(asc(offerings.id))
    .limit(1);
  if (!massage) throw new Error("Léo offers nothing");
  const leo = { ...camille, actor: sellerOf(LEO), now: anHourAgo };
  await publishFree(leo, { ...massage, starts: quartersFrom(addDays(loadedAt, 1)) });
  await noteCandidates({ ...camille, now: anHourAgo });
  // At night no mail would have gone.
  await camille.db.update(alertFinds).set({ toldAt: anHourAgo() });
}

/** Some wait for a full slot, the first of them came first. @param owner whose: « = id », « <> id ». */
async function waitForFull(
  at: (who: Client, now: Date) => Context,
  loadedAt: Date,
  waiting: readonly Client[],
  owner: SQL,
): Promise<void> {
  const after = (days: number) => new Date(loadedAt.getTime() + days * DAY);
  const ids = list(
    waiting.map(({ email }) => userIdOf(email)),
    "uuid",
  );
  const { rows } = await at(CAMILLE, loadedAt).db.execute<{ slotId: string }>(sql`
    select slot.id as "slotId" from slots slot
      join offerings offering on offering.id = slot.offering_id
      join professional_profiles p on p.id = offering.professional_id
    where slot.available_spots = 0 and slot.is_active and offering.is_active and p.can_receive_charges
      and p.id ${owner} and slot.absence_id is null
      and slot.start_datetime between ${after(3)} and ${after(14)}
      and not exists (select from bookings b where b.slot_id = slot.id and b.status <> 'cancelled'
        and b.client_id = any(${ids}))
    order by slot.start_datetime, slot.id limit 1`);
  for (const { slotId } of rows) {
    for (const who of waiting) await joinWaitingList(at(who, loadedAt), { slotId });
  }
}

/** One of Inès's clients cannot come on the next day, and has put their seat up for sale. */
async function offerOne(
  { db }: DemoContext,
  loadedAt: Date,
  at: (who: Client, now: Date) => Context,
): Promise<void> {
  const isStanding = eq(bookings.status, "confirmed");
  if ((await db.$count(bookings, and(isStanding, isNotNull(bookings.resaleAt)))) > 0) return;
  const [found] = await db
    .select({ bookingId: bookings.id, email: bookings.buyerEmail })
    .from(bookings)
    .innerJoin(slots, eq(slots.id, bookings.slotId))
    .where(
      and(
        eq(bookings.professionalId, professionalIdOf(INES)),
        isStanding,
        inArray(
          bookings.buyerEmail,
          CLIENTS.map(({ email }) => email),
        ),
        between(
          slots.startDatetime,
          new Date(loadedAt.getTime() + 2 * HOUR),
          new Date(loadedAt.getTime() + 23 * HOUR),
        ),
      ),
    )
    .orderBy(desc(slots.startDatetime), asc(bookings.id))
    .limit(1);
  const seller = CLIENTS.find(({ email }) => email === found?.email);
  const anHourAgo = new Date(loadedAt.getTime() - HOUR);
  if (found && seller) await resellBooking(at(seller, anHourAgo), { bookingId: found.bookingId });
}

/** Most by their code; one was late, and one did not come. */
async function notePresence(
  { db }: DemoContext,
  loadedAt: Date,
  at: (now: Date) => Context,
): Promise<void> {
  const past = await db
    .select({
      bookingId: bookings.id,
      slotId: slots.id,
      code: bookings.presenceCode,
      start: slots.startDatetime,
    })
    .from(bookings)
    .innerJoin(slots, eq(slots.id, bookings.slotId))
    .where(
      and(
        eq(bookings.professionalId, professionalIdOf(INES)),
        eq(bookings.status, "confirmed"),
        isNull(bookings.presence),
        lt(slots.endDatetime, loadedAt),
      ),
    )
    .orderBy(asc(slots.startDatetime), asc(bookings.id));
  for (const [place, { bookingId, slotId, code, start }] of past.entries()) {
    const ctx = at(new Date(start.getTime() + 5 * MINUTE));
    const later = { ...ctx, now: () => new Date(start.getTime() + 20 * MINUTE) };
    if (place === 1) await markPresence(ctx, { bookingId, status: "late" });
    else if (place === 4) await markPresence(later, { bookingId, status: "absent" });
    else if (code) await enterCode(ctx, { slotId, code });
  }
}

async function writeLetters(
  { db }: DemoContext,
  loadedAt: Date,
  at: (who: Client, now: Date) => Context,
): Promise<void> {
  if ((await db.$count(bookingMessages)) > 0) return;
  const coming = await db
    .select({ bookingId: bookings.id, clientId: bookings.clientId })
    .from(bookings)
    .innerJoin(slots, eq(slots.id, bookings.slotId))
    .where(
      and(
        eq(bookings.professionalId, professionalIdOf(INES)),
        eq(bookings.status, "confirmed"),
        gt(slots.startDatetime, loadedAt),
      ),
    )
    .orderBy(asc(slots.startDatetime), asc(bookings.id));
  const bookingOf = ({ email }: Client) =>
    coming.find(({ clientId }) => clientId === userIdOf(email))?.bookingId;
  const bookingId = bookingOf(CAMILLE);
  if (!bookingId) return;
  const before = (hours: number) => new Date(loadedAt.getTime() - hours * HOUR);
  await writeBookingMessage(at(CAMILLE, before(5)), {
    bookingId,
    text: "Bonjour Inès,\n\nfaut-il apporter son tapis ?",
  });
  await markRead(at(INES, before(4.1)), { bookingId });
  await writeBookingMessage(at(INES, before(4)), {
    bookingId,
    text: "Bonjour Camille,\n\ntout est sur place : venez en tenue souple, c'est bien assez. À bientôt.",
  });
  const asking = REGULARS.filter(bookingOf).slice(0, QUESTIONS.length);
  for (const [place, who] of asking.entries()) {
    const said = { bookingId: String(bookingOf(who)), text: String(QUESTIONS[place]) };
    await writeBookingMessage(at(who, before(2 - place)), said);
  }
}

/** Inès has not answered these. */
const QUESTIONS = [
  "Bonjour Inès,\n\nje sors du bureau juste avant : puis-je arriver cinq minutes en retard ?",
  "Bonjour, est-ce qu'on peut laisser un vélo dans la cour ?",
];

/** Around the booked hour, the same day and then the six after it: on any day of the year one of them is free. */
const OTHER_HOURS = [1, -1, 2, -2].concat(
  [1, 2, 3, 4, 5, 6].flatMap((days) => [0, 1, -1, 2, -2].map((hours) => 24 * days + hours)),
);

/** Asks the only client of a slot to come at another hour; they have not answered yet. */
async function proposeTo({ email }: Client, ctx: Context): Promise<void> {
  if ((await ctx.db.$count(proposals)) > 0) return;
  const [booked] = await ctx.db
    .select({ slotId: slots.id, start: slots.startDatetime })
    .from(bookings)
    .innerJoin(slots, eq(slots.id, bookings.slotId))
    .where(
      and(
        eq(bookings.clientId, userIdOf(email)),
        eq(bookings.status, "confirmed"),
        gt(slots.startDatetime, ctx.now()),
      ),
    )
    .orderBy(asc(slots.startDatetime), asc(slots.id))
    .limit(1);
  for (const hours of booked ? OTHER_HOURS : []) {
    const start = new Date(Number(booked?.start) + hours * HOUR);
    const end = new Date(start.getTime() + 2 * HOUR);
    // Her private calendar is read later.
    if (demoEvents(ctx.now()).some((event) => event.start < end && event.end > start)) continue;
    const word = "Je garde l'atelier ouvert plus tard ce jour-là, si cela vous arrange.";
    const asked = { slotId: String(booked?.slotId), start: toParis(start), word };
    try {
      await proposeHour(ctx, asked);
      return;
    } catch (error) {
      // She is taken at that hour: the next one.
      if (!isAppError(error)) throw error;
    }
  }
}

/** The first of these days on which she offers nothing over lunch; the first of all if there is none. */
async function freeNoon(ctx: Context, days: readonly string[]): Promise<string> {
  const { rows } = await ctx.db.execute<{ day: string }>(sql`
    select distinct to_char(slot.start_datetime at time zone 'Europe/Paris', 'YYYY-MM-DD') as day
    from slots slot join offerings offering on offering.id = slot.offering_id
    where offering.professional_id = ${professionalIdOf(INES)}
      and (slot.start_datetime at time zone 'Europe/Paris')::time < '13:30'
      and (slot.end_datetime at time zone 'Europe/Paris')::time > '12:30'`);
  const taken = new Set(rows.map((row) => row.day));
  return days.find((day) => !taken.has(day)) ?? String(days[0]);
}

/**
 * Days ahead on which Inès may be away, the better ones first. The browser tests publish for her every
 * week from the second day on, at night: the ninth and the evening before it stay free.
 */
const AWAY = [
  [11, 12, 13],
  [5, 6, 7],
];

/** Two whole days in a row within the fortnight, before her clients fill it. */
export async function takeAbsence(ctx: DemoContext, loadedAt: Date): Promise<void> {
  if ((await ctx.db.$count(busyTimes, eq(busyTimes.source, "absence"))) > 0) return;
  const professionalId = professionalIdOf(INES);
  let free: Awaited<ReturnType<typeof findFreeDays>> = null;
  for (const ahead of AWAY) {
    const days = ahead.map((days) => dayKey(addDays(loadedAt, days)));
    free ??= await findFreeDays(ctx.db, { professionalId, days, now: loadedAt });
  }
  const ines = { ...ctx, actor: sellerOf(INES), now: () => loadedAt };
  if (free) await addOwnTime(ines, { kind: "absence", title: "Week-end à la mer", ...free });
}

/** Lunch one of the next days. */
async function takeTimes(ctx: Context, day: (days: number) => Date): Promise<void> {
  if ((await ctx.db.$count(busyTimes, eq(busyTimes.source, "busy"))) > 0) return;
  const lunch = await freeNoon(
    ctx,
    Array.from({ length: 10 }, (_, days) => dayKey(day(days + 3))),
  );
  await addOwnTime(ctx, {
    ...{ kind: "busy", title: "Déjeuner", from: `${lunch}T12:30`, to: `${lunch}T13:30` },
  });
}
