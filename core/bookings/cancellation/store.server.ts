import { and, eq, ne, sql } from "drizzle-orm";
import type { Executor } from "#platform/postgres.server.ts";
import { bookings, slots } from "../../tables.server.ts";

/**
 * By whom it ended in its professional's place; null for themselves (rule: booked-clients-choose).
 */
export async function findSanctionedEnd(
  db: Executor,
  bookingId: string,
): Promise<"chosen" | "decided" | null> {
  const { rows } = await db.execute<{ by: "chosen" | "decided" | null }>(sql`
    select case
      when exists (select from booking_choices c where c.booking_id = b.id and c.chosen = 'refunded')
      then 'chosen'
      when exists (select from account_decisions d
        join professional_profiles p on p.user_id = d.user_id
        where p.id = b.professional_id and d.booked = 'refunded'
          and d.decided_at <= b.cancelled_at and coalesce(d.ended_at, 'infinity') > b.cancelled_at
          and d.effective_at <= s.start_datetime)
      then 'decided' end as by
    from bookings b join slots s on s.id = b.slot_id where b.id = ${bookingId}`);
  return rows[0]?.by ?? null;
}

export async function listLeftBookings(db: Executor, slotId: string) {
  return db
    .select({ id: bookings.id, status: bookings.status })
    .from(bookings)
    .innerJoin(slots, eq(slots.id, bookings.slotId))
    .where(and(eq(slots.id, slotId), eq(slots.isActive, false), ne(bookings.status, "cancelled")));
}
