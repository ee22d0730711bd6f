import { type SQL, sql } from "drizzle-orm";
import type { OpeningHour } from "./rules.ts";

/** JSON, by weekday and hour. */
export function openingHoursOf(professionalId: SQL): SQL<OpeningHour[]> {
  return sql<OpeningHour[]>`(
    select coalesce(json_agg(json_build_object('weekday', h.weekday,
      'opens', to_char(h.opens, 'HH24:MI'), 'closes', to_char(h.closes, 'HH24:MI'))
      order by h.weekday, h.opens), '[]')
    from opening_hours h where h.professional_id = ${professionalId})`;
}
