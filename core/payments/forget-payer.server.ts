import type { Transaction } from "#platform/postgres.server.ts";
import type { Leaver } from "../mailbox.ts";
import { anonymisePayments } from "./store.server.ts";

/** Keeps what somebody paid without saying who (R30). Before the bookings, as settling does. */
export function forgetPayer(tx: Transaction, leaver: Leaver): Promise<void> {
  return anonymisePayments(tx, leaver);
}
