import { Form, useNavigation } from "react-router";
import type { FieldErrors } from "#core/errors.ts";
import { MAX_CONTENT_REPORT } from "#core/moderation/rules.ts";
import { Field, TextArea } from "../../ui/forms/field.tsx";
import { HiddenFields } from "../../ui/forms/hidden-fields.tsx";
import { SendButton } from "../../ui/forms/once-form.tsx";
import { useFieldErrors } from "../../ui/forms/use-field-errors.ts";
import { useFirstError } from "../../ui/forms/use-first-error.ts";

export function ContestForm({
  token,
  answer,
  label,
  hint,
  button,
}: {
  token: string;
  answer: { fields: FieldErrors; text: string } | undefined;
  label: string;
  hint: string;
  button: string;
}) {
  const form = useFirstError(answer?.fields);
  const { errorOf, onInput } = useFieldErrors(answer?.fields);
  const busy = useNavigation().state === "submitting";
  return (
    <Form ref={form} method="post" noValidate onInput={onInput} className="mt-6">
      <HiddenFields token={token} />
      <fieldset disabled={busy} className="grid gap-6">
        <legend className="sr-only">Votre demande</legend>
        <Field
          label={label}
          hint={`${MAX_CONTENT_REPORT.toLocaleString("fr-FR")} caractères au plus. ${hint}`}
          error={errorOf("text")}
        >
          {(control) => <TextArea {...control} name="text" rows={5} defaultValue={answer?.text} />}
        </Field>
        <SendButton busy={busy} working="Envoi...">
          {button}
        </SendButton>
      </fieldset>
    </Form>
  );
}
