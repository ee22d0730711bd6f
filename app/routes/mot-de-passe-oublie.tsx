import { data, Form, useNavigation } from "react-router";
import { requestPasswordReset } from "#core/accounts/request-password-reset.server.ts";
import { safeReturnPath, withSuite } from "#core/accounts/rules.ts";
import type { FieldErrors } from "#core/errors.ts";
import { requestContext } from "../context.server.ts";
import { asFormError } from "../errors.server.ts";
import { AuthScreen } from "../parts/account/auth-screen.tsx";
import { readForm } from "../read-form.ts";
import { site } from "../site.ts";
import { Button, ButtonLink } from "../ui/button.tsx";
import { EmailInput, Field } from "../ui/field.tsx";
import { FormToast } from "../ui/form-toast.tsx";
import { Notice } from "../ui/notice.tsx";
import { TextLink, textLinkClass } from "../ui/text-link.tsx";
import type { ToastMessage } from "../ui/toast.ts";
import { useFirstError } from "../ui/use-first-error.ts";
import type { Route } from "./+types/mot-de-passe-oublie";

export const handle = {
  actionFailure: { title: "Erreur", text: "Une erreur est survenue lors de l'envoi de l'email" },
};

export const meta: Route.MetaFunction = () => [{ title: `Mot de passe oublié — ${site.name}` }];

export function loader({ request, context }: Route.LoaderArgs) {
  const { mailsCaught } = context.get(requestContext).config;
  return { mailsCaught, next: safeReturnPath(new URL(request.url).searchParams.get("suite")) };
}

export async function action({ request, context }: Route.ActionArgs) {
  const ctx = context.get(requestContext);
  const form = await readForm(request);
  const email = typeof form.email === "string" ? form.email : "";
  try {
    await requestPasswordReset(ctx, form);
    const toast: ToastMessage = { title: "Email envoyé", tone: "success" };
    return { sent: true, email, fields: {} as FieldErrors, toast };
  } catch (error) {
    const failure = asFormError(error);
    return data({ sent: false, email, ...failure.data }, failure.init ?? {});
  }
}

export default function ForgottenPassword({ loaderData, actionData }: Route.ComponentProps) {
  const busy = useNavigation().formMethod === "POST";
  const form = useFirstError(actionData);
  return (
    <AuthScreen
      title="Mot de passe oublié"
      intro="Indiquez votre adresse : nous vous envoyons un lien pour en choisir un nouveau."
    >
      <FormToast toast={actionData?.toast} />
      {actionData?.sent ? (
        <div className="mt-7">
          <Notice tone="success" role="status">
            Si un compte existe avec l'adresse {actionData.email}, le lien est en route. Il est
            valable une heure. Pensez à regarder dans vos courriers indésirables.
          </Notice>
          {loaderData.mailsCaught && (
            <p className="mt-4 text-14 text-ink-soft">
              Démonstration : il se lit dans{" "}
              <a href="/demo/mails" className={textLinkClass}>
                la boîte de démonstration
              </a>
              .
            </p>
          )}
          <ButtonLink to={withSuite("/connexion", loaderData.next)} className="mt-6">
            Retour à la connexion
          </ButtonLink>
        </div>
      ) : (
        <Form ref={form} method="post" noValidate className="mt-7">
          <input type="hidden" name="suite" value={loaderData.next} />
          <fieldset disabled={busy} className="grid gap-5">
            <legend className="sr-only">Votre adresse</legend>
            <Field label="E-mail" error={actionData?.fields.email}>
              {(control) => (
                <EmailInput {...control} autoComplete="username" defaultValue={actionData?.email} />
              )}
            </Field>
            <Button type="submit" variant="clay" size="large" block busy={busy}>
              Recevoir le lien
            </Button>
          </fieldset>
          <p className="mt-4">
            <TextLink
              to={withSuite("/connexion", loaderData.next)}
              className="inline-flex min-h-11 items-center"
            >
              Retour à la connexion
            </TextLink>
          </p>
        </Form>
      )}
    </AuthScreen>
  );
}
