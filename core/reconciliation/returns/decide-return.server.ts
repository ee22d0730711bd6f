import type { z } from "zod";
import type { Transaction } from "#platform/postgres.server.ts";
import { proposalDecision } from "../../bookings/goodwill/schema.ts";
import {
  grantProposal,
  refuseProposal,
  requireProposal,
} from "../../bookings/goodwill/second-person.server.ts";
import type { Context } from "../../context.server.ts";
import { AppError, isAppError } from "../../errors.ts";
import { requireOperator } from "../../operators/rules.ts";
import { parseInput } from "../../parse.ts";
import { findPayment } from "../../payments/find-payment.server.ts";
import { noteReturn } from "./note-return.server.ts";

/**
 * By somebody else than its author (rules: payment-review, goodwill).
 * @throws AppError `forbidden` to all but finance and administration, `not_found`, `conflict` for
 * one's own note, one that is decided, or when so much is not owed any more.
 */
export async function decideReturn(
  ctx: Context,
  input: z.input<typeof proposalDecision>,
): Promise<void> {
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
