import { newId } from "#platform/ids.server.ts";
import type { Transaction } from "#platform/postgres.server.ts";
import type { Context } from "../context.server.ts";
import { cents } from "../money.ts";
import { oweRefund } from "./refunds/owe-refund.server.ts";
import {
  dropAsked,
  findFailedRefund,
  findRefund,
  findRefundByStripeId,
  insertRefund,
  recordChargeback,
  sumRefunded,
  updateRefund,
} from "./refunds/store.server.ts";
import {
  DISPUTED,
  isDisputeOpen,
  isLaterRefundState,
  isProcessing,
  keptOf,
  nextPaymentState,
  type PaymentEvent,
} from "./rules.ts";
import type { DisputeAnswer, PaymentUpdate, ProviderAnswer, RefundAnswer } from "./schema.ts";
import { lockPaymentRow, type Payment, updatePayment } from "./store.server.ts";

/** The outcome of applying a change. */
export interface Applied {
  /** The payment after the change. */
  payment: Payment;
  /** Whether its state changed, or its payer's bank has begun to decide. */
  hasMoved: boolean;
  /** Whether the bank was deciding until then. */
  wasProcessing: boolean;
  /**
   * The refund, or the loss by disputes, that this change brought without the site's having asked
   * for it; null without any.
   */
  outsideId: string | null;
}

/**
 * Applies a change to a payment, under its lock. The caller updates the booking in the same
 * transaction.
 */
export async function applyUpdate(
  ctx: Context,
  tx: Transaction,
  update: PaymentUpdate,
): Promise<Applied> {
  const payment = await lockPaymentRow(tx, update.paymentId);
  if (!payment) throw new Error(`payment ${update.paymentId} is gone`);
  const { event, changes, outsideId = null } = await apply(ctx, tx, payment, update);
  const status = event && nextPaymentState(payment.status, event);
  if (event === "mismatch" || event === "refund_failed") {
    // The operator's alert (rule: payment-review).
    ctx.log.error({ paymentId: payment.id, event, reason: changes.reviewReason }, "PAYMENT REVIEW");
  }
  const isOfMoney = update.event === "refund" || update.event === "dispute";
  const wasProcessing = isProcessing(payment);
  if (!status && !isOfMoney) return { payment, hasMoved: false, wasProcessing, outsideId };
  // Repeated while the bank goes on deciding; the first time counts.
  if (event === "processing" && wasProcessing) {
    return { payment, hasMoved: false, wasProcessing, outsideId };
  }
  // Leaving a state in any other way ends the bank's deciding too.
  const decided = status && event !== "processing" ? { processingAt: null } : {};
  const after = { ...decided, ...changes, ...(status && { status }) };
  await updatePayment(tx, payment.id, after);
  const hasMoved = status !== null;
  return { payment: { ...payment, ...after }, hasMoved, wasProcessing, outsideId };
}

interface Change {
  event: PaymentEvent | null;
  changes: Partial<Payment>;
  outsideId?: string | null;
}

function apply(
  ctx: Context,
  tx: Transaction,
  payment: Payment,
  update: PaymentUpdate,
): Change | Promise<Change> {
  switch (update.event) {
    case "refund":
      return applyRefund(ctx, tx, payment, update.refund);
    case "refund_refused":
      return applyRefusal(ctx, tx, payment, update);
    case "dispute":
      return applyDispute(ctx, tx, payment, update.dispute);
    default:
      return { event: update.event, changes: changesOf(ctx, payment, update) };
  }
}

function changesOf(
  ctx: Context,
  payment: Payment,
  update: Exclude<PaymentUpdate, { event: "refund" | "refund_refused" | "dispute" }>,
): Partial<Payment> {
  const found = update.answer ? foundIn(update.answer) : {};
  switch (update.event) {
    case "paid":
      return { ...found, paidAt: ctx.now() };
    case "processing":
      return { ...found, processingAt: ctx.now() };
    case "refund_done":
      if (!update.answer) return {};
      return { ...found, paidAt: ctx.now(), refundedCents: payment.amountCents };
    case "mismatch":
      return { ...found, reviewReason: update.reason };
    case "ended":
      return found;
  }
}

/** The provider's ids, which a webhook may bring before our own call returns. */
function foundIn(answer: ProviderAnswer): Partial<Payment> {
  return {
    checkoutSessionId: answer.checkoutId,
    ...(answer.intent && {
      paymentIntentId: answer.intent.id,
      chargeId: answer.intent.chargeId,
    }),
  };
}

/** Keeps one row per refund at the provider, ours or made at its dashboard. */
async function applyRefund(
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
  const refundedCents = await sumRefunded(tx, payment.id);
  const isGivenBack = keptOf({ ...payment, refundedCents }) === 0;
  if (answer.status === "failed" && isNews && !isGivenBack) {
    const reviewReason = `refund ${answer.stripeRefundId} failed`;
    return { event: "refund_failed", changes: { refundedCents, reviewReason } };
  }
  const isOutside = isNews && answer.status === "succeeded" && (known?.reason ?? "outside");
  return {
    event: isGivenBack ? "refund_done" : null,
    changes: { refundedCents },
    outsideId: isOutside === "outside" ? id : null,
  };
}

/**
 * Records that a refund of ours will not be made: the debt waits for the payer's bank or the
 * operator.
 */
async function applyRefusal(
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
    await oweRefund(ctx, tx, payment, refund.reason);
    return { event: null, changes: {} };
  }
  const changes: Partial<Payment> = { reviewReason: `refund refused: ${code}` };
  // The refusal may be the first that we hear of the dispute.
  if (code === DISPUTED && disputeStatus === null) changes.disputeStatus = "needs_response";
  return { event: "refund_failed", changes };
}

/**
 * Applies a dispute. While it is open the payer's bank has the money. When it is lost, the payer
 * has it, at the platform's cost unless a transfer is reversed. Otherwise a refund that was refused
 * because of it goes on.
 */
async function applyDispute(
  ctx: Context,
  tx: Transaction,
  payment: Payment,
  { status, lostCents }: DisputeAnswer,
): Promise<Change> {
  // A bank may name more than is left; the payer gets no more back than they paid.
  const chargedBackCents = cents(Math.min(lostCents, payment.amountCents - payment.refundedCents));
  const changes = { disputeStatus: status, chargedBackCents };
  const outsideId = await recordChargeback(tx, payment, chargedBackCents, ctx.now());
  const after = { ...payment, ...changes };
  if (keptOf(after) === 0) {
    await dropAsked(tx, payment.id, ctx.now());
    return { event: "refund_done", changes, outsideId };
  }
  const waits = payment.status === "review" && !isDisputeOpen(status);
  const failed = waits ? await findFailedRefund(tx, payment.id) : null;
  if (failed?.refusedCode !== DISPUTED) return { event: null, changes, outsideId };
  await oweRefund(ctx, tx, after, failed.reason);
  return { event: "refund_retried", changes, outsideId };
}
