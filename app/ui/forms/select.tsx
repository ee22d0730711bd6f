import { ChevronDown } from "@lucide/icons";
import type { ComponentProps } from "react";
import { Icon } from "../pictures/icon.tsx";
import { controlClass } from "./field.tsx";

export interface SelectProps extends ComponentProps<"select"> {
  choices?: readonly (readonly [value: string | number, label: string])[];
}

export function Select({ className = "", children, choices = [], ...props }: SelectProps) {
  return (
    <div className={`relative ${className}`}>
      <select {...props} className={`${controlClass} appearance-none pr-11`}>
        {children}
        {choices.map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      <Icon
        of={ChevronDown}
        className="pointer-events-none absolute top-1/2 right-3.5 size-5 -translate-y-1/2"
      />
    </div>
  );
}
