import { permitPublication } from "#core/catalogue/authoring/permit-publication.server.ts";
import { AppError, isAppError } from "#core/errors.ts";
import { paymentAccountState } from "#core/professionals/rules.ts";
import { showOwnProfessional } from "#core/professionals/show-seller.server.ts";
import { NO_PLAN, quotaReachedText } from "#core/subscriptions/labels.ts";
import { showQuota } from "#core/subscriptions/show-subscription.server.ts";
import * as addresses from "#site/addresses.ts";
import { requestContext } from "../../context.server.ts";
import { redirectWithToast } from "../../cookies/flash.server.ts";
import { asPage } from "../../failures/errors.server.ts";
import { beginOffering, publishOffering } from "../../parts/authoring/create-offering.server.ts";
import { BackToProfile, OfferingForm } from "../../parts/authoring/offering-form.tsx";
import { SIGNED_OUT } from "../../parts/authoring/refuse-form.server.ts";
import { PaymentAccountNotice } from "../../parts/onboarding/payment-account-notice.tsx";
import { ProfileRequired } from "../../parts/onboarding/profile-required.tsx";
import { titleMeta } from "../../parts/seo/page-meta.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { FormToast } from "../../ui/toasts/form-toast.tsx";
import type { Route } from "./+types/ajouter-session";

export const page = { takesImage: true };

export const handle = {
  failure: { title: "Erreur", text: "Impossible de vérifier vos permissions." },
  actionFailure: { title: "Erreur", text: "Erreur lors de la création de la session" },
};

export const meta: Route.MetaFunction = () => titleMeta("Ajouter une session");

/** `?modele=` begins with a copy of one's own session, without its date. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  if (!ctx.actor) return redirectWithToast(LOGIN, SIGNED_OUT);
  const professional = await showOwnProfessional(ctx).catch(asPage);
  if (!professional) return { form: null };
  if (!professional.stripeConnectAccountId) return redirectWithToast(addresses.profile, UNPAYABLE);
  try {
    await permitPublication(ctx);
  } catch (error) {
    if (!isAppError(error)) throw error;
    return redirectWithToast(addresses.profile, {
      title: "Erreur",
      text: error.message,
      tone: "danger",
    });
  }
  const { state, planId } = await showQuota(ctx);
  return {
    form: {
      ...(await beginOffering(ctx, request, "session", professional)),
      account: paymentAccountState(professional),
      refusal: state === "reached" ? { planId } : null,
    },
  };
}

const LOGIN = addresses.logInThen(addresses.addSession);
const UNPAYABLE = {
  title: "Configuration requise",
  text: new AppError("payments_required").message,
  tone: "danger",
} as const;

export function action({ request, context }: Route.ActionArgs) {
  return publishOffering(context.get(requestContext), request, "session", (error) =>
    isAppError(error) && error.code === "payments_required"
      ? redirectWithToast(addresses.profile, UNPAYABLE)
      : null,
  );
}

export default function AddSession({ loaderData: { form }, actionData }: Route.ComponentProps) {
  return (
    <div className="page pt-6 pb-8">
      <BackToProfile />
      {form ? (
        <>
          <h1 className="mt-3 mb-8">Ajouter une session</h1>
          <FormToast toast={actionData?.toast} />
          {form.refusal ? (
            <EmptyState
              title={form.refusal.planId ? "Quota atteint" : NO_PLAN}
              picture="espace-cabinet"
              action={
                <ButtonLink to={addresses.plans} variant="clay">
                  Upgrader mon plan
                </ButtonLink>
              }
            >
              {quotaReachedText(form.refusal.planId)}
            </EmptyState>
          ) : (
            <>
              {/* A payment account that is begun is enough to publish (rule: payment-account). */}
              {form.account !== "ready" && (
                <PaymentAccountNotice state={form.account} className="mb-6" />
              )}
              <OfferingForm {...form} kind="session" mode="create" refusal={actionData} />
            </>
          )}
        </>
      ) : (
        <div className="mt-4">
          <ProfileRequired what="proposer des sessions" />
        </div>
      )}
    </div>
  );
}
