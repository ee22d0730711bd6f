import { type SQL, sql } from "drizzle-orm";

/**
 * The id of the absence in which these hours of an offering lie, or null: a slot that is made or
 * moved there is closed from its first instant on (rule: own-time).
 *
 * @param offering an id, or a column that holds one.
 */
export function absenceAt(offering: SQL | string, start: SQL | Date, end: SQL | Date): SQL<string> {
  return sql<string>`(
    select busy.id from busy_times busy join offerings made on made.professional_id = busy.professional_id
    where made.id = ${offering} and busy.source = 'absence'
      and busy.during && tstzrange(${start}::timestamptz, ${end}::timestamptz)
    order by upper(busy.during) desc, busy.id limit 1)`;
}
