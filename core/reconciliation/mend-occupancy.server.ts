import { type SQL, sql } from "drizzle-orm";
import { newId } from "#platform/ids.server.ts";
import type { Transaction } from "#platform/postgres.server.ts";
import type { Context } from "../context.server.ts";
import { refreshHours } from "../listings/refresh-listings.server.ts";
import { isAwaited } from "../occupancy/is-slot-open.server.ts";
import { lockPractitionerOf } from "../occupancy/lock-practitioner.server.ts";
import { freeSlot } from "../occupancy/occupy-slot.server.ts";

/** Slots mended in one turn, a transaction each; the next turn goes on. */
const BATCH = 200;

/**
 * Gives slots to come their professional's time where somebody has a seat, and takes it back where
 * nobody has: the release before knows nothing of it (rule: one-place). One that overlaps a taken
 * hour was sold all the same and goes on beside it, « en parallèle ». Safe to repeat.
 *
 * @returns how many were wrong.
 */
export async function mendOccupancy(ctx: Context): Promise<number> {
  const now = ctx.now();
  const { rows } = await ctx.db.execute<{ id: string }>(sql`
    select id from (${unmarked(now)} union ${unseated(now)}) wrong order by id limit ${BATCH}`);
  for (const { id } of rows) {
    const isBeside = await ctx.db.transaction((tx) => mend(tx, id, now));
    if (isBeside) ctx.log.warn({ slotId: id }, "sold over an hour that was taken");
  }
  return rows.length;
}

/** Those with a seat that the release before sold, which is among the bookings of a week. */
const unmarked = (now: Date): SQL => sql`
  select s.id from bookings b join slots s on s.id = b.slot_id
  where b.status <> 'cancelled' and b.created_at > ${now}::timestamptz - interval '7 days'
    and not s.is_occupied and s.end_datetime > ${now}`;

/** Scalar, since PostgreSQL would join « not exists » with all bookings that ever were. */
const unseated = (now: Date): SQL => sql`
  select s.id from occupied o join slots s on s.id = o.slot_id
  where upper(o.during) > ${now} and s.outside_seats = 0 and s.reserved_seats = 0
    and not ${isAwaited(sql`s`)}
    and (select b.id from bookings b where b.slot_id = s.id and b.status <> 'cancelled' limit 1) is null`;

/** @returns whether it now stands beside another that has the same hour. */
async function mend(tx: Transaction, slotId: string, now: Date): Promise<boolean> {
  await lockPractitionerOf(tx, { slotId });
  await tx.execute(sql`select from slots where id = ${slotId} for no key update`);
  await freeSlot(tx, slotId);
  const isPlaced = await place(tx, slotId, sql`s.is_parallel`);
  const isBeside = !isPlaced && (await place(tx, slotId, sql`true`));
  await refreshHours(tx, await hoursOf(tx, slotId), now);
  return isBeside;
}

/** The professional's time that a slot has, or would have. */
async function hoursOf(tx: Transaction, slotId: string) {
  const { rows } = await tx.execute<{ professionalId: string; during: string }>(sql`
    select p.id as "professionalId",
      tstzrange(s.start_datetime, s.end_datetime + p.buffer_minutes * interval '1 minute') as during
    from slots s
      join offerings o on o.id = s.offering_id
      join professional_profiles p on p.id = o.professional_id
    where s.id = ${slotId}`);
  const [hours] = rows;
  if (!hours) throw new Error(`slot ${slotId} is gone`);
  return hours;
}

/** Nothing for a slot that is marked already, or without a booking. */
async function place(tx: Transaction, slotId: string, isParallel: SQL): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`
    with placed as (
      insert into occupied (id, professional_id, slot_id, during, lane)
      select ${newId()}, p.id, s.id,
        tstzrange(s.start_datetime, s.end_datetime + p.buffer_minutes * interval '1 minute'),
        case when ${isParallel} then own_lane(s.id) else '(,0)'::int8range end
      from slots s
        join offerings o on o.id = s.offering_id
        join professional_profiles p on p.id = o.professional_id
      where s.id = ${slotId} and not s.is_occupied
        and exists (select from bookings b where b.slot_id = s.id and b.status <> 'cancelled')
      on conflict do nothing
      returning slot_id, lane
    )
    update slots set is_occupied = true, is_parallel = placed.lane <> '(,0)'
    from placed where slots.id = placed.slot_id`);
  return rowCount === 1;
}
