import { type SQL, sql } from "drizzle-orm";
import type { Executor } from "#platform/postgres.server.ts";
import { cents } from "../money.ts";
import { payments, refunds } from "../tables.server.ts";
import type { Movement, MovementGroup } from "./schema.ts";

/** Where each kind of booking is, and the words of what was booked. */
const KINDS = [
  { kind: "session", offerings: "sessions" },
  { kind: "activity", offerings: "activities" },
] as const;

interface Period {
  from: Date;
  before: Date;
}

/**
 * What was paid for this professional's bookings, and what the site gave back. A refund that the
 * operator made at the provider's dashboard is not among them: it is the platform that pays it.
 */
function movementsOf(professionalId: string, { from, before }: Period): SQL {
  const own = KINDS.map(
    ({ kind }) => sql`
      select id, ${kind} as kind, ${column(kind, "slot_id")} as slot_id, status, confirmed_at,
        price_paid_cents as price, commission_cents as commission
      from ${table(kind, "bookings")}
      where professional_id = ${professionalId} and confirmed_at is not null and price_paid_cents > 0`,
  );
  return sql`
    with own as (${sql.join(own, sql` union all `)}),
    movements as (
      select id, kind, slot_id, 'payment' as movement, confirmed_at as at, price, commission, 0 as back
      from own
      union all
      select own.id, own.kind, own.slot_id, case r.status when 'succeeded' then 'refund' else 'refunding' end,
        coalesce(r.settled_at, r.created_at), own.price, own.commission, r.amount_cents
      from own
      join ${payments} p on p.reference = own.id and p.kind = own.kind || '_booking'
      join ${refunds} r on r.payment_id = p.id and r.status <> 'failed' and r.reason <> 'outside'
      where own.status = 'cancelled'
    ),
    seen as (select * from movements where at >= ${from} and at < ${before})`;
}

function table(kind: string, of: "bookings" | "slots"): SQL {
  return sql.raw(`${kind}_${of}`);
}
function column(kind: string, name: string): SQL {
  return sql.raw(`${kind}_${name}`);
}

export async function countMovements(
  db: Executor,
  professionalId: string,
  period: Period,
): Promise<MovementGroup[]> {
  const { rows } = await db.execute<Record<"month" | "movement", string> & Amounts>(sql`
    ${movementsOf(professionalId, period)}
    select to_char(at at time zone 'Europe/Paris', 'YYYY-MM') as month, movement, price, commission, back,
      count(*)::int as count
    from seen group by 1, 2, 3, 4, 5`);
  return rows.map((row) => ({ month: row.month, count: row.count, ...amountsOf(row) }));
}

type Amounts = Record<"price" | "commission" | "back" | "count", number>;

function amountsOf({ movement, ...row }: { movement: string } & Omit<Amounts, "count">) {
  return {
    kind: movement as Movement["kind"],
    priceCents: cents(row.price),
    commissionCents: cents(row.commission),
    backCents: cents(row.back),
  };
}

/** One by one, in the order of time. */
export async function listMovements(
  db: Executor,
  professionalId: string,
  period: Period,
): Promise<Movement[]> {
  const titles = KINDS.map(
    ({ kind, offerings }) => sql`
      select seen.*, o.title from seen
      join ${table(kind, "slots")} s on s.id = seen.slot_id
      join ${sql.raw(offerings)} o on o.id = s.${column(kind, "id")}
      where seen.kind = ${kind}`,
  );
  const { rows } = await db.execute<
    Record<"id" | "movement" | "title" | "at", string> & Omit<Amounts, "count">
  >(sql`${movementsOf(professionalId, period)}
    ${sql.join(titles, sql` union all `)} order by at, id`);
  return rows.map((row) => ({
    bookingId: row.id,
    at: new Date(row.at),
    title: row.title,
    ...amountsOf(row),
  }));
}

/** When the first booking that is still known was made. */
export async function findFirstBooking(db: Executor, professionalId: string): Promise<Date | null> {
  const firsts = KINDS.map(
    ({ kind }) =>
      sql`(select created_at from ${table(kind, "bookings")} where professional_id = ${professionalId} order by created_at limit 1)`,
  );
  const { rows } = await db.execute<{ first: string | null }>(
    sql`select min(created_at) as first from (${sql.join(firsts, sql` union all `)}) firsts`,
  );
  return rows[0]?.first ? new Date(rows[0].first) : null;
}
