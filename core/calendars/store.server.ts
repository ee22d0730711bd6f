import { and, eq, sql } from "drizzle-orm";
import { newId } from "#platform/ids.server.ts";
import type { Version } from "#platform/outside-requests.server.ts";
import { type Executor, rowsOf, type Transaction } from "#platform/postgres.server.ts";
import { calendars } from "../tables.server.ts";
import type { CalendarFailure, EventHour, KeptHour, UnclearEvent } from "./schema.ts";

export type Calendar = typeof calendars.$inferSelect;

export async function listOwn(
  db: Executor,
  professionalId: string,
  now: Date,
): Promise<(Calendar & { hours: number })[]> {
  const hours = sql<number>`(select count(*)::int from busy_times b
    where b.calendar_id = calendars.id and upper(b.during) > ${now})`;
  const rows = await db
    .select({ calendar: calendars, hours })
    .from(calendars)
    .where(eq(calendars.professionalId, professionalId))
    .orderBy(calendars.createdAt, calendars.id);
  return rows.map(({ calendar, hours }) => ({ ...calendar, hours }));
}

export async function findCalendar(db: Executor, id: string): Promise<Calendar | null> {
  const [row] = await db.select().from(calendars).where(eq(calendars.id, id));
  return row ?? null;
}

/** The caller holds the professional's lock. */
export async function lockCalendar(tx: Transaction, id: string): Promise<Calendar | null> {
  const [row] = await tx.select().from(calendars).where(eq(calendars.id, id)).for("update");
  return row ?? null;
}

export async function insertCalendar(
  tx: Transaction,
  added: { professionalId: string; name: string; url: string; now: Date; nextReadAt: Date },
): Promise<Calendar | null> {
  const { now, ...columns } = added;
  const [row] = await tx
    .insert(calendars)
    .values({ id: newId(), ...columns, createdAt: now })
    .onConflictDoNothing()
    .returning();
  return row ?? null;
}

export async function deleteCalendar(
  tx: Transaction,
  of: { id: string; professionalId: string },
): Promise<boolean> {
  const gone = await tx
    .delete(calendars)
    .where(and(eq(calendars.id, of.id), eq(calendars.professionalId, of.professionalId)))
    .returning({ id: calendars.id });
  return gone.length > 0;
}

