import { controlClass, Field } from "../../../ui/forms/field.tsx";

/**
 * For how many to book, each with the price of all (rule: for-several). The platform's own list, so
 * that it costs the page next to no script.
 */
export function SeatsField({
  choices,
  value,
  onChange,
  error,
}: {
  /** « 2 places · 90,00 € », from one seat up; empty for a number that cannot be booked. */
  choices: readonly string[];
  value: number;
  onChange: (seats: number) => void;
  error: readonly string[] | undefined;
}) {
  return (
    <Field className="mt-4" label="Pour combien" error={error}>
      {(control) => (
        <select
          {...control}
          name="seats"
          value={value}
          onChange={({ target }) => onChange(Number(target.value))}
          className={controlClass}
        >
          {choices.map(
            (text, at) =>
              text && (
                <option key={text} value={at + 1}>
                  {text}
                </option>
              ),
          )}
        </select>
      )}
    </Field>
  );
}

/**
 * The number of seats to book: the wanted one where this slot has so many, else its first choice,
 * and one without a choice.
 */
export function seatsToBook(choices: readonly string[], wanted: number): number {
  if (choices[wanted - 1]) return wanted;
  return Math.max(1, choices.findIndex(Boolean) + 1);
}
