import { sql } from "drizzle-orm";
import { type Executor, list } from "#platform/postgres.server.ts";
import type { OpenProposal } from "./schema.ts";

interface OpenRow extends Record<string, unknown> {
  bookingId: string;
  start: string;
  end: string;
  expiresAt: string;
  withdraws: boolean;
}

/** The caller may show it only to the booking's client (rule: another-hour). */
export async function openProposals(
  db: Executor,
  bookingIds: readonly string[],
  now: Date,
): Promise<Map<string, OpenProposal>> {
  if (bookingIds.length === 0) return new Map();
  const { rows } = await db.execute<OpenRow>(sql`
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
  return new Map(
    rows.map(({ bookingId, start, end, expiresAt, withdraws }) => [
      bookingId,
      { start: new Date(start), end: new Date(end), expiresAt: new Date(expiresAt), withdraws },
    ]),
  );
}
