import { type SQL, sql } from "drizzle-orm";
import { SEATS_TOLD } from "../../listings/rules.ts";
import { freeSeats, isOnSale } from "../../occupancy/is-slot-open.server.ts";

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
