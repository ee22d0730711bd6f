import Stripe from "stripe";
import type { Transaction } from "#platform/postgres.server.ts";
import { findAnyBooking } from "../../bookings/find-any-booking.server.ts";
import { applyPayment } from "../../bookings/payment/apply-payment.server.ts";
import type { Context } from "../../context.server.ts";
import { AppError } from "../../errors.ts";
import { recordAct } from "../../operators/acts/record-act.server.ts";
import { createOnce } from "../../payments/create-once.server.ts";
import { settleDisputes } from "../../payments/disputes/apply-dispute.server.ts";
import { findPayment, type Payment } from "../../payments/find-payment.server.ts";
import { deleteFiles } from "./store.server.ts";

interface Contested {
  payment: Payment;
  dispute: Stripe.Dispute;
}

/**
 * @throws AppError `not_found`, `conflict` when the bank waits for no evidence; the provider's
 * error when it does not answer.
 */
export async function findContested(ctx: Context, paymentId: string): Promise<Contested> {
  const payment = await findPayment(ctx.db, { id: paymentId });
  if (!payment?.disputeStatus || !payment.paymentIntentId) {
    throw new AppError("not_found", { message: "Ce litige n'existe pas." });
  }
  const asked = { payment_intent: payment.paymentIntentId, limit: 100 };
  const { data: disputes } = await ctx.stripe.disputes.list(asked);
  const dispute = disputes.find(({ status }) => status === "needs_response");
  if (!dispute) {
    throw new AppError("conflict", { message: "La banque n'attend plus de réponse." });
  }
  return { payment, dispute };
}

/** Before the provider is asked, so that the journal names them also when its answer is lost. */
export async function recordLoss(
  ctx: Context,
  tx: Transaction,
  { payment, dispute }: Contested,
  reason: string,
): Promise<void> {
  const booking = await findAnyBooking(tx, payment.reference);
  await recordAct(ctx, tx, {
    ...{ act: "loss_accepted", object: { kind: "payment", id: payment.id }, reason },
    ...{ personId: booking?.clientId ?? null, before: { disputeStatus: payment.disputeStatus } },
    after: { disputeId: dispute.id },
  });
}

/**
 * Once it is written down (https://docs.stripe.com/api/disputes/close).
 * @throws AppError `conflict` where the provider refuses; its error when it does not answer.
 */
export async function closeDispute(ctx: Context, { payment, dispute }: Contested): Promise<void> {
  await close(ctx, dispute.id);
  await ctx.db.transaction((tx) => deleteFiles(tx, payment.id));
  await settleDisputes(ctx, payment, applyPayment);
}

async function close(ctx: Context, id: string): Promise<Stripe.Dispute> {
  const { disputes } = ctx.stripe;
  try {
    return await createOnce(ctx, `given-up-${id}`, {
      find: async (options) => {
        const found = await disputes.retrieve(id, {}, options);
        return found.status === "lost" ? found : null;
      },
      make: (options) => disputes.close(id, {}, options),
    });
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
    ctx.log.warn({ err: error, disputeId: id }, "the provider closes no dispute");
    throw new AppError("conflict", { message: `Stripe refuse : ${error.message}` });
  }
}
