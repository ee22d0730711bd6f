import type { Transaction } from "#platform/postgres.server.ts";
import type { Leaver } from "../mailbox.ts";
import { anonymisePayments, deletePayments } from "./store.server.ts";

/**
 * Anonymises somebody's payments (rule: account-deletion). Before the bookings, in the order of
 * settling.
 */
export function anonymisePayer(tx: Transaction, leaver: Leaver): Promise<void> {
  return anonymisePayments(tx, leaver);
}

/** Deletes payments together with the bookings that they paid for. */
export function deletePaymentsOf(tx: Transaction, references: readonly string[]): Promise<void> {
  return deletePayments(tx, references);
}
