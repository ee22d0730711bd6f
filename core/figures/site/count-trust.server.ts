import { type SQL, sql } from "drizzle-orm";
import type { Executor } from "#platform/postgres.server.ts";
import { defineJob } from "../../context.server.ts";
import { addDays, dayKey } from "../../dates.ts";
import { SECOND } from "../../durations.ts";
import { cents } from "../../money.ts";
import { countFrom } from "../rules.ts";
import type { Span, Trust } from "./rules.ts";

export async function latestTrust(db: Executor): Promise<string | null> {
  const { rows } = await db.execute<{ day: string | null }>(
    sql`select max(day)::text as day from daily_trust`,
  );
  return rows[0]?.day ?? null;
}

/** A checkout lives for half an hour, and a bank takes some days at most to decide. */
const SLOWEST_DAYS = 3;

const midnight = (day: string, more = 0) =>
  sql`((${day}::date + ${more}::int)::timestamp at time zone 'Europe/Paris')`;
const dayOf = (at: SQL) => sql`(${at} at time zone 'Europe/Paris')::date`;

/** Excludes the second day; reads by the time of making, so that other days' rows are not. */
export async function countTrustOf(
  db: Executor,
  { from, before }: { from: string; before: string },
  now: Date,
): Promise<void> {
  const within = (at: SQL) => sql`${at} >= ${midnight(from)} and ${at} < ${midnight(before)}`;
  await db.execute(sql`
    insert into daily_trust (day, payments, taken_cents, kept_cents, refunded_cents, disputes, joined,
      gone, counted_at)
    select d.day, coalesce(taken.payments, 0), coalesce(taken.cents, 0),
      coalesce(taken.fee, 0) - coalesce(returned.fee, 0), coalesce(returned.cents, 0),
      coalesce(disputed.count, 0), coalesce(came.count, 0),
      case when d.day >= ${dayOf(sql`first.count_at`)} then coalesce(went.count, 0) end, ${now}
    from (select ${from}::date + n as day
        from generate_series(0, ${before}::date - ${from}::date - 1) n) d
      -- Older days are never counted anew, so that the first count stays known.
      cross join (
        select coalesce(min(counted_at), ${now}::timestamptz) as count_at from daily_trust) first
      left join (
        select ${dayOf(sql`paid_at`)} as day, count(*) as payments, sum(amount_cents) as cents,
          sum(application_fee_cents) as fee
        from payments
        where created_at >= ${midnight(from, -SLOWEST_DAYS)} and created_at < ${midnight(before)}
          and ${within(sql`paid_at`)}
        group by 1) taken using (day)
      left join (
        select ${dayOf(sql`r.created_at`)} as day, sum(r.amount_cents) as cents,
          sum(coalesce(r.commission_cents,
            round(r.amount_cents::numeric * p.application_fee_cents / p.amount_cents))) as fee
        from refunds r join payments p on p.id = r.payment_id
        where ${within(sql`r.created_at`)} and r.status <> 'failed'
        group by 1) returned using (day)
      left join (
        select ${dayOf(sql`created_at`)} as day, count(*) from stripe_events
        where type = 'charge.dispute.created' and ${within(sql`created_at`)}
        group by 1) disputed using (day)
      left join (
        select ${dayOf(sql`created_at`)} as day, count(*) from professional_profiles p
        where ${within(sql`created_at`)} and not exists (
          select from professional_profiles first
          where first.user_id = p.user_id and first.created_at < p.created_at)
        group by 1) came using (day)
      left join (
        select ${dayOf(sql`left_at`)} as day, count(distinct user_id) from professional_profiles
        where ${within(sql`left_at`)}
        group by 1) went using (day)
    on conflict (day) do update set payments = excluded.payments,
      taken_cents = excluded.taken_cents, kept_cents = excluded.kept_cents,
      refunded_cents = excluded.refunded_cents, disputes = excluded.disputes,
      joined = excluded.joined, gone = excluded.gone, counted_at = excluded.counted_at`);
}

export async function readTrust(db: Executor, spans: readonly Span[]): Promise<Trust[]> {
  const { rows } = await db.execute<Record<string, string | null>>(sql`
    select count(t.day) as days, sum(t.payments) as payments, sum(t.taken_cents) as taken,
      sum(t.kept_cents) as kept, sum(t.refunded_cents) as refunded, sum(t.disputes) as disputes,
      sum(t.joined) as joined,
      case when count(t.gone) = count(t.day) then sum(t.gone) end as gone, sum(d.booked) as booked, sum(d.absent) as absent
    from (values ${sql.join(
      spans.map(({ from, to }, place) => sql`(${place}::int, ${from}::date, ${to}::date)`),
      sql`, `,
    )}) as span (place, first, last)
      left join daily_trust t on t.day between span.first and span.last
      left join daily_totals d on d.day = t.day
    group by span.place order by span.place`);
  return rows.map((row) => {
    const number = (name: string) => Number(row[name] ?? 0);
    return {
      ...{ days: number("days"), payments: number("payments"), disputes: number("disputes") },
      ...{ takenCents: cents(number("taken")), refundedCents: cents(number("refunded")) },
      keptCents: cents(number("kept")),
      joined: number("joined"),
      // Departures of some of the days are no figure of all of them.
      gone: row.gone === null ? null : number("gone"),
      ...{ booked: number("booked"), absent: number("absent") },
    };
  });
}

const DAYS = 7;

/** A job has half a minute; the next one goes on. */
const TURN = 10 * SECOND;

/** Costs what these days do, whatever came before; a job, safe to repeat (rule: site-figures). */
export const countTrust = defineJob("count-trust", async (ctx, { from } = {}) => {
  const started = performance.now();
  const tomorrow = addDays(dayKey(ctx.now()), 1);
  let day = from ?? countFrom(await latestTrust(ctx.db), dayKey(ctx.now()));
  while (day < tomorrow) {
    if (performance.now() - started > TURN) {
      return ctx.jobs.send(ctx.db, "count-trust", { from: day });
    }
    const [before = tomorrow] = [addDays(day, DAYS), tomorrow].toSorted();
    await countTrustOf(ctx.db, { from: day, before }, ctx.now());
    day = before;
  }
});
