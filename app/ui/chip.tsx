import { ChevronDown } from "@lucide/icons";
import { type ComponentProps, useEffect, useRef } from "react";
import { useLocation } from "react-router";
import { Icon } from "./pictures/icon.tsx";

export function chipClass(on: boolean | "pale" = false): string {
  return [
    "chip",
    on === "pale"
      ? "border-sage-600 bg-sage-100"
      : on
        ? "border-sage-800 bg-sage-800 text-paper hover:bg-sage-600"
        : "border-sand-500 bg-surface hover:bg-sand-100",
  ].join(" ");
}

interface ChipSelectProps extends Omit<ComponentProps<"select">, "defaultValue"> {
  label: string;
  value: string;
  on?: boolean;
}

/** Follows `value` even after a navigation that failed, and keeps the focus. */
export function ChipSelect({ label, value, on = false, children, ...props }: ChipSelectProps) {
  const select = useRef<HTMLSelectElement>(null);
  const { key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was chosen in vain is taken back
  useEffect(() => {
    if (select.current) select.current.value = value;
  }, [value, key]);
  return (
    <label className="relative inline-flex shrink-0">
      <span className="sr-only">{label}</span>
      <select
        {...props}
        ref={select}
        defaultValue={value}
        className={`${chipClass(on)} field-sizing-content appearance-none pr-10 *:bg-surface *:text-ink`}
      >
        {children}
      </select>
      <Icon
        of={ChevronDown}
        className={`pointer-events-none absolute top-1/2 right-3.5 size-4 -translate-y-1/2 ${on ? "text-paper" : ""}`}
      />
    </label>
  );
}

export function ChipInput({ label, ...input }: ComponentProps<"input"> & { label: string }) {
  return (
    <label className="inline-flex min-h-11 items-center rounded-full border border-sand-500 bg-surface px-4 font-medium transition-colors hover:bg-sand-100 has-checked:border-sage-800 has-checked:bg-sage-800 has-checked:text-paper has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ink">
      <input {...input} className="sr-only outline-none" />
      {label}
    </label>
  );
}
