import type { z } from "zod";
import { newId } from "#platform/ids.server.ts";
import type { Transaction } from "#platform/postgres.server.ts";
import { proposalDecision, type ReturnProof } from "../../bookings/goodwill/schema.ts";
import {
  grantProposal,
  refuseProposal,
  requireProposal,
} from "../../bookings/goodwill/second-person.server.ts";
import { lockWithPayment } from "../../bookings/lock-with-payment.server.ts";
import { applyPayment } from "../../bookings/payment/apply-payment.server.ts";
import type { Context } from "../../context.server.ts";
import { AppError, isAppError } from "../../errors.ts";
import type { Cents } from "../../money.ts";
import { recordAct } from "../../operators/acts/record-act.server.ts";
import { requireOperator } from "../../operators/rules.ts";
import { parseInput } from "../../parse.ts";
import { notify } from "../../payments/checkouts/settle-payment.server.ts";
import { findPayment, type Payment } from "../../payments/find-payment.server.ts";

/**
 * Tells both sides and writes the act down, in one transaction (rule: payment-review).
 * @param proof null where the provider's dashboard shows what was owed.
 * @param permit runs once the amount is written as the refund with this id.
 * @throws AppError `conflict` and `invalid_input` as the payments' own `recordReturn`.
 */
export async function noteReturn(
  ctx: Context,
  { payment, amountCents, reason, proof }: Noted,
  permit: (tx: Transaction, refundId: string) => Promise<void>,
): Promise<void> {
  const { id: paymentId, reference, status, reviewReason } = payment;
  const { row } = await ctx.db.transaction((tx) => lockWithPayment(tx, reference));
  const { commissionRate: rate, clientId: personId } = row;
  const refundId = newId();
  const update = { paymentId, event: "returned_otherwise", refundId, amountCents, rate } as const;
  await notify(ctx, update, (own, news) =>
    applyPayment(own, news, async (tx) => {
      await permit(tx, refundId);
      await recordAct(own, tx, {
        ...{ act: "refund_accepted", object: { kind: "payment", id: paymentId }, personId, reason },
        before: { status, reviewReason },
        after: { decision: "accept", amountCents, ...proof },
      });
    }),
  );
}

export interface Noted {
  payment: Payment;
  amountCents: Cents;
  reason: string;
  proof: ReturnProof | null;
}

/**
 * By somebody else than its author (rules: payment-review, goodwill).
 * @throws AppError `forbidden` to all but finance and administration, `not_found`, `conflict` for
 * one's own note, one that is decided, or when so much is not owed any more.
 */
export async function decideReturn(ctx: Context, input: z.input<typeof proposalDecision>) {
  requireOperator(ctx, "finance", "administration");
  const { proposalId, decision, reason } = parseInput(proposalDecision, input);
  const proposal = await requireProposal(ctx, proposalId, "return");
  if (decision === "refuse") {
    return ctx.db.transaction((tx) => refuseProposal(ctx, tx, proposal, reason));
  }
  const payment = await findPayment(ctx.db, { id: String(proposal.paymentId) });
  if (!payment) throw new AppError("not_found", { message: "Ce paiement n'existe pas." });
  const { amountCents, proof } = proposal;
  const grant = (tx: Transaction, refundId: string) =>
    grantProposal(ctx, tx, proposal, reason, refundId);
  await noteReturn(ctx, { payment, amountCents, reason, proof }, grant).catch((error: unknown) => {
    // No field of this form holds the amount.
    if (!isAppError(error)) throw error;
    throw new AppError("conflict", { message: error.fields?.amount?.[0] ?? error.message });
  });
}
