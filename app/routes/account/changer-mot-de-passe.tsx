import { redirect, useNavigation } from "react-router";
import { changePassword } from "#core/accounts/passwords/change-password.server.ts";
import { pathAfterLogin, safeReturnPath } from "#core/accounts/return-paths/rules.ts";
import * as addresses from "#site/addresses.ts";
import { requestContext } from "../../context.server.ts";
import { redirectWithToast } from "../../cookies/flash.server.ts";
import { welcome } from "../../cookies/pending-favorite.server.ts";
import { asFormError } from "../../failures/errors.server.ts";
import { readForm } from "../../forms/read-form.ts";
import { AuthScreen } from "../../parts/account/login/auth-screen.tsx";
import { NewPasswordForm } from "../../parts/account/login/password-fields.tsx";
import { titleMeta } from "../../parts/seo/page-meta.ts";
import { FormToast } from "../../ui/toasts/form-toast.tsx";
import type { Route } from "./+types/changer-mot-de-passe";

export const page = { takesPassword: true, isOpenToTemporaryPassword: true };

export const handle = {
  actionFailure: { title: "Erreur", text: "Impossible de modifier votre mot de passe." },
};

export const meta: Route.MetaFunction = () => titleMeta("Choisir mon mot de passe");

/** The only screen that a login with a temporary password opens (rule: guest-account). */
export function loader({ context }: Route.LoaderArgs) {
  const { actor } = context.get(requestContext);
  if (!actor) throw redirect(addresses.logIn);
  if (!actor.mustChangePassword) throw redirect(addresses.profile);
  return { email: actor.email };
}

export async function action({ request, context }: Route.ActionArgs) {
  const ctx = context.get(requestContext);
  try {
    const { searchParams } = new URL(request.url);
    const next = safeReturnPath(searchParams.get("suite"));
    const { login, newcomer } = await changePassword(ctx, await readForm(request));
    const favorite = searchParams.get("favori");
    const { headers, events } = await welcome(ctx, request, login, favorite);
    const toast = { title: "Mot de passe modifié", text: "Votre compte est à vous.", events };
    return redirectWithToast(pathAfterLogin(newcomer, next), toast, headers);
  } catch (error) {
    return asFormError(error);
  }
}

export default function ChangePassword({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <AuthScreen
      title="Choisissez votre mot de passe"
      intro="Vous êtes connecté avec un mot de passe temporaire. Remplacez-le pour continuer."
    >
      <FormToast toast={actionData?.toast} />
      <NewPasswordForm
        email={loaderData.email}
        busy={useNavigation().formAction === addresses.changePassword}
        fields={actionData?.fields}
      />
    </AuthScreen>
  );
}
