import { type ComponentProps, type ReactNode, useId } from "react";
import { durationLabel } from "#core/catalogue/labels.ts";
import { Field } from "../../ui/forms/field.tsx";
import { NumberInput } from "../../ui/forms/number-input.tsx";
import type { Typed } from "./price-plan.ts";

export function RadioChoices({
  legend,
  error,
  className = "auto-cols-fr grid-flow-col rounded-control border border-sand-500 bg-surface",
  children,
}: {
  legend: string;
  error?: string[] | undefined;
  className?: string;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <fieldset aria-describedby={error ? id : undefined}>
      <legend className="mb-1.5 font-label">{legend}</legend>
      <div className={`grid ${className}`}>{children}</div>
      {error && (
        <p id={id} className="mt-1.5 text-14 font-label text-danger">
          {error[0]}
        </p>
      )}
    </fieldset>
  );
}

export function Pick({
  label,
  known,
  ...input
}: Pick<ComponentProps<"input">, "name" | "value"> & {
  name: string;
  value: string;
  label: string;
  known: Typed;
}) {
  return (
    <label className="relative grid min-h-12 place-items-center border-sand-300 px-1 py-1 text-center font-medium figures not-first:border-l has-checked:rounded-control has-checked:border-transparent has-checked:bg-sage-100 has-checked:font-bold has-checked:text-sage-800 has-checked:inset-ring-2 has-checked:inset-ring-sage-600 has-focus-visible:outline-2 has-focus-visible:outline-offset-2">
      <input
        {...input}
        type="radio"
        defaultChecked={known[input.name] === input.value}
        className="absolute inset-0 cursor-pointer opacity-0"
      />
      {label}
    </label>
  );
}

export function Times({
  name,
  times,
  known,
}: {
  name: "time" | "tomorrowTime";
  times: readonly string[];
  known: Typed;
}) {
  return (
    <RadioChoices legend="Heure" className="pub-times">
      {times.map((time) => (
        <Pick key={time} name={name} value={time} known={known} label={time} />
      ))}
      <Pick name={name} value="other" known={known} label="Autre" />
      {times.length === 0 && (
        <p className="col-span-3 content-center px-2 text-14 text-ink-soft">
          Aucune heure n'est libre ce jour-là dans vos horaires.
        </p>
      )}
    </RadioChoices>
  );
}

/** Lengths in minutes. */
export function LengthChoices({
  legend,
  lengths,
  known,
  error,
  children,
}: {
  legend: string;
  lengths: readonly number[];
  known: Typed;
  error: string[] | undefined;
  children?: ReactNode;
}) {
  return (
    <div className="group/lasts grid gap-3">
      <RadioChoices legend={legend} error={error}>
        {lengths.map((minutes) => (
          <Pick
            key={minutes}
            name="minutes"
            value={String(minutes)}
            known={known}
            label={durationLabel(minutes)}
          />
        ))}
        <Pick name="minutes" value="other" known={known} label="Autre" />
      </RadioChoices>
      <div className="hidden group-has-[[name=minutes][value=other]:checked]/lasts:block">
        <Field label="En minutes">
          {(control) => (
            <NumberInput {...control} name="otherMinutes" defaultValue={known.otherMinutes} />
          )}
        </Field>
      </div>
      {children}
    </div>
  );
}
