import { Check, Clock, Minus } from "@lucide/icons";
import { benefitsOf, FREE_LACKS, SOON_LABEL } from "#core/subscriptions/labels.ts";
import type { PlanId } from "#core/subscriptions/rules.ts";
import { Badge } from "../../ui/badge.tsx";
import { Icon } from "../../ui/pictures/icon.tsx";

/** The contents of a plan, one line each; a benefit that is not in service yet says so. */
export function BenefitLines({ planId }: { planId: PlanId }) {
  return benefitsOf(planId).map(({ label, isSoon }) => {
    return (
      <li key={label} className="flex gap-2.5">
        <Icon of={isSoon ? Clock : Check} className="mt-0.5 size-5 shrink-0 text-sage-600" />
        <span>
          {label} {isSoon && <Badge tone="sand">{SOON_LABEL}</Badge>}
        </span>
      </li>
    );
  });
}

/** Compares plans for somebody who chooses: the contents of one, and what the free one lacks. */
export function Benefits({ planId, className }: { planId: PlanId; className: string }) {
  return (
    <ul className={`grid gap-2 ${className}`}>
      <BenefitLines planId={planId} />
      {planId === "free" &&
        FREE_LACKS.map((lack) => (
          <li key={lack} className="flex gap-2.5 text-ink-soft">
            <Icon of={Minus} className="mt-0.5 size-5 shrink-0" />
            {lack}
          </li>
        ))}
    </ul>
  );
}
