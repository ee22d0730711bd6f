import type { ReactNode } from "react";
import { PLAN_NAMES } from "#core/subscriptions/labels.ts";
import type { PlanId } from "#core/subscriptions/rules.ts";
import { Badge } from "../../ui/badge.tsx";
import { Panel } from "../../ui/panel.tsx";
import { Benefits } from "./benefits.tsx";

export function PlanPanel({
  planId,
  popular = false,
  current,
  price,
  note,
  children,
}: {
  planId: PlanId;
  popular?: boolean;
  current: boolean;
  price: ReactNode;
  note: string;
  children: ReactNode;
}) {
  return (
    <Panel aria-labelledby={`offre-${planId}`}>
      <div className="flex min-h-8 flex-wrap items-center justify-between gap-3">
        <h2 id={`offre-${planId}`} className="text-28">
          {PLAN_NAMES[planId]}
        </h2>
        {current ? (
          <Badge tone="success">Votre offre actuelle</Badge>
        ) : (
          popular && <Badge tone="sage">Populaire</Badge>
        )}
      </div>
      <p className="mt-2 font-display text-36 font-price lining-nums">{price}</p>
      <p className="mt-1 text-ink-soft">{note}</p>
      <Benefits planId={planId} className="my-6" />
      <div className="grid gap-4">{children}</div>
    </Panel>
  );
}
