import { sql } from "drizzle-orm";
import { type Executor, list, rowOf, rowsOf, type Transaction } from "#platform/postgres.server.ts";
import type { SlotKind } from "../../catalogue/schema.ts";
import type { Cents } from "../../money.ts";
import { pendingRefunds } from "../../payments/find-payment.server.ts";
import { isLive } from "../../tables/conditions.server.ts";
import { leftOfSellers } from "../resale/store.server.ts";

interface Person {
  first: string;
  last: string;
  isFirst: boolean;
  seats: number;
  commissionRate: number;
  dueCents: Cents;
}

interface StopRow {
  slotId: string;
  kind: SlotKind;
  offeringId: string;
  title: string;
  start: Date;
  end: Date;
  held: number;
  outside: number;
  people: Person[];
}

const booked = sql`lateral (
  select count(*) filter (where b.status = 'pending')::int as held,
    coalesce(json_agg(json_build_object(
      'first', coalesce(client.first_name, ''), 'last', coalesce(left(client.last_name, 1), ''),
      'isFirst', not exists (select from bookings earlier
        where earlier.client_id = b.client_id and earlier.professional_id = b.professional_id
          and earlier.status = 'confirmed' and earlier.confirmed_at < b.confirmed_at),
      'seats', b.seats, 'commissionRate', b.commission_rate,
      'dueCents', greatest(0, b.price_paid_cents
        - coalesce(paid.refunded_cents + paid.charged_back_cents + ${pendingRefunds(sql`paid.id`)}, 0))
        + ${leftOfSellers(sql`b`)})
      order by client.first_name, b.id) filter (where b.status = 'confirmed'), '[]') as people
  from bookings b
    left join profiles client on client.id = b.client_id
    left join payments paid on paid.reference = b.id
  where b.slot_id = slot.id and ${isLive}) booked`;

export async function readStops(
  db: Executor,
  professionalId: string,
  of: { from: Date; to: Date } | { slotIds: readonly string[] },
): Promise<StopRow[]> {
  const which =
    "from" in of
      ? sql`slot.start_datetime >= ${of.from} and slot.start_datetime < ${of.to}
          and (slot.is_active and offering.is_active or booked.held > 0
            or json_array_length(booked.people) > 0 or slot.outside_seats > 0)`
      : sql`slot.id = any(${list(of.slotIds, "uuid")})`;
  const found = await db.execute(sql`
    select slot.id as "slotId", offering.kind, offering.id as "offeringId", offering.title,
      slot.start_datetime as start, slot.end_datetime as "end", booked.held,
      slot.outside_seats as outside, booked.people
    from offerings offering join slots slot on slot.offering_id = offering.id cross join ${booked}
    where offering.professional_id = ${professionalId} and ${which}
    order by slot.start_datetime, slot.id`);
  return rowsOf(found);
}

export async function readRunning(
  db: Executor,
  professionalId: string,
  now: Date,
): Promise<Date[]> {
  const found = await db.execute(sql`
    select slot.start_datetime as start
    from offerings offering join slots slot on slot.offering_id = offering.id
    where offering.professional_id = ${professionalId}
      and slot.start_datetime <= ${now} and slot.end_datetime > ${now}
      and exists (select from bookings b where b.slot_id = slot.id and b.status = 'confirmed')
    order by slot.start_datetime, slot.id`);
  return rowsOf<{ start: Date }>(found).map(({ start }) => start);
}

/** Leaves out the running session; null if the professional keeps a slot in these hours. */
export async function readFreed(
  tx: Transaction,
  professionalId: string,
  { from, to, slotIds, now }: { from: Date; to: Date; slotIds: readonly string[]; now: Date },
): Promise<{ start: Date; end: Date } | null> {
  const found = await tx.execute(sql`
    with kept as (
      select slot.start_datetime, slot.end_datetime
      from offerings offering join slots slot on slot.offering_id = offering.id
      where offering.professional_id = ${professionalId} and slot.is_active
        and (offering.is_active or slot.is_occupied) and slot.id <> all(${list(slotIds, "uuid")})
        and slot.end_datetime > ${now}
    ), begun as (
      select greatest(${from}, ${now},
        (select max(end_datetime) from kept where start_datetime <= ${now})) as start
    )
    select start, ${to}::timestamptz as "end" from begun where start < ${to} and not exists (
      select from kept where start_datetime < ${to} and end_datetime > begun.start)`);
  return rowOf(found);
}

/** Answers those that stand, locked before their professional's time. */
export async function freeBookings(
  tx: Transaction,
  slotIds: readonly string[],
): Promise<{ id: string; slotId: string }[]> {
  const { rows } = await tx.execute<{ id: string; slotId: string }>(sql`
    with locked as materialized (
      select b.id from bookings b
      where b.slot_id = any(${list(slotIds, "uuid")}) and ${isLive}
      order by b.id for update
    )
    update bookings set refundable_until = greatest(refundable_until, slot.start_datetime)
    from locked, slots slot where bookings.id = locked.id and slot.id = bookings.slot_id
    returning bookings.id, bookings.slot_id as "slotId"`);
  return rows;
}
