import { sql } from "drizzle-orm";
import { type Executor, list, rowsOf, type Transaction } from "#platform/postgres.server.ts";
import { dailyFigures, dailyVisits } from "../tables.server.ts";
import type { CountedHour } from "./rules.ts";

export async function latestDay(db: Executor): Promise<string | null> {
  const { rows } = await db.execute<{ day: string | null }>(
    sql`select max(day)::text as day from ${dailyFigures}`,
  );
  return rows[0]?.day ?? null;
}

export async function nextProfessionals(db: Executor, after: string | undefined, limit: number) {
  const { rows } = await db.execute<{ id: string }>(sql`
    select id from professional_profiles ${after ? sql`where id > ${after}` : sql``}
    order by id limit ${limit}`);
  return rows.map(({ id }) => id);
}

/** Excludes the second day and names nobody; a place that was called off or never open is none. */
export async function countDays(
  db: Transaction,
  professionalIds: readonly string[],
  { from, before }: { from: string; before: string },
): Promise<void> {
  // An hour that was called off since it was counted is no place any more.
  await db.execute(sql`
    delete from daily_figures where professional_id = any(${list(professionalIds, "uuid")})
      and day >= ${from} and day < ${before}`);
  await db.execute(sql`
    insert into daily_figures (offering_id, day, hour, professional_id, seats, filled, outside, cents,
      late_seats, late_cents, empty_cents, holds, paid, booked, absent)
    select o.id, (s.start_datetime at time zone 'Europe/Paris')::date,
      extract(hour from s.start_datetime at time zone 'Europe/Paris')::int, o.professional_id,
      sum(own.seats), sum(least(own.seats, b.booked)), sum(s.capacity - own.seats), sum(b.cents),
      sum(b.late), sum(b.late_cents),
      sum(greatest(0, own.seats - b.booked) * coalesce(
        (select cut.cents from slot_prices cut where cut.slot_id = s.id
          and cut.from_at <= s.start_datetime order by cut.from_at desc limit 1),
        s.price_cents, o.discounted_price_cents, o.price_cents)),
      sum(b.holds), sum(b.paid), sum(b.standing), sum(b.absent)
    from offerings o join slots s on s.offering_id = o.id
      cross join lateral (select greatest(0, s.capacity - s.outside_seats) as seats) own
      cross join lateral (
        select coalesce(sum(b.seats) filter (where b.status = 'confirmed'), 0) as booked,
          coalesce(sum(${kept}) filter (where b.status = 'confirmed'), 0) as cents,
          coalesce(sum(b.seats) filter (where ${isLate}), 0) as late,
          coalesce(sum(${kept}) filter (where ${isLate}), 0) as late_cents,
          count(*) as holds, count(*) filter (where b.confirmed_at is not null) as paid,
          count(*) filter (where b.status = 'confirmed') as standing,
          count(*) filter (where b.status = 'confirmed' and b.presence = 'absent'
            and b.contested_at is null) as absent
        from bookings b where b.slot_id = s.id) b
    where o.professional_id = any(${list(professionalIds, "uuid")})
      and s.start_datetime >= (${from}::date)::timestamp at time zone 'Europe/Paris'
      and s.start_datetime < (${before}::date)::timestamp at time zone 'Europe/Paris'
      and (s.is_active or b.booked > 0 or s.outside_seats > 0)
    group by 1, 2, 3, 4
    on conflict (offering_id, day, hour) do update set
      seats = excluded.seats, filled = excluded.filled, outside = excluded.outside,
      cents = excluded.cents,
      late_seats = excluded.late_seats, late_cents = excluded.late_cents,
      empty_cents = excluded.empty_cents, holds = excluded.holds, paid = excluded.paid, booked = excluded.booked,
      absent = excluded.absent`);
}

/** Less what went back for seats or a cheaper slot; not gifts (rule: goodwill). */
const kept = sql`case when b.seats_cancelled = 0 and b.moved_price_cents is null then b.price_paid_cents
  else b.price_paid_cents - coalesce((
    select p.refunded_cents - coalesce((
      select sum(r.amount_cents) from refunds r where r.payment_id = p.id
        and r.reason = 'goodwill' and r.status = 'succeeded'), 0)
    from payments p where p.reference = b.id), 0) end`;
const isLate = sql`b.status = 'confirmed' and b.confirmed_at >= s.start_datetime - interval '72 hours'`;

export async function readCounted(
  db: Executor,
  professionalId: string,
  { from, to }: { from: string; to: string },
): Promise<CountedHour[]> {
  const found = await db.execute(sql`
    select f.offering_id as "offeringId", o.title, f.day::text as day, f.hour, f.seats, f.filled,
      f.outside, f.late_seats as "lateSeats", f.late_cents as "lateCents",
      f.empty_cents as "emptyCents", f.holds, f.paid, o.kind,
      o.is_active and o.deleted_at is null as "isOffered"
    from daily_figures f join offerings o on o.id = f.offering_id
    where f.professional_id = ${professionalId} and f.day between ${from} and ${to}
    order by f.day, f.hour, f.offering_id`);
  return rowsOf(found);
}

export async function readViews(
  db: Executor,
  professionalId: string,
  { from, to }: { from: string; to: string },
): Promise<Map<string, { title: string; views: number }>> {
  const { rows } = await db.execute<{ id: string; title: string; views: number }>(sql`
    select o.id, o.title, sum(v.views)::int as views
    from offerings o join daily_views v on v.offering_id = o.id and v.day between ${from} and ${to}
    where o.professional_id = ${professionalId} and o.deleted_at is null
    group by o.id, o.title order by o.id`);
  return new Map(rows.map(({ id, ...seen }) => [id, seen]));
}

export interface Sight {
  offeringId: string;
  /** Null for everybody but professionals. */
  by: string | null;
  views: number;
}

export async function addVisits(db: Executor, day: string, visits: number): Promise<void> {
  if (visits === 0) return;
  await db
    .insert(dailyVisits)
    .values({ day, visits })
    .onConflictDoUpdate({
      target: dailyVisits.day,
      set: { visits: sql`${dailyVisits.visits} + excluded.visits` },
    });
}

/** Leaves out what professionals see of their own. */
export async function addViews(db: Executor, day: string, sights: readonly Sight[]): Promise<void> {
  if (sights.length === 0) return;
  const rows = sights.map(
    ({ offeringId, by, views }) => sql`(${offeringId}::uuid, ${by}::uuid, ${views}::int)`,
  );
  await db.execute(sql`
    insert into daily_views (day, offering_id, views)
    select ${day}::date, seen.offering_id, sum(seen.views)
    from (values ${sql.join(rows, sql`, `)}) as seen (offering_id, by, views)
      join offerings o on o.id = seen.offering_id and o.professional_id is distinct from seen.by
    group by seen.offering_id order by seen.offering_id
    on conflict (day, offering_id) do update set views = daily_views.views + excluded.views`);
}
