import type { Transaction } from "#platform/postgres.server.ts";
import { deleteMessagesOf } from "./store.server.ts";

/**
 * Deletes the messages that somebody sent while signed in. One sent under their e-mail without a
 * login may be a stranger's, and goes when its time is over. A declared withdrawal stays: it may
 * have to be proved, and /confidentialite says for how long.
 */
export function dropMessages(tx: Transaction, userId: string): Promise<void> {
  return deleteMessagesOf(tx, userId);
}
