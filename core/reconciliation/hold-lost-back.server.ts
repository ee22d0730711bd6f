import type { Executor } from "#platform/postgres.server.ts";
import { markRestored } from "./store.server.ts";

/**
 * Marks a database that has just been restored: what it misses may be another one's, which goes on
 * selling. Nothing that was paid and is not here is booked or refunded until `sellFromHere`.
 */
export function holdLostBack(db: Executor, restoredAt: Date): Promise<void> {
  return markRestored(db, restoredAt);
}
