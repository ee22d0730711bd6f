import type { Transaction } from "#platform/postgres.server.ts";
import { deactivateAll } from "./store.server.ts";

/**
 * Takes everything a user offers off the site, as « Désactiver » does one by one. The caller refreshes
 * their offers, last.
 *
 * @returns the ids of what was hidden, sessions and activities.
 */
export function hideOfferings(tx: Transaction, userId: string): Promise<string[]> {
  return deactivateAll(tx, userId);
}
