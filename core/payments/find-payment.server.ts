import type { Executor, Transaction } from "#platform/postgres.server.ts";
import type { Cents } from "../money.ts";
import {
  findOutside,
  lockPaymentRow,
  type Payment,
  type PaymentKey,
  readShares,
  type Shares,
  selectPayment,
} from "./store.server.ts";

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

/** How what was paid for this reference is divided now; null when nothing was to be paid. */
export function findShares(db: Executor, reference: string): Promise<Shares | null> {
  return readShares(db, reference);
}

/**
 * Money that went back without the site's having asked for it: by a refund made at the provider's
 * dashboard, or (`byBank`) by a dispute that was lost. Null when there is none of this id.
 */
export function findOutsideReturn(
  db: Executor,
  outsideId: string,
): Promise<{ amountCents: Cents; byBank: boolean } | null> {
  return findOutside(db, outsideId);
}
