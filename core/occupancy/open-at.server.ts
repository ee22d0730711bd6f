import { type SQL, sql } from "drizzle-orm";

/**
 * Whether a seat of `slot`, a row of `slots` of the professional `p`, can be taken at an instant as
 * far as the professional's time goes (rules: one-place, own-time, notice). A slot that is taken
 * already stays open under whatever came later, and one « en parallèle » under all but an absence.
 */
export function openAt(now: Date): SQL<boolean> {
  return sql<boolean>`(slot.is_active and slot.available_spots > 0 and slot.absence_id is null
    and slot.start_datetime - p.notice_minutes * interval '1 minute' > ${now}
    and (slot.is_occupied or slot.is_parallel or (
      not exists (select from occupied o where o.professional_id = p.id and o.slot_id <> slot.id and o.lane && '(,0)'
        and o.during && tstzrange(slot.start_datetime, slot.end_datetime + p.buffer_minutes * interval '1 minute'))
      and not exists (select from busy_times b where b.professional_id = p.id and b.source <> 'absence'
        and b.during && tstzrange(slot.start_datetime, slot.end_datetime)))))`;
}
