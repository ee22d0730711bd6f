import type { ComponentProps, ReactNode } from "react";

/** A box to tick with its label; the whole line is the target. */
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

/** On or off at once: a checkbox that says so to assistive technology and works in a plain form. */
export function Switch({
  label,
  className = "",
  ...props
}: Omit<ComponentProps<"input">, "type" | "role"> & { label: ReactNode }) {
  return (
    <label className={`inline-flex min-h-11 items-center gap-3 font-label ${className}`}>
      <span className="relative inline-flex shrink-0">
        <input
          {...props}
          type="checkbox"
          // biome-ignore lint/a11y/useAriaPropsForRole: a native checkbox tells its own state
          role="switch"
          className="peer h-7 w-12 appearance-none rounded-full border border-sand-500 bg-sand-100 transition-colors checked:border-sage-600 checked:bg-sage-600"
        />
        <span
          aria-hidden
          className="pointer-events-none absolute top-1 left-1 size-5 rounded-full bg-sand-500 transition peer-checked:translate-x-5 peer-checked:bg-surface"
        />
      </span>
      <span>{label}</span>
    </label>
  );
}
