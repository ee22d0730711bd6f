import type { BadgeTone as LabelTone } from "#core/bookings/labels.ts";
import { Badge, type BadgeTone } from "../../ui/badge.tsx";

const tones: Record<LabelTone, BadgeTone> = {
  danger: "danger",
  warning: "sand",
  success: "success",
  neutral: "sand",
};

/** The state of a booking or of its payment, in the words and tones of the business. */
export function StateBadge({ label, tone }: { label: string; tone: LabelTone }) {
  return <Badge tone={tones[tone]}>{label}</Badge>;
}
