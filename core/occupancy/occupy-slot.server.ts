import { sql } from "drizzle-orm";
import { newId } from "#platform/ids.server.ts";
import type { Transaction } from "#platform/postgres.server.ts";
import { isLive } from "../tables/conditions.server.ts";
import { closedBy, isAwaited, isSlotOpen } from "./is-slot-open.server.ts";
import { extendProposedSlots } from "./occupy-proposed-slot.server.ts";
import type { FreedTime } from "./record-reopened.server.ts";

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

/**
 * Frees unused time; an earlier statement must have locked the slot, so that every booking is seen.
 */
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
