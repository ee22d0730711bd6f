import { sql } from "drizzle-orm";
import { newId } from "#platform/ids.server.ts";
import type { Transaction } from "#platform/postgres.server.ts";
import type { FreedTime } from "./record-reopened.server.ts";

/**
 * Takes time outside the old hour (rules: another-hour, one-place) under `lockPractitioner`; false
 * when taken or within the old one.
 */
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
export async function extendProposedSlots(
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
