import { type SQL, sql } from "drizzle-orm";
import { OUTSIDE_REFUND_NEEDS_TWO_FROM } from "../rules.ts";

/** Coming and never held, so their prices are those of their offering. */
const isFollowing = (now: Date) => sql`s.start_datetime > ${now} and s.prices_frozen_at is null
  and not exists (select from bookings b where b.slot_id = s.id)`;

/** Prices that fall (rule: falling-price). */
export const PRICE_INVARIANTS: Record<string, (now: Date) => SQL> = {
  // A booking that was moved kept its price.
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

/** I3 and I4: no cent is returned twice, and each side has its part. */
export const MONEY_INVARIANTS: Record<string, () => SQL> = {
  // A bank may take what was given back by other means as well.
  "I3 il n'est pas rendu plus que payé": () => sql`
    select p.id, 'payé ' || p.amount_cents || ', rendu ' || coalesce(sum(r.amount_cents), 0)
      || ', par la banque ' || p.charged_back_cents as fault
    from payments p left join refunds r on r.payment_id = p.id and r.status in ('pending', 'succeeded')
      and r.stripe_refund_id is not null
    group by p.id having coalesce(sum(r.amount_cents), 0) + p.charged_back_cents > p.amount_cents`,
  "I3 ce qu'un paiement dit rendu est la somme de ses remboursements": () => sql`
    select p.id, p.refunded_cents || ' au lieu de ' || sum(r.amount_cents) as fault
    from payments p join refunds r on r.payment_id = p.id and r.status = 'succeeded'
    group by p.id, p.refunded_cents having sum(r.amount_cents) <> p.refunded_cents`,
  "I3 ce qu'un paiement dit repris par la banque est la somme de ses litiges perdus": () => sql`
    select p.id, p.charged_back_cents || ' au lieu de ' || sum(m.amount_cents) as fault
    from payments p join payment_movements m on m.payment_id = p.id and m.kind = 'dispute'
    group by p.id, p.charged_back_cents having sum(m.amount_cents) <> p.charged_back_cents`,
  "I3 ce qui a été rendu autrement est prouvé, à deux dès 100 €": () => sql`
    select r.id, r.amount_cents || ' notés, ' || coalesce(g.amount_cents || ' ' || g.means, 'sans preuve') as fault
    from (
      select *, sum(amount_cents) over (partition by payment_id order by settled_at, id) as so_far
      from refunds where reason = 'outside' and stripe_refund_id is null and status = 'succeeded') r
    left join goodwill_proposals g on g.refund_id = r.id
    where g.amount_cents is distinct from r.amount_cents
      or (r.so_far >= ${OUTSIDE_REFUND_NEEDS_TWO_FROM} and g.decided_by is not distinct from g.proposed_by)`,
  "I3 ce qui était dû est rendu, ou prouvé autrement": () => sql`
    select id, refunded_cents + charged_back_cents || ' rendus sur ' || amount_cents as fault
    from payments where status = 'refunded' and refunded_cents + charged_back_cents < amount_cents`,
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
      where payment_id = p.id and status = 'succeeded' and case when reason = 'outside'
        then reversed_at is not null else commission_cents is null or reversed_at is not null end) r on r.cents > 0
    left join lateral (select sum(amount_cents) as cents from payment_movements
      where payment_id = p.id and kind = 'reversal') m on true
    where p.destination_account is not null and p.returns_read_at is not null
      and coalesce(m.cents, 0) < r.cents`,
  // By hand too, it takes the professional's share of all that was paid, whatever failed before.
  "I4 personne ne reprend au praticien plus que sa part": () => sql`
    select p.id, 'il lui manque ' || -left_over.cents || ' centimes' as fault
    from payments p
    join lateral (select p.amount_cents - p.application_fee_cents + sum(
        case kind when 'reversal' then -amount_cents when 'fee_refund' then amount_cents else 0 end) as cents
      from payment_movements where payment_id = p.id) left_over on left_over.cents < 0
    where p.destination_account is not null`,
  // A gift that fails at a bank afterwards is still owed, and counts.
  "I4 un opérateur reprend au praticien au plus sa part de ce que la plateforme a payé": () => sql`
    select p.id, 'repris ' || taken.cents || ' sur ' || paid.cents || ' payés' as fault
    from payments p
    join lateral (select sum(amount_cents) as cents from reclaims
      where payment_id = p.id and status <> 'refused') taken on taken.cents is not null
    cross join lateral (select p.charged_back_cents + coalesce(sum(amount_cents), 0) as cents from refunds
      where payment_id = p.id and reason = 'goodwill' and redone_at is null) paid
    where taken.cents > paid.cents - round(paid.cents * p.application_fee_cents::numeric / p.amount_cents)`,
  "I4 ce qu'un opérateur a repris est un mouvement chez Stripe, du même montant": () => sql`
    select r.id, 'repris ' || r.amount_cents || ', mouvement ' || coalesce(m.amount_cents::text, 'absent') as fault
    from reclaims r left join payment_movements m on m.id = r.stripe_reversal_id and m.payment_id = r.payment_id
    where r.status = 'made' and (m.kind is distinct from 'reversal' or m.amount_cents <> r.amount_cents)`,
  // Others' refunds and lost disputes are the platform's to bear.
  "I4 après un remboursement en parties, la commission gardée est au taux de ce qui est gardé":
    () => sql`
    select p.id, 'gardé ' || p.amount_cents - given.cents || ', commission '
      || p.application_fee_cents - given.commission as fault
    from payments p join bookings b on b.id = p.reference
    join lateral (select sum(amount_cents) as cents, sum(commission_cents) as commission,
        coalesce(sum(amount_cents) filter (where reason = 'resold'), 0) as resold,
        bool_and(status = 'succeeded' and reason <> 'outside' and commission_cents is not null) as ours
      from refunds where payment_id = p.id and status <> 'failed' and reason <> 'goodwill') given on given.ours
    where p.destination_account is not null and p.charged_back_cents = 0
      and p.application_fee_cents - given.commission
        <> round((p.amount_cents - given.cents + given.resold) * b.commission_rate / 10000.0)
          - round(given.resold * b.commission_rate / 10000.0)`,
};

/** I14 (rule: resale). */
export const RESALE_INVARIANTS: Record<string, (now: Date) => SQL> = {
  "I14 une place remise en vente est tenue par un paiement en cours, ou par personne": () => sql`
    select b.id, b.status || ', tenue par ' || b.resale_to_id as fault
    from bookings b left join bookings hold on hold.id = b.resale_to_id
    where b.resale_to_id is not null and (b.status <> 'confirmed' or hold.status is distinct from 'pending'
      or hold.slot_id <> b.slot_id or hold.seats <> b.seats or hold.resale_of_id is distinct from b.id)`,
  "I14 une place revendue l'est une fois, et son prix est rendu": () => sql`
    select b.id, 'revendue ' || count(distinct taker.id) || ' fois, ' || count(distinct r.id) || ' remboursements' as fault
    from bookings b
      left join bookings taker on taker.resale_of_id = b.id and taker.confirmed_at is not null
      left join payments p on p.reference = b.id
      left join refunds r on r.payment_id = p.id and r.reason = 'resold' and r.redone_at is null
    where b.cancel_reason = 'resold'
    group by b.id having count(distinct taker.id) <> 1 or count(distinct r.id) <> 1`,
  "I14 un créneau dit les places qui s'y revendent": (now) => sql`
    select s.id, s.resale_seats || ' au lieu de ' || coalesce(first.seats, 0) as fault
    from slots s left join lateral (
      select b.seats from bookings b
      where b.slot_id = s.id and b.resale_at is not null and b.status = 'confirmed'
        and b.resale_to_id is null and b.presence is null
      order by b.resale_at, b.id limit 1) first on true
    where s.start_datetime > ${now} and s.resale_seats <> coalesce(first.seats, 0)`,
  // A line is a booking with those that took its seats over: a single resale adds up to the cent,
  // each further one may round once more.
  "I4 par créneau, l'argent reçu est rendu ou gardé, et la commission est au taux de ce qui est gardé":
    () => sql`
    with recursive line as (
      select b.id as first, b.id, b.slot_id, 0 as resales from bookings b
      where b.resale_of_id is null or not exists (
        select from bookings sold where sold.id = b.resale_of_id and sold.cancel_reason = 'resold')
      union all
      select line.first, taker.id, line.slot_id, line.resales + 1
      from line join bookings sold on sold.id = line.id and sold.cancel_reason = 'resold'
        join bookings taker on taker.resale_of_id = sold.id and taker.confirmed_at is not null
    ), paid as (
      select line.first, line.slot_id, line.resales, b.commission_rate as rate, p.amount_cents as received,
        p.refunded_cents as returned, p.amount_cents - p.application_fee_cents - moved.reversed + moved.fee as theirs,
        p.status in ('paid', 'partially_refunded', 'refunded') and p.charged_back_cents = 0
          and p.destination_account is not null
          and (p.refunded_cents = 0 or p.returns_read_at is not null)
          and not exists (select from refunds r where r.payment_id = p.id and (r.reason in ('outside', 'goodwill')
            or r.status in ('asked', 'pending')
            or (r.status = 'succeeded' and r.commission_cents is not null and r.reversed_at is null))) as is_settled
      from line join bookings b on b.id = line.id join payments p on p.reference = b.id and p.paid_at is not null
      cross join lateral (
        select coalesce(sum(m.amount_cents) filter (where m.kind = 'reversal'), 0) as reversed,
          coalesce(sum(m.amount_cents) filter (where m.kind = 'fee_refund'), 0) as fee
        from payment_movements m where m.payment_id = p.id) moved
    ), kept as (
      select slot_id, max(resales) as resales, max(rate) as rate, sum(received) as received,
        sum(returned) as returned, sum(theirs) as theirs
      from paid group by first, slot_id having bool_and(is_settled)
    )
    select slot_id as id, 'reçu ' || received || ', rendu ' || returned || ', au praticien ' || theirs as fault
    from kept
    where abs(received - returned - theirs - round((received - returned) * rate / 10000.0))
      > greatest(0, resales - 1)`,
};
