import Stripe from "stripe";
import type { z } from "zod";
import type { Transaction } from "#platform/postgres.server.ts";
import { findAnyBooking, lockWithPayment } from "../../bookings/find-own-booking.server.ts";
import { proposalDecision } from "../../bookings/goodwill/schema.ts";
import {
  askSecondPerson,
  grantProposal,
  refuseProposal,
  requireProposal,
} from "../../bookings/goodwill/second-person.server.ts";
import { applyPayment } from "../../bookings/payment/apply-payment.server.ts";
import type { Context } from "../../context.server.ts";
import { AppError } from "../../errors.ts";
import { type Cents, cents } from "../../money.ts";
import { recordAct } from "../../operators/acts/record-act.server.ts";
import { requireOperator } from "../../operators/rules.ts";
import { parseInput } from "../../parse.ts";
import { settleDisputes } from "../../payments/disputes/apply-dispute.server.ts";
import { findPayment, type Payment } from "../../payments/find-payment.server.ts";
import { readLedger } from "../../payments/ledger/read-ledger.server.ts";
import { createOnce } from "../../payments/prepare-payment.server.ts";
import { needsSecondPerson } from "./rules.ts";
import { lossInput } from "./schema.ts";
import { deleteFiles } from "./store.server.ts";

interface Contested {
  payment: Payment;
  dispute: Stripe.Dispute;
}

/**
 * @throws AppError `not_found`, `conflict` when the bank waits for no evidence; the provider's
 * error when it does not answer.
 */
async function findContested(ctx: Context, paymentId: string): Promise<Contested> {
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
async function recordLoss(
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
async function closeDispute(ctx: Context, { payment, dispute }: Contested): Promise<void> {
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

/**
 * Counts before the provider is asked, so that nobody refuses it meanwhile (rule: goodwill).
 * @throws AppError `forbidden` to all but finance and administration, `not_found`, `conflict` for
 * one's own proposal, one decided or of an earlier dispute, or no evidence wanted; the provider's
 * error without an answer.
 */
export async function decideLoss(ctx: Context, input: z.input<typeof proposalDecision>) {
  requireOperator(ctx, "finance", "administration");
  const { proposalId, decision, reason } = parseInput(proposalDecision, input);
  const proposal = await requireProposal(ctx, proposalId, "loss");
  if (decision === "refuse") {
    return ctx.db.transaction((tx) => refuseProposal(ctx, tx, proposal, reason));
  }
  const contested = await findContested(ctx, String(proposal.paymentId));
  if (contested.dispute.created * 1_000 > proposal.createdAt.getTime()) {
    throw new AppError("conflict", { message: "Ce litige est plus récent que la proposition." });
  }
  if (!proposal.granted) {
    await ctx.db.transaction(async (tx) => {
      await grantProposal(ctx, tx, proposal, reason);
      await recordLoss(ctx, tx, contested, reason);
    });
  }
  await closeDispute(ctx, contested);
}

/**
 * The bank takes no evidence after it; above the limit a second person confirms
 * (rules: dispute-evidence, goodwill). Answers whether it is closed.
 * @throws AppError `forbidden` to all but finance, `not_found`, `conflict` when the bank waits for
 * no evidence or the loss waits already; the provider's error when it does not answer.
 */
export async function acceptLoss(ctx: Context, input: unknown): Promise<{ closed: boolean }> {
  requireOperator(ctx, "finance");
  const { paymentId, reason } = parseInput(lossInput, input);
  const contested = await findContested(ctx, paymentId);
  // The provider's webhook may not have come yet.
  const { payment, dispute } = contested;
  const costCents = await costOf(ctx, { ...payment, disputeStatus: dispute.status });
  if (!needsSecondPerson(costCents)) {
    await ctx.db.transaction((tx) => recordLoss(ctx, tx, contested, reason));
    await closeDispute(ctx, contested);
    return { closed: true };
  }
  const bookingId = payment.reference;
  await ctx.db.transaction(async (tx) => {
    const { row } = await lockWithPayment(tx, bookingId);
    await askSecondPerson(ctx, tx, {
      ...{ kind: "loss", bookingId, paymentId, amountCents: costCents, reason },
    });
    await recordAct(ctx, tx, {
      ...{ act: "loss_proposed", object: { kind: "payment", id: paymentId } },
      ...{ personId: row.clientId, reason, after: { amountCents: costCents } },
    });
  });
  return { closed: false };
}

/** With the provider's fees, which it alone knows. */
async function costOf(ctx: Context, payment: Payment): Promise<Cents> {
  const { total, hasFees } = await readLedger(ctx, payment);
  if (!hasFees) throw new AppError("provider_unavailable");
  return cents(-total.platform);
}
