import type { ComponentProps } from "react";
import { TextInput } from "./field.tsx";

interface NumberInputProps
  extends Omit<ComponentProps<"input">, "type" | "inputMode" | "min" | "max" | "step"> {
  decimal?: boolean;
}

/** Browsers' number fields change on scroll and read « 45,50 » by language; use `readNumber`. */
export function NumberInput({ decimal = false, ...props }: NumberInputProps) {
  return (
    <TextInput
      type="text"
      inputMode={decimal ? "decimal" : "numeric"}
      autoComplete="off"
      {...props}
    />
  );
}
