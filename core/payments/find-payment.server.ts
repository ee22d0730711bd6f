import type { Executor, Transaction } from "#platform/postgres.server.ts";
import type { Context } from "../context.server.ts";
import {
  findPayment,
  listDisputed,
  listReviewed,
  lockPaymentRow,
  type Payment,
  type Refund,
  refundsOf,
} from "./store.server.ts";

export { findGoodwill, findOutsideReturn, findShares } from "./store.server.ts";
export { findPayment, type Payment, type Refund };

/**
 * Locks the payment of this reference until the end of the transaction. Always before the booking,
 * as settling does, so that nobody deadlocks.
 */
export async function lockPayment(tx: Transaction, reference: string): Promise<Payment | null> {
  const payment = await findPayment(tx, { reference });
  return payment && lockPaymentRow(tx, payment.id);
}

/**
 * Payments that wait for the operator, the oldest first: mismatches and failed refunds (rule:
 * payment-review).
 */
export function listReviews(ctx: Context): Promise<Payment[]> {
  return listReviewed(ctx.db);
}

/** Payments for which a payer's bank wants evidence, the oldest first. For operators. */
export function listDisputes(ctx: Context): Promise<Payment[]> {
  return listDisputed(ctx.db);
}

/** The site's refunds of a payment and those made at the provider, the oldest first. */
export function listRefunds(db: Executor, paymentId: string): Promise<Refund[]> {
  return refundsOf(db, paymentId);
}
