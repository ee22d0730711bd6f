import { type SQL, sql } from "drizzle-orm";
import { type Executor, list, rowsOf, type Transaction } from "#platform/postgres.server.ts";
import { cents } from "../../money.ts";
import type { Places } from "../rules.ts";
import type { HourCount, MissedRow, Span, Totals } from "./rules.ts";

/** In Paris. */
const EVENING = 17;

const TOWNS = 8;
const CATEGORIES = 5;

export const PLACE_SUMS = (of: (column: SQL) => SQL) =>
  sql.join(
    [
      ...["seats", "filled", "evening_seats", "evening_filled"],
      ...["cents", "holds", "paid", "views", "booked", "absent"],
    ].map((column) => of(sql`${sql.identifier(column)}`)),
    sql`, `,
  );
const columns = PLACE_SUMS((column) => column);
const summed = PLACE_SUMS((column) => sql`sum(${column})`);
/** Expects `offerings o` and what is joined to it. */
const town = sql`case when o.is_online then '' else coalesce(o.city, p.business_city, '') end`;
const category = sql`coalesce(o.category, t.name, '')`;
const joined = sql`join professional_profiles p on p.id = o.professional_id
  left join activity_types t on t.id = o.activity_type_id`;

/** Replaces what was summed up of these days before. */
export async function sumDays(tx: Transaction, from: string, now: Date): Promise<void> {
  await tx.execute(sql`delete from daily_places where day >= ${from}`);
  await tx.execute(sql`
    insert into daily_places (day, town, category, ${columns})
    select day, town, category, ${summed}
    from (
      select f.day, ${town} as town, ${category} as category, f.seats, f.filled,
        case when f.hour >= ${EVENING} then f.seats else 0 end as evening_seats,
        case when f.hour >= ${EVENING} then f.filled else 0 end as evening_filled,
        f.cents, f.holds, f.paid, 0 as views, f.booked, f.absent
      from daily_figures f join offerings o on o.id = f.offering_id ${joined}
      where f.day >= ${from}
      union all
      select v.day, ${town}, ${category}, 0, 0, 0, 0, 0, 0, 0, v.views, 0, 0
      from daily_views v join offerings o on o.id = v.offering_id ${joined}
      where v.day >= ${from}) counted
    group by day, town, category`);
  await tx.execute(sql`delete from daily_totals where day >= ${from}`);
  await tx.execute(sql`
    insert into daily_totals (day, ${columns}, counted_at)
    select day, ${summed}, ${now} from daily_places where day >= ${from} group by day`);
  await tx.execute(sql`delete from hourly_places where day >= ${from}`);
  await tx.execute(sql`
    insert into hourly_places (day, hour, seats, filled)
    select day, hour, sum(seats), sum(filled) from daily_figures where day >= ${from}
    group by day, hour`);
}

export async function readHours(db: Executor, days: readonly string[]): Promise<HourCount[]> {
  const found = await db.execute(sql`
    select day::text as day, hour, seats, filled from hourly_places
    where day = any(${list(days, "date")}) and hour >= ${EVENING} order by day, hour`);
  return rowsOf(found);
}

const COURSE = { from: 8, to: 22 } as const;

/** Replaces earlier counts; a place that was given back leaves when it was. */
export async function countCourses(tx: Transaction, days: readonly string[], now: Date) {
  await tx.execute(sql`delete from evening_courses`);
  await tx.execute(sql`
    with evenings as (
        select distinct day, offering_id from daily_figures
        where day = any(${list(days, "date")}) and hour >= ${EVENING}),
      open as (
        select e.day, s.id from evenings e cross join lateral (
          select id from slots
          where offering_id = e.offering_id
            and start_datetime >= (e.day + ${EVENING} * interval '1 hour') at time zone 'Europe/Paris'
            and start_datetime < (e.day + 1)::timestamp at time zone 'Europe/Paris'
          offset 0) s),
      changes as (
        select o.day, greatest(${COURSE.from},
            case when c.at < o.day::timestamp then ${COURSE.from} else extract(hour from c.at) end)::int as hour,
          c.seats
        from open o join bookings b on b.slot_id = o.id and b.confirmed_at is not null
          cross join lateral (values
            (b.confirmed_at at time zone 'Europe/Paris', b.seats),
            (case when b.status = 'cancelled' then b.cancelled_at end at time zone 'Europe/Paris',
              -b.seats)) c (at, seats)
        where c.at < (o.day + 1)::timestamp),
      hours as (
        select e.day, hour from (select distinct day from evenings) e,
          generate_series(${COURSE.from}::int, ${COURSE.to}::int) hour
        where (e.day + hour * interval '1 hour') at time zone 'Europe/Paris' <= ${now})
    insert into evening_courses (day, hour, taken)
    select h.day, h.hour,
      (select coalesce(sum(c.seats), 0) from changes c where c.day = h.day and c.hour <= h.hour)
    from hours h`);
}

