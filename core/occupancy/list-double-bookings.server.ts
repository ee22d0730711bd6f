import { sql } from "drizzle-orm";
import type { Database } from "#platform/postgres.server.ts";

/** Lists pairs sold « en parallèle » or before hours were taken (rule: one-place). */
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
