import { CircleAlert } from "@lucide/icons";
import { type ReactNode, useId } from "react";
import type { KnownField } from "../../ui/forms/text-field.tsx";
import { Panel } from "../../ui/panel.tsx";
import { Icon } from "../../ui/pictures/icon.tsx";

interface FormSectionProps {
  id: string;
  title: string;
  intro?: ReactNode;
  children: ReactNode;
}

export function FormSection({ id, title, intro, children }: FormSectionProps) {
  return (
    <Panel
      aria-labelledby={id}
      className="grid gap-x-10 gap-y-6 lg:grid-cols-[minmax(0,4fr)_minmax(0,8fr)]"
    >
      <div>
        <h2 id={id} className="text-22">
          {title}
        </h2>
        {intro && <p className="mt-2 text-14 text-ink-soft">{intro}</p>}
      </div>
      <div className="grid min-w-0 gap-5">{children}</div>
    </Panel>
  );
}

interface ChoiceProps {
  field: Pick<KnownField, "name" | "initialValue">;
  value: string;
  label: string;
  hint?: string;
  onChange?: () => void;
}

export function Choice({ field, value, label, hint, onChange }: ChoiceProps) {
  return (
    <label className="flex min-h-14 flex-1 basis-52 items-center gap-3 rounded-control border border-sand-500 bg-surface px-4 py-2 has-checked:border-sage-600 has-checked:bg-sage-100 has-checked:inset-ring has-checked:inset-ring-sage-600">
      <input
        type="radio"
        name={field.name}
        value={value}
        defaultChecked={field.initialValue === value}
        onChange={onChange}
        className="size-5 shrink-0 accent-sage-600"
      />
      <span>
        <span className="block font-label">{label}</span>
        {hint && <span className="block text-14 text-ink-soft">{hint}</span>}
      </span>
    </label>
  );
}

interface ChoiceGroupProps {
  legend: string;
  error?: readonly string[] | undefined;
  children: ReactNode;
}

export function ChoiceGroup({ legend, error, children }: ChoiceGroupProps) {
  const id = useId();
  const message = error?.[0];
  return (
    <fieldset className="min-w-0" aria-describedby={message ? id : undefined}>
      <legend className="mb-1.5 font-label">{legend}</legend>
      <div className="flex flex-wrap gap-2.5">{children}</div>
      {message && (
        <p id={id} className="mt-1.5 flex items-start gap-1.5 text-14 font-label text-danger">
          <Icon of={CircleAlert} className="mt-0.5 size-4 shrink-0" />
          {message}
        </p>
      )}
    </fieldset>
  );
}
