import { requestPasswordReset } from "#core/accounts/passwords/request-password-reset.server.ts";
import { safeReturnPath, withSuite } from "#core/accounts/return-paths/rules.ts";
import type { FieldErrors } from "#core/errors.ts";
import * as addresses from "#site/addresses.ts";
import { requestContext } from "../../context.server.ts";
import { askedFavorite } from "../../cookies/pending-favorite.server.ts";
import { asFormError, withKept } from "../../failures/errors.server.ts";
import { readForm } from "../../forms/read-form.ts";
import { AuthScreen } from "../../parts/account/login/auth-screen.tsx";
import { LinkRequest } from "../../parts/account/login/link-request.tsx";
import { titleMeta } from "../../parts/seo/page-meta.ts";
import { Notice } from "../../ui/notice.tsx";
import { textLinkClass } from "../../ui/text-link.tsx";
import type { ToastMessage } from "../../ui/toasts/toast.ts";
import type { Route } from "./+types/mot-de-passe-oublie";

export const page = { isOpen: true };

export const handle = {
  actionFailure: { title: "Erreur", text: "Une erreur est survenue lors de l'envoi de l'email" },
};

export const meta: Route.MetaFunction = () => titleMeta("Mot de passe oublié");

export function loader({ request, context }: Route.LoaderArgs) {
  const { mailsCaught } = context.get(requestContext).config;
  const { searchParams } = new URL(request.url);
  const next = safeReturnPath(searchParams.get("suite"));
  return { mailsCaught, next, heart: searchParams.get("favori") };
}

export async function action({ request, context }: Route.ActionArgs) {
  const ctx = context.get(requestContext);
  const form = await readForm(request);
  const email = typeof form.email === "string" ? form.email : "";
  try {
    await requestPasswordReset(ctx, { ...form, favori: askedFavorite(request, form.favori) });
    const toast: ToastMessage = { title: "Email envoyé" };
    return { sent: true, email, fields: {} as FieldErrors, toast };
  } catch (error) {
    return withKept(asFormError(error), { sent: false, email });
  }
}

export default function ForgottenPassword({
  loaderData: { mailsCaught, next, heart },
  actionData,
}: Route.ComponentProps) {
  return (
    <AuthScreen
      title="Mot de passe oublié"
      intro="Indiquez votre adresse : nous vous envoyons un lien pour en choisir un nouveau."
    >
      <LinkRequest
        answer={actionData}
        autoComplete="username"
        back={{ to: withSuite(addresses.logIn, next, heart), label: "Retour à la connexion" }}
        said={(email) => <Sent email={email} mailsCaught={mailsCaught} />}
      >
        <input type="hidden" name="suite" value={next} />
        {heart && <input type="hidden" name="favori" value={heart} />}
      </LinkRequest>
    </AuthScreen>
  );
}

function Sent({ email, mailsCaught }: { email: string; mailsCaught: boolean }) {
  return (
    <>
      <Notice tone="success" role="status">
        Si un compte existe avec l'adresse {email}, le lien est en route. Il est valable une heure.
        Pensez à regarder dans vos courriers indésirables.
      </Notice>
      {mailsCaught && (
        <p className="mt-4 text-14 text-ink-soft">
          Démonstration : il se lit dans{" "}
          <a href={addresses.demoMails} className={textLinkClass}>
            la boîte de démonstration
          </a>
          .
        </p>
      )}
    </>
  );
}
