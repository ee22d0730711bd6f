import { CircleAlert, CircleCheck } from "@lucide/icons";
import type { ReactNode } from "react";
import { Icon } from "./pictures/icon.tsx";

const tones = {
  warning: { look: "bg-clay-100 text-clay-700", icon: CircleAlert },
  info: { look: "bg-sage-100 text-sage-800", icon: CircleAlert },
  success: { look: "bg-sage-100 text-sage-800", icon: CircleCheck },
  danger: { look: "bg-surface text-danger inset-ring inset-ring-danger", icon: CircleAlert },
};

interface NoticeProps {
  tone?: keyof typeof tones;
  role?: "alert" | "status";
  className?: string;
  children: ReactNode;
}

/** Without words there is none. */
export function Notice({ tone = "warning", role, className = "", children }: NoticeProps) {
  if (!children) return null;
  const { look, icon } = tones[tone];
  return (
    <div
      role={role}
      className={`flex gap-2.5 rounded-control px-3.5 py-3 text-14 font-label ${look} ${className}`}
    >
      <Icon of={icon} className="mt-px size-5 shrink-0" />
      <div className="min-w-0">{children}</div>
    </div>
  );
}
