import { and, eq, sql } from "drizzle-orm";
import { newId } from "#platform/ids.server.ts";
import { type Executor, rowsOf, type Transaction } from "#platform/postgres.server.ts";
import { lockPractitionerOf } from "../../occupancy/lock-practitioner.server.ts";
import type { PriceTerms } from "../../prices/rules.ts";
import { offerings, scheduleExceptions, scheduleRules } from "../../tables.server.ts";
import type { Versioned } from "../../versions.ts";
import type { SlotKind } from "../schema.ts";
import type { Holiday, Schedule, ScheduledHour, ScheduleException, ScheduleRule } from "./rules.ts";

export async function readSchedule(db: Executor, offeringId: string): Promise<Schedule> {
  const rules = await db
    .select({
      weekdays: scheduleRules.weekdays,
      starts: sql<string>`to_char(${scheduleRules.starts}, 'HH24:MI')`,
      fromDay: scheduleRules.fromDay,
      untilDay: scheduleRules.untilDay,
      isParallel: scheduleRules.isParallel,
    })
    .from(scheduleRules)
    .where(eq(scheduleRules.offeringId, offeringId))
    .orderBy(scheduleRules.createdAt, scheduleRules.starts, scheduleRules.id);
  if (rules.length === 0) return { rules, leftOut: [] };
  const leftOut = await db
    .select({
      day: scheduleExceptions.day,
      starts: sql<string | null>`to_char(${scheduleExceptions.starts}, 'HH24:MI')`,
    })
    .from(scheduleExceptions)
    .where(eq(scheduleExceptions.offeringId, offeringId))
    .orderBy(scheduleExceptions.day, scheduleExceptions.starts);
  return { rules, leftOut };
}

export async function writeRules(
  tx: Transaction,
  offeringId: string,
  rules: readonly ScheduleRule[],
  now: Date,
): Promise<void> {
  await tx.delete(scheduleRules).where(eq(scheduleRules.offeringId, offeringId));
  if (rules.length === 0) return;
  const rows = rules.map(({ weekdays, ...rule }, place) => ({
    ...{ id: newId(), offeringId, weekdays: [...weekdays], ...rule },
    // The form shows only the first one.
    createdAt: new Date(now.getTime() + place),
  }));
  await tx.insert(scheduleRules).values(rows);
}

export async function leaveOut(
  tx: Transaction,
  offeringId: string,
  leftOut: readonly ScheduleException[],
  holidays: readonly Holiday[],
): Promise<void> {
  const isHoliday = ({ day, starts }: ScheduleException) =>
    starts === null && holidays.some((one) => one.day === day);
  const rows = leftOut.map((left) => ({
    ...{ id: newId(), offeringId, ...left },
    why: isHoliday(left) ? ("holiday" as const) : ("left_out" as const),
  }));
  if (rows.length > 0) await tx.insert(scheduleExceptions).values(rows).onConflictDoNothing();
}

export async function writeSchedule(
  tx: Transaction,
  offeringId: string,
  schedule: Schedule,
  change: { now: Date; edition: Partial<Versioned>; holidays: readonly Holiday[] },
): Promise<void> {
  const { now, edition, holidays } = change;
  await writeRules(tx, offeringId, schedule.rules, now);
  await tx.delete(scheduleExceptions).where(eq(scheduleExceptions.offeringId, offeringId));
  await leaveOut(tx, offeringId, schedule.leftOut, holidays);
  const isRecurring = schedule.rules.length > 0;
  await tx
    .update(offerings)
    .set({ isRecurring, ...edition, updatedAt: sql`now()` })
    .where(eq(offerings.id, offeringId));
}

export async function setParallel(
  tx: Transaction,
  offeringId: string,
  hours: readonly ScheduledHour[],
): Promise<void> {
  await tx.execute(sql`
    update slots slot set is_parallel = hour."isParallel"
    from jsonb_to_recordset(${JSON.stringify(hours)}::jsonb) as hour (start timestamptz, "isParallel" boolean)
    where slot.offering_id = ${offeringId} and slot.start_datetime = hour.start and not slot.is_occupied`);
}

export async function readTaken(
  db: Executor,
  professionalId: string,
  now: Date,
): Promise<{ start: Date; end: Date }[]> {
  const found = await db.execute(sql`
    select lower(during) as start, upper(during) as "end" from occupied
    where professional_id = ${professionalId} and lane && '(,0)' and upper(during) > ${now}
    order by lower(during)`);
  return rowsOf(found);
}

/** Slots « en parallèle » close for an absence only (rule: own-time). */
interface ClosingTime {
  start: Date;
  end: Date;
  isAbsence: boolean;
}

export async function readClosing(
  db: Executor,
  professionalId: string,
  now: Date,
): Promise<ClosingTime[]> {
  const found = await db.execute(sql`
    select lower(during) as start, upper(during) as "end", source = 'absence' as "isAbsence"
    from busy_times where professional_id = ${professionalId} and upper(during) > ${now}`);
  return rowsOf(found);
}

export interface Recurring {
  schedule: Schedule;
  duration: number;
  capacity: number;
  terms: PriceTerms;
}

export async function lockRecurring(tx: Transaction, id: string): Promise<Recurring | null> {
  await lockPractitionerOf(tx, { offeringId: id });
  const [row] = await tx
    .select()
    .from(offerings)
    .where(and(eq(offerings.id, id), comesAgain))
    .for("no key update");
  if (!row) return null;
  const { duration, capacity } = row;
  return { schedule: await readSchedule(tx, id), duration, capacity, terms: row };
}

const comesAgain = sql`is_recurring and is_active`;

export async function listRecurringOf(
  db: Executor,
  professionalId: string,
): Promise<{ id: string; kind: SlotKind }[]> {
  const { rows } = await db.execute<{ id: string; kind: SlotKind }>(sql`
    select id, kind from offerings where professional_id = ${professionalId} and ${comesAgain}`);
  return rows;
}

export async function listRecurring(
  db: Executor,
  after: string | null,
  limit: number,
): Promise<{ id: string; kind: SlotKind }[]> {
  const { rows } = await db.execute<{ id: string; kind: SlotKind }>(sql`
    select id, kind from offerings
    where ${comesAgain} and (${after}::uuid is null or id > ${after})
    order by id limit ${limit}`);
  return rows;
}
