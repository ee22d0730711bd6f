import { type SQL, sql } from "drizzle-orm";

/** Why a professional's time closes a slot. */
export type ClosedBy = "absence" | "notice" | "overlap" | "busy" | "leaving";

/**
 * Why `slot`, a row of `slots` of the professional `p`, is closed at an instant as far as the
 * professional's time goes; null when it is not (rules: one-place, own-time, notice, ending-notice). A slot that is
 * taken already stays open under whatever came later, and one « en parallèle » under all but an
 * absence.
 */
export function closedBy(now: Date): SQL<ClosedBy | null> {
  return sql<ClosedBy | null>`case
    when slot.absence_id is not null then 'absence'
    when p.sells_until <= slot.start_datetime then 'leaving'
    when slot.start_datetime - p.notice_minutes * interval '1 minute' <= ${now} then 'notice'
    when slot.is_occupied or slot.is_parallel then null
    when exists (select from occupied o where o.professional_id = p.id and o.slot_id <> slot.id and o.lane && '(,0)'
      and o.during && tstzrange(slot.start_datetime, slot.end_datetime + p.buffer_minutes * interval '1 minute')) then 'overlap'
    when exists (select from busy_times b where b.professional_id = p.id and b.source <> 'absence'
      and b.during && tstzrange(slot.start_datetime, slot.end_datetime)) then 'busy' end`;
}

/** The seats of `slot` that can be had at once: once none is free, those for sale again (rule: resale). */
export const freeSeats: SQL<number> = sql<number>`(case when slot.available_spots > 0
  then slot.available_spots else slot.resale_seats end)`;

/**
 * Whether one booking can have this many seats of `slot`, as far as their number goes: free ones, or
 * once none is free, just as many as are for sale again (rule: resale).
 */
export const hasSeatsFor = (seats: number): SQL<boolean> =>
  sql<boolean>`(slot.available_spots >= ${seats}
    or (slot.available_spots = 0 and slot.resale_seats = ${seats}))`;

/** Whether a seat of `slot` can be taken at an instant, as far as it and its professional's time go. */
export function isSlotOpen(now: Date): SQL<boolean> {
  return sql<boolean>`(slot.is_active and ${freeSeats} > 0 and ${closedBy(now)} is null)`;
}

/**
 * Whether free seats of a slot belong to its waiting list: somebody who waits would fit in, and has
 * not had their turn since they came free (rule: waiting-list). Nobody else can take them, and the
 * slot keeps its professional's time, until they are offered or open to all.
 *
 * @param slot the alias of the row of `slots`.
 */
export function isAwaited(slot: SQL = sql`slot`): SQL<boolean> {
  return sql<boolean>`(${slot}.is_active and exists (
    select from waiting_entries w
    where w.slot_id = ${slot}.id and w.offered_at is null and w.seats <= ${slot}.available_spots
      and (w.had_turn_at is null or w.had_turn_at < ${slot}.bookable_since)))`;
}

/** Whether anybody can take a seat of `slot`: it is open, and nobody waits for what is free. */
export function isOnSale(now: Date): SQL<boolean> {
  return sql<boolean>`(${isSlotOpen(now)} and not ${isAwaited()})`;
}
