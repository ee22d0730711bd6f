import { seatsLabel } from "#core/bookings/seats/labels.ts";
import { controlClass, Field } from "../../../ui/forms/field.tsx";

interface SeatsFieldProps {
  /** From one seat up; empty for a number that cannot be booked. */
  choices: readonly string[];
  value: number;
  onChange: (seats: number) => void;
  error: readonly string[] | undefined;
}

/** The platform's own list, which needs next to no script (rule: for-several). */
export function SeatsField({ choices, value, onChange, error }: SeatsFieldProps) {
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

interface SeatsOfAnyProps {
  most: number;
  value: number;
  error: readonly string[] | undefined;
}

/** Without scripts it cannot follow the slot: the server says what the chosen one cannot give. */
export function SeatsOfAny({ most, value, error }: SeatsOfAnyProps) {
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

export function seatsToBook(choices: readonly string[], wanted: number): number {
  if (choices[wanted - 1]) return wanted;
  return Math.max(1, choices.findIndex(Boolean) + 1);
}
