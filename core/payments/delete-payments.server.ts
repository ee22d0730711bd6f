import type { Transaction } from "#platform/postgres.server.ts";
import { deletePayments } from "./store.server.ts";

/** Goes with what was paid for, whose ids these are. */
export function deletePaymentsOf(tx: Transaction, references: readonly string[]): Promise<void> {
  return deletePayments(tx, references);
}
