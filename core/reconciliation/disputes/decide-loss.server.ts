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
 * Confirms that a dispute is given up, as somebody else has proposed, or refuses it, with a reason that
 * they are mailed (rule: goodwill). What is confirmed counts before the provider is asked, so that
 * nobody refuses it meanwhile; confirmed again after a break in between, it is carried out. For
 * operators of the finance and administration roles.
 *
 * @throws AppError `invalid_input`, `forbidden`, `not_found`; `conflict` for one's own proposal, one
 * that is decided or about an earlier dispute, and when the bank waits for no evidence; the provider's error when it does not
 * answer.
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
