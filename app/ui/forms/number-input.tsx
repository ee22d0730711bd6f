import type { ComponentProps } from "react";
import { TextInput } from "./field.tsx";

/**
 * A number as text, with a phone's numeric keyboard. The browser's own number field changes when
 * the page is scrolled over it, and reads « 45,50 » by the browser's language. Its reader uses
 * `readNumber` and reports a wrong one beside the field.
 */
export function NumberInput({
  decimal = false,
  ...props
}: Omit<ComponentProps<"input">, "type" | "inputMode" | "min" | "max" | "step"> & {
  /** Whether it may have a fraction. */
  decimal?: boolean;
}) {
  return (
    <TextInput
      type="text"
      inputMode={decimal ? "decimal" : "numeric"}
      autoComplete="off"
      {...props}
    />
  );
}
