import { controlClass, Field } from "../../../ui/forms/field.tsx";

/**
 * For how many to book, each with the price of all (rule: for-several). The platform's own list, so
 * that it costs the page next to no script.
 */
export function SeatsField({
  choices,
  value,
  error,
}: {
  /** « 2 places · 90,00 € », from one seat up; empty for a number that cannot be booked. */
  choices: readonly string[];
  value: string | null;
  error: readonly string[] | undefined;
}) {
  return (
    <Field className="mt-4" label="Pour combien" error={error}>
      {(control) => (
        <select {...control} name="seats" defaultValue={value ?? 1} className={controlClass}>
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
