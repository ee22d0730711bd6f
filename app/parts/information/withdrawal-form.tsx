import { Form, useNavigation } from "react-router";
import { Button } from "../../ui/button.tsx";
import { EmailInput, Field, TextArea, TextInput } from "../../ui/forms/field.tsx";
import { RetryKey } from "../../ui/forms/retry-key.tsx";
import { useFieldErrors } from "../../ui/forms/use-field-errors.ts";
import { useFirstError } from "../../ui/forms/use-first-error.ts";

export interface WithdrawalValues {
  name: string;
  email: string;
  contract: string;
}

/** The declaration of withdrawal, and its confirmation in the words of the code (D221-5). */
export function WithdrawalForm({
  values,
  fields,
  retryKey,
}: {
  values: WithdrawalValues;
  fields: Record<string, string[]> | undefined;
  /** A new key, in place of one that was used for something else. */
  retryKey: string | undefined;
}) {
  const busy = useNavigation().state === "submitting";
  const form = useFirstError(fields);
  const { errorOf, onInput } = useFieldErrors(fields);
  return (
    <Form ref={form} method="post" noValidate onInput={onInput}>
      <RetryKey value={retryKey} />
      <fieldset disabled={busy} className="grid gap-5">
        <legend className="sr-only">Votre déclaration</legend>
        <Field label="Nom complet" error={errorOf("name")}>
          {(control) => (
            <TextInput {...control} name="name" autoComplete="name" defaultValue={values.name} />
          )}
        </Field>
        <Field
          label="E-mail"
          hint="L'accusé de réception y est envoyé aussitôt."
          error={errorOf("email")}
        >
          {(control) => <EmailInput {...control} defaultValue={values.email} />}
        </Field>
        <Field
          label="Réservation ou contrat concerné"
          hint="Par exemple la séance, sa date et le praticien, ou l'abonnement et sa date."
          error={errorOf("contract")}
        >
          {(control) => (
            <TextArea {...control} name="contract" rows={3} defaultValue={values.contract} />
          )}
        </Field>
        <p className="rounded-control bg-sand-100 px-4 py-3">
          Je vous notifie par la présente ma rétractation de ce contrat.
        </p>
        <Button type="submit" variant="clay" size="large" block busy={busy}>
          Confirmer la rétractation
        </Button>
      </fieldset>
    </Form>
  );
}
