import { type SQL, sql } from "drizzle-orm";

/** Coming slots `s` that were never held, so that their prices are those of their offering. */
const isFollowing = (now: Date) => sql`s.start_datetime > ${now} and s.prices_frozen_at is null
  and not exists (select from bookings b where b.slot_id = s.id)`;

/** Invariants of prices that fall (rule: falling-price), like those in check-invariants. */
export const PRICE_INVARIANTS: Record<string, (now: Date) => SQL> = {
  // Since the release with prices that fall; a booking that was moved kept its price.
  "I11 une réservation coûte le prix de son instant": () => sql`
    select b.id, b.price_paid_cents || ' au lieu de ' || asked.cents * (b.seats + b.seats_cancelled) as fault
    from bookings b
    join slots s on s.id = b.slot_id and s.prices_frozen_at <= b.created_at
    cross join lateral (select coalesce(
      (select cut.cents from slot_prices cut where cut.slot_id = s.id and cut.from_at <= b.created_at
        order by cut.from_at desc limit 1), s.price_cents) as cents) asked
    where b.price_paid_cents <> asked.cents * (b.seats + b.seats_cancelled) and b.moved_price_cents is null and not exists (
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

/** I3 and I4: no cent is returned twice, and each side has its part, like those in check-invariants. */
export const MONEY_INVARIANTS: Record<string, () => SQL> = {
  "I3 il n'est pas rendu plus que payé": () => sql`
    select p.id, 'payé ' || p.amount_cents || ', rendu ' || coalesce(sum(r.amount_cents), 0)
      || ', par la banque ' || p.charged_back_cents as fault
    from payments p left join refunds r on r.payment_id = p.id and r.status in ('pending', 'succeeded')
    group by p.id having coalesce(sum(r.amount_cents), 0) + p.charged_back_cents > p.amount_cents`,
  "I3 ce qu'un paiement dit rendu est la somme de ses remboursements": () => sql`
    select p.id, p.refunded_cents || ' au lieu de ' || sum(r.amount_cents) as fault
    from payments p join refunds r on r.payment_id = p.id and r.status = 'succeeded'
    group by p.id, p.refunded_cents having sum(r.amount_cents) <> p.refunded_cents`,
  "I3 ce qu'un paiement dit repris par la banque est la somme de ses litiges perdus": () => sql`
    select p.id, p.charged_back_cents || ' au lieu de ' || sum(m.amount_cents) as fault
    from payments p join payment_movements m on m.payment_id = p.id and m.kind = 'dispute'
    group by p.id, p.charged_back_cents having sum(m.amount_cents) <> p.charged_back_cents`,
  "I3 il n'est pas repris plus que versé": () => sql`
    select p.id, m.kind || ' ' || sum(m.amount_cents) as fault
    from payments p join payment_movements m on m.payment_id = p.id and m.kind <> 'dispute'
    group by p.id, p.amount_cents, p.application_fee_cents, m.kind
    having sum(m.amount_cents)
      > case m.kind when 'reversal' then p.amount_cents else p.application_fee_cents end`,
  "I4 la commission est au taux de la réservation, et le paiement demande ce qu'elle dit":
    () => sql`
    select b.id, b.price_paid_cents || ' dont ' || b.commission_cents || ', paiement ' || coalesce(p.amount_cents || ' dont ' || p.application_fee_cents, 'absent') as fault
    from bookings b left join payments p on p.reference = b.id
    where b.price_paid_cents % (b.seats + b.seats_cancelled) <> 0
      or b.commission_cents <> round(b.price_paid_cents * b.commission_rate / 10000.0)
      or p.amount_cents <> b.price_paid_cents
      or p.application_fee_cents <> b.commission_cents`,
  "I4 un remboursement du site reprend à chacun sa part": () => sql`
    select p.id, 'rendu ' || r.cents || ', repris au praticien ' || coalesce(m.cents, 0) as fault
    from payments p
    join lateral (select sum(amount_cents - coalesce(commission_cents, 0)) as cents from refunds
      where payment_id = p.id and status = 'succeeded' and reason <> 'outside'
        and (commission_cents is null or reversed_at is not null)) r on r.cents > 0
    left join lateral (select sum(amount_cents) as cents from payment_movements
      where payment_id = p.id and kind = 'reversal') m on true
    where p.destination_account is not null and p.returns_read_at is not null
      and coalesce(m.cents, 0) < r.cents`,
  // Others' refunds and lost disputes are the platform's to bear, whatever they take.
  "I4 après un remboursement en parties, la commission gardée est au taux de ce qui est gardé":
    () => sql`
    select p.id, 'gardé ' || p.amount_cents - given.cents || ', commission '
      || p.application_fee_cents - given.commission as fault
    from payments p join bookings b on b.id = p.reference
    join lateral (select sum(amount_cents) as cents, sum(commission_cents) as commission,
        coalesce(sum(amount_cents) filter (where reason = 'resold'), 0) as resold,
        bool_and(status = 'succeeded' and reason <> 'outside' and commission_cents is not null) as ours
      from refunds where payment_id = p.id and status <> 'failed') given on given.ours
    where p.destination_account is not null and p.charged_back_cents = 0
      and p.application_fee_cents - given.commission
        <> round((p.amount_cents - given.cents + given.resold) * b.commission_rate / 10000.0)
          - round(given.resold * b.commission_rate / 10000.0)`,
};
