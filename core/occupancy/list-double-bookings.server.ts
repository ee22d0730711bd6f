import { sql } from "drizzle-orm";
import type { Database } from "#platform/postgres.server.ts";

/**
 * The hours to come at which a professional is sold twice, since one of the two slots is marked « en
 * parallèle »: by themselves, or because both were sold before hours were taken (rule: one-place).
 *
 * @returns one line for each pair, the earlier first.
 */
export async function listDoubleBookings(db: Database, now: Date): Promise<string[]> {
  const { rows } = await db.execute<{ name: string; one: string; other: string }>(sql`
    select p.business_name as name, one.slot_id as one, other.slot_id as other
    from occupied one
      join occupied other on other.professional_id = one.professional_id and other.during && one.during
        and (lower(other.during), other.slot_id) > (lower(one.during), one.slot_id)
      join professional_profiles p on p.id = one.professional_id
    where upper(one.during) > ${now} and upper(other.during) > ${now}
    order by lower(one.during), one.slot_id, lower(other.during), other.slot_id`);
  return rows.map(({ name, one, other }) => `${name} : ${one} et ${other}`);
}
