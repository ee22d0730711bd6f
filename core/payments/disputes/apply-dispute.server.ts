import type { Transaction } from "#platform/postgres.server.ts";
import type { Context } from "../../context.server.ts";
import { cents } from "../../money.ts";
import { oweAgain } from "../refunds/owe-refund.server.ts";
import {
  dropAsked,
  findFailedRefund,
  recordChargeback,
  sumNoted,
} from "../refunds/store.server.ts";
import { DISPUTED, isDisputeOpen, isDisputeOver, keptOf } from "../rules.ts";
import type { DisputeAnswer } from "../schema.ts";
import type { Change, Payment } from "../store.server.ts";

/**
 * While open, the bank has the money; lost, the payer has it at the platform's cost, unless a
 * transfer is reversed; otherwise a refund refused because of it goes on.
 */
export async function applyDispute(
  ctx: Context,
  tx: Transaction,
  payment: Payment,
  { status, dueAt, about, lostCents }: DisputeAnswer,
): Promise<Change> {
  // A bank may name more than is left; by card the payer gets back what they paid at most.
  const byCard = payment.refundedCents - (await sumNoted(tx, payment.id));
  const chargedBackCents = cents(Math.min(lostCents, payment.amountCents - byCard));
  const endedAt = status === payment.disputeStatus ? payment.disputeEndedAt : ctx.now();
  const disputeEndedAt = isDisputeOver(status) ? endedAt : null;
  const changes = {
    ...{ ...about, disputeStatus: status, disputeDueAt: dueAt, disputeEndedAt },
    chargedBackCents,
  };
  const outsideId = await recordChargeback(tx, payment, chargedBackCents, ctx.now());
  const after = { ...payment, ...changes };
  if (keptOf(after) === 0) {
    await dropAsked(tx, payment.id, ctx.now());
    return { event: "refund_done", changes, outsideId };
  }
  const waits = payment.status === "review" && !isDisputeOpen(status);
  const failed = waits ? await findFailedRefund(tx, payment.id) : null;
  if (failed?.refusedCode !== DISPUTED) return { event: null, changes, outsideId };
  const { isPart } = await oweAgain(ctx, tx, after);
  return { event: isPart ? "part_retried" : "refund_retried", changes, outsideId };
}
