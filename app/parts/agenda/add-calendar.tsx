import { Form, useNavigation } from "react-router";
import { PROVIDERS } from "#core/calendars/labels.ts";
import { Button } from "../../ui/button.tsx";
import { RetryKey } from "../../ui/forms/retry-key.tsx";
import { TextField } from "../../ui/forms/text-field.tsx";
import { useFieldErrors } from "../../ui/forms/use-field-errors.ts";
import { useFirstError } from "../../ui/forms/use-first-error.ts";

export function AddCalendar({
  retryKey,
  fields,
  typed,
}: {
  retryKey: string;
  fields: Record<string, string[] | null> | undefined;
  typed: { url: string; name: string } | null | undefined;
}) {
  const form = useFirstError(fields);
  const { errorOf, onInput } = useFieldErrors(fields);
  const busy = useNavigation().formData?.has("url") ?? false;
  return (
    <Form
      ref={form}
      method="post"
      noValidate
      onInput={onInput}
      className="mt-7 border-t border-sand-300 pt-6"
    >
      <h3>Suivre un agenda</h3>
      <RetryKey value={retryKey} />
      <fieldset disabled={busy} className="mt-4 grid gap-5">
        <legend className="sr-only">Suivre un agenda</legend>
        <TextField
          name="url"
          label="Adresse de l'agenda"
          error={errorOf("url")}
          hint="Son adresse secrète au format iCal. Nous la gardons pour nous."
          type="url"
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          placeholder="https://"
          defaultValue={typed?.url}
        />
        <TextField
          name="name"
          label="Nom"
          optional
          error={errorOf("name")}
          autoComplete="off"
          placeholder="Agenda privé"
          defaultValue={typed?.name}
        />
        <div className="flex flex-wrap items-center gap-4">
          <Button type="submit" variant="sage" busy={busy}>
            Suivre cet agenda
          </Button>
          {busy && <span className="text-14 text-ink-soft">Nous le lisons...</span>}
        </div>
      </fieldset>
      <details className="mt-5">
        <summary className="inline-flex min-h-11 cursor-pointer items-center font-label text-sage-600 underline underline-offset-4">
          Où trouver cette adresse ?
        </summary>
        <dl className="mt-2 grid gap-3 text-14">
          {PROVIDERS.map(({ name, steps }) => (
            <div key={name}>
              <dt className="font-label">{name}</dt>
              <dd className="text-ink-soft">{steps}</dd>
            </div>
          ))}
        </dl>
      </details>
    </Form>
  );
}
