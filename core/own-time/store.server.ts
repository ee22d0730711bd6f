import { type SQL, sql } from "drizzle-orm";
import { newId } from "#platform/ids.server.ts";
import { type Executor, rowsOf, type Transaction } from "#platform/postgres.server.ts";
import { closedBy, seatsTaken } from "../occupancy/is-slot-open.server.ts";
import type { FreedTime } from "../occupancy/lock-practitioner.server.ts";
import { busyTimes } from "../tables.server.ts";
import type { Consequences, NewOwnTime, OwnTime, OwnTimeKind } from "./schema.ts";

interface Hours {
  professionalId: string;
  kind: OwnTimeKind;
  start: Date;
  end: Date;
}

const rangeOf = ({ start, end }: Pick<Hours, "start" | "end">): SQL =>
  sql`tstzrange(${start}, ${end})`;

/** To come, with everything that closes them. */
const touched = ({ professionalId, ...hours }: Hours, now: Date): SQL => sql`
  from professional_profiles p
    join offerings o on o.professional_id = p.id
    join slots slot on slot.offering_id = o.id
    cross join lateral (
      select slot.outside_seats + slot.reserved_seats + ${seatsTaken(sql`slot.id`)} as taken) seats
  where p.id = ${professionalId} and slot.end_datetime > ${now} and slot.start_datetime < ${hours.end}
    and slot.end_datetime > ${hours.start}`;

export async function readConsequences(
  db: Executor,
  hours: Hours,
  now: Date,
): Promise<Consequences> {
  const seated = await db.execute(sql`
    select slot.id as "slotId", o.title, slot.start_datetime as start, slot.end_datetime as "end",
      seats.taken as seats
    ${touched(hours, now)} and seats.taken > 0 order by slot.start_datetime, slot.id`);
  const { rows } = await db.execute<{ closed: number }>(sql`
    select count(*)::int as closed ${touched(hours, now)} and slot.is_active and o.is_active
      and slot.available_spots > 0 and ${closedBy(now)} is null
      and (${hours.kind === "absence"} or not (slot.is_parallel or slot.is_occupied))`);
  return { closed: rows[0]?.closed ?? 0, booked: rowsOf(seated) };
}

export async function insertOwnTime(
  tx: Transaction,
  professionalId: string,
  { kind: source, start, end, title }: NewOwnTime,
): Promise<string> {
  const id = newId();
  const during = `["${start.toISOString()}","${end.toISOString()}")`;
  await tx.insert(busyTimes).values({ id, professionalId, source, during, title });
  return id;
}

export async function isAway(
  tx: Transaction,
  { professionalId, ...hours }: Omit<Hours, "kind">,
): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    select from busy_times b
    where b.professional_id = ${professionalId} and b.source = 'absence'
      and b.during @> ${rangeOf(hours)} limit 1`);
  return rows.length > 0;
}

/** A slot that another absence closes stays with it. */
export async function closeByAbsence(
  tx: Transaction,
  absenceId: string,
  { professionalId, ...hours }: Hours,
): Promise<void> {
  await tx.execute(sql`
    update slots slot set absence_id = ${absenceId} from offerings o
    where o.id = slot.offering_id and o.professional_id = ${professionalId}
      and slot.absence_id is null
      and tstzrange(slot.start_datetime, slot.end_datetime) && ${rangeOf(hours)}`);
}

/** Locked; null for any other id, those of a calendar included. */
export async function lockOwnTime(
  tx: Transaction,
  { id, professionalId }: { id: string; professionalId: string },
): Promise<(FreedTime & { kind: OwnTimeKind }) | null> {
  const { rows } = await tx.execute<{ during: string; kind: OwnTimeKind }>(sql`
    select during::text as during, source as kind from busy_times
    where id = ${id} and professional_id = ${professionalId} and source <> 'calendar' for update`);
  const row = rows[0];
  return row ? { ...row, professionalId } : null;
}

export async function deleteOwnTime(tx: Transaction, id: string): Promise<void> {
  await tx.execute(sql`delete from busy_times where id = ${id}`);
}

export async function reopenAfterAbsence(
  tx: Transaction,
  { id, professionalId }: { id: string; professionalId: string },
): Promise<void> {
  await tx.execute(sql`
    update slots slot set absence_id = (
      select b.id from busy_times b
      where b.professional_id = ${professionalId} and b.source = 'absence'
        and b.during && tstzrange(slot.start_datetime, slot.end_datetime)
      order by upper(b.during) desc, b.id limit 1)
    from offerings o
    where o.id = slot.offering_id and o.professional_id = ${professionalId}
      and slot.absence_id = ${id}`);
}

export async function listComing(
  db: Executor,
  professionalId: string,
  now: Date,
): Promise<OwnTime[]> {
  const found = await db.execute(sql`
    select id, source as kind, lower(during) as start, upper(during) as "end", title
    from busy_times
    where professional_id = ${professionalId} and source <> 'calendar' and upper(during) > ${now}
    order by lower(during), id limit 500`);
  return rowsOf(found);
}
