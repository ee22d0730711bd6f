import type { Transaction } from "#platform/postgres.server.ts";
import type { Context } from "../../context.server.ts";
import { DISPUTED, isDisputeOpen, keptOf } from "../rules.ts";
import type { Change, Payment } from "../store.server.ts";
import { oweAgain } from "./owe-refund.server.ts";
import { findFailedRefund, findRefund, updateRefund } from "./store.server.ts";

/**
 * Records that a refund of ours will not be made: the debt waits for the payer's bank or the
 * operator.
 */
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
  // The bank's answer was faster than this refusal, which is out of date.
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
