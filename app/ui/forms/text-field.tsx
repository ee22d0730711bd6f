import type { FieldMetadata } from "@conform-to/react";
import type { ComponentProps } from "react";
import { Field, TextArea, TextInput } from "./field.tsx";

export type KnownField = Pick<
  FieldMetadata<string | null | undefined>,
  "name" | "initialValue" | "errors"
>;

type Shown = Pick<ComponentProps<typeof Field>, "label" | "hint" | "optional" | "className"> & {
  field: KnownField;
};

export function TextField({
  field,
  label,
  hint,
  optional = false,
  className = "",
  ...input
}: Shown & Omit<ComponentProps<"input">, keyof Shown>) {
  return (
    <Field {...{ label, hint, optional, className }} error={field.errors}>
      {(control) => (
        <TextInput
          {...input}
          {...control}
          name={field.name}
          defaultValue={field.initialValue ?? ""}
        />
      )}
    </Field>
  );
}

export function NumberField({
  decimal = false,
  ...props
}: ComponentProps<typeof TextField> & { decimal?: boolean }) {
  return <TextField inputMode={decimal ? "decimal" : "numeric"} autoComplete="off" {...props} />;
}

export function HiddenField({ field }: { field: { name: string; value?: unknown } }) {
  return <input type="hidden" name={field.name} value={String(field.value ?? "")} />;
}

export function TextAreaField({
  field,
  label,
  hint,
  optional = false,
  className = "",
  ...input
}: Shown & Omit<ComponentProps<"textarea">, keyof Shown>) {
  return (
    <Field {...{ label, hint, optional, className }} error={field.errors}>
      {(control) => (
        <TextArea
          {...input}
          {...control}
          name={field.name}
          defaultValue={field.initialValue ?? ""}
        />
      )}
    </Field>
  );
}
