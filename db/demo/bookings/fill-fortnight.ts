import { and, eq, sql } from "drizzle-orm";
import { addDays as addToDay, dayKey, formatTime, fromParis } from "#core/dates.ts";
import { HOUR, MINUTE } from "#core/durations.ts";
import { bookings } from "#core/tables.server.ts";
import { CAMILLE, INES } from "../accounts.ts";
import { addDays } from "../calendar.ts";
import type { DemoContext } from "../context.ts";
import { actorOf, professionalIdOf, userIdOf } from "../people.ts";
import type { Simulator } from "../simulator.ts";
import { CLIENTS } from "../texts.ts";
import { type Bookable, FOR_SOME, fulfil } from "./fulfil.ts";
import { publishFree, quartersFrom, sellerOf } from "./publish-free.ts";

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

/**
 * Fills Inès's days to come: one client in most of her hours, several in each of today's, of which
 * one is about to begin.
 *
 * @param loadedAt the demo's days are counted from here.
 */
export async function fillFortnight(
  ctx: DemoContext,
  simulator: Simulator,
  loadedAt: Date,
): Promise<void> {
  const at = addDays(loadedAt, -1);
  await publishSoon(ctx, loadedAt, at);
  const { rows } = await ctx.db.execute<
    Omit<Bookable, "start"> & { start: string; free: number; isToday: boolean }
  >(sql`
    select slot.id as "slotId", o.id as "sessionId", slot.available_spots as free,
      slot.start_datetime as start, (slot.start_datetime at time zone 'Europe/Paris')::date
        = (${loadedAt}::timestamptz at time zone 'Europe/Paris')::date as "isToday"
    from slots slot join offerings o on o.id = slot.offering_id
    where o.professional_id = ${professionalIdOf(INES)} and o.kind = 'session' and o.price_cents > 0
      and o.is_active and o.title !~* ${FOR_SOME} and slot.available_spots > 0
      and slot.absence_id is null
      and slot.start_datetime > ${at} and slot.start_datetime < ${addDays(loadedAt, 14)}
      and (slot.start_datetime at time zone 'Europe/Paris')::date
        >= (${loadedAt}::timestamptz at time zone 'Europe/Paris')::date
    order by slot.start_datetime, slot.id`);
  const slots = rows.map((row) => ({ ...row, start: new Date(row.start) }));
  const away = ({ start }: Bookable) => Math.abs(start.getTime() - loadedAt.getTime());
  const today = slots.filter(({ isToday }) => isToday).sort((a, b) => away(a) - away(b));
  const later = slots.filter(({ isToday }) => !isToday);
  const seats = today.flatMap((slot) => Array<typeof slot>(Math.min(slot.free, 3)).fill(slot));
  const wanted = [...seats.slice(0, TODAY), ...later].slice(0, FORTNIGHT);
  for (const [place, slot] of wanted.entries()) {
    const buyer = CLIENTS[place];
    const own = eq(bookings.clientId, userIdOf(buyer?.email ?? ""));
    const known = and(own, eq(bookings.slotId, slot.slotId));
    if (!buyer || (await ctx.db.$count(bookings, known)) > 0) continue;
    const notes = place % 4 === 1 ? NOTES[(place >> 2) % NOTES.length] : undefined;
    await fulfil({ ...ctx, actor: actorOf(buyer), now: () => at }, simulator, slot, notes);
  }
}

/** A class that begins within the half hour, where Inès has none; at night the next morning's. */
async function publishSoon(ctx: DemoContext, loadedAt: Date, at: Date): Promise<void> {
  const soon = new Date(loadedAt.getTime() + 10 * MINUTE);
  const { rows } = await ctx.db.execute<{
    offeringId: string;
    minutes: number;
    isThere: boolean;
  }>(sql`
    select o.id as "offeringId", o.duration as minutes, exists (
      select from slots s join offerings own on own.id = s.offering_id
      where own.professional_id = o.professional_id and own.kind = 'session' and s.available_spots > 2
        and own.price_cents > 0
        and s.start_datetime between ${loadedAt} and ${new Date(loadedAt.getTime() + HOUR)}) as "isThere"
    from offerings o
    where o.professional_id = ${professionalIdOf(INES)} and o.kind = 'session' and o.is_active
      and not o.is_online and o.price_cents > 0 and o.capacity > 3 and o.title !~* ${FOR_SOME}
    order by o.duration, o.id limit 1`);
  const [class_] = rows;
  if (!class_ || class_.isThere) return;
  const ines = { ...ctx, actor: sellerOf(INES), now: () => at };
  await publishFree(ines, { ...class_, starts: quartersFrom(soon) });
}

/** Camille goes out this evening, tomorrow's after eight: where most seats are free in her town. */
export async function bookEvening(
  ctx: DemoContext,
  simulator: Simulator,
  loadedAt: Date,
): Promise<void> {
  const day = addToDay(dayKey(loadedAt), formatTime(loadedAt) < "20:00" ? 0 : 1);
  const [begins, ends] = ["17:30", "22:00"].map((time) => fromParis(`${day}T${time}`));
  const inAnHour = new Date(loadedAt.getTime() + HOUR);
  const { rows } = await ctx.db.execute<Omit<Bookable, "start"> & { start: string }>(sql`
    select slot.id as "slotId", o.id as "sessionId", slot.start_datetime as start
    from slots slot join offerings o on o.id = slot.offering_id
    where o.kind = 'session' and o.city = ${INES.city} and not o.is_online and o.price_cents > 0
      and o.title !~* ${FOR_SOME} and slot.bookable
      and slot.start_datetime between greatest(${begins}::timestamptz, ${inAnHour}::timestamptz)
        and ${ends}
      and not exists (select from bookings b join slots own on own.id = b.slot_id
        where b.client_id = ${userIdOf(CAMILLE.email)} and b.status <> 'cancelled'
          and own.start_datetime between ${begins} and ${ends})
    order by slot.available_spots desc, slot.id limit 1`);
  const at = addDays(loadedAt, -1);
  for (const slot of rows) {
    const camille = { ...ctx, actor: actorOf(CAMILLE), now: () => at };
    await fulfil(camille, simulator, { ...slot, start: new Date(slot.start) });
  }
}
