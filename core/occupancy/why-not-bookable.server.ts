import { type SQL, sql } from "drizzle-orm";
import { canSell } from "../tables/conditions.server.ts";
import { freeSeats } from "./count-seats.server.ts";

export type ClosedBy = "absence" | "notice" | "overlap" | "busy" | "leaving";

/** Why `slot` is closed (rules: one-place, own-time, notice, ending-notice); null if open. */
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

export type SeatRefusal =
  | "unknown"
  | "inactive"
  | "professional_unavailable"
  | "past"
  | "own"
  | "sold_out"
  | "too_few"
  | ClosedBy;

/**
 * Why nobody can book so many seats of `slot`; of several reasons, the one that waiting would not
 * change. Expects its `offering`, professional `p` and their `owner`. A guest's own session is told
 * by the mailbox, in `hold-seat` and `follow-booking-link`.
 */
export const seatRefusal = (asked: {
  seats: number;
  /** Null for a guest. */
  buyerUserId: string | null;
  isForOthers: SQL;
  now: Date;
}): SQL<SeatRefusal | null> => sql<SeatRefusal | null>`case
  when not (slot.is_active and offering.is_active) then 'inactive'
  when not (${canSell}) then 'professional_unavailable'
  when slot.start_datetime <= ${asked.now} then 'past'
  when p.user_id = ${asked.buyerUserId} then 'own'
  when slot.available_spots = 0 or ${asked.isForOthers} then 'sold_out'
  when ${closedBy(asked.now)} is not null then ${closedBy(asked.now)}
  when slot.available_spots < ${asked.seats} then 'too_few' end`;

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

/** The absence over these hours, which closes a slot from the start (rule: own-time). */
export function absenceAt(offering: SQL | string, start: SQL | Date, end: SQL | Date): SQL<string> {
  return sql<string>`(
    select busy.id from busy_times busy join offerings made on made.professional_id = busy.professional_id
    where made.id = ${offering} and busy.source = 'absence'
      and busy.during && tstzrange(${start}::timestamptz, ${end}::timestamptz)
    order by upper(busy.during) desc, busy.id limit 1)`;
}
