import { Form } from "react-router";
import type { FieldErrors } from "#core/errors.ts";
import { Checkbox } from "../../ui/forms/checkbox.tsx";
import { RetryKey } from "../../ui/forms/retry-key.tsx";
import { TextAreaField, TextField } from "../../ui/forms/text-field.tsx";
import { useFieldErrors } from "../../ui/forms/use-field-errors.ts";
import { useFirstError } from "../../ui/forms/use-first-error.ts";
import { SendButton } from "../information/message-form.tsx";

interface Answer {
  typed: { reason: string; text: string };
  fields: FieldErrors;
}

export function ReportForm<Reason extends string>({
  reasons,
  longest,
  retryKey,
  answer,
  busy,
  more,
  children,
}: {
  reasons: Record<Reason, string>;
  longest: number;
  retryKey: string;
  answer: Answer | undefined;
  busy: boolean;
  more?: (errorOf: (name: string) => string[] | undefined) => React.ReactNode;
  children: React.ReactNode;
}) {
  const form = useFirstError(answer?.fields);
  const { errorOf, onInput } = useFieldErrors(answer?.fields);
  const error = errorOf("reason");
  return (
    <Form ref={form} method="post" noValidate onInput={onInput} className="mt-6">
      <RetryKey value={retryKey} />
      <fieldset disabled={busy} className="grid gap-6">
        <legend className="sr-only">Votre signalement</legend>
        <fieldset>
          <legend className="font-label">Pour quelle raison ?</legend>
          {Object.entries<string>(reasons).map(([reason, words]) => (
            <label key={reason} className="flex min-h-11 items-center gap-3">
              <input
                type="radio"
                name="reason"
                value={reason}
                defaultChecked={answer?.typed.reason === reason}
                aria-invalid={error ? true : undefined}
                aria-describedby={error && "raison-erreur"}
                className="size-5 shrink-0 accent-sage-600"
              />
              {words}
            </label>
          ))}
          {error && (
            <p id="raison-erreur" className="mt-1.5 text-14 font-label text-danger">
              {error[0]}
            </p>
          )}
        </fieldset>
        <TextAreaField
          name="text"
          label="Expliquez-nous"
          error={errorOf("text")}
          hint={`${longest.toLocaleString("fr-FR")} caractères au plus.`}
          rows={5}
          defaultValue={answer?.typed.text}
        />
        {more?.(errorOf)}
        <p className="text-14 text-ink-soft">{children}</p>
        <SendButton busy={busy} working="Envoi...">
          Envoyer le signalement
        </SendButton>
      </fieldset>
    </Form>
  );
}

type ErrorOf = (name: string) => string[] | undefined;

export function ReporterEmail({
  errorOf,
  typed,
  hint,
  optional = false,
}: {
  errorOf: ErrorOf;
  typed: string | undefined;
  hint: string;
  optional?: boolean;
}) {
  return (
    <TextField
      name="email"
      label="Votre e-mail"
      hint={hint}
      optional={optional}
      error={errorOf("email")}
      type="email"
      autoComplete="email"
      defaultValue={typed}
    />
  );
}

/** Required of a report (règlement (UE) 2022/2065, article 16, 2, d). */
export function GoodFaith({ errorOf, isSure }: { errorOf: ErrorOf; isSure: boolean | undefined }) {
  const error = errorOf("goodFaith");
  return (
    <div>
      <Checkbox
        name="goodFaith"
        defaultChecked={isSure}
        aria-invalid={error ? true : undefined}
        aria-describedby={error && "bonne-foi-erreur"}
        label="Je pense de bonne foi que c'est exact et complet."
      />
      {error && (
        <p id="bonne-foi-erreur" className="text-14 font-label text-danger">
          {error[0]}
        </p>
      )}
    </div>
  );
}