/** Keeps other processes off; if this one dies, they are due again at the next interval. */
export async function claimDue(
  tx: Executor,
  { now, nextReadAt, limit }: { now: Date; nextReadAt: Date; limit: number },
): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    update calendars set next_read_at = ${nextReadAt}
    where id = any(array(select id from calendars where next_read_at <= ${now}
      order by next_read_at, id limit ${limit} for update skip locked))
    returning id`);
  return rows.map(({ id }) => id);
}

export async function noteReading(
  tx: Transaction,
  id: string,
  noted: {
    events: number;
    unclear: UnclearEvent[];
    version: Version;
    now: Date;
    nextReadAt: Date;
  },
): Promise<void> {
  const { events, unclear, version, now, nextReadAt } = noted;
  await tx
    .update(calendars)
    .set({
      ...{ ...version, events, unclear, nextReadAt, readAt: now, goodAt: now, emptyReads: 0 },
      ...{ failingSince: null, toldAt: null, lastError: null },
    })
    .where(eq(calendars.id, id));
}

export async function noteFailure(
  tx: Transaction,
  id: string,
  noted: {
    failure: CalendarFailure;
    now: Date;
    failingSince: Date;
    toldAt: Date | null;
    nextReadAt: Date;
  },
): Promise<void> {
  const { failure, now, ...columns } = noted;
  const emptyReads =
    failure === "empty" ? sql`least(${calendars.emptyReads} + 1, 30000)` : undefined;
  await tx
    .update(calendars)
    .set({ ...columns, readAt: now, lastError: failure, ...(emptyReads && { emptyReads }) })
    .where(eq(calendars.id, id));
}

export async function readHours(db: Executor, calendarId: string, now: Date): Promise<KeptHour[]> {
  const found = await db.execute(sql`
    select event_key as key, lower(during) as start, upper(during) as "end", title, missed
    from busy_times where calendar_id = ${calendarId} and upper(during) > ${now}
    order by lower(during), event_key`);
  return rowsOf(found);
}

export async function writeHours(
  tx: Transaction,
  { id: calendarId, professionalId }: Pick<Calendar, "id" | "professionalId">,
  hours: readonly EventHour[],
  now: Date,
): Promise<void> {
  if (hours.length === 0) return;
  const given = hours.map((hour) => ({ id: newId(), ...hour }));
  await tx.execute(sql`
    insert into busy_times (id, professional_id, source, during, title, calendar_id, event_key, created_at)
    select given.id, ${professionalId}, 'calendar', tstzrange(given.start, given.end), given.title,
      ${calendarId}, given.key, ${now}
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
      as given (id uuid, key text, start timestamptz, "end" timestamptz, title text)
    on conflict (calendar_id, event_key) do update
      set during = excluded.during, title = excluded.title, missed = 0`);
}

const keysOf = (hours: readonly KeptHour[]) =>
  sql`(select jsonb_array_elements_text(${JSON.stringify(hours.map(({ key }) => key))}::jsonb))`;

export async function missHours(
  tx: Transaction,
  calendarId: string,
  hours: readonly KeptHour[],
): Promise<void> {
  if (hours.length === 0) return;
  await tx.execute(sql`
    update busy_times set missed = missed + 1
    where calendar_id = ${calendarId} and event_key in ${keysOf(hours)}`);
}

export async function dropHours(
  tx: Transaction,
  calendarId: string,
  hours: readonly KeptHour[],
): Promise<void> {
  if (hours.length === 0) return;
  await tx.execute(sql`
    delete from busy_times where calendar_id = ${calendarId} and event_key in ${keysOf(hours)}`);
}

/** A condition on `slots slot`: free ones that these hours closed. */
export function closedDuring(professionalId: string, hours: readonly EventHour[]) {
  const given = hours.map(({ start, end }) => ({ start, end }));
  return sql`slot.offering_id in (select id from offerings where professional_id = ${professionalId})
    and slot.is_active and not slot.is_occupied and not slot.is_parallel and exists (
      select from jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
        as hour (start timestamptz, "end" timestamptz)
      where hour.start < slot.end_datetime and hour."end" > slot.start_datetime)`;
}

/** Marks each once, so that its owner is told once; somebody else runs parallel slots. */
export async function markOverBooking(
  tx: Transaction,
  calendarId: string,
  now: Date,
): Promise<number> {
  const { rows } = await tx.execute(sql`
    update busy_times b set warned_at = ${now}
    where b.calendar_id = ${calendarId} and b.warned_at is null and lower(b.during) > ${now}
      and ${overBooking}
    returning b.id`);
  return rows.length;
}

const overBooking = sql`exists (
  select from occupied o join slots slot on slot.id = o.slot_id
  where o.professional_id = b.professional_id and o.during && b.during and o.lane && '(,0)'
    and tstzrange(slot.start_datetime, slot.end_datetime) && b.during)`;

export interface OverBooking {
  title: string | null;
  start: Date;
  end: Date;
  slotId: string;
  slotTitle: string;
  slotStart: Date;
  slotEnd: Date;
}

export async function listOverBooking(
  db: Executor,
  { calendarId, at, now }: { calendarId: string; at: Date; now: Date },
): Promise<OverBooking[]> {
  const found = await db.execute(sql`
    select b.title, lower(b.during) as start, upper(b.during) as "end", slot.id as "slotId",
      offering.title as "slotTitle", slot.start_datetime as "slotStart", slot.end_datetime as "slotEnd"
    from busy_times b
      join occupied o on o.professional_id = b.professional_id and o.during && b.during
        and o.lane && '(,0)'
      join slots slot on slot.id = o.slot_id
        and tstzrange(slot.start_datetime, slot.end_datetime) && b.during
      join offerings offering on offering.id = slot.offering_id
    where b.calendar_id = ${calendarId} and b.warned_at = ${at} and lower(b.during) > ${now}
    order by slot.start_datetime, slot.id, lower(b.during) limit 20`);
  return rowsOf(found);
}

export async function findMailbox(db: Executor, professionalId: string): Promise<string | null> {
  const { rows } = await db.execute<{ email: string }>(sql`
    select owner.email from professional_profiles p join profiles owner on owner.id = p.user_id
    where p.id = ${professionalId}`);
  return rows[0]?.email ?? null;
}
