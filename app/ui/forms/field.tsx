import { CircleAlert } from "@lucide/icons";
import { type ComponentProps, type ReactNode, useId } from "react";
import { Icon } from "../pictures/icon.tsx";

export interface ControlProps {
  id: string;
  "aria-invalid": true | undefined;
  "aria-describedby": string | undefined;
}

export function Field({
  label,
  hint,
  error,
  optional = false,
  id: givenId,
  className = "",
  children,
}: {
  label: ReactNode;
  hint?: ReactNode;
  error?: string | readonly string[] | null | undefined;
  optional?: boolean;
  id?: string | undefined;
  className?: string;
  children: (control: ControlProps) => ReactNode;
}) {
  const ownId = useId();
  const id = givenId ?? ownId;
  const message = typeof error === "string" ? error : error?.[0];
  const describedBy = [hint && `${id}-hint`, message && `${id}-error`].filter(Boolean).join(" ");
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1.5 block font-label">
        {label}
        {optional && <span className="font-regular text-ink-soft"> (facultatif)</span>}
      </label>
      {children({
        id,
        "aria-invalid": message ? true : undefined,
        "aria-describedby": describedBy || undefined,
      })}
      {hint && (
        <div id={`${id}-hint`} className="mt-1.5 text-14 text-ink-soft">
          {hint}
        </div>
      )}
      {message && (
        <p
          id={`${id}-error`}
          className="mt-1.5 flex items-start gap-1.5 text-14 font-label text-danger"
        >
          <Icon of={CircleAlert} className="mt-0.5 size-4 shrink-0" />
          {message}
        </p>
      )}
    </div>
  );
}

export const controlClass =
  "block w-full min-h-12 rounded-control border border-sand-500 bg-surface px-3.5 py-2.5 placeholder:text-ink-soft [&[readonly]]:bg-sand-100 [&[readonly]]:text-ink-soft disabled:bg-sand-100 disabled:text-ink-soft aria-invalid:border-danger aria-invalid:inset-ring aria-invalid:inset-ring-danger";

export function TextInput({ className = "", ...props }: ComponentProps<"input">) {
  return <input {...props} className={`${controlClass} ${className}`} />;
}

export function EmailInput(props: ComponentProps<"input">) {
  return <TextInput name="email" type="email" autoComplete="email" {...props} />;
}

export function TextArea({ className = "", ...props }: ComponentProps<"textarea">) {
  return <textarea {...props} className={`${controlClass} min-h-28 resize-y ${className}`} />;
}
