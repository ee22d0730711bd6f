import { Form, useNavigation } from "react-router";
import { Button } from "../../ui/button.tsx";
import { Field, TextArea, TextInput } from "../../ui/forms/field.tsx";
import { Select } from "../../ui/forms/select.tsx";
import { useFieldErrors } from "../../ui/forms/use-field-errors.ts";
import { useFirstError } from "../../ui/forms/use-first-error.ts";
import { Notice } from "../../ui/notice.tsx";
import type { DecisionAnswer } from "./decision-form.tsx";

export function AnnouncementForm({
  kinds,
  longest,
  suggested,
  answer,
}: {
  kinds: { value: string; name: string }[];
  longest: number;
  suggested: { from: string; until: string };
  answer: DecisionAnswer | undefined;
}) {
  const busy = useNavigation().formMethod === "POST";
  const form = useFirstError(answer?.fields);
  const { errorOf, onInput } = useFieldErrors(answer?.fields);
  const typed = answer?.typed;
  return (
    <Form ref={form} method="post" noValidate onInput={onInput}>
      <fieldset disabled={busy} className="grid gap-6">
        <legend className="sr-only">L'annonce</legend>
        {answer?.isSaid && (
          <Notice tone="danger" role="alert">
            {answer.toast?.text}
          </Notice>
        )}
        <Field label="Genre" error={errorOf("kind")}>
          {(control) => (
            <Select {...control} name="kind" defaultValue={typed?.kind}>
              {kinds.map(({ value, name }) => (
                <option key={value} value={value}>
                  {name}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field
          label="Texte"
          hint={`${longest} caractères au plus. Dites ce qui ne marche pas, et jusqu'à quand.`}
          error={errorOf("text")}
        >
          {(control) => (
            <TextArea
              {...control}
              name="text"
              rows={3}
              maxLength={longest}
              defaultValue={typed?.text}
            />
          )}
        </Field>
        <div className="grid gap-6 sm:grid-cols-2 lg:grid-cols-1">
          <Field label="Du" hint="Vide : dès maintenant." error={errorOf("from")}>
            {(control) => (
              <TextInput
                {...control}
                type="datetime-local"
                name="from"
                defaultValue={typed ? typed.from : suggested.from}
              />
            )}
          </Field>
          <Field label="Au" error={errorOf("until")}>
            {(control) => (
              <TextInput
                {...control}
                type="datetime-local"
                name="until"
                defaultValue={typed ? typed.until : suggested.until}
              />
            )}
          </Field>
        </div>
        <Field
          label="Pourquoi"
          hint="Inscrit au journal. Les visiteurs ne le lisent pas."
          error={errorOf("reason")}
        >
          {(control) => (
            <TextInput {...control} name="reason" autoComplete="off" defaultValue={typed?.reason} />
          )}
        </Field>
        <Button type="submit" variant="sage" size="large" block busy={busy}>
          Annoncer
        </Button>
      </fieldset>
    </Form>
  );
}
