import type { Transaction } from "#platform/postgres.server.ts";
import { blankOfferings } from "./store.server.ts";

/**
 * Keeps of what somebody offered what bookings name: title, price, hours and place (R30). How they
 * described it goes, and what pictures were shown with it.
 */
export function anonymiseOfferings(tx: Transaction, userId: string): Promise<void> {
  return blankOfferings(tx, userId);
}
