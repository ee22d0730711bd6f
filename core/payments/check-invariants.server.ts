import { type SQL, sql } from "drizzle-orm";
import type { Database } from "#platform/postgres.server.ts";

/** Of sessions and activities (R22), told apart by the kind of their payment. */
const bookings = sql`(
  select 'session_booking' as kind, id, session_slot_id as slot_id, status, cancel_reason,
    cancelled_at, refundable_until, price_paid_cents, commission_cents from session_bookings
  union all
  select 'activity_booking', id, activity_slot_id, status, cancel_reason,
    cancelled_at, refundable_until, price_paid_cents, commission_cents from activity_bookings)`;

/**
 * What must always be true, each as a query for the rows that contradict it: an id and what is
 * wrong with it. « Live » bookings hold a seat: everything but cancelled.
 */
const INVARIANTS: Record<string, SQL> = {
  "I1 seats: never sold twice": sql`
    select s.id, 'capacity ' || s.capacity || ', free ' || s.available_spots || ', live ' || count(b.id) as fault
    from (
      select id, capacity, available_spots from session_slots
      union all select id, capacity, available_spots from activity_slots
    ) s
    left join ${bookings} b on b.slot_id = s.id and b.status <> 'cancelled'
    group by s.id, s.capacity, s.available_spots
    having s.available_spots < 0 or s.available_spots + count(b.id) > s.capacity`,
  "I2 a paid payment has its one booking, confirmed or given back as owed": sql`
    select p.id, 'payment ' || p.status || ', booking ' || coalesce(b.status || ' ' || coalesce(b.cancel_reason, ''), 'missing') as fault
    from payments p left join ${bookings} b on b.id = p.reference and b.kind = p.kind
    where (
      b.id is null
      or (p.status = 'paid' and b.status = 'pending')
      or (p.status = 'paid' and b.status = 'cancelled' and (
        b.cancel_reason <> 'client' or b.cancelled_at <= b.refundable_until))
      or (p.status in ('creating', 'open') and b.status <> 'pending')
      or (p.status = 'expired' and b.status <> 'cancelled')
      or (p.status = 'refunding' and b.status <> 'cancelled'))`,
  "I2 a confirmed booking that cost something was paid for, once": sql`
    select b.id, count(p.id) || ' payments' as fault
    from ${bookings} b left join payments p
      on p.reference = b.id and p.status in ('paid', 'refunded', 'review')
    where b.status = 'confirmed' and b.price_paid_cents > 0
    group by b.id having count(p.id) <> 1`,
  "I3 no more is given back than was paid": sql`
    select p.id, 'paid ' || p.amount_cents || ', given back ' || sum(r.amount_cents) as fault
    from payments p join refunds r on r.payment_id = p.id and r.status in ('pending', 'succeeded')
    group by p.id, p.amount_cents having sum(r.amount_cents) > p.amount_cents`,
  "I3 what a payment says was given back is the sum of its refunds": sql`
    select p.id, p.refunded_cents || ' instead of ' || sum(r.amount_cents) as fault
    from payments p join refunds r on r.payment_id = p.id and r.status = 'succeeded'
    group by p.id, p.refunded_cents having sum(r.amount_cents) <> p.refunded_cents`,
  "I4 commission is 10 %, rounded, and the payment asks for what the booking says": sql`
    select b.id, b.price_paid_cents || ' with ' || b.commission_cents || ', payment ' || coalesce(p.amount_cents || ' with ' || p.application_fee_cents, 'none') as fault
    from ${bookings} b left join payments p on p.reference = b.id
    where b.commission_cents <> round(b.price_paid_cents * 0.1)
      or p.amount_cents <> b.price_paid_cents
      or p.application_fee_cents <> b.commission_cents`,
  "I5 one mail per kind and booking": sql`
    select reference as id, count(*) || ' of ' || kind as fault
    from mails group by kind, reference having count(*) > 1`,
  "I5 a paid and confirmed booking was told to both sides": sql`
    select b.id, 'no ' || kind.name as fault
    from ${bookings} b
    join payments p on p.reference = b.id
    cross join (values ('booking-confirmed'), ('booking-received')) as kind(name)
    where b.status = 'confirmed' and p.checkout_session_id is not null
      and not exists (select from mails m where m.kind = kind.name and m.reference = b.id::text)`,
  "I6 nobody is logged in to a closed account": sql`
    select p.id, p.account_status || ' with a login or tokens' as fault
    from profiles p
    where p.account_status <> 'active' and (
      exists (select from logins l where l.user_id = p.id)
      or exists (select from token_families f where f.user_id = p.id and f.revoked_at is null))`,
  "I8 no payment waits longer than two minutes to know its checkout": sql`
    select id, 'creating since ' || created_at as fault from payments
    where status = 'creating' and created_at < now() - interval '2 minutes'`,
  "I8 no subscription waits longer than two minutes to know its checkout": sql`
    select id, 'creating since ' || created_at as fault from subscription_checkouts
    where status = 'creating' and created_at < now() - interval '2 minutes'`,
  "R15 a profile repeats the plan in force": sql`
    select p.id, 'says ' || coalesce(p.subscription_plan, 'none') || ', has ' || coalesce(s.plan_type, 'none') as fault
    from profiles p left join professional_subscriptions s
      on s.user_id = p.id and s.status in ('active', 'past_due')
    where s.plan_type is distinct from p.subscription_plan`,
};

/** One line for each row that contradicts an invariant; empty when all of them hold. */
export async function checkInvariants(db: Database): Promise<string[]> {
  const faults: string[] = [];
  for (const [name, query] of Object.entries(INVARIANTS)) {
    const { rows } = await db.execute<{ id: string; fault: string }>(query);
    faults.push(...rows.map(({ id, fault }) => `${name}: ${id} (${fault})`));
  }
  return faults;
}