export async function readCourses(db: Executor, days: readonly string[]) {
  const { rows } = await db.execute<{ day: string; hour: number; taken: number }>(sql`
    select day::text as day, hour, taken from evening_courses
    where day = any(${list(days, "date")}) order by hour`);
  return rows;
}

/** Names days one by one, by which the primary key finds them; the first span begins at `from`. */
export async function readTownSpans(
  db: Executor,
  towns: readonly string[],
  { days, from }: { days: readonly string[]; from: string },
): Promise<{ town: string; span: number; seats: number; filled: number }[]> {
  const found = await db.execute(sql`
    select town, case when day >= ${from} then 0 else 1 end as span,
      sum(evening_seats)::int as seats, sum(evening_filled)::int as filled
    from daily_places
    where day = any(${list(days, "date")}) and town = any(${list(towns, "text")})
    group by 1, 2 order by 1, 2`);
  return rowsOf(found);
}

/** Shown first; all are given out. */
const SEARCHES = 50;

export async function readMissed(db: Executor, [now, ...before]: readonly [Span, ...Span[]]) {
  const visitors = [now, ...before].map(
    ({ from, to }) => sql`sum(m.visitors) filter (where m.day between ${from} and ${to})`,
  );
  const { rows } = await db.execute<MissedRow & Record<string, unknown>>(sql`
    with most as (
      select key, sum(visitors) as visitors from missed_searches
      where words is not null and day between ${now.from} and ${now.to}
      group by key order by sum(visitors) desc, key limit ${SEARCHES})
    select told.* from most cross join lateral (
      select min(m.words) as words, min(m.town) as town,
        array[${sql.join(visitors, sql`, `)}]::int[] as visitors,
        (array_agg(m.nearest order by m.day desc))[1] as nearest
      from missed_searches m
      where m.key = most.key and m.words is not null
        and m.day between ${before.at(-1)?.from ?? now.from} and ${now.to}) told
    order by most.visitors desc, most.key`);
  return rows.map(({ words, town, visitors: counted, nearest }) => ({
    ...{ words, town, nearest },
    visitors: counted,
  }));
}

export async function readEvenings(db: Executor, days: readonly string[]) {
  const { rows } = await db.execute<{ day: string; seats: number; filled: number; at: string }>(sql`
    select day::text as day, evening_seats as seats, evening_filled as filled, counted_at as at
    from daily_totals where day = any(${list(days, "date")})`);
  return new Map(
    rows.map(({ day, seats, filled, at }) => [day, { seats, filled, countedAt: new Date(at) }]),
  );
}

/**
 * Compares the same towns on other days.
 * @returns a row per category, and one of null for all together.
 */
export async function readTowns(db: Executor, day: string, compared: readonly string[]) {
  const found = await db.execute(sql`
    with tonight as (
        select town, category, evening_seats as seats from daily_places
        where day = ${day} and evening_seats > 0),
      towns as (
        select town, sum(seats) as places from tonight
        group by town order by sum(seats) desc, town limit ${TOWNS}),
      categories as (
        select category, sum(seats) as places from tonight
        group by category order by sum(seats) desc, category limit ${CATEGORIES})
    select d.day::text as day, d.town, d.category, sum(d.evening_seats)::int as seats,
      sum(d.evening_filled)::int as filled
    from daily_places d join towns using (town)
      left join categories using (category)
    where d.day = any(${list([day, ...compared], "date")})
    group by grouping sets ((d.day, d.town, towns.places),
      (d.day, d.town, towns.places, d.category, categories.places))
    having grouping(d.category) = 1 or (d.day = ${day} and categories.places is not null)
    order by towns.places desc, d.town, categories.places desc nulls first, d.category, d.day`);
  return rowsOf<Places & { day: string; town: string; category: string | null }>(found);
}

export async function readTotals(db: Executor, spans: readonly Span[]): Promise<Totals[]> {
  const { rows } = await db.execute<Record<keyof Totals, string | null>>(sql`
    select coalesce(sum(d.seats), 0) as seats, coalesce(sum(d.filled), 0) as filled,
      coalesce(sum(d.cents), 0) as cents, coalesce(sum(d.holds), 0) as holds,
      coalesce(sum(d.paid), 0) as paid, coalesce(sum(d.views), 0) as views, count(d.day) as days,
      sum(v.visits) as visits
    from (values ${sql.join(
      spans.map(({ from, to }, place) => sql`(${place}::int, ${from}::date, ${to}::date)`),
      sql`, `,
    )}) as span (place, first, last)
      left join daily_totals d on d.day between span.first and span.last
      left join daily_visits v on v.day = d.day
    group by span.place order by span.place`);
  return rows.map(({ seats, filled, cents: sold, holds, paid, views, days, visits }) => ({
    visits: visits === null ? null : Number(visits),
    ...{ seats: Number(seats), filled: Number(filled), cents: cents(Number(sold)) },
    ...{ holds: Number(holds), paid: Number(paid), views: Number(views), days: Number(days) },
  }));
}
