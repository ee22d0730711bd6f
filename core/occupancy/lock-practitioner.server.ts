import { type SQL, sql } from "drizzle-orm";
import { list, type Transaction } from "#platform/postgres.server.ts";
import { recordBookable } from "../prices/write-prices.server.ts";
import { closedBy } from "./why-not-bookable.server.ts";

/** Locks after bookings and before offerings (rule: one-place), see docs/decisions/036. */
export async function lockPractitioner(
  tx: Transaction,
  ...professionalIds: readonly string[]
): Promise<void> {
  await tx.execute(sql`
    select ${lock}
    from (select distinct unnest(${list(professionalIds, "uuid")}) as id order by 1) ids`);
}

export async function lockPractitionerOf(
  tx: Transaction,
  of: { offeringId: string } | { slotId: string },
): Promise<void> {
  const offering =
    "offeringId" in of
      ? sql`${of.offeringId}`
      : sql`(select offering_id from slots where id = ${of.slotId})`;
  await tx.execute(sql`
    select ${lock} from (select professional_id as id from offerings where id = ${offering}) owner`);
}

export async function lockPractitionersOf(
  tx: Transaction,
  offeringIds: readonly string[],
): Promise<void> {
  await tx.execute(sql`
    select ${lock} from (
      select distinct professional_id as id from offerings
      where id = any(${list(offeringIds, "uuid")}) order by 1) owners`);
}

export async function lockOwnTime(tx: Transaction, userId: string): Promise<void> {
  await tx.execute(sql`
    select ${lock} from (
      select id from professional_profiles where user_id = ${userId} order by id) own`);
}

const lock: SQL = sql`pg_advisory_xact_lock(hashtextextended('practitioner:' || id, 0))`;

export interface FreedTime {
  professionalId: string;
  /** As PostgreSQL writes a range. */
  during: string;
}

/** Notes reopened slots (rule: true-strike); the caller holds `lockPractitioner`. */
export async function recordReopened(
  tx: Transaction,
  { professionalId, during }: FreedTime,
  now: Date,
): Promise<void> {
  await recordBookable(
    tx,
    sql`not slot.is_occupied and not slot.is_parallel
      and slot.offering_id = any(array(
        select id from offerings where professional_id = ${professionalId}))
      and ${during}::tstzrange && tstzrange(slot.start_datetime, slot.end_datetime
        + (select buffer_minutes from professional_profiles where id = ${professionalId})
          * interval '1 minute')`,
    now,
  );
}

/** Notes what a change reopens (rule: true-strike); the caller holds `lockPractitioner`. */
export async function recordReopenedBy<Done>(
  tx: Transaction,
  { professionalId, now }: { professionalId: string; now: Date },
  change: () => Promise<Done>,
): Promise<Done> {
  const closed = await readClosed(tx, professionalId, now);
  const done = await change();
  if (closed.length > 0) await recordBookable(tx, isOpenOf(closed, now), now);
  return done;
}

async function readClosed(tx: Transaction, professionalId: string, now: Date): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select slot.id
    from professional_profiles p
      join offerings o on o.professional_id = p.id
      join slots slot on slot.offering_id = o.id
    where p.id = ${professionalId} and slot.start_datetime > ${now} and ${closedBy(now)} is not null`);
  return rows.map(({ id }) => id);
}

const isOpenOf = (ids: readonly string[], now: Date): SQL => sql`
  slot.id = any(${list(ids, "uuid")}) and exists (
    select from offerings o join professional_profiles p on p.id = o.professional_id
    where o.id = slot.offering_id and ${closedBy(now)} is null)`;
