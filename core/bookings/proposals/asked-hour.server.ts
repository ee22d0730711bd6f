import { sql } from "drizzle-orm";
import type { AskedHour } from "./schema.ts";

/** As JSON writes it, with instants as text. */
export type AskedHourRow = Omit<AskedHour, "start" | "expiresAt"> & {
  start: string;
  expiresAt: string;
};

export const askedHour = sql<AskedHourRow | null>`(
  select json_build_object('start', other.start_datetime, 'expiresAt', q.expires_at,
    'waiting', count(*), 'withdraws', q.withdraws)
  from proposals q join slots other on other.id = q.to_slot_id
    join proposal_answers a on a.proposal_id = q.id and a.answer is null
  where q.from_slot_id = slot.id
  group by q.id, other.id order by q.created_at desc limit 1)`;

export function datedHour(row: AskedHourRow | null): AskedHour | null {
  return row && { ...row, start: new Date(row.start), expiresAt: new Date(row.expiresAt) };
}
