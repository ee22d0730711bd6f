import { Field } from "../../../ui/forms/field.tsx";
import { Select } from "../../../ui/forms/select.tsx";

export function BasisField({
  words,
  error,
  typed,
  hint,
}: {
  words: Record<string, string>;
  error: string[] | undefined;
  typed: string | undefined;
  hint?: string;
}) {
  return (
    <Field label="Fondement" hint={hint} error={error}>
      {(control) => (
        <Select {...control} name="basis" defaultValue={typed ?? ""}>
          <option value="">À choisir</option>
          {Object.entries(words).map(([basis, name]) => (
            <option key={basis} value={basis}>
              {name}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}
