import { Form } from "react-router";
import { Button } from "../../../ui/button.tsx";
import { HiddenFields } from "../../../ui/forms/hidden-fields.tsx";
import { useFirstError } from "../../../ui/forms/use-first-error.ts";
import { PasswordFields } from "./password-fields.tsx";

/** Asks for the new password after a reset link was followed (rule: reset-link). */
export function ResetForm({
  token,
  email,
  next,
  busy,
  fields,
}: {
  token: string;
  email: string;
  next: string;
  busy: boolean;
  fields: Record<string, string[]> | undefined;
}) {
  const form = useFirstError(fields);
  return (
    <Form ref={form} method="post" noValidate className="mt-7">
      <HiddenFields intent="reset" token={token} suite={next} />
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
