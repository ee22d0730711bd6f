import { Mail } from "@lucide/icons";
import { useId } from "react";
import { Form } from "react-router";
import { withSuite } from "#core/accounts/return-paths/rules.ts";
import * as addresses from "#site/addresses.ts";
import { Button } from "../../../ui/button.tsx";
import { EmailInput, Field } from "../../../ui/forms/field.tsx";
import { HiddenFields } from "../../../ui/forms/hidden-fields.tsx";
import { PasswordInput } from "../../../ui/forms/password-input.tsx";
import { useFirstError } from "../../../ui/forms/use-first-error.ts";
import { useHydrated } from "../../../ui/hooks/use-hydrated.ts";
import { Notice } from "../../../ui/notice.tsx";
import { Icon } from "../../../ui/pictures/icon.tsx";
import { TextLink, textLinkClass } from "../../../ui/text-link.tsx";
import type { ToastMessage } from "../../../ui/toasts/toast.ts";

export function LogInForm({
  next,
  heart,
  email,
  busy,
  failure,
}: {
  next: string;
  heart: string | null;
  email: string;
  busy: boolean;
  failure:
    | {
        email: string;
        fields: Record<string, string[]>;
        toast: ToastMessage;
        /** The account takes no guesses for a while, unless its password is reset. */
        isLockedOut?: boolean;
        unconfirmed: string | null;
        /** The secret of the decision's link; null of an open account. */
        suspended?: string | null;
      }
    | null
    | undefined;
}) {
  const form = useFirstError(failure);
  const noticeId = useId();
  // The password is most likely wrong, unless no e-mail was typed.
  const isNameless = failure?.email.trim() === "";
  const isWrong = failure && !failure.unconfirmed && failure.suspended == null;
  const hydrated = useHydrated();
  return (
    <>
      {failure && (
        <Notice tone="danger" className="mt-6">
          <span id={noticeId}>
            {failure.toast.text}
            {failure.isLockedOut && " Choisir un nouveau mot de passe rouvre l'accès aussitôt."}
          </span>{" "}
          {failure.suspended && (
            <TextLink to={addresses.contestAccountDecision(failure.suspended)}>
              Lire les motifs et contester
            </TextLink>
          )}
          {failure.suspended === "" && (
            <TextLink to={addresses.contactAbout("compte")}>Nous écrire</TextLink>
          )}
          {failure.isLockedOut && (
            <TextLink to={withSuite(addresses.forgottenPassword, next, heart)}>
              Réinitialiser mon mot de passe
            </TextLink>
          )}
        </Notice>
      )}
      {failure?.unconfirmed && (
        <Notice tone="info" className="mt-6">
          <Form method="post">
            <HiddenFields
              intent="resend"
              email={failure.email}
              signUpId={failure.unconfirmed}
              suite={next}
            />
            Le lien de confirmation n'est pas arrivé ?{" "}
            <button type="submit" className={`min-h-11 ${textLinkClass}`}>
              Renvoyer l'e-mail
            </button>
          </Form>
        </Notice>
      )}
      <Form ref={form} method="post" noValidate className="mt-7">
        <HiddenFields intent="log-in" suite={next} />
        {heart && <input type="hidden" name="favori" value={heart} />}
        {hydrated && <input type="hidden" name="alive" value="1" />}
        <fieldset disabled={busy} className="grid gap-5">
          <legend className="sr-only">Vos identifiants</legend>
          <Field label="E-mail" error={failure?.fields.email}>
            {(control) => (
              <EmailInput
                {...control}
                {...(isNameless && { "aria-invalid": true, "aria-describedby": noticeId })}
                autoComplete="username"
                defaultValue={failure?.email ?? email}
              />
            )}
          </Field>
          <div>
            <Field label="Mot de passe" error={failure?.fields.password}>
              {(control) => (
                <PasswordInput
                  {...control}
                  {...(isWrong && { "aria-invalid": true, "aria-describedby": noticeId })}
                  name="password"
                  autoComplete="current-password"
                />
              )}
            </Field>
            <p className="mt-1 text-right">
              <TextLink isTall to={withSuite(addresses.forgottenPassword, next, heart)}>
                Mot de passe oublié ?
              </TextLink>
            </p>
          </div>
          <Button type="submit" variant="clay" size="large" block busy={busy}>
            Se connecter
          </Button>
        </fieldset>
      </Form>
      <p className="mt-6 flex gap-2.5 text-14 text-ink-soft">
        <Icon of={Mail} className="mt-0.5 size-4 shrink-0" />
        Vous avez réservé sans compte ? Vos identifiants se trouvent dans l'e-mail reçu après le
        paiement.
      </p>
    </>
  );
}
