import type { Transaction } from "#platform/postgres.server.ts";
import { blankOfferings } from "../store.server.ts";

/**
 * Anonymises somebody's offerings, except the parts that bookings name: title, price, hours and
 * place (rule: account-deletion). Descriptions and pictures go.
 */
export function anonymiseOfferings(tx: Transaction, userId: string): Promise<void> {
  return blankOfferings(tx, userId);
}
