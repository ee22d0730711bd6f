import type { Transaction } from "#platform/postgres.server.ts";
import type { Leaver } from "../mailbox.ts";
import { anonymisePayments, deletePayments } from "./store.server.ts";

/** Before the bookings, in the order of settling (rule: account-deletion). */
export function anonymisePayer(tx: Transaction, leaver: Leaver): Promise<void> {
  return anonymisePayments(tx, leaver);
}

export function deletePaymentsOf(tx: Transaction, references: readonly string[]): Promise<void> {
  return deletePayments(tx, references);
}
