import type { Transaction } from "#platform/postgres.server.ts";
import type { Context } from "../../context.server.ts";
import { keptOf, nextPaymentState } from "../rules.ts";
import { type Payment, type Refund, updatePayment } from "../store.server.ts";
import { oweRefund } from "./owe-refund.server.ts";

/**
 * Owes the payer the whole amount: recorded in the caller's transaction, requested by a job. The
 * caller holds the payment's lock. False when nothing is left to refund, because we or the payer's
 * bank have returned it, or are doing so.
 */
export async function refundInFull(
  ctx: Context,
  tx: Transaction,
  payment: Payment,
  reason: Refund["reason"],
): Promise<boolean> {
  const status = nextPaymentState(payment.status, "refund_asked");
  if (!status || keptOf(payment) === 0) return false;
  await oweRefund(ctx, tx, payment, reason);
  await updatePayment(tx, payment.id, { status });
  return true;
}
