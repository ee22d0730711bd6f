import type { Transaction } from "#platform/postgres.server.ts";
import type { Leaver } from "../mailbox.ts";
import { anonymiseBookings } from "./store.server.ts";

/** Anonymises somebody's bookings (rule: account-deletion): no e-mail, note, or network address. */
export function anonymiseBuyer(tx: Transaction, leaver: Leaver): Promise<void> {
  return anonymiseBookings(tx, leaver);
}
