import { Button } from "../../ui/button.tsx";
import { EmailInput, Field, TextArea, TextInput } from "../../ui/forms/field.tsx";
import { MessageForm, type Refused } from "./message-form.tsx";

export interface WithdrawalValues {
  name: string;
  email: string;
  contract: string;
}

/** Confirms in the words of the law (code de la consommation, D221-5). */
export function WithdrawalForm({ values, ...refused }: Refused & { values: WithdrawalValues }) {
  return (
    <MessageForm legend="Votre déclaration" {...refused}>
      {({ errorOf, busy }) => (
        <>
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
        </>
      )}
    </MessageForm>
  );
}
