import { inArray, notInArray, type SQL, sql } from "drizzle-orm";
import type { Executor } from "#platform/postgres.server.ts";
import type { JobMap } from "../jobs.ts";
import { proofFiles, settings } from "../tables.server.ts";
import { NOTED, type Noted } from "./rules.ts";

export interface StateRow extends Record<string, unknown> {
  name: string;
  labels: Record<string, string>;
  value: number;
}

/** @param recent the smallest id of the last day, by which the index reads a day alone. */
export function stateQuery({ now, recent }: { now: Date; recent: string }): SQL {
  const age = (column: string) =>
    sql`coalesce(extract(epoch from ${now}::timestamptz - min(${sql.identifier(column)})), 0)::float8`;
  return sql`
    select 'bookings_last_day' as name,
      jsonb_build_object('kind', kind, 'status', status) as labels, count(*)::float8 as value
    from (select b.status, (
        select o.kind from slots s join offerings o on o.id = s.offering_id
        where s.id = b.slot_id) as kind
      from bookings b where b.id >= ${recent}) recent
    group by kind, status
    union all
    select 'payments_last_day', jsonb_build_object('status', status), count(*)
    from payments where id >= ${recent} group by status
    union all
    select 'payments_in_review', '{}', count(*) from payments where status = 'review'
    union all
    select 'payments_disputed', '{}', count(*) from payments
    where dispute_status in ('needs_response', 'warning_needs_response')
    union all
    select 'refunds_unsettled_oldest_seconds', '{}', ${age("created_at")}
    from refunds where status in ('asked', 'pending')
    union all
    select 'mails_waiting', '{}', count(*) from mails where status = 'queued'
    union all
    select 'mails_waiting_oldest_seconds', '{}', ${age("created_at")}
    from mails where status = 'queued'
    union all
    select 'mails_given_up', '{}', count(*)
    from mails where status = 'dropped' and last_error is not null and to_address <> ''
    union all
    select 'stripe_events_waiting_oldest_seconds', '{}', ${age("received_at")}
    from stripe_events where processed_at is null
    union all
    select 'clock_ahead_of_database_seconds', '{}',
      extract(epoch from ${now}::timestamptz - clock_timestamp())
    union all
    select 'jobs_waiting', jsonb_build_object('name', name, 'state', state), count(*)
    from pgboss.job where state in ('created', 'retry', 'active', 'failed') group by name, state
    union all
    select 'jobs_due_oldest_seconds', '{}', greatest(0, ${age("start_after")})
    from pgboss.job where state in ('created', 'retry')`;
}

export async function readState(
  db: Executor,
  when: Parameters<typeof stateQuery>[0],
): Promise<StateRow[]> {
  return (await db.execute<StateRow>(stateQuery(when))).rows;
}

const keyOf = (name: Noted) => `last_${name}`;

export async function writeNoted(
  db: Executor,
  name: Noted,
  value: { at: Date; faults: number },
): Promise<void> {
  const stored = { at: value.at.toISOString(), faults: value.faults };
  await db
    .insert(settings)
    .values({ key: keyOf(name), value: stored })
    .onConflictDoUpdate({ target: settings.key, set: { value: stored } });
}

export async function readNoted(
  db: Executor,
): Promise<Record<Noted, { at: Date | null; faults: number }>> {
  const rows = await db
    .select()
    .from(settings)
    .where(inArray(settings.key, NOTED.map(keyOf)));
  const found = (name: Noted) => {
    const value = rows.find(({ key }) => key === keyOf(name))?.value as
      | { at: string; faults: number }
      | undefined;
    return { at: value ? new Date(value.at) : null, faults: value?.faults ?? 0 };
  };
  return { checked: found("checked"), backed_up: found("backed_up"), drilled: found("drilled") };
}

export async function countPapersUnder(db: Executor, marks: readonly string[]): Promise<number> {
  return db.$count(proofFiles, notInArray(proofFiles.sealedBy, [...marks]));
}

/** Knows only jobs that the queue still has. */
export async function findLastDone(db: Executor, name: keyof JobMap): Promise<Date | null> {
  const { rows } = await db.execute<{ at: string | null }>(sql`
    select max(completed_on) as at from pgboss.job where name = ${name} and state = 'completed'`);
  const at = rows[0]?.at;
  return at ? new Date(at) : null;
}
