import type { Transaction } from "#platform/postgres.server.ts";
import type { Context } from "../../context.server.ts";
import { AppError } from "../../errors.ts";
import { nextPaymentState } from "../rules.ts";
import { lockPaymentRow, updatePayment } from "../store.server.ts";
import { oweAgain } from "./owe-refund.server.ts";
import { findFailedRefund } from "./store.server.ts";

/**
 * Owes the refund of a payment under review anew, which the provider had refused or could not make.
 *
 * @param also runs in the same transaction.
 * @returns the ids of the refunds, which a job asks for as well.
 * @throws AppError `conflict` when no refund of ours has failed.
 */
export function retryRefund(
  ctx: Context,
  paymentId: string,
  also?: (tx: Transaction) => Promise<void>,
): Promise<string[]> {
  return ctx.db.transaction(async (tx) => {
    const payment = await lockPaymentRow(tx, paymentId);
    const failed = await findFailedRefund(tx, paymentId);
    if (payment?.status !== "review" || !failed) {
      const message =
        "Aucun remboursement du site n'a échoué ici : remboursez depuis le tableau de bord de Stripe.";
      throw new AppError("conflict", { message });
    }
    const { refundIds, isPart } = await oweAgain(ctx, tx, payment);
    const status = nextPaymentState(payment.status, isPart ? "part_retried" : "refund_retried");
    if (status) await updatePayment(tx, paymentId, { status });
    await also?.(tx);
    return refundIds;
  });
}
