import type { z } from "zod";
import type { Transaction } from "#platform/postgres.server.ts";
import { becomeProfessional } from "../accounts/profile/update-profile.server.ts";
import { requireActor } from "../accounts/rules.ts";
import { confirmSignUp } from "../accounts/sign-up/confirm-sign-up.server.ts";
import type { Context } from "../context.server.ts";
import { AppError } from "../errors.ts";
import { parseInput } from "../parse.ts";
import { recordPlan } from "../subscriptions/checkouts/begin-subscription.server.ts";
import {
  type BusinessFields,
  businessInput,
  finalizeInput,
  newProfessionalInput,
  type OwnProfessional,
} from "./schema.ts";
import { showOwnProfessional } from "./show-seller.server.ts";
import { deleteDraft, findOwnProfessional, insertProfessional, lockOwner } from "./store.server.ts";

/**
 * A client becomes a professional by finalisation only, since the directory lists every profile.
 * @throws AppError `forbidden` to a client or for another user (rule: own-fields), `conflict` when
 * there is a profile.
 */
export async function createProfessional(ctx: Context, input: unknown): Promise<OwnProfessional> {
  const actor = requireActor(ctx);
  const { userId = actor.userId, ...fields } = parseInput(newProfessionalInput, input);
  if (userId !== actor.userId) throw new AppError("forbidden");
  if (!actor.isPro) {
    const message = "Choisissez d'abord une offre pour devenir professionnel.";
    throw new AppError("forbidden", { message });
  }
  const { created } = await ctx.db.transaction((tx) => ensureProfessional(ctx, tx, userId, fields));
  const own = await showOwnProfessional(ctx);
  if (!created || !own) {
    throw new AppError("conflict", { message: "Vous avez déjà un profil professionnel." });
  }
  return own;
}

async function ensureProfessional(
  ctx: Pick<Context, "jobs">,
  tx: Transaction,
  userId: string,
  fields: BusinessFields,
): Promise<{ id: string; created: boolean }> {
  await lockOwner(tx, userId);
  const existing = await findOwnProfessional(tx, userId);
  if (existing) return { id: existing.id, created: false };
  const id = await insertProfessional(tx, userId, fields);
  await ctx.jobs.send(tx, "filter-content", { contentId: id });
  return { id, created: true };
}

/**
 * All or nothing; a paid plan stays inactive until it is paid (rule: own-fields).
 * @throws AppError `forbidden` for another user, `invalid_input` with the fields of the business.
 */
export async function finalizeProfessional(ctx: Context, input: z.input<typeof finalizeInput>) {
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

/**
 * The account stands even if the business cannot be kept.
 * @throws AppError as {@link confirmSignUp}.
 */
export function confirmEmail(ctx: Context, input: unknown) {
  return confirmSignUp(ctx, input, async (tx, userId, business) => {
    try {
      await tx.transaction((savepoint) => ensureProfessional(ctx, savepoint, userId, business));
    } catch (error) {
      ctx.log.warn({ err: error, userId }, "the professional profile of a sign-up was not kept");
    }
  });
}
