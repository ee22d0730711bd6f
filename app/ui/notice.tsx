import { CircleAlert, CircleCheck } from "lucide-react";
import type { ReactNode } from "react";

const tones = {
  warning: { look: "bg-clay-100 text-clay-700", Icon: CircleAlert },
  info: { look: "bg-sage-100 text-sage-800", Icon: CircleAlert },
  success: { look: "bg-sage-100 text-sage-800", Icon: CircleCheck },
  danger: { look: "bg-surface text-danger inset-ring inset-ring-danger", Icon: CircleAlert },
};

/** A sentence that matters now, inside the page. */
export function Notice({
  tone = "warning",
  role,
  className = "",
  children,
}: {
  tone?: keyof typeof tones;
  role?: "alert" | "status";
  className?: string;
  children: ReactNode;
}) {
  const { look, Icon } = tones[tone];
  return (
    <div
      role={role}
      className={`flex gap-2.5 rounded-control px-3.5 py-3 text-14 font-label ${look} ${className}`}
    >
      <Icon aria-hidden className="mt-px size-5 shrink-0" />
      <div className="min-w-0">{children}</div>
    </div>
  );
}
