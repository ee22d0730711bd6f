import { redirect } from "react-router";
import { isProfessional } from "#core/accounts/rules.ts";
import { showUpcomingCount } from "#core/bookings/lists/list-bookings.server.ts";
import type { Context } from "#core/context.server.ts";
import { isAppError } from "#core/errors.ts";
import {
  requestAccountDeletion,
  withdrawDeletion,
} from "#core/privacy/deletion/request-account-deletion.server.ts";
import { upcomingRefusal } from "#core/privacy/labels.ts";
import * as addresses from "#site/addresses.ts";
import { requestContext } from "../../context.server.ts";
import { redirectWithToast } from "../../cookies/flash.server.ts";
import { endLogin } from "../../cookies/login.server.ts";
import { asFormError } from "../../failures/errors.server.ts";
import { readForm } from "../../forms/read-form.ts";
import { DeletionForm, DeletionTerms } from "../../parts/account/profile/deletion.tsx";
import { titleMeta } from "../../parts/seo/page-meta.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Panel } from "../../ui/panel.tsx";
import { FormToast } from "../../ui/toasts/form-toast.tsx";
import type { Route } from "./+types/suppression";

export const page = { takesPassword: true };

export const handle = {
  failure: { title: "Erreur", text: "Impossible de charger votre compte." },
  actionFailure: {
    title: "Erreur",
    text: "Impossible de traiter votre demande. Veuillez réessayer.",
  },
};

export const meta: Route.MetaFunction = () => titleMeta("Supprimer mon compte");

/** A refusal leads here without JavaScript. */
export async function loader({ context }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const { actor } = ctx;
  if (!actor) throw redirect(addresses.logInThen(addresses.profile));
  if (actor.mustChangePassword) throw redirect(addresses.changePassword);
  return { isProfessional: isProfessional(actor), upcoming: await showUpcomingCount(ctx) };
}

export async function action({ request, context }: Route.ActionArgs) {
  const ctx = context.get(requestContext);
  const { password = "", intent } = await readForm(request);
  if (intent === "withdraw") return withdraw(ctx);
  try {
    if ((await requestAccountDeletion(ctx, { password })) === "requested") {
      return redirectWithToast(addresses.profile, {
        title: "Demande envoyée",
        text: "Votre page et vos sessions ne sont plus visibles. Nous traitons votre demande sous un mois.",
      });
    }
  } catch (error) {
    const isRefused = isAppError(error) && error.code === "conflict";
    if (isRefused) {
      const toast = { title: "Suppression impossible", text: error.message };
      return redirectWithToast(`${addresses.profile}#zone-de-danger`, { ...toast, tone: "danger" });
    }
    return asFormError(error);
  }
  const toast = { title: "Compte supprimé" } as const;
  return redirectWithToast(addresses.home, toast, await endLogin(ctx, request));
}

async function withdraw(ctx: Context) {
  try {
    await withdrawDeletion(ctx);
    const text = "Votre page et vos sessions sont de nouveau visibles.";
    return redirectWithToast(addresses.profile, { title: "Demande retirée", text });
  } catch (error) {
    return asFormError(error);
  }
}

export default function DeleteAccount({ loaderData, actionData }: Route.ComponentProps) {
  const { upcoming } = loaderData;
  return (
    <div className="page grid justify-items-center pt-10 pb-16">
      <Panel as="div" className="w-full max-w-form">
        <h1 className="text-28">
          {loaderData.isProfessional
            ? "Demander la suppression de mon compte"
            : "Supprimer mon compte"}
        </h1>
        <div className="mt-4 text-ink-soft">
          <DeletionTerms isProfessional={loaderData.isProfessional} />
        </div>
        <FormToast toast={actionData?.toast} />
        {upcoming > 0 ? (
          <>
            <Notice className="mt-5 mb-6">
              <strong>Suppression impossible pour le moment.</strong> {upcomingRefusal(upcoming)}
            </Notice>
            <ButtonLink to={addresses.profile}>Garder mon compte</ButtonLink>
          </>
        ) : (
          <DeletionForm
            isProfessional={loaderData.isProfessional}
            fields={actionData?.fields}
            cancel={<ButtonLink to={addresses.profile}>Garder mon compte</ButtonLink>}
          />
        )}
      </Panel>
    </div>
  );
}
