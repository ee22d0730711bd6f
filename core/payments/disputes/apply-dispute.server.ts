import { storeNewest } from "#platform/newest-answer.server.ts";
import type { Transaction } from "#platform/postgres.server.ts";
import type { Context } from "../../context.server.ts";
import { cents } from "../../money.ts";
import { payments } from "../../tables.server.ts";
import { notify } from "../checkouts/settle-payment.server.ts";
import { readDisputes } from "../ledger/read-ledger.server.ts";
import { oweAgain } from "../refunds/refund-payment.server.ts";
import {
  dropAsked,
  findFailedRefund,
  recordChargeback,
  sumOutsideRefunds,
} from "../refunds/store.server.ts";
import { DISPUTED, isDisputeOpen, isDisputeOver, keptOf } from "../rules.ts";
import type { DisputeAnswer, PaymentListener } from "../schema.ts";
import type { Change, Payment } from "../store.server.ts";

/**
 * Lost, the payer has it at the platform's cost, and only `reclaimShare` takes back from the
 * professional (rule: share-reclaimed); otherwise a refund refused because of it goes on.
 */
export async function applyDispute(
  ctx: Context,
  tx: Transaction,
  payment: Payment,
  { status, dueAt, about, lostCents }: DisputeAnswer,
): Promise<Change> {
  // A bank may name more than is left; by card the payer gets back what they paid at most.
  const byCard = payment.refundedCents - (await sumOutsideRefunds(tx, payment.id));
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
    await dropAsked(tx, { paymentId: payment.id }, ctx.now());
    return { event: "refund_done", changes, outsideId };
  }
  const waits = payment.status === "review" && !isDisputeOpen(status);
  const failed = waits ? await findFailedRefund(tx, payment.id) : null;
  if (failed?.refusedCode !== DISPUTED) return { event: null, changes, outsideId };
  const { isPart } = await oweAgain(ctx, tx, after);
  return { event: isPart ? "part_retried" : "refund_retried", changes, outsideId };
}

/**
 * Answers the provider's word for the open dispute, else the newest.
 * @throws Stripe's error when it does not answer; Error while it lists no dispute.
 */
export async function settleDisputes(
  ctx: Context,
  { id: paymentId, paymentIntentId: payment_intent }: Payment,
  listener: PaymentListener,
): Promise<string | undefined> {
  if (!payment_intent) throw new Error(`payment ${paymentId} was never paid`);
  return storeNewest(ctx.db, payments, paymentId, async (version) => {
    const { data } = await ctx.stripe.disputes.list({ payment_intent, limit: 100 });
    const dispute = readDisputes(paymentId, data);
    await notify(ctx, { paymentId, event: "dispute", dispute, version }, listener);
    return dispute.status;
  });
}
