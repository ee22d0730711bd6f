import type { Transaction } from "#platform/postgres.server.ts";
import { unmarkRequest } from "./store.server.ts";

/**
 * Turns a request for deletion back into an ordinary message.
 *
 * @returns the ids of everything that the request had hidden.
 */
export function dropDeletionRequest(tx: Transaction, userId: string): Promise<string[]> {
  return unmarkRequest(tx, userId);
}
