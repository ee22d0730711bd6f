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

/** Follows `value` even after a navigation that failed, and keeps the focus. */
export function ChipSelect({
  label,
  value,
  on = false,
  children,
  ...props
}: Omit<ComponentProps<"select">, "defaultValue"> & {
  label: string;
  value: string;
  on?: boolean;
}) {
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
