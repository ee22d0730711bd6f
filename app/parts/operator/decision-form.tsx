import { type ReactNode, useId, useState } from "react";
import { Form, useNavigation } from "react-router";
import type { RehearsedMail } from "#core/notifications/schema.ts";
import { REASON_MAX } from "#core/operators/acts/rules.ts";
import { Button } from "../../ui/button.tsx";
import { Field, TextArea } from "../../ui/forms/field.tsx";
import { HiddenFields } from "../../ui/forms/hidden-fields.tsx";
import { useFieldErrors } from "../../ui/forms/use-field-errors.ts";
import { useFirstError } from "../../ui/forms/use-first-error.ts";
import { Notice } from "../../ui/notice.tsx";
import type { ToastMessage } from "../../ui/toasts/toast.ts";
import { type Confirmation, ConfirmField } from "./fields/confirm-field.tsx";
import { FootBar } from "./foot-bar.tsx";

export interface DecisionAnswer {
  fields: Record<string, string[]>;
  toast: ToastMessage | null;
  isSaid: boolean;
  typed: Record<string, string>;
  mails: RehearsedMail[] | null;
  confirm: Confirmation | null;
}

export function DecisionForm({
  choices,
  hidden = {},
  reasonLabel,
  reasonHint,
  button,
  act = "Choisir quoi faire",
  isAside = false,
  answer,
  children,
}: {
  choices: { value: string; name: string; text: string }[];
  /** The figures that the choices were shown with. */
  hidden?: Record<string, string>;
  reasonLabel: string;
  reasonHint: string;
  button: string;
  act?: string;
  isAside?: boolean;
  answer: DecisionAnswer | undefined;
  children?: (errorOf: (name: string) => string[] | undefined) => ReactNode;
}) {
  const busy = useNavigation().formMethod === "POST";
  const form = useFirstError(answer?.fields);
  const { errorOf, onInput } = useFieldErrors(answer?.fields);
  const error = errorOf("decision");
  const formId = useId();
  const [chosen, choose] = useState(answer?.typed.decision);
  // What it says is no longer what would be done.
  const [outdated, outdate] = useState<DecisionAnswer>();
  const submit = (
    <Button type="submit" variant={isAside ? "sage" : "clay"} size="large" block busy={busy}>
      {button}
    </Button>
  );
  return (
    <Form
      ref={form}
      id={formId}
      method="post"
      noValidate
      className="group/decision"
      data-outdated={(answer !== undefined && outdated === answer) || undefined}
      onInput={(event) => {
        onInput(event);
        if ((event.target as HTMLInputElement).name !== "confirmed") outdate(answer);
      }}
    >
      <fieldset disabled={busy} className="grid gap-6">
        <legend className="sr-only">{choices.length > 0 ? "Votre décision" : button}</legend>
        <HiddenFields {...hidden} {...(answer?.confirm && keptOf(hidden, answer.typed))} />
        {answer?.isSaid && (
          <Notice tone="danger" role="alert">
            {answer.toast?.text}
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
                    onChange={() => choose(value)}
                    aria-invalid={error ? true : undefined}
                    aria-describedby={error && "decision-erreur"}
                    className="size-5 shrink-0 accent-sage-600"
                  />
                  <span className="wrap-anywhere">
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
              maxLength={REASON_MAX}
              defaultValue={answer?.typed.reason}
            />
          )}
        </Field>
        <ConfirmField answer={answer} />
        {isAside ? (
          submit
        ) : (
          <FootBar
            says={choices.find(({ value }) => value === chosen)?.name ?? act}
            formId={formId}
          >
            {submit}
          </FootBar>
        )}
      </fieldset>
    </Form>
  );
}

/** As they were sent, so that what is confirmed is what was asked. */
function keptOf(hidden: Record<string, string>, typed: Record<string, string>) {
  return Object.fromEntries(Object.keys(hidden).map((name) => [name, typed[name] ?? ""]));
}
