import { sql } from "drizzle-orm";
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
    select pg_advisory_xact_lock(hashtextextended('practitioner:' || id, 0))
    from (select distinct unnest(${list(professionalIds, "uuid")}) as id order by 1) ids`);
}
