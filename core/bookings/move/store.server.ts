import { sql } from "drizzle-orm";
import { type Executor, rowsOf } from "#platform/postgres.server.ts";
import type { Cents } from "../../money.ts";
import { hasSeatsFor } from "../../occupancy/count-seats.server.ts";
import { isOnSale } from "../../occupancy/why-not-bookable.server.ts";
import { priceNow } from "../../prices/read-price.server.ts";
import { hasSeat } from "../../tables/conditions.server.ts";

/** As many as fit on a page; further ones can be booked anew. */
const MOST = 60;

/** Counts seats that are kept for its client as free (rules: resale, waiting-list). */
export async function isToResale(
  db: Executor,
  { id, slotId, seats, clientId }: { id: string; slotId: string; seats: number; clientId: string },
  now: Date,
): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select from slots slot where slot.id = ${slotId} and (
      (slot.available_spots = 0 and slot.resale_seats = ${seats} and not exists (
        select from waiting_entries own where own.slot_id = slot.id and own.user_id = ${clientId}
          and own.offered_until > ${now}))
      or exists (select from bookings held where held.slot_id = slot.id and held.replaces_id = ${id}
        and held.status = 'pending' and held.resale_of_id is not null))`);
  return rows.length > 0;
}

/** Soonest first, seat prices in cents; `isResale`: another client sells these seats. */
export async function listSlots(
  db: Executor,
  booking: { offeringId: string; slotId: string; seats: number; clientId: string },
  now: Date,
): Promise<{ slotId: string; start: Date; end: Date; priceCents: Cents; isResale: boolean }[]> {
  const found = await db.execute(sql`
    select slot.id as "slotId", slot.start_datetime as start, slot.end_datetime as "end",
      ${priceNow(now)} as "priceCents", slot.available_spots = 0 as "isResale"
    from offerings offering
      join professional_profiles p on p.id = offering.professional_id and p.can_receive_charges
      join slots slot on slot.offering_id = offering.id and (slot.bookable or slot.resale_seats > 0)
        and slot.start_datetime > ${now}
    where offering.id = ${booking.offeringId} and offering.is_active and slot.id <> ${booking.slotId}
      and ${isOnSale(now)} and ${hasSeatsFor(booking.seats)}
      and not ${hasSeat(sql`${booking.clientId}`)}
    order by slot.start_datetime, slot.id
    limit ${MOST}`);
  return rowsOf(found);
}
