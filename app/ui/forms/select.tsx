import { ChevronDown } from "@lucide/icons";
import type { ComponentProps } from "react";
import { Icon } from "../pictures/icon.tsx";
import { controlClass } from "./field.tsx";

export function Select({ className = "", children, ...props }: ComponentProps<"select">) {
  return (
    <div className={`relative ${className}`}>
      <select {...props} className={`${controlClass} appearance-none pr-11`}>
        {children}
      </select>
      <Icon
        of={ChevronDown}
        className="pointer-events-none absolute top-1/2 right-3.5 size-5 -translate-y-1/2"
      />
    </div>
  );
}
