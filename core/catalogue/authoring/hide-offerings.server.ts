import type { Transaction } from "#platform/postgres.server.ts";
import { deactivateAll } from "../store.server.ts";

/**
 * Takes a user's offerings off the site, as « Désactiver » does one by one. The caller refreshes
 * their search entries, last.
 *
 * @returns the ids of the hidden sessions and activities.
 */
export function hideOfferings(tx: Transaction, userId: string): Promise<string[]> {
  return deactivateAll(tx, userId);
}
