import { type SQL, sql } from "drizzle-orm";
import { isAwaited } from "../../occupancy/is-slot-open.server.ts";

/** Somebody's in `slots s`, or kept for somebody. */
const hasSeat = sql`(s.outside_seats + s.reserved_seats > 0
  or exists (select from bookings b where b.slot_id = s.id and b.status <> 'cancelled'))`;

/** Both hours may be taken until the last answer, or until the last has left one given up. */
const isProposed = (from: SQL, to: SQL, join: SQL = sql``) => sql`exists (
  select from proposals q join proposal_answers a on a.proposal_id = q.id
    join bookings answered on answered.id = a.booking_id ${join}
  where q.from_slot_id = ${from} and q.to_slot_id = ${to} and (a.answer is null
    or (q.withdraws and a.answer in ('refused', 'lapsed') and answered.status = 'confirmed'
      and answered.slot_id = q.from_slot_id)))`;

/** I10 (rule: one-place). */
export const PLACE_INVARIANTS: Record<string, (now: Date) => SQL> = {
  // By what was sold, and not by the rows that are to prevent it.
  "I10 personne n'est en deux lieux à la fois": (now) => sql`
    with seated as materialized (
      select s.id, s.start_datetime, s.end_datetime, o.professional_id
      from slots s join offerings o on o.id = s.offering_id
      where s.end_datetime > ${now} and not s.is_parallel and ${hasSeat})
    select one.id, 'touche ' || other.id || ', pris aussi' as fault
    from seated one join seated other on other.professional_id = one.professional_id
      and other.id > one.id and other.start_datetime < one.end_datetime
      and other.end_datetime > one.start_datetime
    where not ${isProposed(sql`one.id`, sql`other.id`)} and not ${isProposed(sql`other.id`, sql`one.id`)}`,
  "I10 une heure prise a sa ligne et sa marque, et nulle autre": (now) => sql`
    select s.id, 'marque ' || s.is_occupied || ', ligne ' || coalesce(x.during::text || ' ' || x.lane, 'absente')
      || case when ${hasSeat} then ', avec' else ', sans' end || ' place prise' as fault
    from slots s join offerings o on o.id = s.offering_id left join occupied x on x.slot_id = s.id
    -- The row goes a while after its hour; the mark stays.
    where (x.id is null and s.is_occupied and s.end_datetime > ${now})
      or (x.id is not null and not s.is_occupied)
      or (s.end_datetime > ${now} and s.is_occupied <> ${hasSeat}
        and not (s.is_occupied and ${isAwaited(sql`s`)}))
      or x.professional_id <> o.professional_id
      or (x.lane <> '(,0)') <> s.is_parallel
      or (not x.during @> tstzrange(s.start_datetime, s.end_datetime)
        and not ${isProposed(sql`y.slot_id`, sql`s.id`, sql`join occupied y on y.slot_id = q.from_slot_id`)})`,
};
