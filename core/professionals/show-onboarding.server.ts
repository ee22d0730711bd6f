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
  /** What is known of the business: the profile's, or what was told in the first step. */
  business: BusinessFields | null;
  /** It can still be changed in the first step. */
  isDraft: boolean;
  /** The plan in force or asked for; null before one is chosen. */
  plan: ChosenPlanView | null;
  paymentAccount: PaymentAccountState;
}

/**
 * How far the caller is on the way to being a professional (S2§2).
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
