import type { z } from "zod";
import { proposalDecision } from "../../bookings/goodwill/schema.ts";
import {
  grantProposal,
  refuseProposal,
  requireProposal,
} from "../../bookings/goodwill/second-person.server.ts";
import type { Context } from "../../context.server.ts";
import { AppError } from "../../errors.ts";
import { requireOperator } from "../../operators/rules.ts";
import { parseInput } from "../../parse.ts";
import { closeDispute, findContested, recordLoss } from "./close-dispute.server.ts";

/**
 * Counts before the provider is asked, so that nobody refuses it meanwhile (rule: goodwill).
 * @throws AppError `forbidden` to all but finance and administration, `not_found`, `conflict` for
 * one's own proposal, one decided or of an earlier dispute, or no evidence wanted; the provider's
 * error without an answer.
 */
export async function decideLoss(
  ctx: Context,
  input: z.input<typeof proposalDecision>,
): Promise<void> {
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
