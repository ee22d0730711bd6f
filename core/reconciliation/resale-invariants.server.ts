import { type SQL, sql } from "drizzle-orm";

/** I14: seats that are sold again (rule: resale), like the invariants in check-invariants. */
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
  // By what the provider has moved. A line is a booking with those that took its seats over, one after
  // the other: a single resale adds up to the cent, each further one may round once more.
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
          and not exists (select from refunds r where r.payment_id = p.id and (r.reason = 'outside'
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
