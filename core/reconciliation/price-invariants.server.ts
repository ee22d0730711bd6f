import { type SQL, sql } from "drizzle-orm";

/** Coming slots `s` that were never held, so that their prices are those of their offering. */
const isFollowing = (now: Date) => sql`s.start_datetime > ${now} and s.prices_frozen_at is null
  and not exists (select from bookings b where b.slot_id = s.id)`;

/** Invariants of prices that fall (rule: falling-price), like those in check-invariants. */
export const PRICE_INVARIANTS: Record<string, (now: Date) => SQL> = {
  // Since the release with prices that fall; a booking that was moved kept its price.
  "I11 une réservation coûte le prix de son instant": () => sql`
    select b.id, b.price_paid_cents || ' au lieu de ' || asked.cents * b.seats as fault
    from bookings b
    join slots s on s.id = b.slot_id and s.prices_frozen_at <= b.created_at
    cross join lateral (select coalesce(
      (select cut.cents from slot_prices cut where cut.slot_id = s.id and cut.from_at <= b.created_at
        order by cut.from_at desc limit 1), s.price_cents) as cents) asked
    where b.price_paid_cents <> asked.cents * b.seats and not exists (
      select from proposal_answers a where a.booking_id = b.id and a.answer = 'accepted')`,
  "I11 personne ne paie plus que le prix affiché": () => sql`
    select id, price_paid_cents || ' au lieu de ' || amount_shown || ' affichés' as fault
    from bookings where amount_shown < price_paid_cents`,
  "I11 un prix baisse en cinq étapes au plus, dans les 24 heures, jusqu'au plancher": () => sql`
    select slot_id as id, 'étape à ' || cents || ', la ' || place || 'e' as fault from (
      select cut.slot_id, cut.cents, s.start_datetime - cut.from_at as ahead,
        row_number() over steps as place,
        lag(cut.cents, 1, case when s.prices_frozen_at is null then
          coalesce(o.discounted_price_cents, o.price_cents) else s.price_cents end) over steps as before
      from slot_prices cut join slots s on s.id = cut.slot_id join offerings o on o.id = s.offering_id
      window steps as (partition by cut.slot_id order by cut.from_at)) cut
    where place > 5 or cents >= before or cents < 50 or ahead > interval '24 hours' or ahead <= interval '0'`,
  "I11 un créneau jamais retenu suit le prix de son offre": (now) => sql`
    with due as (
      select s.id, s.start_datetime - step.hours * interval '1 hour' as from_at, step.place,
        greatest(coalesce(o.fall_floor_cents, 50), round(
          coalesce(o.discounted_price_cents, o.price_cents) * (100 - step.percent) / 100.0)::int) as cents,
        coalesce(o.discounted_price_cents, o.price_cents) as base
      from offerings o join slots s on s.offering_id = o.id
      cross join lateral rows from (jsonb_to_recordset(o.fall_steps) as (hours int, percent int))
        with ordinality as step (hours, percent, place)
      where ${isFollowing(now)}
    ), kept as (
      select id, from_at, cents from (
        select *, lag(least_so_far, 1, base) over (partition by id order by place) as before from (
          select *, min(cents) over (partition by id order by place) as least_so_far from due) due) due
      where cents < before
    )
    select coalesce(kept.id, cut.slot_id) as id,
      'étape à ' || coalesce(cut.cents::text, 'rien') || ' au lieu de ' || coalesce(kept.cents::text, 'rien') as fault
    from kept full join (
      select cut.* from slot_prices cut join slots s on s.id = cut.slot_id
        join offerings o on o.id = s.offering_id where ${isFollowing(now)}) cut
      on cut.slot_id = kept.id and cut.from_at = kept.from_at
    where cut.cents is distinct from kept.cents`,
};
