import { z } from "zod";
import type { Context } from "../context.server.ts";
import { AppError } from "../errors.ts";
import { parseInput } from "../parse.ts";
import { oweRefund } from "./owe-refund.server.ts";
import { nextPaymentState } from "./rules.ts";
import type { PaymentListener } from "./schema.ts";
import { tell } from "./settle-payment.server.ts";
import { findFailedRefund, lockPaymentRow, selectPayment, updatePayment } from "./store.server.ts";

const reviewInput = z.object({ paymentId: z.uuid(), decision: z.enum(["refund", "accept"]) });

/**
 * Ends a review. `refund` asks the provider again for a refund that it refused, or that failed; `accept` takes the
 * operator's word that the payer has their money, by other means or at the provider's dashboard. For
 * the operator's command line only.
 *
 * @throws AppError `not_found`, `conflict` (not under review, or no refund of ours has failed).
 */
export async function settleReview(
  ctx: Context,
  input: z.input<typeof reviewInput>,
  listener: PaymentListener,
): Promise<void> {
  const { paymentId, decision } = parseInput(reviewInput, input);
  const payment = await selectPayment(ctx.db, { id: paymentId });
  if (!payment) throw new AppError("not_found", { message: "Ce paiement n'existe pas." });
  if (payment.status !== "review") {
    throw new AppError("conflict", { message: "Ce paiement n'attend aucune décision." });
  }
  if (decision === "refund") return retryRefund(ctx, paymentId);
  await tell(ctx, { paymentId, event: "refund_done", answer: null }, listener);
}

function retryRefund(ctx: Context, paymentId: string): Promise<void> {
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
