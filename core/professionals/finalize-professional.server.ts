import type { z } from "zod";
import { becomeProfessional } from "../accounts/profile/update-profile.server.ts";
import { requireActor } from "../accounts/rules.ts";
import type { Context } from "../context.server.ts";
import { AppError } from "../errors.ts";
import { parseInput } from "../parse.ts";
import { recordPlan } from "../subscriptions/record-plan.server.ts";
import { ensureProfessional } from "./create-professional.server.ts";
import { businessInput, finalizeInput } from "./schema.ts";
import { deleteDraft } from "./store.server.ts";

/**
 * Finishes the wizard: the professional profile if it is missing, the plan's record (active when
 * free, else inactive until it is paid, rule: plan-truth) and `is_pro`, all of it or nothing. A
 * second time changes nothing.
 *
 * @param input `{ userId, businessData, planType }`; `userId` may only be the caller's (rule:
 * own-fields).
 * @throws AppError `unauthenticated`, `forbidden`, `invalid_input` with the fields of the business.
 */
export async function finalizeProfessional(
  ctx: Context,
  input: z.input<typeof finalizeInput>,
): Promise<{ created: boolean }> {
  const actor = requireActor(ctx);
  const { userId, businessData, planType: planId } = parseInput(finalizeInput, input);
  if (userId !== actor.userId) throw new AppError("forbidden");
  const business = parseInput(businessInput, businessData);
  return ctx.db.transaction(async (tx) => {
    const { created } = await ensureProfessional(ctx, tx, userId, business);
    await recordPlan(ctx, tx, { userId, planId });
    await becomeProfessional(tx, userId);
    await deleteDraft(tx, userId);
    return { created };
  });
}
