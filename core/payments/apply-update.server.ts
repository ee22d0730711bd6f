import { takeVersion } from "#platform/newest-answer.server.ts";
import type { Transaction } from "#platform/postgres.server.ts";
import type { Context } from "../context.server.ts";
import { payments } from "../tables.server.ts";
import { applyDispute } from "./disputes/apply-dispute.server.ts";
import { recordOutsideRefund } from "./refunds/record-outside-refund.server.ts";
import { recordRefund, refuseRefund } from "./refunds/record-refund.server.ts";
import {
  CLOSED_CHECKOUT,
  closesCheckout,
  isDisputeOpen,
  isProcessing,
  nextPaymentState,
} from "./rules.ts";
import type { PaymentUpdate, ProviderAnswer } from "./schema.ts";
import { type Change, lockPaymentRow, type Payment, updatePayment } from "./store.server.ts";

export interface Applied {
  payment: Payment;
  hasMoved: boolean;
  /** A refund or a loss by disputes that the site has not asked for. */
  outsideId: string | null;
  dispute: "opened" | "won" | null;
}

/** Under the payment's lock; the caller updates the booking in the same transaction. */
export async function applyUpdate(
  ctx: Context,
  tx: Transaction,
  update: PaymentUpdate,
): Promise<Applied> {
  const payment = await lockPaymentRow(tx, update.paymentId);
  if (!payment) throw new Error(`payment ${update.paymentId} is gone`);
  if (update.version) await takeVersion(tx, payments, payment.id, update.version);
  const { event, changes, outsideId = null } = await apply(ctx, tx, payment, update);
  const status = event && nextPaymentState(payment.status, event);
  if (event === "mismatch" || event === "refund_failed") {
    // Alerts the operator (rule: payment-review).
    ctx.log.error({ paymentId: payment.id, event, reason: changes.reviewReason }, "PAYMENT REVIEW");
  }
  const isOfMoney = MONEY_NEWS.some((one) => one === update.event);
  const wasProcessing = isProcessing(payment);
  const unmoved = { payment, hasMoved: false, outsideId, dispute: null };
  if (!status && !isOfMoney) return unmoved;
  // Repeated while the bank decides; only the first counts.
  if (event === "processing" && wasProcessing) return unmoved;
  // Any other change of state ends the bank's deciding too.
  const decided = status && event !== "processing" ? { processingAt: null } : {};
  const closed = status && closesCheckout(payment.status, status) ? CLOSED_CHECKOUT : {};
  const after = { ...decided, ...closed, ...changes, ...(status && { status }) };
  await updatePayment(tx, payment.id, after);
  const hasMoved = status !== null;
  const changed = { ...payment, ...after };
  return { payment: changed, hasMoved, outsideId, dispute: turnOf(payment, changed) };
}

/** Change how much is back, whatever becomes of the state. */
const MONEY_NEWS = ["refund", "dispute", "returned_otherwise"] as const;

function turnOf(before: Payment, after: Payment): Applied["dispute"] {
  const wasOpen = isDisputeOpen(before.disputeStatus);
  // Another dispute, opened while the bank decides the first, is news.
  const isAnother = before.disputeId !== null && before.disputeId !== after.disputeId;
  if (isDisputeOpen(after.disputeStatus)) return wasOpen && !isAnother ? null : "opened";
  return wasOpen && after.disputeStatus === "won" ? "won" : null;
}

function apply(
  ctx: Context,
  tx: Transaction,
  payment: Payment,
  update: PaymentUpdate,
): Change | Promise<Change> {
  switch (update.event) {
    case "refund":
      return recordRefund(ctx, tx, payment, update.refund);
    case "refund_refused":
      return refuseRefund(ctx, tx, payment, update);
    case "dispute":
      return applyDispute(ctx, tx, payment, update.dispute);
    case "returned_otherwise":
      return recordOutsideRefund(ctx, tx, payment, update);
    default:
      return { event: update.event, changes: changesOf(ctx, payment, update) };
  }
}

function changesOf(
  ctx: Context,
  payment: Payment,
  update: Exclude<PaymentUpdate, { event: "refund_refused" | (typeof MONEY_NEWS)[number] }>,
): Partial<Payment> {
  const found = update.answer ? foundIn(update.answer) : {};
  switch (update.event) {
    case "paid":
      return { ...found, paidAt: ctx.now() };
    case "processing":
      return { ...found, processingAt: ctx.now() };
    case "refund_done":
      return { ...found, paidAt: ctx.now(), refundedCents: payment.amountCents };
    case "mismatch":
      return { ...found, reviewReason: update.reason };
    case "refused":
    case "ended":
      return found;
  }
}

/** A webhook may bring them before our own call returns. */
function foundIn(answer: ProviderAnswer): Partial<Payment> {
  return {
    checkoutSessionId: answer.checkoutId,
    ...(answer.intent && {
      paymentIntentId: answer.intent.id,
      chargeId: answer.intent.chargeId,
    }),
  };
}
