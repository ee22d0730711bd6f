import { Check, Clock } from "lucide-react";
import { type Benefit, SOON_LABEL } from "#core/subscriptions/labels.ts";
import { Badge } from "../../ui/badge.tsx";

/** One line of what a plan includes; what is not in service yet says so. */
export function BenefitLine({ benefit: { label, isSoon } }: { benefit: Benefit }) {
  const Icon = isSoon ? Clock : Check;
  return (
    <li className="flex gap-2.5">
      <Icon aria-hidden className="mt-0.5 size-5 shrink-0 text-sage-600" />
      <span>
        {label} {isSoon && <Badge tone="sand">{SOON_LABEL}</Badge>}
      </span>
    </li>
  );
}
