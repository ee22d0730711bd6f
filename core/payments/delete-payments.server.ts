import type { Transaction } from "#platform/postgres.server.ts";
import { deletePayments } from "./store.server.ts";

/** Deletes payments together with the bookings that they paid for. */
export function deletePaymentsOf(tx: Transaction, references: readonly string[]): Promise<void> {
  return deletePayments(tx, references);
}
