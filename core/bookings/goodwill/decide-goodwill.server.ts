import type { z } from "zod";
import type { Context } from "../../context.server.ts";
import { AppError, isAppError } from "../../errors.ts";
import { requireOperator } from "../../operators/rules.ts";
import { parseInput } from "../../parse.ts";
import { lockWithPayment } from "../lock-with-payment.server.ts";
import { giveGift } from "./give-goodwill.server.ts";
import { proposalDecision } from "./schema.ts";
import { grantProposal, refuseProposal, requireProposal } from "./second-person.server.ts";

/**
 * Grants or refuses somebody else's proposal, and mails a refusal (rule: goodwill).
 * @throws AppError `invalid_input`, `forbidden`, `not_found`, `conflict`.
 */
export async function decideGoodwill(
  ctx: Context,
  input: z.input<typeof proposalDecision>,
): Promise<void> {
  requireOperator(ctx, "finance", "administration");
  const { proposalId, decision, reason } = parseInput(proposalDecision, input);
  const proposal = await requireProposal(ctx, proposalId, "gift");
  const { bookingId, amountCents } = proposal;
  await ctx.db.transaction(async (tx) => {
    const { payment, row } = await lockWithPayment(tx, bookingId);
    if (decision === "refuse") return refuseProposal(ctx, tx, proposal, reason);
    await grantProposal(ctx, tx, proposal, reason);
    await giveGift(ctx, tx, { payment, row, amountCents, reason }).catch((error: unknown) => {
      // No field of this form holds the amount.
      if (!isAppError(error)) throw error;
      throw new AppError("conflict", { message: error.fields?.amount?.[0] ?? error.message });
    });
  });
}
