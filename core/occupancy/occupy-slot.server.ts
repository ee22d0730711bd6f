import { sql } from "drizzle-orm";
import { newId } from "#platform/ids.server.ts";
import { type Database, list, type Transaction } from "#platform/postgres.server.ts";
import { isLive } from "../tables/conditions.server.ts";
import type { FreedTime } from "./lock-practitioner.server.ts";
import { closedBy, isAwaited, isSlotOpen } from "./why-not-bookable.server.ts";

/** Takes time outside the old hour (rules: another-hour, one-place) under `lockPractitioner`. */
export async function occupyProposedSlot(
  tx: Transaction,
  slotId: string,
  oldSlotId: string,
): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`
    with asked as (
      select slot.id, p.id as professional_id, old.during as old,
        tstzrange(slot.start_datetime, slot.end_datetime + p.buffer_minutes * interval '1 minute') as whole,
        case when slot.is_parallel then own_lane(slot.id) else '(,0)'::int8range end as lane
      from slots slot
        join offerings offering on offering.id = slot.offering_id
        join professional_profiles p on p.id = offering.professional_id
        left join occupied old on old.slot_id = ${oldSlotId}
      where slot.id = ${slotId} and not slot.is_occupied
    ), part as (
      select asked.*, case
        when old is null or not whole && old or lane <> '(,0)' then whole
        when lower(whole) < lower(old) and upper(whole) <= upper(old)
          then tstzrange(lower(whole), lower(old))
        when lower(whole) >= lower(old) and upper(whole) > upper(old)
          then tstzrange(upper(old), upper(whole))
      end as during from asked
    ), placed as (
      insert into occupied (id, professional_id, slot_id, during, lane)
      select ${newId()}, professional_id, id, during, lane from part where during is not null
      on conflict do nothing
      returning slot_id
    )
    update slots set is_occupied = true from placed where slots.id = placed.slot_id`);
  return rowCount === 1;
}

/** Extends slots to their whole hours once the slot beside them is gone. */
async function extendProposedSlots(
  tx: Transaction,
  oldSlotId: string,
  { during }: FreedTime,
): Promise<void> {
  await tx.execute(sql`
    update occupied x set during = tstzrange(slot.start_datetime, case
      when upper(x.during) < slot.end_datetime
        then least(slot.end_datetime + p.buffer_minutes * interval '1 minute', upper(${during}::tstzrange))
      else upper(x.during) end)
    from proposals q join slots slot on slot.id = q.to_slot_id
      join offerings offering on offering.id = slot.offering_id
      join professional_profiles p on p.id = offering.professional_id
    where q.from_slot_id = ${oldSlotId} and x.slot_id = slot.id
      and not x.during @> tstzrange(slot.start_datetime, slot.end_datetime)`);
}

/**
 * Takes time (rule: one-place) under `lockPractitioner`; its professional may ignore notice and
 * absence (rule: own-time). Returns whether it was taken now.
 */
export async function occupySlot(
  tx: Transaction,
  slotId: string,
  now: Date,
  by: "client" | "professional" = "client",
): Promise<boolean> {
  const open =
    by === "client"
      ? isSlotOpen(now)
      : sql`(slot.is_active and coalesce(${closedBy(LONG_AGO)}, 'absence') = 'absence')`;
  const { rowCount } = await tx.execute(sql`
    with placed as (
      insert into occupied (id, professional_id, slot_id, during, lane)
      select ${newId()}, p.id, slot.id,
        tstzrange(slot.start_datetime, slot.end_datetime + p.buffer_minutes * interval '1 minute'),
        case when slot.is_parallel then own_lane(slot.id) else '(,0)'::int8range end
      from slots slot
        join offerings offering on offering.id = slot.offering_id
        join professional_profiles p on p.id = offering.professional_id
      where slot.id = ${slotId} and not slot.is_occupied and ${open}
      on conflict do nothing
      returning slot_id
    )
    update slots set is_occupied = true from placed where slots.id = placed.slot_id`);
  return rowCount === 1;
}

const LONG_AGO = new Date(0);

/** Frees unused time; an earlier statement has locked the slot, so every booking is seen. */
export async function freeSlot(tx: Transaction, slotId: string): Promise<FreedTime | null> {
  const { rows } = await tx.execute<{ professionalId: string; during: string }>(sql`
    with freed as (
      update slots slot set is_occupied = false
      where id = ${slotId} and is_occupied and outside_seats = 0 and reserved_seats = 0
        and not ${isAwaited()}
        and not exists (select from bookings b where b.slot_id = slot.id and ${isLive})
      returning id
    )
    delete from occupied where slot_id in (select id from freed)
    returning professional_id as "professionalId", during::text as during`);
  const [freed = null] = rows;
  if (freed) await extendProposedSlots(tx, slotId, freed);
  return freed;
}

/** Compares pauses too (rule: one-place); the caller holds `lockPractitioner`. */
export async function filterFreeHours<Hour extends { start: Date; end: Date }>(
  tx: Transaction,
  offeringId: string,
  hours: readonly Hour[],
): Promise<Hour[]> {
  if (hours.length === 0) return [];
  const instants = (of: "start" | "end") =>
    list(
      hours.map((hour) => hour[of].toISOString()),
      "timestamptz",
    );
  const { rows } = await tx.execute<{ place: number }>(sql`
    select hour.place::int as place
    from offerings o
      join professional_profiles p on p.id = o.professional_id
      cross join unnest(${instants("start")}, ${instants("end")}) with ordinality as hour ("from", upto, place)
    where o.id = ${offeringId} and not exists (
      select from occupied taken where taken.professional_id = p.id and taken.lane && '(,0)'
        and taken.during && tstzrange(hour."from", hour.upto + p.buffer_minutes * interval '1 minute'))
    order by hour.place`);
  return rows.flatMap(({ place }) => hours[place - 1] ?? []);
}

/** Lists pairs sold « en parallèle » or before hours were taken (rule: one-place). */
export async function listDoubleBookings(db: Database, now: Date): Promise<string[]> {
  const { rows } = await db.execute<{ name: string; one: string; other: string }>(sql`
    select p.business_name as name, one.slot_id as one, other.slot_id as other
    from occupied one
      join occupied other on other.professional_id = one.professional_id and other.during && one.during
        and (lower(other.during), other.slot_id) > (lower(one.during), one.slot_id)
      join professional_profiles p on p.id = one.professional_id
    where upper(one.during) > ${now} and upper(other.during) > ${now}
    order by lower(one.during), one.slot_id, lower(other.during), other.slot_id`);
  return rows.map(({ name, one, other }) => `${name} : ${one} et ${other}`);
}
