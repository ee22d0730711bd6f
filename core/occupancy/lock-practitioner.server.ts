import { type SQL, sql } from "drizzle-orm";
import { list, type Transaction } from "#platform/postgres.server.ts";

/**
 * Locks the time of these professionals until the transaction ends, so that one at a time takes or
 * gives back their hours (rule: one-place). After the booking's row and before the offering's: the
 * whole order of locks stands in docs/decisions/036-the-ground-of-the-week.md.
 */
export async function lockPractitioner(
  tx: Transaction,
  ...professionalIds: readonly string[]
): Promise<void> {
  await tx.execute(sql`
    select ${lock}
    from (select distinct unnest(${list(professionalIds, "uuid")}) as id order by 1) ids`);
}

/** The same for whoever gives an offering, or a slot; nothing is locked for one that is gone. */
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

/** The same for the professionals of these offerings. */
export async function lockPractitionersOf(
  tx: Transaction,
  offeringIds: readonly string[],
): Promise<void> {
  await tx.execute(sql`
    select ${lock} from (
      select distinct professional_id as id from offerings
      where id = any(${list(offeringIds, "uuid")}) order by 1) owners`);
}

/** The same for whatever a user offers. */
export async function lockOwnTime(tx: Transaction, userId: string): Promise<void> {
  await tx.execute(sql`
    select ${lock} from (
      select id from professional_profiles where user_id = ${userId} order by id) own`);
}

const lock: SQL = sql`pg_advisory_xact_lock(hashtextextended('practitioner:' || id, 0))`;
