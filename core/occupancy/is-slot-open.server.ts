import { type SQL, sql } from "drizzle-orm";

export type ClosedBy = "absence" | "notice" | "overlap" | "busy" | "leaving";

/**
 * Tells why `slot` is closed (rules: one-place, own-time, notice, ending-notice); null if open, as
 * taken slots stay.
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

/** Seats available at once: free ones, else those for sale again (rule: resale). */
export const freeSeats: SQL<number> = sql<number>`(case when slot.available_spots > 0
  then slot.available_spots else slot.resale_seats end)`;

/** Tests for free seats, or just as many for sale again (rule: resale). */
export const hasSeatsFor = (seats: number): SQL<boolean> =>
  sql<boolean>`(slot.available_spots >= ${seats}
    or (slot.available_spots = 0 and slot.resale_seats = ${seats}))`;

export function isSlotOpen(now: Date): SQL<boolean> {
  return sql<boolean>`(slot.is_active and ${freeSeats} > 0 and ${closedBy(now)} is null)`;
}

/** Free seats kept for somebody waiting (rule: waiting-list), which nobody else can take. */
export function isAwaited(slot: SQL = sql`slot`): SQL<boolean> {
  return sql<boolean>`(${slot}.is_active and exists (
    select from waiting_entries w
    where w.slot_id = ${slot}.id and w.offered_at is null and w.seats <= ${slot}.available_spots
      and (w.had_turn_at is null or w.had_turn_at < ${slot}.bookable_since)))`;
}

export function isOnSale(now: Date): SQL<boolean> {
  return sql<boolean>`(${isSlotOpen(now)} and not ${isAwaited()})`;
}
