import type { z } from "zod";
import type { Transaction } from "#platform/postgres.server.ts";
import { becomeProfessional } from "../accounts/profile/update-profile.server.ts";
import { requireActor } from "../accounts/rules.ts";
import { type ConfirmedSignUp, confirmSignUp } from "../accounts/sign-up/confirm-sign-up.server.ts";
import type { Context } from "../context.server.ts";
import { AppError } from "../errors.ts";
import { parseInput } from "../parse.ts";
import { recordPlan } from "../subscriptions/record-plan.server.ts";
import {
  type BusinessFields,
  businessInput,
  finalizeInput,
  newProfessionalInput,
  type OwnProfessional,
} from "./schema.ts";
import { showOwnProfessional } from "./show-own-professional.server.ts";
import { deleteDraft, findOwnProfessional, insertProfessional, lockOwner } from "./store.server.ts";

/**
 * Creates the professional profile of a caller who signed up as a professional. By itself it opens
 * nothing: publishing needs a plan and a payment account. A client becomes a professional by
 * finalisation only, with a plan (rule: own-fields), because the directory lists every profile.
 *
 * @param input the business fields, and `userId`, which may only be the caller's (rule:
 * own-fields).
 * @throws AppError `unauthenticated`, `invalid_input`, `forbidden` also to a client, `conflict`
 * when there is one.
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

/**
 * The user's professional profile, created from these fields when there is none; two calls at once
 * create one.
 */
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

/**
 * Follows the link of a sign-up, and keeps what a professional told of their business there. Where that
 * cannot be kept, the account stands without it.
 *
 * @param input `{ token, password }`
 * @throws AppError as {@link confirmSignUp}.
 */
export function confirmEmail(ctx: Context, input: unknown): Promise<ConfirmedSignUp> {
  return confirmSignUp(ctx, input, async (tx, userId, business) => {
    try {
      await tx.transaction((savepoint) => ensureProfessional(ctx, savepoint, userId, business));
    } catch (error) {
      ctx.log.warn({ err: error, userId }, "the professional profile of a sign-up was not kept");
    }
  });
}
