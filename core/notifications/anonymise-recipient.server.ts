import type { Transaction } from "#platform/postgres.server.ts";
import type { Leaver } from "../mailbox.ts";
import { anonymiseMails } from "./store.server.ts";

/**
 * Strips the mails to somebody down to the fact that they were sent; unsent ones are dropped (rule:
 * account-deletion).
 */
export function anonymiseRecipient(tx: Transaction, leaver: Leaver): Promise<void> {
  return anonymiseMails(tx, leaver);
}
