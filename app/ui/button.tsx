import type { ComponentProps } from "react";
import { Link } from "react-router";
import { Spinner } from "./spinner.tsx";

/** `clay` is the one call to action; `danger` announces a destructive act, `destroy` does it. */
export type ButtonVariant = "clay" | "sage" | "outline" | "quiet" | "danger" | "destroy";
export type ButtonSize = "small" | "medium" | "large";

interface Look {
  variant?: ButtonVariant | undefined;
  size?: ButtonSize | undefined;
  block?: boolean | undefined;
  /** Layout classes only: margin, width, order. */
  className?: string | undefined;
}

const variants: Record<ButtonVariant, string> = {
  clay: "border-clay-600 bg-clay-600 text-surface hover:border-clay-700 hover:bg-clay-700",
  sage: "border-sage-800 bg-sage-800 text-paper hover:border-sage-600 hover:bg-sage-600",
  outline: "border-sand-500 bg-surface text-ink hover:bg-sage-100",
  quiet: "border-transparent bg-transparent text-ink hover:bg-sand-100",
  danger: "border-danger bg-surface text-danger hover:bg-sand-100",
  destroy: "border-danger bg-danger text-surface hover:opacity-90",
};

const sizes: Record<ButtonSize, string> = {
  small: "min-h-11 px-3 py-2 text-14",
  medium: "min-h-11 px-5 py-2",
  large: "min-h-14 px-7 py-2 text-18",
};

export function buttonClass({
  variant = "outline",
  size = "medium",
  block = false,
  className,
}: Look): string {
  return ["button", variants[variant], sizes[size], block && "w-full", className]
    .filter(Boolean)
    .join(" ");
}

interface ButtonProps extends Look, Omit<ComponentProps<"button">, "className"> {
  /** Keeps its width and focus, and ignores further clicks. */
  busy?: boolean | undefined;
}

export function Button({
  variant,
  size,
  block,
  className,
  busy = false,
  children,
  onClick,
  ...props
}: ButtonProps) {
  return (
    <button
      type="button"
      {...props}
      className={`${buttonClass({ variant, size, block, className })} disabled:border-sand-300 disabled:bg-sand-100 disabled:text-ink-soft`}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
    >
      {busy ? (
        <>
          <span className="inline-flex items-center gap-2 opacity-0">{children}</span>
          <span className="absolute inset-0 grid place-items-center">
            <Spinner />
          </span>
        </>
      ) : (
        children
      )}
    </button>
  );
}

export function ButtonLink({
  variant,
  size,
  block,
  className,
  ...props
}: Look & Omit<ComponentProps<typeof Link>, "className">) {
  return <Link {...props} className={buttonClass({ variant, size, block, className })} />;
}

export const iconButtonClass = "round-button";
