import { CircleAlert } from "@lucide/icons";
import { formatDate } from "#core/dates.ts";
import { NO_PLAN, PLAN_NAMES, quotaReachedText } from "#core/subscriptions/labels.ts";
import type { QuotaState } from "#core/subscriptions/rules.ts";
import type { QuotaView } from "#core/subscriptions/schema.ts";
import * as addresses from "#site/addresses.ts";
import { Badge } from "../../../ui/badge.tsx";
import { ButtonLink } from "../../../ui/button.tsx";
import { CardHead } from "../../../ui/card-head.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { Panel } from "../../../ui/panel.tsx";
import { Icon } from "../../../ui/pictures/icon.tsx";
import { ArrowLink } from "../../../ui/text-link.tsx";

export function QuotaCard({ quota, className = "" }: { quota: QuotaView; className?: string }) {
  const { used, limit, state, planId, renewsAt } = quota;
  return (
    <Panel aria-labelledby="quota" className={`flex flex-col ${className}`}>
      <CardHead id="quota" title="Sessions du mois">
        <StateBadge quota={quota} />
      </CardHead>
      <div className="my-auto grid grid-cols-[auto_minmax(0,1fr)] items-center gap-6 py-4">
        <Ring used={used} limit={limit} state={state} />
        <div>
          <p>{planId ? <Left quota={quota} plan={PLAN_NAMES[planId]} /> : NO_PLAN}</p>
          <p className="mt-2 text-14 text-ink-soft figures">
            Votre quota se renouvelle le{" "}
            <span className="xs:whitespace-nowrap">{formatDate(renewsAt)}</span>.
          </p>
        </div>
      </div>
      <Advice quota={quota} />
    </Panel>
  );
}

function StateBadge({ quota: { used, limit, state } }: { quota: QuotaView }) {
  if (!limit) return null;
  const share = Math.min(100, Math.floor((used / limit) * 100));
  return (
    <Badge tone={state === "fine" ? "sage" : "clay-soft"} className="figures">
      {state !== "fine" && <Icon of={CircleAlert} className="size-4" />}
      {state === "reached" ? "Quota atteint" : `${share} % utilisés`}
    </Badge>
  );
}

const STROKES: Record<QuotaState, string> = {
  fine: "stroke-sage-600",
  warning: "stroke-clay-600",
  reached: "stroke-clay-700",
};
const LENGTH = 2 * Math.PI * 54;

function Ring({ used, limit, state }: Pick<QuotaView, "used" | "limit" | "state">) {
  const share = limit ? Math.min(1, used / limit) : 0;
  const created = `${used} session${used > 1 ? "s" : ""} créée${used > 1 ? "s" : ""}`;
  return (
    <div
      role="img"
      aria-label={limit === null ? `${created}, sans limite` : `${created} sur ${limit}`}
      className="relative grid size-32 place-items-center"
    >
      <svg
        viewBox="0 0 128 128"
        aria-hidden="true"
        className="absolute inset-0 -rotate-90 fill-none"
      >
        <circle cx="64" cy="64" r="54" strokeWidth="10" className="stroke-sand-100" />
        {share > 0 && (
          <circle
            cx="64"
            cy="64"
            r="54"
            strokeWidth="10"
            strokeLinecap="round"
            strokeDasharray={`${share * LENGTH} ${LENGTH}`}
            className={STROKES[state]}
          />
        )}
      </svg>
      <span aria-hidden className="relative grid justify-items-center">
        <span className="font-display text-36 leading-tight lining-nums">{used}</span>
        <span className="text-14 text-ink-soft figures">
          {limit === null ? "sans limite" : `sur ${limit}`}
        </span>
      </span>
    </div>
  );
}

function Left({ quota: { used, limit, state }, plan }: { quota: QuotaView; plan: string }) {
  if (limit === null) return <>Votre plan {plan} ne limite pas vos sessions.</>;
  if (state === "reached")
    return <>Il ne vous reste aucune session à créer avec votre plan {plan}.</>;
  const left = limit - used;
  return (
    <>
      Il vous reste{" "}
      <strong>
        {left} session{left > 1 ? "s" : ""}
      </strong>{" "}
      à créer avec votre plan {plan}.
    </>
  );
}

function Advice({ quota: { state, planId } }: { quota: QuotaView }) {
  if (state === "fine") return null;
  if (state === "warning") {
    return (
      <div className="grid justify-items-start gap-1">
        <Notice>Vous approchez de la limite de votre plan.</Notice>
        <ArrowLink to={addresses.plans}>Voir les offres</ArrowLink>
      </div>
    );
  }
  return (
    <div className="grid justify-items-start gap-4">
      <Notice>{quotaReachedText(planId)}</Notice>
      <ButtonLink to={addresses.plans} variant="sage">
        Upgrader mon plan
      </ButtonLink>
    </div>
  );
}
