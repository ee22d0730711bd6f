import { Field, TextInput } from "../../../ui/forms/field.tsx";

export function AmountField({
  label,
  hint,
  error,
  typed,
}: {
  label: string;
  hint: string;
  error: string[] | undefined;
  typed: string | undefined;
}) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <TextInput
          {...control}
          name="amount"
          inputMode="decimal"
          autoComplete="off"
          defaultValue={typed}
        />
      )}
    </Field>
  );
}
