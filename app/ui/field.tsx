import { ChevronDown, CircleAlert, Eye, EyeOff } from "lucide-react";
import { type ComponentProps, type ReactNode, useId, useState } from "react";
import { useHydrated } from "./use-hydrated.ts";

/** What a field hands to its control, so that label, hint and error belong to it. */
export interface ControlProps {
  id: string;
  "aria-invalid": true | undefined;
  "aria-describedby": string | undefined;
}

/**
 * A label, its control, a hint and an error under it, tied together for assistive technology.
 * `error` takes a sentence, or Conform's list of sentences, of which the first is shown.
 */
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
  /** Says « (facultatif) » beside the label. */
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
          <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          {message}
        </p>
      )}
    </div>
  );
}

const controlClass =
  "block w-full min-h-12 rounded-control border border-sand-500 bg-surface px-3.5 py-2.5 placeholder:text-ink-soft read-only:bg-sand-100 read-only:text-ink-soft disabled:bg-sand-100 disabled:text-ink-soft aria-invalid:border-danger aria-invalid:inset-ring aria-invalid:inset-ring-danger";

export function TextInput({ className = "", ...props }: ComponentProps<"input">) {
  return <input {...props} className={`${controlClass} ${className}`} />;
}

export function TextArea({ className = "", ...props }: ComponentProps<"textarea">) {
  return <textarea {...props} className={`${controlClass} min-h-28 resize-y ${className}`} />;
}

/** A password that can be shown; the button needs JavaScript and appears with it. */
export function PasswordInput({ className = "", ...props }: Omit<ComponentProps<"input">, "type">) {
  const [shown, setShown] = useState(false);
  const hydrated = useHydrated();
  const Icon = shown ? EyeOff : Eye;
  return (
    <div className={`relative ${className}`}>
      <input {...props} type={shown ? "text" : "password"} className={`${controlClass} pr-28`} />
      {hydrated && (
        <button
          type="button"
          aria-pressed={shown}
          aria-controls={props.id}
          onClick={() => setShown(!shown)}
          className="absolute top-0.5 right-1 inline-flex min-h-11 items-center gap-2 rounded-control px-3 text-14 font-strong hover:bg-sand-100"
        >
          <Icon aria-hidden className="size-4" />
          {shown ? "Masquer" : "Afficher"}
          <span className="sr-only"> le mot de passe</span>
        </button>
      )}
    </div>
  );
}

/** The platform's own list, with our arrow. */
export function Select({ className = "", children, ...props }: ComponentProps<"select">) {
  return (
    <div className={`relative ${className}`}>
      <select {...props} className={`${controlClass} appearance-none pr-11`}>
        {children}
      </select>
      <ChevronDown
        aria-hidden
        className="pointer-events-none absolute top-1/2 right-3.5 size-5 -translate-y-1/2"
      />
    </div>
  );
}

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
