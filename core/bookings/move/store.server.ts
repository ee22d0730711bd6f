import { sql } from "drizzle-orm";
import type { Executor } from "#platform/postgres.server.ts";
import type { Cents } from "../../money.ts";
import { isOnSale } from "../../occupancy/is-slot-open.server.ts";
import { priceNow } from "../../prices/price-now.server.ts";

/** As many as fit on a page; further ones can be booked anew. */
const MOST = 60;

/**
 * Lists the slots of a booking's offering that its client can move to, soonest first, with the
 * current price of a seat in cents.
 */
export async function listSlots(
  db: Executor,
  booking: { offeringId: string; slotId: string; seats: number; clientId: string },
  now: Date,
): Promise<{ slotId: string; start: Date; end: Date; priceCents: Cents }[]> {
  const { rows } = await db.execute<{
    slotId: string;
    start: string;
    end: string;
    priceCents: Cents;
  }>(sql`
    select slot.id as "slotId", slot.start_datetime as start, slot.end_datetime as "end",
      ${priceNow(now)} as "priceCents"
    from offerings offering
      join professional_profiles p on p.id = offering.professional_id and p.can_receive_charges
      join slots slot on slot.offering_id = offering.id and slot.bookable
        and slot.start_datetime > ${now}
    where offering.id = ${booking.offeringId} and offering.is_active and slot.id <> ${booking.slotId}
      and ${isOnSale(now)} and slot.available_spots >= ${booking.seats}
      and not exists (select from bookings b where b.slot_id = slot.id and b.status <> 'cancelled'
        and b.client_id = ${booking.clientId})
    order by slot.start_datetime, slot.id
    limit ${MOST}`);
  return rows.map((row) => ({ ...row, start: new Date(row.start), end: new Date(row.end) }));
}
