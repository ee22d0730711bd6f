import { type SQL, sql } from "drizzle-orm";
import { isLive } from "../tables/conditions.server.ts";

/**
 * How many seats of a slot are booked. A hold on seats that are for sale again adds none, because
 * the booking that it would end still has them: a seat counts once (rule: resale).
 */
export const seatsTaken = (slotId: SQL): SQL<number> => sql<number>`(
  select coalesce(sum(b.seats), 0)::int from bookings b
  where b.slot_id = ${slotId} and ${isLive} and ${hasOwnSeats(sql`b`)})`;

/** The seats of a slot that somebody has: booked here or elsewhere, or kept for a proposal. */
export const allSeatsTaken = (slot: SQL): SQL<number> =>
  sql<number>`(${slot}.outside_seats + ${slot}.reserved_seats + ${seatsTaken(sql`${slot}.id`)})`;

/** Whether a live booking has seats by itself. */
export const hasOwnSeats = (
  booking: SQL,
): SQL<boolean> => sql<boolean>`(${booking}.resale_of_id is null
  or not exists (select from bookings sold where sold.resale_to_id = ${booking}.id
    and sold.status = 'confirmed'))`;
