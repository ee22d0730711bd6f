import { redirect } from "react-router";
import { isAppError } from "#core/errors.ts";
import { ACCOUNT_FAILURE, PAYMENT_ACCOUNT_LABELS } from "#core/professionals/labels.ts";
import {
  connectAccount,
  openAccountDashboard,
  openOnboarding,
} from "#core/professionals/payment-account/open-onboarding.server.ts";
import { refreshOwnAccount } from "#core/professionals/payment-account/refresh-account.server.ts";
import { paymentAccountState } from "#core/professionals/rules.ts";
import { showOwnProfessional } from "#core/professionals/show-seller.server.ts";
import * as addresses from "#site/addresses.ts";
import { requestContext } from "../../context.server.ts";
import { redirectWithToast } from "../../cookies/flash.server.ts";
import { asFormError, asPage, withKept } from "../../failures/errors.server.ts";
import { readFields } from "../../forms/read-form.ts";
import { SIGNED_OUT } from "../../parts/authoring/refuse-form.server.ts";
import { textsOf } from "../../parts/drafts/tab-drafts.ts";
import { AccountForm, AccountPanel } from "../../parts/onboarding/payment-account.tsx";
import { ProfileRequired } from "../../parts/onboarding/profile-required.tsx";
import { titleMeta } from "../../parts/seo/page-meta.ts";
import { Breadcrumb } from "../../ui/breadcrumb.tsx";
import { useFreshOnReturn } from "../../ui/hooks/use-fresh-on-return.ts";
import { FormToast } from "../../ui/toasts/form-toast.tsx";
import type { Route } from "./+types/paiements";

export const handle = {
  failure: { title: "Erreur", text: "Impossible de charger votre compte de paiement." },
  actionFailure: { title: "Erreur", text: ACCOUNT_FAILURE },
};

export const meta: Route.MetaFunction = () => titleMeta("Compte de paiement");

const HERE = addresses.paymentAccount;
const LOGIN = addresses.logInThen(HERE);

/** The provider comes back with `?retour`, or with `?reprendre` when its link was too old. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const { searchParams } = new URL(request.url);
  if (!ctx.actor) return redirect(LOGIN);
  if (searchParams.has("reprendre")) {
    try {
      return redirect((await openOnboarding(ctx)) ?? HERE);
    } catch (error) {
      if (!isAppError(error)) throw error;
      return redirectWithToast(HERE, { title: "Erreur", text: error.message, tone: "danger" });
    }
  }
  if (searchParams.has("retour")) {
    const own = await refreshOwnAccount(ctx).catch(asPage);
    const state = own ? paymentAccountState(own) : "none";
    if (state !== "ready" && state !== "held") return redirect(HERE);
    const { text } = PAYMENT_ACCOUNT_LABELS[state];
    return redirectWithToast(HERE, { title: "Compte Stripe créé", text });
  }
  const own = await showOwnProfessional(ctx).catch(asPage);
  return {
    account: own && {
      state: paymentAccountState(own),
      requirementsDue: own.requirementsDue,
      businessName: own.businessName,
      vat: { vatStatus: own.vatStatus, vatNumber: own.vatNumber },
    },
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const ctx = context.get(requestContext);
  const { intent, ...typed } = textsOf(await readFields(request));
  if (!ctx.actor) return redirectWithToast(LOGIN, SIGNED_OUT);
  try {
    if (intent === "dashboard") return redirect(await openAccountDashboard(ctx), 303);
    if (intent === "continue") return redirect((await openOnboarding(ctx)) ?? HERE, 303);
    // No choice is no answer, which the form asks for.
    const asked: Record<string, string> = { vatStatus: "", ...typed };
    const { onboardingUrl } = await connectAccount(
      ctx,
      asked as Parameters<typeof connectAccount>[1],
    );
    return redirect(onboardingUrl, 303);
  } catch (error) {
    return withKept(asFormError(error), { typed });
  }
}

export default function PaymentsPage({
  loaderData: { account },
  actionData,
}: Route.ComponentProps) {
  useFreshOnReturn();
  return (
    <div className="page pt-4 pb-8">
      <div className="mx-auto max-w-hero">
        <Breadcrumb
          steps={[{ label: "Mon profil", to: addresses.profile }, { label: "Compte de paiement" }]}
        />
        {account ? (
          <>
            <h1 className="mt-2 mb-8">Compte de paiement</h1>
            <FormToast toast={actionData?.toast} />
            <AccountPanel state={account.state} requirementsDue={account.requirementsDue}>
              {(account.state === "none" || account.state === "lost") && (
                <AccountForm
                  businessName={account.businessName}
                  vat={account.vat}
                  typed={actionData?.typed}
                  fields={actionData?.fields}
                />
              )}
            </AccountPanel>
          </>
        ) : (
          <ProfileRequired what="être payé" />
        )}
      </div>
    </div>
  );
}
