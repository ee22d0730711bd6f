import { type SQL, sql } from "drizzle-orm";

/** The absence over these hours, which closes a slot from the start (rule: own-time). */
export function absenceAt(offering: SQL | string, start: SQL | Date, end: SQL | Date): SQL<string> {
  return sql<string>`(
    select busy.id from busy_times busy join offerings made on made.professional_id = busy.professional_id
    where made.id = ${offering} and busy.source = 'absence'
      and busy.during && tstzrange(${start}::timestamptz, ${end}::timestamptz)
    order by upper(busy.during) desc, busy.id limit 1)`;
}
