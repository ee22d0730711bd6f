import { type ReactNode, useId, useState } from "react";
import { MAX_REASON } from "#core/operators/acts/rules.ts";
import {
  AnswerForm,
  ConfirmField,
  type DecisionAnswer,
  FootBar,
  SubmitButton,
  TextAreaField,
  useAnswer,
} from "./fields/answer-form.tsx";

export interface Choice {
  value: string;
  name: string;
  text: string;
}

export function DecisionForm({
  choices = [],
  hidden = {},
  reasonLabel = "Motif, lu plus tard par le contrôle",
  reasonHint,
  button = "Décider",
  act = "Choisir quoi faire",
  isAside = false,
  answer,
  children,
}: {
  choices?: Choice[];
  /** The figures that the choices were shown with. */
  hidden?: Record<string, string>;
  reasonLabel?: string;
  reasonHint: string;
  button?: string;
  act?: string;
  isAside?: boolean;
  answer: DecisionAnswer | undefined;
  children?: ReactNode;
}) {
  const formId = useId();
  const [chosen, choose] = useState(answer?.typed.decision);
  // What it says is no longer what would be done.
  const [outdated, outdate] = useState<DecisionAnswer>();
  const submit = (
    <SubmitButton variant={isAside ? "sage" : "clay"} size="large" block>
      {button}
    </SubmitButton>
  );
  return (
    <AnswerForm
      id={formId}
      answer={answer}
      legend={choices.length > 0 ? "Votre décision" : button}
      hidden={{ ...hidden, ...(answer?.confirm && keptOf(hidden, answer.typed)) }}
      className="group/decision"
      data-outdated={(answer !== undefined && outdated === answer) || undefined}
      onInput={({ target }) => {
        if ((target as HTMLInputElement).name !== "confirmed") outdate(answer);
      }}
    >
      {choices.length > 0 && <Choices choices={choices} choose={choose} />}
      {children}
      <TextAreaField
        name="reason"
        label={reasonLabel}
        hint={reasonHint}
        rows={4}
        maxLength={MAX_REASON}
      />
      <ConfirmField />
      {isAside ? (
        submit
      ) : (
        <FootBar says={choices.find(({ value }) => value === chosen)?.name ?? act} formId={formId}>
          {submit}
        </FootBar>
      )}
    </AnswerForm>
  );
}

function Choices({ choices, choose }: { choices: Choice[]; choose: (value: string) => void }) {
  const { answer, errorOf } = useAnswer();
  const error = errorOf("decision");
  return (
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
  );
}

/** As they were sent, so that what is confirmed is what was asked. */
function keptOf(hidden: Record<string, string>, typed: Record<string, string>) {
  return Object.fromEntries(Object.keys(hidden).map((name) => [name, typed[name] ?? ""]));
}
