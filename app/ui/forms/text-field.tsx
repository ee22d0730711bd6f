import type { FieldMetadata } from "@conform-to/react";
import type { ComponentProps } from "react";
import { Field, TextArea, TextInput } from "./field.tsx";

/** Conform's metadata of a field of text, as far as it is drawn; a short form makes it by hand. */
export type KnownField = Pick<
  FieldMetadata<string | null | undefined>,
  "name" | "initialValue" | "errors"
>;

type Shown = Pick<ComponentProps<typeof Field>, "label" | "hint" | "optional" | "className"> & {
  field: KnownField;
};

/** A line of text, with its label, hint and message. */
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

/**
 * A number as text, with a phone's numeric keyboard (number-input.tsx); `decimal` if it may have a
 * fraction.
 */
export function NumberField({
  decimal = false,
  ...props
}: ComponentProps<typeof TextField> & { decimal?: boolean }) {
  return <TextField inputMode={decimal ? "decimal" : "numeric"} autoComplete="off" {...props} />;
}

/** A value that nobody types, and that the action's answer may renew. */
export function HiddenField({ field }: { field: { name: string; value?: unknown } }) {
  return <input type="hidden" name={field.name} value={String(field.value ?? "")} />;
}

/** The same for several lines. */
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
