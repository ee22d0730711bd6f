import { newId } from "#platform/ids.server.ts";
import type { Transaction } from "#platform/postgres.server.ts";
import type { Context } from "../context.server.ts";
import { isLaterRefundState, nextPaymentState, type PaymentEvent } from "./rules.ts";
import type { PaymentNews, ProviderAnswer, RefundAnswer } from "./schema.ts";
import {
  findRefund,
  findRefundByStripeId,
  insertRefund,
  lockPaymentRow,
  type Payment,
  sumRefunded,
  updatePayment,
  updateRefund,
} from "./store.server.ts";

/**
 * Writes what happened to a payment, under its lock, and answers the payment as it is now, or null
 * when the news was no news. The caller brings what was paid for in line, in the same transaction.
 */
export async function takeNews(
  ctx: Context,
  tx: Transaction,
  news: PaymentNews,
): Promise<Payment | null> {
  const payment = await lockPaymentRow(tx, news.paymentId);
  if (!payment) throw new Error(`payment ${news.paymentId} is gone`);
  const { event, changes } =
    news.event === "refund"
      ? await takeRefund(ctx, tx, payment, news.refund)
      : { event: news.event, changes: changesOf(ctx, payment, news) };
  const status = event && nextPaymentState(payment.status, event);
  if (event === "mismatch" || event === "refund_failed") {
    // The operator's alert (R17): nothing else may say « review » more loudly than this line.
    ctx.log.error({ paymentId: payment.id, event, reason: changes.reviewReason }, "PAYMENT REVIEW");
  }
  if (!status) {
    if (news.event === "refund") await updatePayment(tx, payment.id, changes);
    return null;
  }
  const after = { ...changes, status };
  await updatePayment(tx, payment.id, after);
  return { ...payment, ...after };
}

function changesOf(
  ctx: Context,
  payment: Payment,
  news: Exclude<PaymentNews, { event: "refund" }>,
): Partial<Payment> {
  const found = news.answer ? foundIn(news.answer) : {};
  switch (news.event) {
    case "paid":
      return { ...found, paidAt: ctx.now() };
    case "refund_done":
      if (!news.answer) return {};
      return { ...found, paidAt: ctx.now(), refundedCents: payment.amountCents };
    case "mismatch":
      return { ...found, reviewReason: news.reason };
    case "ended":
      return found;
  }
}

/** The provider's ids, which a webhook may bring before our own call has returned. */
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
async function takeRefund(
  ctx: Context,
  tx: Transaction,
  payment: Payment,
  answer: RefundAnswer,
): Promise<{ event: PaymentEvent | null; changes: Partial<Payment> }> {
  const known =
    (answer.refundId && (await findRefund(tx, answer.refundId))) ||
    (await findRefundByStripeId(tx, answer.stripeRefundId));
  const state = {
    stripeRefundId: answer.stripeRefundId,
    status: answer.status,
    settledAt: answer.status === "pending" ? null : ctx.now(),
  };
  const isNews = !known || isLaterRefundState(answer.status, known.status);
  if (known) {
    if (isNews) await updateRefund(tx, known.id, state);
  } else {
    await insertRefund(tx, {
      id: newId(),
      paymentId: payment.id,
      amountCents: answer.amountCents,
      reason: "outside",
      ...state,
    });
  }
  const refundedCents = await sumRefunded(tx, payment.id);
  if (answer.status === "failed" && isNews) {
    const reviewReason = `refund ${answer.stripeRefundId} failed`;
    return { event: "refund_failed", changes: { refundedCents, reviewReason } };
  }
  const event = refundedCents >= payment.amountCents ? "refund_done" : null;
  return { event, changes: { refundedCents } };
}
