import { data, redirect } from "react-router";
import type { Context } from "#core/context.server.ts";
import { AppError, isAppError } from "#core/errors.ts";
import { finalizeProfessional } from "#core/professionals/create-professional.server.ts";
import { CHECKOUT_FAILURE, FINALIZE_FAILURE } from "#core/professionals/labels.ts";
import { ONBOARDING_STEPS } from "#core/professionals/rules.ts";
import { saveOnboardingDraft, showOnboarding } from "#core/professionals/show-onboarding.server.ts";
import { choosePlan } from "#core/subscriptions/checkouts/choose-plan.server.ts";
import * as addresses from "#site/addresses.ts";
import { requestContext, signedInContext } from "../../context.server.ts";
import { redirectWithToast } from "../../cookies/flash.server.ts";
import { keepSent } from "../../failures/ended-login.server.ts";
import { asPage, refuseForm } from "../../failures/errors.server.ts";
import { readFields } from "../../forms/read-form.ts";
import { SIGNED_OUT } from "../../parts/authoring/refuse-form.server.ts";
import { textsOf } from "../../parts/drafts/tab-drafts.ts";
import {
  ConfirmationStep,
  InformationStep,
  PlanStep,
  Steps,
} from "../../parts/onboarding/wizard-steps.tsx";
import { titleMeta } from "../../parts/seo/page-meta.ts";
import { useFreshOnReturn } from "../../ui/hooks/use-fresh-on-return.ts";
import { FormToast } from "../../ui/toasts/form-toast.tsx";
import type { Route } from "./+types/professionnel-creer";

export const handle = {
  failure: { title: "Erreur", text: "Impossible de charger votre profil." },
  actionFailure: { title: "Erreur", text: FINALIZE_FAILURE },
};

export const meta: Route.MetaFunction = () => titleMeta("Créer mon profil professionnel");

const HERE = addresses.becomeProfessional;

/** `?etape=` shows a step; a payment comes back with `?session_id=`. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = signedInContext({ request, context });
  const { searchParams } = new URL(request.url);
  const sessionId = searchParams.get("session_id");
  if (sessionId)
    return redirect(
      `${addresses.subscriptionSuccess}?${new URLSearchParams({ session_id: sessionId })}`,
    );
  const asked = ONBOARDING_STEPS[Number(searchParams.get("etape")) - 1] ?? null;
  return showOnboarding(ctx, { asked }).catch(asPage);
}

/** The window sends the business with the plan in a single step. */
export async function action({ request, context }: Route.ActionArgs) {
  const ctx = context.get(requestContext);
  const form = await readFields(request);
  const typed = textsOf(form);
  const { intent, planType = "", ...draft } = typed;
  if (intent === "information") keepSent(ctx, request, form, SIGNED_OUT);
  try {
    if (!ctx.actor) {
      // Without scripts or in a payment's tab, the answer is the login page.
      const isDocument = request.headers.get("accept")?.includes("text/html");
      if (isDocument) return redirectWithToast(addresses.logInThen(HERE), SIGNED_OUT);
      return data({ answer: undefined, toast: SIGNED_OUT, isSignedOut: true }, { status: 401 });
    }
    if (intent === "information") {
      await saveOnboardingDraft(ctx, draft);
      return redirect(`${HERE}?etape=2`);
    }
    const { business, plan } = await showOnboarding(ctx, { asked: null });
    const { created } = await finalizeProfessional(ctx, {
      userId: ctx.actor.userId,
      businessData: intent === "plan" ? (business ?? {}) : draft,
      planType,
    });
    const isPaid = plan?.inForce && plan.planId !== "free";
    const url = planType === "free" || isPaid ? null : await openPayment(ctx, planType);
    const goTo = url ?? `${HERE}?etape=3`;
    // Somebody who goes on to pay is congratulated after the payment.
    if (!created || url) return redirect(goTo, 303);
    return redirectWithToast(goTo, {
      ...CONGRATULATIONS,
      ...(planType === "free" && {
        events: [{ name: "subscription", data: { action: "activated", plan: planType } }],
      }),
    });
  } catch (error) {
    return refuseForm(error, typed);
  }
}

const CONGRATULATIONS = {
  title: "Félicitations !",
  text: "Votre profil professionnel est créé.",
} as const;

/** A failure of the provider has a sentence of its own. */
async function openPayment(ctx: Context, planType: string) {
  try {
    return (await choosePlan(ctx, { planType })).url;
  } catch (error) {
    if (!isAppError(error) || error.code !== "provider_unavailable") throw error;
    throw new AppError("provider_unavailable", { message: CHECKOUT_FAILURE, cause: error });
  }
}

export default function BecomeProfessionalPage({ loaderData, actionData }: Route.ComponentProps) {
  const { step, business, isDraft, plan, paymentAccount } = loaderData;
  useFreshOnReturn();
  return (
    <div className="page pt-8 pb-8">
      <div className={step === "plan" ? "" : "mx-auto max-w-hero"}>
        <h1>Créer mon profil professionnel</h1>
        <div className="mt-6 mb-8">
          <Steps step={step} mayReturn={isDraft} />
        </div>
        <FormToast toast={actionData?.toast} />
        {step === "information" && (
          <InformationStep business={business} answer={actionData?.answer} />
        )}
        {step === "plan" && <PlanStep plan={plan} />}
        {step === "confirmation" && (
          <ConfirmationStep plan={plan} paymentAccount={paymentAccount} />
        )}
      </div>
    </div>
  );
}
