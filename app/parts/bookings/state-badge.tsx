import type { BadgeTone as LabelTone } from "#core/bookings/labels.ts";
import { Badge, type BadgeTone } from "../../ui/badge.tsx";

const tones: Record<LabelTone, BadgeTone> = {
  danger: "danger",
  warning: "sand",
  success: "success",
  neutral: "sand",
};

export function StateBadge({ label, tone }: { label: string; tone: LabelTone }) {
  return <Badge tone={tones[tone]}>{label}</Badge>;
}
