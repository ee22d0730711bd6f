import { sql } from "drizzle-orm";
import type { z } from "zod";
import { type Executor, rowsOf } from "#platform/postgres.server.ts";
import { requireProfessional } from "../accounts/rules.ts";
import { countsOf } from "../bookings/presence/show-presence.server.ts";
import {
  type AskedHourRow,
  askedHour,
  datedHour,
} from "../bookings/proposals/open-proposals.server.ts";
import { leftOfSellers } from "../bookings/resale/end-resold.server.ts";
import type { Context } from "../context.server.ts";
import { AppError } from "../errors.ts";
import { type Cents, cents } from "../money.ts";
import { hasOwnSeats } from "../occupancy/count-seats.server.ts";
import { isSlotOpen } from "../occupancy/why-not-bookable.server.ts";
import { parseInput } from "../parse.ts";
import { pendingRefunds } from "../payments/find-payment.server.ts";
import { type PriceView, viewPrice } from "../prices/rules.ts";
import { openingHoursOf } from "../professionals/working-time/keep-opening-hours.server.ts";
import type { OpeningHour } from "../professionals/working-time/rules.ts";
import { isLive } from "../tables/conditions.server.ts";
import { agendaState, type Judged, seatsOf } from "./rules.ts";
import {
  type AgendaPerson,
  type AgendaSlot,
  type AgendaView,
  agendaInput,
  type Busy,
  MAX_DAYS,
  stretchOf,
} from "./schema.ts";

interface AgendaPeriod {
  professionalId: string;
  from: Date;
  to: Date;
  now: Date;
}

export interface StoredSlot extends Omit<AgendaSlot, "state">, Omit<Judged, keyof AgendaSlot> {}

type SlotRow = Omit<AgendaSlot, "state" | "overlaps" | "price" | "people" | "proposal"> & {
  isActive: boolean;
  isOffered: boolean;
  isAbsent: boolean;
  isBusy: boolean;
  isOpen: boolean;
  overlaps: { title: string; start: string } | null;
  proposal: AskedHourRow | null;
  fullCents: Cents;
  baseCents: Cents;
  cuts: { at: string; cents: Cents }[];
  people: (Omit<AgendaPerson, "name" | "initials" | "resaleAt"> & {
    first: string;
    last: string;
    resaleAt: string | null;
  })[];
};

const isByRule = sql`exists (
  select from schedule_rules rule, (select slot.start_datetime at time zone 'Europe/Paris' as at) paris
  where rule.offering_id = offering.id and extract(isodow from paris.at)::int = any(rule.weekdays)
    and paris.at::time = rule.starts
    and paris.at::date between rule.from_day and coalesce(rule.until_day, 'infinity'))`;

/** Includes withdrawn slots while somebody has a seat, or lost one as an outside client. */
async function readSlots(
  db: Executor,
  { professionalId, from, to, now }: AgendaPeriod,
): Promise<StoredSlot[]> {
  const found = await db.execute(sql`
    with seen as materialized (
      select slot.id from offerings offering join slots slot on slot.offering_id = offering.id
      where offering.professional_id = ${professionalId} and offering.deleted_at is null
        and slot.start_datetime >= ${from} and slot.start_datetime < ${to}
    ), came as materialized (
      select b.* from bookings b
      where b.slot_id in (select id from seen) and ${isLive}
    ), known as materialized (
      select b.client_id, (array_agg(b.id order by b.confirmed_at, b.id))[1] as first,
        ${countsOf(sql`b`)} as counts
      from bookings b
      where b.professional_id = ${professionalId} and b.status = 'confirmed'
        and b.client_id in (select client_id from came)
      group by b.client_id
    ), booked as materialized (
      select b.slot_id, coalesce(sum(b.seats) filter (where b.status = 'pending' and ${hasOwnSeats(sql`b`)}), 0)::int as held,
        coalesce(json_agg(json_build_object('bookingId', b.id,
          'first', coalesce(client.first_name, ''), 'last', coalesce(left(client.last_name, 1), ''),
          'seats', b.seats, 'companions', b.companions, 'note', b.booking_notes, 'presence', b.presence, 'resaleAt', b.resale_at, 'isHeld', b.resale_to_id is not null, 'isFirst', known.first is not distinct from b.id, 'counts', known.counts,
          'dueCents', greatest(0, b.price_paid_cents
            - coalesce(paid.refunded_cents + paid.charged_back_cents + ${pendingRefunds(sql`paid.id`)}, 0))
            + ${leftOfSellers(sql`b`)})
          order by client.first_name, b.id) filter (where b.status = 'confirmed'), '[]') as people
      from came b
        left join known on known.client_id = b.client_id
        left join profiles client on client.id = b.client_id
        left join payments paid on paid.reference = b.id
      group by b.slot_id
    ), lost as materialized (
      select c.slot_id, json_agg(json_build_object('id', c.id, 'name', c.name, 'seats', c.seats,
        'isTold', c.told_at is not null) order by c.created_at, c.id) as list
      from outside_clients c
      where c.slot_id in (select id from seen) and c.seats_lost_at is not null group by c.slot_id
    ), cut as materialized (
      select price.slot_id, json_agg(json_build_object('at', price.from_at, 'cents', price.cents)
        order by price.from_at) as list
      from slot_prices price where price.slot_id in (select id from seen) group by price.slot_id
    )
    select slot.id, offering.kind, offering.id as "offeringId", offering.title,
      slot.start_datetime as start, slot.end_datetime as "end", offering.is_online as "isOnline",
      offering.address, offering.city, slot.capacity, slot.available_spots as free,
      coalesce(booked.held, 0) as held, slot.outside_seats as outside,
      slot.reserved_seats as reserved, slot.is_parallel as "isParallel", slot.version,
      ${isByRule} as "comesAgain",
      slot.is_active as "isActive", offering.is_active as "isOffered",
      slot.absence_id is not null as "isAbsent", ${isSlotOpen(now)} as "isOpen", overlap.at as overlaps,
      not (slot.is_occupied or slot.is_parallel) and exists (
        select from busy_times b where b.professional_id = p.id and b.source <> 'absence'
          and b.during && tstzrange(slot.start_datetime, slot.end_datetime)) as "isBusy",
      offering.price_cents as "fullCents",
      coalesce(slot.price_cents, offering.discounted_price_cents, offering.price_cents) as "baseCents",
      coalesce(cut.list, '[]') as cuts, coalesce(booked.people, '[]') as people,
      coalesce(lost.list, '[]') as lost, ${askedHour} as proposal
    from seen
      join slots slot on slot.id = seen.id
      join offerings offering on offering.id = slot.offering_id
      join professional_profiles p on p.id = offering.professional_id
      left join booked on booked.slot_id = slot.id
      left join cut on cut.slot_id = slot.id
      left join lost on lost.slot_id = slot.id
      left join lateral (
        select json_build_object('title', other.title, 'start', taken.start_datetime) as at
        from occupied o join slots taken on taken.id = o.slot_id
          join offerings other on other.id = taken.offering_id
        where o.professional_id = p.id and o.slot_id <> slot.id and o.lane && '(,0)'
          and o.during && tstzrange(slot.start_datetime,
            slot.end_datetime + p.buffer_minutes * interval '1 minute')
        order by taken.start_datetime limit 1
      ) overlap on not (slot.is_occupied or slot.is_parallel)
    where slot.is_active and offering.is_active or slot.outside_seats + slot.reserved_seats > 0
      or booked.held > 0 or json_array_length(booked.people) > 0 or lost.list is not null
    order by slot.start_datetime, slot.id`);
  return rowsOf<SlotRow>(found).map(({ fullCents, baseCents, cuts, people, overlaps, ...row }) => ({
    ...row,
    overlaps: overlaps && { ...overlaps, start: new Date(overlaps.start) },
    isOverlapped: overlaps !== null,
    proposal: datedHour(row.proposal),
    taken: seatsOf(people) + row.outside + row.reserved,
    price: priceOf({ fullCents, baseCents, cuts }, now),
    people: people.map(({ first, last, ...person }) => ({
      ...person,
      name: [first, last && `${last}.`].filter(Boolean).join(" "),
      initials: (first.slice(0, 1) + last).toUpperCase(),
      dueCents: cents(person.dueCents),
      resaleAt: person.resaleAt === null ? null : new Date(person.resaleAt),
    })),
  }));
}

