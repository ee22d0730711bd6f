import { newId } from "#platform/ids.server.ts";
import type { Transaction } from "#platform/postgres.server.ts";
import type { Context } from "../context.server.ts";
import { cents } from "../money.ts";
import { nextPaymentState } from "./rules.ts";
import { insertRefund, type Payment, type Refund, updatePayment } from "./store.server.ts";

/**
 * Owes the payer the whole amount: recorded in the caller's transaction, asked of the provider by a
 * job. The caller holds the payment's lock. False when there is nothing to give back, because it
 * was given back or is being given back already.
 */
export async function requestRefund(
  ctx: Context,
  tx: Transaction,
  payment: Payment,
  reason: Refund["reason"],
): Promise<boolean> {
  const status = nextPaymentState(payment.status, "refund_asked");
  if (!status) return false;
  const refundId = newId();
  await insertRefund(tx, {
    id: refundId,
    paymentId: payment.id,
    amountCents: cents(payment.amountCents - payment.refundedCents),
    reason,
  });
  await updatePayment(tx, payment.id, { status });
  await ctx.jobs.send(tx, "ask-refund", { refundId });
  return true;
}
