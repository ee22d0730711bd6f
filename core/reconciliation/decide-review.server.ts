import { z } from "zod";
import { applyPayment } from "../bookings/payment/apply-payment.server.ts";
import type { Context } from "../context.server.ts";
import { AppError } from "../errors.ts";
import { parseInput } from "../parse.ts";
import { notify } from "../payments/checkouts/settle-payment.server.ts";
import { findPayment } from "../payments/find-payment.server.ts";
import { retryRefund } from "../payments/refunds/retry-refund.server.ts";

const reviewInput = z.object({ paymentId: z.uuid(), decision: z.enum(["refund", "accept"]) });

/**
 * Ends a review (rule: payment-review). `refund` asks the provider again for a refund that it
 * refused, or that failed; `accept` takes the operator's word that the payer has their money, by
 * other means or at the provider's dashboard. For the operator's command line only.
 *
 * @throws AppError `not_found`, `conflict` (not under review, or no refund of ours has failed).
 */
export async function decideReview(
  ctx: Context,
  input: z.input<typeof reviewInput>,
): Promise<void> {
  const { paymentId, decision } = parseInput(reviewInput, input);
  const payment = await findPayment(ctx.db, { id: paymentId });
  if (!payment) throw new AppError("not_found", { message: "Ce paiement n'existe pas." });
  if (payment.status !== "review") {
    throw new AppError("conflict", { message: "Ce paiement n'attend aucune décision." });
  }
  if (decision === "refund") return retryRefund(ctx, paymentId);
  await notify(ctx, { paymentId, event: "refund_done", answer: null }, applyPayment);
}
