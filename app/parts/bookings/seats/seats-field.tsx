import { seatsLabel } from "#core/bookings/seats/labels.ts";
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
    <Field className="mt-4 noscript:hidden" label="Pour combien" error={error}>
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
 * The same without scripts, where it cannot follow the choice in the list: as many as any slot has,
 * under a name of their own. The server says what the chosen one cannot give.
 */
export function SeatsOfAny({
  most,
  value,
  error,
}: {
  most: number;
  value: number;
  error: readonly string[] | undefined;
}) {
  return (
    <noscript>
      <Field className="mt-4" id="places" label="Pour combien" error={error}>
        {(control) => (
          <select {...control} name="seatsOfAny" defaultValue={value} className={controlClass}>
            {Array.from({ length: most }, (_, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the number is all that an item is
              <option key={at} value={at + 1}>
                {seatsLabel(at + 1)}
              </option>
            ))}
          </select>
        )}
      </Field>
    </noscript>
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
