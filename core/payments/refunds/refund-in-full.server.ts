import type { Transaction } from "#platform/postgres.server.ts";
import type { Context } from "../../context.server.ts";
import { commissionOfPart, keptOf, nextPaymentState } from "../rules.ts";
import { type Payment, type Refund, updatePayment } from "../store.server.ts";
import { leftOf, oweAgain, oweRefund } from "./owe-refund.server.ts";
import { hasParts, sumResold } from "./store.server.ts";

/**
 * Owes the payer all that is left of a payment: recorded in the caller's transaction, requested by a
 * job. The caller holds the payment's lock. False when nothing is left to refund, because we or the
 * payer's bank have returned it, or are doing so.
 *
 * @param rate of the commission, in basis points: after refunds in parts we divide the rest
 * ourselves, because the provider's proportions would not add up to the cent (rule: money-in-parts).
 */
export async function refundInFull(
  ctx: Context,
  tx: Transaction,
  payment: Payment,
  reason: Refund["reason"],
  rate: number,
): Promise<boolean> {
  const status = nextPaymentState(payment.status, "refund_asked");
  if (!status || keptOf(payment) === 0) return false;
  const isDivided = payment.destinationAccount !== null && (await hasParts(tx, payment.id));
  // Parts that could not be made are owed again by themselves.
  if (payment.status === "review") await oweAgain(ctx, tx, payment);
  const amountCents = await leftOf(tx, payment);
  if (amountCents > 0) {
    const resoldCents = await sumResold(tx, payment.id);
    const kept = commissionOfPart(amountCents, amountCents, { rate, resoldCents });
    const commissionCents = isDivided ? kept : null;
    await oweRefund(ctx, tx, payment, { reason, amountCents, seats: null, commissionCents });
  }
  await updatePayment(tx, payment.id, { status });
  return true;
}
