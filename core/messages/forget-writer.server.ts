import type { Transaction } from "#platform/postgres.server.ts";
import { deleteMessagesOf } from "./store.server.ts";

/**
 * Deletes what somebody wrote to us while signed in. What was sent under their e-mail by nobody in
 * particular may be a stranger's, and goes when its time is over. A declared withdrawal stays: it may have to be proved, and
 * /confidentialite says for how long.
 */
export function forgetWriter(tx: Transaction, userId: string): Promise<void> {
  return deleteMessagesOf(tx, userId);
}
