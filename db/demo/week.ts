import { and, asc, eq, gt, isNull, lt, sql } from "drizzle-orm";
import { writeLetter } from "#core/bookings/letters/write-letter.server.ts";
import { enterCode } from "#core/bookings/presence/enter-code.server.ts";
import { markPresence } from "#core/bookings/presence/mark-presence.server.ts";
import { saveDraft } from "#core/catalogue/drafts/save-draft.server.ts";
import { addOutsideClient } from "#core/catalogue/outside/add-outside-client.server.ts";
import type { Context } from "#core/context.server.ts";
import { dayKey } from "#core/dates.ts";
import { takeTime } from "#core/diary/take-time.server.ts";
import { DAY, HOUR, MINUTE } from "#core/durations.ts";
import {
  bookings,
  busyTimes,
  letters,
  offeringDrafts,
  offerings,
  outsideClients,
  slots,
} from "#core/tables.server.ts";
import { newId } from "#platform/ids.server.ts";
import { CAMILLE, type Client, INES } from "./accounts.ts";
import { actorOf, professionalIdOf, userIdOf } from "./people.ts";

type DemoContext = Omit<Context, "actor" | "now">;

/**
 * Lets Inès have lived with her agenda: who came, a question and its answer, a client from elsewhere,
 * lunch, two days away, and a session that is not finished yet. After an interruption, what is there
 * is left as it is.
 *
 * @param loadedAt the demo's days are counted from here.
 */
export async function liveDemo(ctx: DemoContext, loadedAt: Date): Promise<void> {
  const professionalId = professionalIdOf(INES);
  const at = (who: Client, now: Date): Context => {
    const own = who === INES ? { isPro: true, professionalId } : {};
    return { ...ctx, actor: { ...actorOf(who), ...own }, now: () => now };
  };
  const day = (days: number) => new Date(loadedAt.getTime() + days * DAY);
  await notePresence(ctx, loadedAt, (now) => at(INES, now));
  await writeLetters(ctx, loadedAt, at);
  const ines = at(INES, loadedAt);
  await noteOutside(ines, [day(7), day(13)]);
  await takeTimes(ines, day);
  if ((await ctx.db.$count(offeringDrafts)) > 0) return;
  const fields = {
    ...{ title: "Marche lente au parc de la Tête d'Or", price: "12", sessionType: "group" },
    description: "Une heure à pas comptés, sans téléphone, à l'ouverture du parc.",
  };
  await saveDraft(ines, { draftId: newId(), kind: "session", fields });
}

/** The first by their code, the next late, and so on; nobody was absent. */
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
        lt(slots.startDatetime, new Date(loadedAt.getTime() - HOUR)),
      ),
    )
    .orderBy(asc(slots.startDatetime), asc(bookings.id));
  for (const [place, { bookingId, slotId, code, start }] of past.entries()) {
    const ctx = at(new Date(start.getTime() + 5 * MINUTE));
    if (code && place % 2 === 0) await enterCode(ctx, { slotId, code });
    else await markPresence(ctx, { bookingId, status: "late" });
  }
}

async function writeLetters(
  { db }: DemoContext,
  loadedAt: Date,
  at: (who: Client, now: Date) => Context,
): Promise<void> {
  if ((await db.$count(letters)) > 0) return;
  const [booking] = await db
    .select({ bookingId: bookings.id, confirmedAt: bookings.confirmedAt })
    .from(bookings)
    .innerJoin(slots, eq(slots.id, bookings.slotId))
    .where(
      and(
        eq(bookings.clientId, userIdOf(CAMILLE.email)),
        eq(bookings.professionalId, professionalIdOf(INES)),
        eq(bookings.status, "confirmed"),
        gt(slots.startDatetime, loadedAt),
      ),
    )
    .orderBy(asc(slots.startDatetime), asc(bookings.id))
    .limit(1);
  if (!booking) return;
  const { bookingId } = booking;
  const before = (hours: number) => new Date(loadedAt.getTime() - hours * HOUR);
  await writeLetter(at(CAMILLE, before(5)), {
    bookingId,
    text: "Bonjour Inès,\n\nfaut-il apporter son tapis ?",
  });
  await writeLetter(at(INES, before(4)), {
    bookingId,
    text: "Bonjour Camille,\n\ntout est sur place : venez en tenue souple, c'est bien assez. À bientôt.",
  });
}

/** A seat of the last free slot between two days for somebody who telephoned. */
async function noteOutside(ctx: Context, [from, to]: [Date, Date]): Promise<void> {
  if ((await ctx.db.$count(outsideClients)) > 0) return;
  const [slot] = await ctx.db
    .select({ slotId: slots.id })
    .from(slots)
    .innerJoin(offerings, eq(offerings.id, slots.offeringId))
    .where(
      and(
        eq(offerings.professionalId, professionalIdOf(INES)),
        eq(offerings.isActive, true),
        eq(slots.isActive, true),
        gt(slots.startDatetime, from),
        lt(slots.startDatetime, to),
        gt(slots.availableSpots, 1),
        sql`not exists (select from bookings b where b.slot_id = ${slots.id})`,
      ),
    )
    .orderBy(sql`${slots.startDatetime} desc`, asc(slots.id))
    .limit(1);
  if (slot) await addOutsideClient(ctx, { ...slot, name: "Mme Arnaud", seats: 1 });
}

/** Lunch in three days, and the first two whole days in a row from the 24th on that are free. */
async function takeTimes(ctx: Context, day: (days: number) => Date): Promise<void> {
  if ((await ctx.db.$count(busyTimes)) > 0) return;
  const lunch = dayKey(day(3));
  await takeTime(ctx, {
    ...{ kind: "busy", title: "Déjeuner", from: `${lunch}T12:30`, to: `${lunch}T13:30` },
  });
  const taken = await ctx.db.execute<{ day: string }>(sql`
    select distinct to_char(slot.start_datetime at time zone 'Europe/Paris', 'YYYY-MM-DD') as day
    from slots slot join offerings offering on offering.id = slot.offering_id
    where offering.professional_id = ${professionalIdOf(INES)} and (slot.outside_seats > 0
      or exists (select from bookings b where b.slot_id = slot.id and b.status <> 'cancelled'))`);
  const booked = new Set(taken.rows.map((row) => row.day));
  for (let first = 24; first < 30; first += 1) {
    const [from, to] = [dayKey(day(first)), dayKey(day(first + 1))];
    if (booked.has(from) || booked.has(to)) continue;
    await takeTime(ctx, { kind: "absence", title: "Week-end à la mer", from, to });
    return;
  }
}
