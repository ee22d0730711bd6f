import type { Context } from "../../context.server.ts";
import { AppError } from "../../errors.ts";
import { nextPaymentState } from "../rules.ts";
import { lockPaymentRow, updatePayment } from "../store.server.ts";
import { oweRefund } from "./owe-refund.server.ts";
import { findFailedRefund } from "./store.server.ts";

/**
 * Owes the refund of a payment under review anew, which the provider had refused or could not make.
 *
 * @throws AppError `conflict` when no refund of ours has failed.
 */
export function retryRefund(ctx: Context, paymentId: string): Promise<void> {
  return ctx.db.transaction(async (tx) => {
    const payment = await lockPaymentRow(tx, paymentId);
    const status = payment && nextPaymentState(payment.status, "refund_retried");
    const failed = await findFailedRefund(tx, paymentId);
    if (!payment || !status || !failed) {
      const message =
        "Aucun remboursement du site n'a échoué ici : remboursez depuis le tableau de bord de Stripe.";
      throw new AppError("conflict", { message });
    }
    await oweRefund(ctx, tx, payment, failed.reason);
    await updatePayment(tx, paymentId, { status });
  });
}
