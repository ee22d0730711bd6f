import { newId } from "#platform/ids.server.ts";
import type { Transaction } from "#platform/postgres.server.ts";
import type { Context } from "../../context.server.ts";
import { cents } from "../../money.ts";
import { DISPUTED, isDisputeOpen, isLaterRefundState, keptOf } from "../rules.ts";
import type { RefundAnswer } from "../schema.ts";
import type { Change, Payment } from "../store.server.ts";
import { oweAgain } from "./refund-payment.server.ts";
import {
  findFailedRefund,
  findRefund,
  findRefundByStripeId,
  insertRefund,
  sumRefunded,
  updateRefund,
} from "./store.server.ts";

/** Ours, or made at the provider's dashboard. */
export async function recordRefund(
  ctx: Context,
  tx: Transaction,
  payment: Payment,
  answer: RefundAnswer,
): Promise<Change> {
  const known =
    (answer.refundId && (await findRefund(tx, answer.refundId))) ||
    (await findRefundByStripeId(tx, answer.stripeRefundId));
  const state = {
    stripeRefundId: answer.stripeRefundId,
    status: answer.status,
    settledAt: answer.status === "pending" ? null : ctx.now(),
  };
  const isNews = !known || isLaterRefundState(answer.status, known.status);
  const id = known ? known.id : newId();
  if (known) {
    if (isNews) await updateRefund(tx, known.id, state);
  } else {
    await insertRefund(tx, {
      id,
      paymentId: payment.id,
      amountCents: answer.amountCents,
      reason: "outside",
      ...state,
    });
  }
  // Money noted as given back may come back at the dashboard too; `check` then says too much was.
  const sum = await sumRefunded(tx, payment.id);
  const refundedCents = cents(Math.min(sum, payment.amountCents));
  const isGivenBack = keptOf({ ...payment, refundedCents }) === 0;
  const reason = known?.reason ?? "outside";
  // Somebody else's part that fails leaves the rest as it is.
  const isOthers = reason === "outside" && payment.status === "partially_refunded";
  if (answer.status === "failed" && isNews && !isGivenBack && !isOthers) {
    const reviewReason = `refund ${answer.stripeRefundId} failed`;
    return { event: "refund_failed", changes: { refundedCents, reviewReason } };
  }
  const isOutside = isNews && answer.status === "succeeded" && reason === "outside";
  const part = refundedCents > 0 ? "part_refunded" : null;
  return {
    event: isGivenBack ? "refund_done" : part,
    changes: { refundedCents },
    outsideId: isOutside ? id : null,
  };
}

/** The debt waits for the payer's bank or the operator. */
export async function refuseRefund(
  ctx: Context,
  tx: Transaction,
  payment: Payment,
  { refundId, code }: { refundId: string; code: string },
): Promise<Change> {
  const refund = await findRefund(tx, refundId);
  if (refund?.status !== "asked") return { event: null, changes: {} };
  const hasFailedBefore = await findFailedRefund(tx, payment.id);
  const settledAt = ctx.now();
  await updateRefund(tx, refundId, { status: "failed", refusedCode: code, settledAt });
  if (keptOf(payment) === 0) return { event: "refund_done", changes: {} };
  const { disputeStatus } = payment;
  // The bank has answered already, so this refusal is out of date.
  const isOver = disputeStatus !== null && !isDisputeOpen(disputeStatus);
  if (code === DISPUTED && isOver && !hasFailedBefore) {
    await oweAgain(ctx, tx, payment);
    return { event: null, changes: {} };
  }
  const changes: Partial<Payment> = { reviewReason: `refund refused: ${code}` };
  // The refusal may be the first that we hear of the dispute.
  if (code === DISPUTED && disputeStatus === null) changes.disputeStatus = "needs_response";
  return { event: "refund_failed", changes };
}
