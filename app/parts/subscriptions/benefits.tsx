import { Check, Minus } from "@lucide/icons";
import { useRouteLoaderData } from "react-router";
import { benefitsOf, FREE_LACKS } from "#core/subscriptions/labels.ts";
import type { PlanId } from "#core/subscriptions/rules.ts";
import { Icon } from "../../ui/pictures/icon.tsx";

/** What cannot arrive is not promised. */
export function useSendsTexts(): boolean {
  return useRouteLoaderData<{ sendsTexts: boolean }>("root")?.sendsTexts ?? false;
}

export function BenefitLines({ planId }: { planId: PlanId }) {
  return benefitsOf(planId, useSendsTexts()).map((label) => (
    <li key={label} className="flex gap-2.5">
      <Icon of={Check} className="mt-0.5 size-5 shrink-0 text-sage-600" />
      {label}
    </li>
  ));
}

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
