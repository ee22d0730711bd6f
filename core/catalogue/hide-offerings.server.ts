import type { Transaction } from "#platform/postgres.server.ts";
import { deactivateAll } from "./store.server.ts";

/**
 * Takes everything a user offers off the site, as « Désactiver » does one by one. The caller refreshes
 * their offers, last.
 */
export function hideOfferings(tx: Transaction, userId: string): Promise<void> {
  return deactivateAll(tx, userId);
}
