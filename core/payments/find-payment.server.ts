import type { Executor, Transaction } from "#platform/postgres.server.ts";
import { lockPaymentRow, type Payment, type PaymentKey, selectPayment } from "./store.server.ts";

export type { Payment };

/** The payment with this key, for the capability that it pays for; null when there is none. */
export function findPayment(db: Executor, key: PaymentKey): Promise<Payment | null> {
  return selectPayment(db, key);
}

/**
 * Takes the payment of this reference until the end of the transaction. Always before what it pays
 * for, as settling does: then nobody waits in a ring.
 */
export async function lockPayment(tx: Transaction, reference: string): Promise<Payment | null> {
  const payment = await selectPayment(tx, { reference });
  return payment && lockPaymentRow(tx, payment.id);
}
