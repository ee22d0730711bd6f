import { type SQL, sql } from "drizzle-orm";
import { list, type Transaction } from "#platform/postgres.server.ts";

/**
 * Locks after bookings and before offerings (rule: one-place), as in
 * docs/decisions/036-the-ground-of-the-week.md.
 */
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
