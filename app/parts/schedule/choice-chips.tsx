import type { ComponentProps } from "react";

export function Chip({ label, ...input }: ComponentProps<"input"> & { label: string }) {
  return (
    <label className="inline-flex min-h-11 items-center rounded-full border border-sand-500 bg-surface px-4 font-medium transition-colors hover:bg-sand-100 has-checked:border-sage-800 has-checked:bg-sage-800 has-checked:text-paper has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ink">
      <input {...input} className="sr-only outline-none" />
      {label}
    </label>
  );
}

export function Chips({
  legend,
  error,
  id,
  children,
}: {
  legend: string;
  error?: string[] | undefined;
  id: string;
  children: ComponentProps<"div">["children"];
}) {
  return (
    <fieldset aria-describedby={error ? id : undefined}>
      <legend className="mb-1.5 font-label">{legend}</legend>
      <div className="flex flex-wrap gap-2">{children}</div>
      {error && (
        <p id={id} className="mt-1.5 text-14 font-label text-danger">
          {error[0]}
        </p>
      )}
    </fieldset>
  );
}
