import { type SQL, sql } from "drizzle-orm";
import { MINUTE } from "../../durations.ts";
import { SEATS_TOLD } from "../../listings/rules.ts";
import { freeSeats } from "../../occupancy/count-seats.server.ts";
import { isAwaited, isOnSale } from "../../occupancy/why-not-bookable.server.ts";

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

/** Instants of one cancellation may differ a little, hence the minute (rule: sms-limits). */
export const TEXT_INVARIANTS: Record<string, () => SQL> = {
  "I12 aucun SMS pour une réservation morte": () => sql`
    select m.id, case when b.status = 'pending' or b.confirmed_at is null then 'jamais confirmée'
        when b.cancelled_at < m.sent_at - interval '1 minute' then 'annulée avant'
        when b.price_paid_cents = 0 then 'gratuite'
        else 'après le début' end as fault
    from sms m join bookings b on b.id = m.reference join slots s on s.id = b.slot_id
    where m.status = 'sent' and (b.confirmed_at is null or b.status = 'pending'
      or b.cancelled_at < m.sent_at - interval '1 minute' or b.price_paid_cents = 0
      or (b.status = 'confirmed' and s.start_datetime <= m.sent_at))`,
  "I12 aucun SMS la nuit": () => sql`
    select id, 'parti ' || (sent_at at time zone 'Europe/Paris') || ', la nuit' as fault
    from sms where status = 'sent'
      and extract(hour from sent_at at time zone 'Europe/Paris') not between 8 and 20`,
};

/** I13 (rule: listing-interval). */
export const SEARCH_INVARIANTS: Record<string, (now: Date) => SQL> = {
  "I13 la recherche montre ce qui peut être réservé, et rien d'autre": (now) => sql`
    with open as (
      select slot.id, slot.start_datetime as starts_at,
        least(${freeSeats}, ${sql.raw(String(SEATS_TOLD))}) as seats,
        coalesce(slot.price_cents, offering.discounted_price_cents, offering.price_cents) as cents,
        (select count(*) from slot_prices cut where cut.slot_id = slot.id) as cuts,
        (select concat(l.cell, ' ', l.door) from listings l
          where l.offering_id = offering.id and not offering.is_online and l.cell is not null) as place
      from slots slot
        join offerings offering on offering.id = slot.offering_id
        join professional_profiles p on p.id = offering.professional_id
        join profiles owner on owner.id = p.user_id
      where offering.is_active and offering.deleted_at is null and p.can_receive_charges
        and owner.account_status = 'active' and ${isOnSale(now)}
    ), listed as (
      select slot_id as id, min(starts_at) as starts_at, min(seats) as seats,
        min(cents) filter (where cut_day = 0) as cents, count(*) - 1 as cuts,
        min(cell || ' ' || door) as place
      from listed_slots where closes_at > ${now} group by slot_id
    )
    select coalesce(open.id, listed.id) as id, case
      when listed.id is null then 'réservable, mais introuvable'
      when open.id is null then 'trouvable, mais pas réservable'
      else concat('trouvé autrement : ', listed.starts_at, ', ', listed.seats, ' places, ',
        listed.cents, ' centimes, ', listed.cuts, ' étapes, cellule ', listed.place) end as fault
    from open full join listed on listed.id = open.id
    where (open.starts_at, open.seats, open.cents, open.cuts, open.place)
      is distinct from (listed.starts_at, listed.seats, listed.cents, listed.cuts, listed.place)`,
};

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
