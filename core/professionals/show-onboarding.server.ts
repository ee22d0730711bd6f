import { requireActor } from "../accounts/rules.ts";
import type { Context } from "../context.server.ts";
import { type ChosenPlanView, showChosenPlan } from "../subscriptions/show-chosen-plan.server.ts";
import {
  type OnboardingStep,
  onboardingStep,
  type PaymentAccountState,
  paymentAccountState,
} from "./rules.ts";
import type { BusinessFields } from "./schema.ts";
import { findDraft, findOwnProfessional } from "./store.server.ts";

export interface Onboarding {
  step: OnboardingStep;
  /** The business so far: the profile's, or the first step's draft. */
  business: BusinessFields | null;
  /** Whether the first step can still change it. */
  isDraft: boolean;
  /** The plan in force or requested; null before one is chosen. */
  plan: ChosenPlanView | null;
  paymentAccount: PaymentAccountState;
}

/**
 * The caller's progress towards being a professional.
 *
 * @param asked the step they would like to see.
 * @throws AppError `unauthenticated`, `password_change_required`.
 */
export async function showOnboarding(
  ctx: Context,
  { asked }: { asked: OnboardingStep | null },
): Promise<Onboarding> {
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
