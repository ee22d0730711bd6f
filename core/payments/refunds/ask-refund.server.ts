import Stripe from "stripe";
import type { Context } from "../../context.server.ts";
import { cents } from "../../money.ts";
import { notify } from "../checkouts/settle-payment.server.ts";
import { createOnce, findMarked } from "../prepare-payment.server.ts";
import type { PaymentListener, RefundAnswer } from "../schema.ts";
import { findPayment, type Payment, type Refund } from "../store.server.ts";
import { isReversalDue, recordReversals, reverseTransfer } from "./record-reversals.server.ts";
import { dropAsked, findRefund } from "./store.server.ts";

/**
 * Stripe's proportions serve (https://docs.stripe.com/connect/destination-charges#issue-refunds)
 * unless they miss a cent; then `reverseTransfer` divides. Existing refunds are looked for first,
 * since the provider forgets keys after a day.
 * @throws Stripe's error when it does not answer, or does not let us ask.
 */
export async function askRefund(
  ctx: Context,
  { refundId }: { refundId: string },
  listener: PaymentListener,
): Promise<void> {
  const refund = await findRefund(ctx.db, refundId);
  if (!refund || refund.status === "failed") return;
  if (refund.status === "succeeded" && !isReversalDue(refund)) return;
  const payment = await findPayment(ctx.db, { id: refund.paymentId });
  if (!payment?.paymentIntentId) throw new Error(`refund ${refundId} has no payment to refund`);
  if (refund.reason === "outside") {
    await reverseTransfer(ctx, payment, refund, null);
    return recordReversals(ctx, payment);
  }
  const made = await ctx.stripe.refunds.list({
    payment_intent: payment.paymentIntentId,
    limit: 100,
  });
  const known = made.data.find((one) => one.metadata?.refund_id === refundId);
  if (known) await reverseTransfer(ctx, payment, refund, known);
  await notifyOfRefunds(ctx, payment, made.data, listener);
  if (known) return;
  const current = await findPayment(ctx.db, { id: payment.id });
  if (current?.status === "refunded") {
    // Refunded in full at the dashboard, or another process has just made this refund.
    await dropAsked(ctx.db, { id: refundId }, ctx.now());
    return;
  }
  let answer: Stripe.Refund;
  try {
    answer = await make(ctx, payment, refund);
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
    return applyRefusal(ctx, payment, { refundId, error }, listener);
  }
  await reverseTransfer(ctx, payment, refund, answer);
  await notifyOfRefunds(ctx, payment, [answer], listener);
}

/** Another attempt would get the same answer, so the operator or the bank has to end it. */
async function applyRefusal(
  ctx: Context,
  payment: Payment,
  { refundId, error }: { refundId: string; error: Stripe.errors.StripeInvalidRequestError },
  listener: PaymentListener,
): Promise<void> {
  ctx.log.error({ err: error, refundId, paymentId: payment.id }, "the provider refused a refund");
  const code = error.code ?? "invalid_request";
  await notify(ctx, { paymentId: payment.id, event: "refund_refused", refundId, code }, listener);
}

/** The sides' parts are written first, so that whoever is notified sees them too. */
export async function notifyOfRefunds(
  ctx: Context,
  payment: Payment,
  refunds: readonly Stripe.Refund[],
  listener: PaymentListener,
): Promise<void> {
  if (refunds.length > 0) await recordReversals(ctx, payment);
  for (const refund of refunds) {
    const update = {
      paymentId: payment.id,
      event: "refund",
      refund: toRefundAnswer(refund),
    } as const;
    await notify(ctx, update, listener);
  }
}

function make(ctx: Context, payment: Payment, refund: Refund): Promise<Stripe.Refund> {
  const { paymentIntentId: payment_intent } = payment;
  if (!payment_intent) throw new Error(`payment ${payment.id} was never paid`);
  const { refunds } = ctx.stripe;
  return createOnce(ctx, refund.id, {
    find: (options) =>
      findMarked(
        refunds.list({ payment_intent, limit: 100 }, options),
        (one) => one.metadata?.refund_id === refund.id,
      ),
    make: (options) =>
      refunds.create(
        {
          payment_intent,
          amount: refund.amountCents,
          metadata: { refund_id: refund.id, payment_id: payment.id },
          ...(payment.destinationAccount !== null &&
            refund.commissionCents === null && {
              reverse_transfer: true,
              refund_application_fee: true,
            }),
        },
        options,
      ),
  });
}

/** https://docs.stripe.com/api/refunds/object#refund_object-status */
function toRefundAnswer(refund: Stripe.Refund): RefundAnswer {
  const ended = refund.status === "failed" || refund.status === "canceled";
  return {
    stripeRefundId: refund.id,
    refundId: refund.metadata?.refund_id ?? null,
    amountCents: cents(refund.amount),
    status: refund.status === "succeeded" ? "succeeded" : ended ? "failed" : "pending",
  };
}
