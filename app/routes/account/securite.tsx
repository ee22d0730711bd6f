import { redirect } from "react-router";
import {
  closeEveryLogin,
  closeLogin,
  showSecurity,
} from "#core/accounts/logins/show-security.server.ts";
import { changePassword } from "#core/accounts/passwords/change-password.server.ts";
import type { Context } from "#core/context.server.ts";
import * as addresses from "#site/addresses.ts";
import { requestContext } from "../../context.server.ts";
import { redirectWithToast } from "../../cookies/flash.server.ts";
import { endLogin, loginHeaders } from "../../cookies/login.server.ts";
import { asFormError } from "../../failures/errors.server.ts";
import { readForm } from "../../forms/read-form.ts";
import { SecurityCard } from "../../parts/account/profile/security-card.tsx";
import { titleMeta } from "../../parts/seo/page-meta.ts";
import { Breadcrumb } from "../../ui/breadcrumb.tsx";
import { FormToast } from "../../ui/toasts/form-toast.tsx";
import type { ToastMessage } from "../../ui/toasts/toast.ts";
import type { Route } from "./+types/securite";

export const handle = {
  failure: { title: "Erreur", text: "Impossible de charger vos connexions." },
  actionFailure: { title: "Erreur", text: "Impossible de modifier votre mot de passe." },
  intentFailures: {
    "close-login": { title: "Erreur", text: "Impossible de fermer cette connexion." },
    "close-all": { title: "Erreur", text: "Impossible de fermer vos connexions." },
  },
};

export const meta: Route.MetaFunction = () => titleMeta("Sécurité");

const CARD = `${addresses.profile}#securite`;

/** A refusal leads here without JavaScript. */
export async function loader({ context }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const { actor } = ctx;
  if (!actor) throw redirect(addresses.logInThen(CARD));
  if (actor.mustChangePassword) throw redirect(addresses.changePassword);
  return { email: actor.email, security: await showSecurity(ctx) };
}

export async function action({ request, context }: Route.ActionArgs) {
  const ctx = context.get(requestContext);
  const form = await readForm(request);
  try {
    if (form.intent === "close-login") {
      const { isOwn } = await closeLogin(ctx, form);
      if (isOwn) return await leave(ctx, request, { title: "Connexion fermée" });
      return redirectWithToast(CARD, { title: "Connexion fermée" });
    }
    if (form.intent === "close-all") {
      await closeEveryLogin(ctx);
      return await leave(ctx, request, { title: "Vous êtes déconnecté partout" });
    }
    const { login } = await changePassword(ctx, form);
    const toast = { title: "Mot de passe modifié", text: "Vos autres connexions sont fermées." };
    return redirectWithToast(CARD, toast, loginHeaders(ctx, login));
  } catch (error) {
    return asFormError(error);
  }
}

async function leave(ctx: Context, request: Request, toast: ToastMessage) {
  return redirectWithToast(addresses.logIn, toast, await endLogin(ctx, request));
}

export default function SecurityPage({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <div className="page pt-4 pb-8">
      <Breadcrumb steps={[{ label: "Mon profil", to: addresses.profile }, { label: "Sécurité" }]} />
      <h1 className="mt-2 mb-6">Sécurité de mon compte</h1>
      <FormToast toast={actionData?.toast} />
      <SecurityCard {...loaderData} isChanging={false} fields={actionData?.fields} />
    </div>
  );
}
