import type { Executor, Transaction } from "#platform/postgres.server.ts";
import type { Context } from "../context.server.ts";
import type { Cents } from "../money.ts";
import {
  findOutside,
  listDisputed,
  listReviewed,
  lockPaymentRow,
  type OutsideReturn,
  type Payment,
  type PaymentKey,
  type Refund,
  readGoodwill,
  readShares,
  refundsOf,
  type Shares,
  selectPayment,
} from "./store.server.ts";

export type { Payment, Refund };

/** The payment with this key, for the capability that it pays for; null when there is none. */
export function findPayment(db: Executor, key: PaymentKey): Promise<Payment | null> {
  return selectPayment(db, key);
}

/**
 * Locks the payment of this reference until the end of the transaction. Always before the booking,
 * as settling does, so that nobody deadlocks.
 */
export async function lockPayment(tx: Transaction, reference: string): Promise<Payment | null> {
  const payment = await selectPayment(tx, { reference });
  return payment && lockPaymentRow(tx, payment.id);
}

/** The present division of the payment for this reference; null when nothing was to be paid. */
export function findShares(db: Executor, reference: string): Promise<Shares | null> {
  return readShares(db, reference);
}

/** Cents that were given back for this reference although no rule owed them (rule: goodwill). */
export function findGoodwill(db: Executor, reference: string): Promise<Cents> {
  return readGoodwill(db, reference);
}

/**
 * A refund that no rule asked for: made at the provider's dashboard, (`byBank`) by a lost dispute, or
 * (`isGift`) by an operator (rule: goodwill). Null when there is none with this id.
 */
export function findOutsideReturn(db: Executor, outsideId: string): Promise<OutsideReturn | null> {
  return findOutside(db, outsideId);
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
