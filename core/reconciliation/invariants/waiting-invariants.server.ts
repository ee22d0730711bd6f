import { type SQL, sql } from "drizzle-orm";
import { MINUTE } from "../../durations.ts";
import { isAwaited } from "../../occupancy/is-slot-open.server.ts";

/** Free seats may wait so long for the job that offers them. */
const PATIENCE = 2 * MINUTE;

/** I15 (rule: waiting-list). */
export const WAITING_INVARIANTS: Record<string, (now: Date) => SQL> = {
  // A proposal of another hour keeps seats in the same count.
  "I15 une place gardée n'est promise qu'à une personne": () => sql`
    select s.id, 'gardées ' || s.reserved_seats || ', promises ' || promised.seats as fault
    from slots s join (
      select w.slot_id, sum(w.seats)::int as seats from waiting_entries w
      where w.offered_at is not null group by w.slot_id
    ) promised on promised.slot_id = s.id
    where s.reserved_seats < promised.seats or (s.reserved_seats > promised.seats
      and not exists (select from proposals q where q.to_slot_id = s.id))`,
  "I15 qui attend et tient dans les places libres n'est pas oublié": (now) => {
    const before = new Date(now.getTime() - PATIENCE);
    return sql`
      select s.id, s.available_spots || ' places libres depuis ' || s.bookable_since as fault
      from slots s
      where s.start_datetime > ${now} and s.bookable_since < ${before} and ${isAwaited(sql`s`)}
        and not exists (select from waiting_entries w where w.slot_id = s.id
          and greatest(w.had_turn_at, w.created_at, w.offered_until) >= ${before})
      union all
      select w.slot_id, 'offre finie le ' || w.offered_until
      from waiting_entries w join slots s on s.id = w.slot_id
      where w.offered_until < ${before} and s.start_datetime > ${now}`;
  },
  "I15 une place est offerte à la première personne de la file qui y tient": () => sql`
    select first.id, 'attend ' || first.seats || ' places depuis ' || first.lined_up_at
      || ', offertes à ' || next.id as fault
    from waiting_entries next join waiting_entries first on first.slot_id = next.slot_id
      and (first.lined_up_at, first.id) < (next.lined_up_at, next.id)
    where next.offered_at > first.created_at and first.offered_at is null
      and first.had_turn_at is null and first.seats <= next.seats
      and not exists (select from bookings b where b.slot_id = first.slot_id
        and b.client_id = first.user_id and b.status <> 'cancelled')`,
};
