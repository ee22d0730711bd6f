import { type SQL, sql } from "drizzle-orm";
import { isLive } from "../tables/conditions.server.ts";

/** Seats available at once: free ones, else those for sale again (rule: resale). */
export const freeSeats: SQL<number> = sql<number>`(case when slot.available_spots > 0
  then slot.available_spots else slot.resale_seats end)`;

/** Tests for free seats, or just as many for sale again (rule: resale). */
export const hasSeatsFor = (seats: number): SQL<boolean> =>
  sql<boolean>`(slot.available_spots >= ${seats}
    or (slot.available_spots = 0 and slot.resale_seats = ${seats}))`;

/** Ignores holds on resold seats, which their booking still has (rule: resale). */
export const seatsTaken = (slotId: SQL): SQL<number> => sql<number>`(
  select coalesce(sum(b.seats), 0)::int from bookings b
  where b.slot_id = ${slotId} and ${isLive} and ${hasOwnSeats(sql`b`)})`;

/** Includes bookings made elsewhere and seats kept for a proposal. */
export const allSeatsTaken = (slot: SQL): SQL<number> =>
  sql<number>`(${slot}.outside_seats + ${slot}.reserved_seats + ${seatsTaken(sql`${slot}.id`)})`;

export const hasOwnSeats = (
  booking: SQL,
): SQL<boolean> => sql<boolean>`(${booking}.resale_of_id is null
  or not exists (select from bookings sold where sold.resale_to_id = ${booking}.id
    and sold.status = 'confirmed'))`;
