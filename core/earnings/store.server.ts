import { type SQL, sql } from "drizzle-orm";
import { type Executor, rowOf, rowsOf } from "#platform/postgres.server.ts";
import { paymentMovements, payments, refunds } from "../tables.server.ts";
import type { Movement, MovementGroup } from "./schema.ts";

interface Period {
  from: Date;
  before: Date;
}

/**
 * Payments, and every cent that the provider moved back of them, whoever asked for it; one with its
 * refund. `covered` is the part of refunds not taken from the professional. The provider's clock
 * knows whole seconds, so nothing goes back before it came.
 */
function movementsOf(professionalId: string, { from, before }: Period): SQL {
  return sql`
    with own as (
      select b.id, p.id as payment_id, coalesce(b.confirmed_at, p.paid_at) as at,
        price_paid_cents as price, commission_cents as commission
      from bookings b left join ${payments} p on p.reference = b.id
      where b.professional_id = ${professionalId} and price_paid_cents > 0
        and (b.confirmed_at is not null or p.paid_at is not null)
    ),
    beside as (
      select m.payment_id, m.stripe_refund_id, min(m.created_at) as at,
        coalesce(sum(m.amount_cents) filter (where m.kind = 'reversal'), 0)::int as reversed,
        coalesce(sum(m.amount_cents) filter (where m.kind = 'fee_refund'), 0)::int as fee
      from own join ${paymentMovements} m using (payment_id)
      where m.stripe_refund_id is not null
      group by 1, 2
    ),
    returned as (
      select r.payment_id, case
          when r.status = 'asked' then 'refunding'
          else 'refund' end as movement,
        coalesce(beside.at, r.settled_at, r.created_at) as at,
        case when r.status in ('pending', 'succeeded') then r.amount_cents else 0 end as back,
        -- Where we take back ourselves, the commission's part has stayed with it.
        coalesce(beside.reversed + own_part.cents, 0) as reversed,
        coalesce(beside.fee + own_part.cents, 0) as fee,
        case when r.status = 'asked' then r.amount_cents else 0 end as pending
      from own join ${refunds} r using (payment_id)
      left join beside on beside.payment_id = r.payment_id
        and beside.stripe_refund_id = r.stripe_refund_id
      cross join lateral (select case when r.status = 'failed' then 0
        else coalesce(r.commission_cents, 0) end as cents) own_part
      -- A gift is the platform's own (rule: goodwill).
      where r.reason <> 'goodwill' and (r.status <> 'failed' or beside.reversed + beside.fee > 0)
      union all
      select m.payment_id, m.kind, m.created_at,
        case m.kind when 'dispute' then m.amount_cents else 0 end,
        case m.kind when 'reversal' then m.amount_cents else 0 end,
        case m.kind when 'fee_refund' then m.amount_cents else 0 end, 0
      from own join ${paymentMovements} m using (payment_id)
      where m.stripe_refund_id is null or not exists (
        select from ${refunds} r where r.payment_id = m.payment_id
          and r.stripe_refund_id = m.stripe_refund_id)
    ),
    in_turn as (
      select returned.*, own.price,
        sum(back - reversed) over until_then as uncovered, sum(reversed) over until_then as reversed_by_then
      from returned join own using (payment_id)
      window until_then as (partition by payment_id order by returned.at, movement, back
        rows unbounded preceding)
    ),
    movements as (
      select id, 'payment' as movement, at, price as paid, commission, 0 as reversed,
        0 as covered, 0 as pending, false as ends, 0 as turn
      from own
      union all
      select own.id, t.movement, greatest(t.at, own.at), 0, -t.fee, t.reversed,
        (greatest(t.uncovered, 0) - greatest(t.uncovered - (t.back - t.reversed), 0))::int,
        t.pending,
        t.reversed_by_then >= t.price and t.reversed_by_then - t.reversed < t.price, 1
      from in_turn t join own using (payment_id)
    ),
    seen as (select * from movements where at >= ${from} and at < ${before})`;
}

/** By month in Paris, for whoever may read them (rule: earnings-figures). */
export async function readMovements(
  db: Executor,
  professionalId: string,
  period: Period,
): Promise<MovementGroup[]> {
  const found = await db.execute(sql`
    ${movementsOf(professionalId, period)}
    select to_char(at at time zone 'Europe/Paris', 'YYYY-MM') as month, ${AMOUNTS},
      count(*)::int as count
    from seen group by 1, 2, 3, 4, 5, 6, 7, 8`);
  return rowsOf(found);
}

const AMOUNTS = sql`movement as kind, paid as "paidCents", commission as "commissionCents",
  reversed as "reversedCents", covered as "coveredCents", pending as "pendingCents",
  ends as "endsPayment"`;

export async function listMovements(
  db: Executor,
  professionalId: string,
  period: Period,
): Promise<Movement[]> {
  const found = await db.execute(sql`
    ${movementsOf(professionalId, period)}
    select seen.id as "bookingId", at, ${AMOUNTS}, b.sold ->> 'title' as title,
        case b.status when 'cancelled' then 0 else b.seats end as seats,
        b.seats_cancelled + case b.status when 'cancelled' then b.seats else 0 end as "seatsGiven"
      from seen
      join bookings b using (id)
    order by at, id, turn`);
  return rowsOf(found);
}

export async function findFirstBooking(db: Executor, professionalId: string): Promise<Date | null> {
  const found = await db.execute(sql`
    select created_at as first from bookings where professional_id = ${professionalId}
    order by created_at limit 1`);
  return rowOf<{ first: Date }>(found)?.first ?? null;
}
