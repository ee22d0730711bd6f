import { inBatches } from "#platform/batches.server.ts";
import { requireActor } from "../accounts/rules.ts";
import type { Context } from "../context.server.ts";
import { parseInput } from "../parse.ts";
import { showChosenPlan } from "../subscriptions/show-subscription.server.ts";
import { DRAFT_LIFE, type OnboardingStep, onboardingStep, paymentAccountState } from "./rules.ts";
import { businessInput } from "./schema.ts";
import { deleteDraftsBefore, findDraft, findOwnProfessional, saveDraft } from "./store.server.ts";

export async function showOnboarding(ctx: Context, { asked }: { asked: OnboardingStep | null }) {
  const { userId, isPro } = requireActor(ctx);
  const own = await findOwnProfessional(ctx.db, userId);
  const draft = own ? null : await findDraft(ctx.db, userId);
  const plan = await showChosenPlan(ctx);
  return {
    step: onboardingStep(asked, {
      hasProfile: own !== null,
      hasDraft: draft !== null,
      isPro,
      plan,
    }),
    business: own ?? draft,
    isDraft: draft !== null,
    plan,
    paymentAccount: own ? paymentAccountState(own) : "none",
  };
}

/** Survives a reload, another tab or a failed payment; nobody else sees it. */
export async function saveOnboardingDraft(ctx: Context, input: unknown): Promise<void> {
  const { userId } = requireActor(ctx);
  await saveDraft(ctx.db, userId, parseInput(businessInput, input), ctx.now());
}

/** Abandoned ones (rule: retention). False when some are left for another turn. */
export function purgeDrafts(ctx: Context): Promise<boolean> {
  const before = new Date(ctx.now().getTime() - DRAFT_LIFE);
  return inBatches(() => deleteDraftsBefore(ctx.db, before));
}
