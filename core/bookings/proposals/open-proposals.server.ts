import { sql } from "drizzle-orm";
import { type Executor, list, rowsOf } from "#platform/postgres.server.ts";
import type { AskedHour, OpenProposal } from "./schema.ts";

/** The caller may show it only to the booking's client (rule: another-hour). */
export async function openProposals(
  db: Executor,
  bookingIds: readonly string[],
  now: Date,
): Promise<Map<string, OpenProposal>> {
  if (bookingIds.length === 0) return new Map();
  const found = await db.execute(sql`
    select a.booking_id as "bookingId", t.start_datetime as start, t.end_datetime as "end",
      q.expires_at as "expiresAt", q.withdraws
    from proposal_answers a
      join proposals q on q.id = a.proposal_id
      join bookings b on b.id = a.booking_id
      join slots t on t.id = q.to_slot_id
    where a.booking_id = any(${list(bookingIds, "uuid")}) and a.answer is null
      and q.expires_at > ${now} and b.status = 'confirmed' and b.slot_id = q.from_slot_id
      and t.is_active
    order by a.id`);
  const open = rowsOf<OpenProposal & { bookingId: string }>(found);
  return new Map(open.map(({ bookingId, ...proposal }) => [bookingId, proposal]));
}

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
