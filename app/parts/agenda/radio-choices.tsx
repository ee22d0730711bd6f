import type { ComponentProps, ReactNode } from "react";
import { durationLabel } from "#core/catalogue/labels.ts";
import { Choices } from "../../ui/forms/choices.tsx";
import { NumberField } from "../../ui/forms/text-field.tsx";
import type { Typed } from "./price-plan.ts";

interface PickProps extends Pick<ComponentProps<"input">, "name" | "value"> {
  name: string;
  value: string;
  label: string;
  known: Typed;
}

export function Pick({ label, known, ...input }: PickProps) {
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

interface TimesProps {
  name: "time" | "tomorrowTime";
  times: readonly string[];
  known: Typed;
}

export function Times({ name, times, known }: TimesProps) {
  return (
    <Choices legend="Heure" className="grid pub-times">
      {times.map((time) => (
        <Pick key={time} name={name} value={time} known={known} label={time} />
      ))}
      <Pick name={name} value="other" known={known} label="Autre" />
      {times.length === 0 && (
        <p className="col-span-3 content-center px-2 text-14 text-ink-soft">
          Aucune heure n'est libre ce jour-là dans vos horaires.
        </p>
      )}
    </Choices>
  );
}

interface LengthChoicesProps {
  legend: string;
  lengths: readonly number[];
  known: Typed;
  error: string[] | undefined;
  children?: ReactNode;
}

export function LengthChoices({ legend, lengths, known, error, children }: LengthChoicesProps) {
  return (
    <div className="group/lasts grid gap-3">
      <Choices legend={legend} error={error}>
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
      </Choices>
      <div className="hidden group-has-[[name=minutes][value=other]:checked]/lasts:block">
        <NumberField name="otherMinutes" label="En minutes" defaultValue={known.otherMinutes} />
      </div>
      {children}
    </div>
  );
}
