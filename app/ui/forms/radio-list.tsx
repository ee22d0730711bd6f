import { Choices } from "./choices.tsx";

interface RadioListProps<Value extends string> {
  legend: string;
  name: string;
  choices: Record<Value, string>;
  value: string | null | undefined;
  error: string[] | undefined;
}

export function RadioList<Value extends string>({
  legend,
  name,
  choices,
  value,
  error,
}: RadioListProps<Value>) {
  return (
    <Choices legend={legend} error={error} className="">
      {Object.entries<string>(choices).map(([choice, label]) => (
        <label key={choice} className="flex min-h-11 items-center gap-3">
          <input
            type="radio"
            name={name}
            value={choice}
            defaultChecked={value === choice}
            aria-invalid={error ? true : undefined}
            className="size-5 shrink-0 accent-sage-600"
          />
          {label}
        </label>
      ))}
    </Choices>
  );
}
