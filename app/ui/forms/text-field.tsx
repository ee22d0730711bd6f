import type { FieldMetadata } from "@conform-to/react";
import type { ComponentProps } from "react";
import { Field, TextArea, TextInput } from "./field.tsx";
import { Select, type SelectProps } from "./select.tsx";

export type KnownField = Pick<
  FieldMetadata<string | null | undefined>,
  "name" | "initialValue" | "errors"
>;

/** A form without Conform gives `name`, `defaultValue` and `error` by hand. */
type Shown = Omit<ComponentProps<typeof Field>, "children"> & { field?: KnownField };

function shownOf({ field, label, hint, error, optional = false, id, className = "" }: Shown) {
  return { label, hint, error: error ?? field?.errors, optional, id, className };
}

function controlOf<Props extends Shown>(props: Props) {
  const { field, label, hint, error, optional, id, className, ...control } = props;
  return field ? { ...control, name: field.name, defaultValue: field.initialValue ?? "" } : control;
}

export function TextField(props: Shown & Omit<ComponentProps<"input">, keyof Shown>) {
  return (
    <Field {...shownOf(props)}>
      {(control) => <TextInput {...controlOf(props)} {...control} />}
    </Field>
  );
}

export function EmailField(props: ComponentProps<typeof TextField>) {
  return <TextField name="email" type="email" autoComplete="email" {...props} />;
}

export function NumberField({
  decimal = false,
  ...props
}: ComponentProps<typeof TextField> & { decimal?: boolean }) {
  return <TextField inputMode={decimal ? "decimal" : "numeric"} autoComplete="off" {...props} />;
}

export function TextAreaField(props: Shown & Omit<ComponentProps<"textarea">, keyof Shown>) {
  return (
    <Field {...shownOf(props)}>
      {(control) => <TextArea {...controlOf(props)} {...control} />}
    </Field>
  );
}

export function SelectField(props: Shown & Omit<SelectProps, keyof Shown>) {
  return (
    <Field {...shownOf(props)}>{(control) => <Select {...controlOf(props)} {...control} />}</Field>
  );
}

export function HiddenField({ field }: { field: { name: string; value?: unknown } }) {
  return <input type="hidden" name={field.name} value={String(field.value ?? "")} />;
}
