import type { Executor } from "#platform/postgres.server.ts";
import { markRestored } from "./store.server.ts";

/**
 * Marks a database as just restored: the live one may still sell what this one does not know. No
 * unknown payment is booked or refunded until `sellFromHere`.
 */
export function holdLostBack(db: Executor, restoredAt: Date): Promise<void> {
  return markRestored(db, restoredAt);
}
