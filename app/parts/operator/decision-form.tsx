import type { ReactNode } from "react";
import { Form, useNavigation } from "react-router";
import { Button, type ButtonVariant } from "../../ui/button.tsx";
import { Field, TextArea } from "../../ui/forms/field.tsx";
import { HiddenFields } from "../../ui/forms/hidden-fields.tsx";
import { useFieldErrors } from "../../ui/forms/use-field-errors.ts";
import { useFirstError } from "../../ui/forms/use-first-error.ts";
import { Notice } from "../../ui/notice.tsx";
import type { ToastMessage } from "../../ui/toasts/toast.ts";

/** The answer to a decision that was refused. */
export interface DecisionAnswer {
  fields: Record<string, string[]>;
  toast: ToastMessage;
  /** Whether the refusal is of the whole, and of no field. */
  isSaid: boolean;
  typed: Record<string, string>;
}

/** Two or three ways to decide, why, and the button that does it. */
export function DecisionForm({
  choices,
  hidden = {},
  reasonLabel,
  reasonHint,
  button,
  variant = "clay",
  answer,
  children,
}: {
  /** None where there is but one thing to do. */
  choices: { value: string; name: string; text: string }[];
  /** Sent with the decision: the figures that its choices were shown with. */
  hidden?: Record<string, string>;
  reasonLabel: string;
  reasonHint: string;
  button: string;
  variant?: ButtonVariant;
  answer: DecisionAnswer | undefined;
  /** Further fields of the form, with the errors of theirs. */
  children?: (errorOf: (name: string) => string[] | undefined) => ReactNode;
}) {
  const busy = useNavigation().formMethod === "POST";
  const form = useFirstError(answer?.fields);
  const { errorOf, onInput } = useFieldErrors(answer?.fields);
  const error = errorOf("decision");
  return (
    <Form ref={form} method="post" noValidate onInput={onInput}>
      <fieldset disabled={busy} className="grid gap-6">
        <legend className="sr-only">Votre décision</legend>
        <HiddenFields {...hidden} />
        {answer?.isSaid && (
          <Notice tone="danger" role="alert">
            {answer.toast.text}
          </Notice>
        )}
        {choices.length > 0 && (
          <fieldset>
            <legend className="mb-1.5 font-label">Décision</legend>
            <div className="overflow-hidden rounded-control ring ring-sand-500">
              {choices.map(({ value, name, text }) => (
                <label
                  key={value}
                  className="flex min-h-11 gap-3 border-b border-sand-300 bg-surface p-4 last:border-b-0 has-checked:bg-sage-100"
                >
                  <input
                    type="radio"
                    name="decision"
                    value={value}
                    defaultChecked={answer?.typed.decision === value}
                    aria-invalid={error ? true : undefined}
                    aria-describedby={error && "decision-erreur"}
                    className="size-5 shrink-0 accent-sage-600"
                  />
                  <span>
                    <b className="block font-strong">{name}</b>
                    <span className="text-14 text-ink-soft">{text}</span>
                  </span>
                </label>
              ))}
            </div>
            {error && (
              <p id="decision-erreur" className="mt-1.5 text-14 font-label text-danger">
                {error[0]}
              </p>
            )}
          </fieldset>
        )}
        {children?.(errorOf)}
        <Field label={reasonLabel} hint={reasonHint} error={errorOf("reason")}>
          {(control) => (
            <TextArea
              {...control}
              name="reason"
              rows={4}
              maxLength={1_000}
              defaultValue={answer?.typed.reason}
            />
          )}
        </Field>
        <Button type="submit" variant={variant} size="large" block busy={busy}>
          {button}
        </Button>
      </fieldset>
    </Form>
  );
}
