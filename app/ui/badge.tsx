import type { ReactNode } from "react";

/** `clay` is kept for the last minute; `danger` for what is cancelled or refused. */
export type BadgeTone = "sage" | "clay" | "clay-soft" | "sand" | "surface" | "success" | "danger";

const tones: Record<BadgeTone, string> = {
  sage: "bg-sage-100 text-sage-800",
  clay: "bg-clay-600 text-surface",
  "clay-soft": "bg-clay-100 text-clay-700",
  sand: "bg-sand-100 text-ink",
  surface: "bg-surface text-sage-800",
  success: "bg-sage-100 text-success",
  danger: "bg-surface text-danger inset-ring inset-ring-danger",
};

interface BadgeProps {
  tone?: BadgeTone;
  className?: string;
  children: ReactNode;
}

export function Badge({ tone = "sage", className = "", children }: BadgeProps) {
  return (
    <span
      className={`inline-flex h-7 items-center gap-1.5 rounded-full px-2.5 text-14 leading-none font-strong whitespace-nowrap ${tones[tone]} ${className}`}
    >
      {children}
    </span>
  );
}
