import { and, eq, type SQL, sql } from "drizzle-orm";
import { addDays as addToDay, dayKey, formatTime, fromParis } from "#core/dates.ts";
import { DAY, HOUR } from "#core/durations.ts";
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
  // Of the seats of these hours that she has given elsewhere, all but one are given here instead.
  await ctx.db.execute(sql`
    update slots s set available_spots = available_spots + least(outside_seats - 1, 3),
      outside_seats = outside_seats - least(outside_seats - 1, 3)
    from offerings o where outside_seats > 1 and o.id = s.offering_id and o.professional_id = ${professionalIdOf(INES)}
      and s.start_datetime between ${at} and ${addDays(loadedAt, 1)}`);
  await publishSoon(ctx, loadedAt, at);
  // One of these clients cannot come.
  const [from, to] = [2, 22].map((hours) => new Date(loadedAt.getTime() + hours * HOUR)) as [
    Date,
    Date,
  ];
  await publishWhereNone(ctx, {
    ...{ at, there: sql`s.start_datetime between ${from} and ${to}` },
    starts: quartersFrom(new Date(loadedAt.getTime() + 2 * HOUR)),
  });
  const { rows } = await ctx.db.execute<
    Omit<Bookable, "start"> & { start: string; free: number; isToday: boolean; isOver: boolean }
  >(sql`
    select slot.id as "slotId", o.id as "offeringId", o.kind, slot.available_spots as free,
      slot.start_datetime as start, slot.end_datetime <= ${loadedAt} as "isOver", (slot.start_datetime at time zone 'Europe/Paris')::date
        = (${loadedAt}::timestamptz at time zone 'Europe/Paris')::date as "isToday"
    from slots slot join offerings o on o.id = slot.offering_id
    where o.professional_id = ${professionalIdOf(INES)} and o.price_cents > 0
      and o.is_active and slot.available_spots > 0
      and slot.absence_id is null
      and slot.start_datetime > ${at} and slot.start_datetime < ${addDays(loadedAt, 14)}
      and (slot.start_datetime at time zone 'Europe/Paris')::date
        >= (${loadedAt}::timestamptz at time zone 'Europe/Paris')::date
    order by slot.start_datetime, slot.id`);
  const slots = rows.map((row) => ({ ...row, start: new Date(row.start) }));
  const away = ({ start, isOver }: (typeof slots)[number]) =>
    (isOver ? DAY : 0) + Math.abs(start.getTime() - loadedAt.getTime());
  const today = slots.filter(({ isToday }) => isToday).sort((a, b) => away(a) - away(b));
  const later = slots.filter(({ isToday }) => !isToday);
  const seatsOf = (most: number) =>
    today.flatMap((slot) => Array<typeof slot>(Math.min(slot.free, most)).fill(slot));
  const seats = seatsOf(3).length < TODAY ? seatsOf(TODAY) : seatsOf(3);
  const first = seats.slice(0, TODAY);
  const next = slots.filter((slot) => slot.start > from && slot.start < to);
  const isTaken = next.some((slot) => first.includes(slot));
  const others = [...(isTaken ? [] : next.slice(0, 1)), ...later];
  const wanted = [...first, ...new Set(others)].slice(0, FORTNIGHT);
  for (const [place, slot] of wanted.entries()) {
    const buyer = CLIENTS[place];
    const own = eq(bookings.clientId, userIdOf(buyer?.email ?? ""));
    const known = and(own, eq(bookings.slotId, slot.slotId));
    if (!buyer || (await ctx.db.$count(bookings, known)) > 0) continue;
    const notes = place % 4 === 1 ? NOTES[(place >> 2) % NOTES.length] : undefined;
    await fulfil({ ...ctx, actor: actorOf(buyer), now: () => at }, simulator, slot, notes);
  }
}

/** A class that begins within the hour, or has begun, where Inès has none; at night the next morning's. */
async function publishSoon(ctx: DemoContext, loadedAt: Date, at: Date): Promise<void> {
  const inAnHour = new Date(loadedAt.getTime() + HOUR);
  const before = quartersFrom(new Date(loadedAt.getTime() - HOUR)).filter(
    (start) => start < loadedAt,
  );
  await publishWhereNone(ctx, {
    ...{ at, there: sql`s.end_datetime > ${loadedAt} and s.start_datetime < ${inAnHour}` },
    starts: [...quartersFrom(loadedAt), ...before].sort(
      (one, other) => Number(one > inAnHour) - Number(other > inAnHour),
    ),
  });
}

/** Where Inès has no class with a free seat, her shortest one at the first of these times when she is free. */
async function publishWhereNone(
  ctx: DemoContext,
  { at, there, starts }: { at: Date; there: SQL; starts: readonly Date[] },
): Promise<void> {
  const { rows } = await ctx.db.execute<{
    offeringId: string;
    minutes: number;
    isThere: boolean;
  }>(sql`
    select o.id as "offeringId", o.duration as minutes, exists (
      select from slots s join offerings own on own.id = s.offering_id
      where own.professional_id = o.professional_id and s.available_spots > 0 and ${there}
        and own.price_cents > 0 and own.is_active and s.absence_id is null) as "isThere"
    from offerings o
    where o.professional_id = ${professionalIdOf(INES)} and o.kind = 'session' and o.is_active
      and not o.is_online and o.price_cents > 0 and o.capacity > 3 and o.title !~* ${FOR_SOME}
    order by o.duration, o.id limit 1`);
  const [class_] = rows;
  if (!class_ || class_.isThere) return;
  await publishFree({ ...ctx, actor: sellerOf(INES), now: () => at }, { ...class_, starts });
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
    select slot.id as "slotId", o.id as "offeringId", o.kind, slot.start_datetime as start
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
