import { RETURN_MEANS_NAMES } from "#core/return-means.ts";
import { Field, TextInput } from "../../../ui/forms/field.tsx";
import { Select } from "../../../ui/forms/select.tsx";

export function ProofFields({
  errorOf,
  typed = {},
  today,
}: {
  errorOf: (name: string) => string[] | undefined;
  typed: Record<string, string> | undefined;
  /** « 2026-11-29 »: no day after it. */
  today: string;
}) {
  return (
    <>
      <Field label="Rendu le" error={errorOf("madeOn")}>
        {(control) => (
          <TextInput
            {...control}
            type="date"
            name="madeOn"
            max={today}
            defaultValue={typed.madeOn}
          />
        )}
      </Field>
      <Field label="Moyen" error={errorOf("means")}>
        {(control) => (
          <Select {...control} name="means" defaultValue={typed.means ?? ""}>
            <option value="">À choisir</option>
            {Object.entries(RETURN_MEANS_NAMES).map(([means, name]) => (
              <option key={means} value={means}>
                {name}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field
        label="Référence"
        hint="Celle que la banque montre : le client la lit dans son e-mail."
        error={errorOf("reference")}
      >
        {(control) => (
          <TextInput
            {...control}
            name="reference"
            autoComplete="off"
            maxLength={100}
            defaultValue={typed.reference}
          />
        )}
      </Field>
    </>
  );
}
