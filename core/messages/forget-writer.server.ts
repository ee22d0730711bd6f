import type { Transaction } from "#platform/postgres.server.ts";
import { deleteMessagesOf } from "./store.server.ts";

/**
 * Deletes what somebody wrote to us (R30). A declared withdrawal stays: it may have to be proved, and
 * /confidentialite says for how long.
 */
export function forgetWriter(tx: Transaction, email: string): Promise<void> {
  return deleteMessagesOf(tx, email);
}
