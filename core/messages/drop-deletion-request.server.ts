import type { Transaction } from "#platform/postgres.server.ts";
import { unmarkRequest } from "./store.server.ts";

/**
 * Somebody does not want to leave any more: their message stays one, and asks for nothing.
 *
 * @returns what the request had taken off the site.
 */
export function dropDeletionRequest(tx: Transaction, userId: string): Promise<string[]> {
  return unmarkRequest(tx, userId);
}
