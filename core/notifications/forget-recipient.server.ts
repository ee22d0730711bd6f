import type { Transaction } from "#platform/postgres.server.ts";
import type { Leaver } from "../mailbox.ts";
import { anonymiseMails } from "./store.server.ts";

/** Of the mails to somebody only remains that they were sent; what still waits is dropped (R30). */
export function forgetRecipient(tx: Transaction, leaver: Leaver): Promise<void> {
  return anonymiseMails(tx, leaver);
}
