import type { ComponentProps, ReactNode } from "react";

export function Checkbox({
  label,
  className = "",
  ...props
}: Omit<ComponentProps<"input">, "type"> & { label: ReactNode }) {
  return (
    <label className={`flex min-h-11 items-center gap-3 ${className}`}>
      <input {...props} type="checkbox" className="size-5 shrink-0 accent-sage-600" />
      <span>{label}</span>
    </label>
  );
}
