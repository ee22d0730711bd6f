import type { Executor } from "#platform/postgres.server.ts";
import { type BookingRow, findBookingRow } from "./store.server.ts";

/** For what the site does by itself: nobody is asked who they are. */
export function findAnyBooking(db: Executor, bookingId: string): Promise<BookingRow | null> {
  return findBookingRow(db, bookingId);
}
