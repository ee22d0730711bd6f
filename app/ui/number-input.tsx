import type { ComponentProps } from "react";
import { TextInput } from "./field.tsx";

/**
 * A number as text, with the keyboard of one on a phone. The browser's own number field changes what
 * stands in it when the page is scrolled over it, and reads « 45,50 » by its own language: whoever
 * takes it reads it by `readNumber` and says beside the field what does not fit.
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
