import { type ChangeEvent, useState } from "react";
import { Form } from "react-router";
import { PASSWORD_MIN } from "#core/accounts/rules.ts";
import { Button } from "../../../ui/button.tsx";
import { Field } from "../../../ui/forms/field.tsx";
import { HiddenFields } from "../../../ui/forms/hidden-fields.tsx";
import { PasswordInput } from "../../../ui/forms/password-input.tsx";
import { useFirstError } from "../../../ui/forms/use-first-error.ts";
import type PasswordStrength from "./password-strength.tsx";

/** People put their names into passwords. */
const OWN_FIELDS = ["email", "username", "firstName", "lastName"];

/** The hint of strength blocks nothing (rule: password-length). */
export function PasswordFields({
  label = "Mot de passe",
  fields,
}: {
  label?: string;
  fields: Record<string, string[]> | undefined;
}) {
  const [typed, setTyped] = useState<{ password: string; own: string[] }>();
  const [Strength, setStrength] = useState<typeof PasswordStrength>();
  function type({ target }: ChangeEvent<HTMLInputElement>) {
    const form = target.form && new FormData(target.form);
    const own = OWN_FIELDS.map((name) => String(form?.get(name) ?? ""));
    setTyped({ password: target.value, own });
    // Without the lists of words the hint stays as it is.
    import("./password-strength.tsx").then(
      (module) => setStrength(() => module.default),
      () => {},
    );
  }
  return (
    <>
      <Field
        label={label}
        error={fields?.password}
        hint={
          typed?.password && Strength ? (
            <Strength {...typed} />
          ) : (
            `${PASSWORD_MIN} caractères au minimum.`
          )
        }
      >
        {(control) => (
          <PasswordInput {...control} name="password" autoComplete="new-password" onChange={type} />
        )}
      </Field>
      <Field label="Confirmer le mot de passe" error={fields?.confirmPassword}>
        {(control) => (
          <PasswordInput {...control} name="confirmPassword" autoComplete="new-password" />
        )}
      </Field>
    </>
  );
}

export function NewPasswordForm({
  email,
  hidden,
  busy,
  fields,
}: {
  email: string;
  hidden?: Record<string, string>;
  busy: boolean;
  fields: Record<string, string[]> | undefined;
}) {
  const form = useFirstError(fields);
  return (
    <Form ref={form} method="post" noValidate className="mt-7">
      <HiddenFields {...hidden} />
      {/* Tells a password manager whose password this is. */}
      <input type="hidden" name="username" autoComplete="username" value={email} />
      <fieldset disabled={busy} className="grid gap-5">
        <legend className="sr-only">Votre nouveau mot de passe</legend>
        <PasswordFields label="Nouveau mot de passe" fields={fields} />
        <Button type="submit" variant="clay" size="large" block busy={busy}>
          Enregistrer le mot de passe
        </Button>
      </fieldset>
    </Form>
  );
}
