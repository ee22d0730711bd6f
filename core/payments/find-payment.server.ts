import type { Executor, Transaction } from "#platform/postgres.server.ts";
import type { Context } from "../context.server.ts";
import type { Leaver } from "../mailbox.ts";
import { CLOSED_CHECKOUT } from "./rules.ts";
import type { LostPayment } from "./schema.ts";
import {
  anonymisePayments,
  deletePayments,
  findPayment,
  insertLost,
  listDisputed,
  listReviewed,
  lockPaymentRow,
  type Payment,
  type Refund,
  refundsOf,
} from "./store.server.ts";

export { findGoodwill, findOutsideReturn, findShares } from "./store.server.ts";
export { findPayment, type Payment, type Refund };

/** Always before the booking, as settling does, so that nobody deadlocks. */
export async function lockPayment(tx: Transaction, reference: string): Promise<Payment | null> {
  const payment = await findPayment(tx, { reference });
  return payment && lockPaymentRow(tx, payment.id);
}

/** Mismatches and failed refunds, oldest first (rule: payment-review). */
export function listReviews(ctx: Context): Promise<Payment[]> {
  return listReviewed(ctx.db);
}

/** A bank wants evidence; oldest first. */
export function listDisputes(ctx: Context): Promise<Payment[]> {
  return listDisputed(ctx.db);
}

/** Those made at the provider too, oldest first. */
export function listRefunds(db: Executor, paymentId: string): Promise<Refund[]> {
  return refundsOf(db, paymentId);
}

/** Before the bookings, in the order of settling (rule: account-deletion). */
export function anonymisePayer(tx: Transaction, leaver: Leaver): Promise<void> {
  return anonymisePayments(tx, leaver);
}

export function deletePaymentsOf(tx: Transaction, references: readonly string[]): Promise<void> {
  return deletePayments(tx, references);
}

/** As an ended checkout, about which the provider is asked next. False when it is there already. */
export function restorePayment(
  { requestId }: Context,
  tx: Transaction,
  lost: LostPayment,
): Promise<boolean> {
  // Settling stores its intent, with everything else that is compared.
  const { paymentIntentId: _, ...row } = lost;
  return insertLost(tx, { ...row, ...CLOSED_CHECKOUT, requestId, status: "expired" });
}
