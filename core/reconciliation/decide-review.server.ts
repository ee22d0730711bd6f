import { z } from "zod";
import type { Transaction } from "#platform/postgres.server.ts";
import { applyPayment } from "../bookings/payment/apply-payment.server.ts";
import type { Context } from "../context.server.ts";
import { AppError } from "../errors.ts";
import { recordAct } from "../operators/acts/record-act.server.ts";
import { requiredReason } from "../operators/acts/schema.ts";
import { requireOperator } from "../operators/rules.ts";
import { parseInput } from "../parse.ts";
import { notify } from "../payments/checkouts/settle-payment.server.ts";
import { findPayment } from "../payments/find-payment.server.ts";
import { retryRefund } from "../payments/refunds/retry-refund.server.ts";

const reviewInput = z.object({
  paymentId: z.uuid(),
  decision: z.enum(["refund", "accept"], "Choisissez ce que devient l'argent."),
  reason: requiredReason,
});

/**
 * Ends a review (rule: payment-review). `refund` asks the provider again for a refund that it
 * refused, or that failed; `accept` takes the operator's word that the payer has their money, by
 * other means or at the provider's dashboard. For operators of the finance role.
 *
 * @throws AppError `invalid_input`, `forbidden`, `not_found`, `conflict` (not under review, or no refund of ours has failed).
 */
export async function decideReview(
  ctx: Context,
  input: z.input<typeof reviewInput>,
): Promise<void> {
  requireOperator(ctx, "finance");
  const { paymentId, decision, reason } = parseInput(reviewInput, input);
  const payment = await findPayment(ctx.db, { id: paymentId });
  if (!payment) throw new AppError("not_found", { message: "Ce paiement n'existe pas." });
  if (payment.status !== "review") {
    throw new AppError("conflict", { message: "Ce paiement n'attend aucune décision." });
  }
  const write = (tx: Transaction) =>
    recordAct(ctx, tx, {
      act: decision === "refund" ? "refund_asked" : "refund_accepted",
      ...{ object: { kind: "payment", id: paymentId }, reason },
      before: { status: payment.status, reviewReason: payment.reviewReason },
      after: { decision },
    });
  if (decision === "refund") return retryRefund(ctx, paymentId, write);
  await notify(ctx, { paymentId, event: "refund_done", answer: null }, (own, update) =>
    applyPayment(own, update, write),
  );
}
