import { KeyRound } from "@lucide/icons";
import { data, Form, redirect, useNavigation, useSubmit } from "react-router";
import { isAppError } from "#core/errors.ts";
import { logInOperator } from "#core/operators/logins/log-in-operator.server.ts";
import { askForPasskey, enterByPasskey } from "#core/operators/passkeys/enter-by-passkey.server.ts";
import { site } from "#core/site.ts";
import type { RequestOptions } from "#platform/passkeys.server.ts";
import * as operatorAddresses from "#site/operator-addresses.ts";
import { provePasskey } from "../../../browser/passkeys.ts";
import { requestContext } from "../../../context.server.ts";
import { operatorLoginHeaders } from "../../../cookies/operator-login.server.ts";
import { asFormError } from "../../../failures/errors.server.ts";
import { readForm } from "../../../forms/read-form.ts";
import { usePasskey } from "../../../parts/operator/use-passkey.ts";
import { titleMeta } from "../../../parts/seo/page-meta.ts";
import { Button } from "../../../ui/button.tsx";
import { EmailInput, Field, TextInput } from "../../../ui/forms/field.tsx";
import { PasswordInput } from "../../../ui/forms/password-input.tsx";
import { useFirstError } from "../../../ui/forms/use-first-error.ts";
import { Notice } from "../../../ui/notice.tsx";
import { Panel } from "../../../ui/panel.tsx";
import { Icon } from "../../../ui/pictures/icon.tsx";
import { Logo } from "../../../ui/pictures/logo.tsx";
import type { Route } from "./+types/entree";

export const page = { takesPassword: true };

export const handle = {
  actionFailure: { title: "Erreur", text: "Impossible de se connecter. Réessayez." },
};

export const meta: Route.MetaFunction = () => titleMeta("Espace opérateur");

/** Everybody may see the door (rule: operators-apart); operators are led in. */
export function loader({ context }: Route.LoaderArgs) {
  if (context.get(requestContext).operator) throw redirect(operatorAddresses.queue);
  return null;
}

export async function action({ request, context }: Route.ActionArgs) {
  const ctx = context.get(requestContext);
  const form = await readForm(request);
  try {
    if (form.intent === "challenge") return { options: await askForPasskey(ctx) };
    const token = await (form.intent === "passkey" ? enterByPasskey : logInOperator)(ctx, form);
    return redirect(operatorAddresses.queue, { headers: operatorLoginHeaders(ctx, token) });
  } catch (error) {
    const { data: refusal, init } = asFormError(error, "Erreur de connexion");
    const isWrong =
      isAppError(error) && (error.code !== "invalid_input" || form.intent === "passkey");
    return data({ ...refusal, email: String(form.email ?? ""), isWrong }, init ?? {});
  }
}

export default function OperatorLogIn({ actionData }: Route.ComponentProps) {
  const busy = useNavigation().formMethod === "POST";
  const refusal = actionData && "fields" in actionData ? actionData : undefined;
  const fields = refusal?.fields;
  const form = useFirstError(fields);
  return (
    <div className="page grid min-h-dvh place-items-center py-10">
      <div className="w-full max-w-form">
        <p className="mb-6 flex items-center gap-2.5 font-display text-22">
          <Logo className="size-8 text-sage-600" />
          Opérateur
        </p>
        <Panel aria-labelledby="titre">
          <h1 id="titre" className="text-28">
            Espace opérateur
          </h1>
          <p className="mt-2 text-14 text-ink-soft">
            Réservé aux personnes qui font fonctionner {site.name}. Votre compte du site public n'y
            ouvre rien.
          </p>
          <Notice tone="danger" role="alert" className="mt-5">
            {refusal?.isWrong && refusal.toast.text}
          </Notice>
          <Form ref={form} method="post" noValidate className="mt-6">
            <fieldset disabled={busy} className="grid gap-5">
              <legend className="sr-only">Vos identifiants</legend>
              <Field label="E-mail" error={fields?.email}>
                {(control) => (
                  <EmailInput {...control} autoComplete="username" defaultValue={refusal?.email} />
                )}
              </Field>
              <Field label="Mot de passe" error={fields?.password}>
                {(control) => (
                  <PasswordInput {...control} name="password" autoComplete="current-password" />
                )}
              </Field>
              <Field
                label="Code"
                hint="Les six chiffres de votre application, ou un code de secours."
                error={fields?.code}
              >
                {(control) => <TextInput {...control} name="code" autoComplete="one-time-code" />}
              </Field>
              <Button type="submit" variant="sage" size="large" block busy={busy}>
                Entrer
              </Button>
            </fieldset>
          </Form>
          <EnterByPasskey busy={busy} />
        </Panel>
        <p className="mt-4 text-14 text-ink-soft">
          La session se ferme après 15 minutes sans geste, et au plus tard après 12 heures.
        </p>
      </div>
    </div>
  );
}

function EnterByPasskey({ busy }: { busy: boolean }) {
  const submit = useSubmit();
  const passkey = usePasskey<RequestOptions>(provePasskey, (credential) =>
    submit({ intent: "passkey", credential }, { method: "post" }),
  );
  if (!passkey.isAble) return null;
  return (
    <div className="mt-6 border-t border-sand-300 pt-6">
      <Notice tone="danger" role="alert" className="mb-4">
        {!passkey.busy && passkey.failure}
      </Notice>
      <Button
        type="button"
        size="large"
        block
        busy={passkey.busy || busy}
        onClick={() => passkey.begin()}
      >
        <Icon of={KeyRound} className="size-5" />
        Utiliser une clé d'accès
      </Button>
      <p className="mt-2 text-14 text-ink-soft">
        Empreinte, visage ou code de votre appareil : ni mot de passe, ni chiffres.
      </p>
    </div>
  );
}