function priceOf(
  { fullCents, baseCents, cuts }: Pick<SlotRow, "fullCents" | "baseCents" | "cuts">,
  now: Date,
): PriceView {
  const unknown = { reference: null, pricedAt: null, bookableSince: null, past: [] };
  const dated = cuts.map(({ at, cents }) => ({ at: new Date(at), cents }));
  return viewPrice({ ...unknown, fullCents, base: baseCents, cuts: dated }, now);
}

async function readOwnTime(
  db: Executor,
  { professionalId, from, to }: AgendaPeriod,
): Promise<Pick<AgendaView, "busy" | "openings">> {
  const { rows } = await db.execute<{ openings: OpeningHour[]; busy: BusyRow[] }>(sql`
    select ${openingHoursOf(sql`${professionalId}`)} as openings, (
      select coalesce(json_agg(json_build_object('id', b.id, 'source', b.source,
        'start', lower(b.during), 'end', upper(b.during), 'title', b.title,
        'isOverBooking', exists (select from occupied o
          where o.professional_id = b.professional_id and o.during && b.during))
        order by lower(b.during), b.id), '[]')
      from busy_times b
      where b.professional_id = ${professionalId} and b.during && tstzrange(${from}, ${to})) as busy`);
  const { openings = [], busy = [] } = rows[0] ?? {};
  const dated = ({ start, end, ...row }: BusyRow) => ({
    ...row,
    start: new Date(start),
    end: new Date(end),
  });
  return { openings, busy: busy.map(dated) };
}

type BusyRow = Omit<Busy, "start" | "end"> & { start: string; end: string };

/** Takes two statements, however many slots there are. @throws AppError `invalid_input` */
export async function showAgenda(
  ctx: Context,
  raw: z.input<typeof agendaInput>,
): Promise<AgendaView> {
  const { professionalId } = requireProfessional(ctx);
  const now = ctx.now();
  const stretch = stretchOf(parseInput(agendaInput, raw), now);
  if (!stretch) {
    const fields = { to: [`La fin vient après le début, ${MAX_DAYS} jours plus tard au plus`] };
    throw new AppError("invalid_input", { fields });
  }
  const asked = { professionalId, ...stretch, now };
  const [stored, ownTime] = await Promise.all([
    readSlots(ctx.db, asked),
    readOwnTime(ctx.db, asked),
  ]);
  const slots = stored.map(
    ({
      isActive,
      isOffered,
      isAbsent,
      isOverlapped,
      isBusy,
      isOpen,
      taken,
      ...slot
    }): AgendaSlot => ({
      ...slot,
      state: agendaState(
        { ...slot, isActive, isOffered, isAbsent, isOverlapped, isBusy, isOpen, taken },
        now,
      ),
    }),
  );
  return { ...stretch, slots, ...ownTime };
}
