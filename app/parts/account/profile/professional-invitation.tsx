import { Check } from "@lucide/icons";
import { SHARE_LABEL } from "#core/commission.ts";
import { PLAN_NAMES, sessionsLabel } from "#core/subscriptions/labels.ts";
import type { PlanId } from "#core/subscriptions/rules.ts";
import * as addresses from "#site/addresses.ts";
import { ButtonLink } from "../../../ui/button.tsx";
import { CardHead } from "../../../ui/card-head.tsx";
import { Panel } from "../../../ui/panel.tsx";
import { Icon } from "../../../ui/pictures/icon.tsx";
import { BecomeProfessional } from "../../onboarding/become-professional.tsx";

const SEEN = "Vos places libres vues par ceux qui cherchent une séance cette semaine.";
const SHARE = `${SHARE_LABEL} du prix pour vous, versés par notre prestataire de paiement.`;

function BenefitList({ benefits, className }: { benefits: string[]; className: string }) {
  return (
    <ul className={`mt-2 grid gap-x-8 gap-y-2 ${className}`}>
      {benefits.map((benefit) => (
        <li key={benefit} className="flex gap-3">
          <Icon of={Check} className="mt-0.5 size-5 shrink-0 text-sage-600" />
          {benefit}
        </li>
      ))}
    </ul>
  );
}

export function ProfessionalInvitation({ className = "" }: { className?: string }) {
  const benefits = [SEEN, `${sessionsLabel("free")} sans abonnement payant.`, SHARE];
  return (
    <Panel aria-labelledby="praticien" className={`flex flex-col ${className}`}>
      <CardHead id="praticien" title="Vous êtes praticien ?" />
      <BenefitList benefits={benefits} className="mb-6" />
      <div className="mt-auto flex flex-wrap gap-3">
        <BecomeProfessional />
        <ButtonLink to={addresses.plans}>Découvrir les offres</ButtonLink>
      </div>
    </Panel>
  );
}

export function ProfessionalBenefits({
  planId,
  className = "",
}: {
  planId: PlanId | null;
  className?: string;
}) {
  const ofPlan = planId
    ? `${sessionsLabel(planId)} avec votre plan ${PLAN_NAMES[planId]}.`
    : `${sessionsLabel("free")} avec le plan ${PLAN_NAMES.free}, qui est gratuit.`;
  return (
    <Panel aria-labelledby="avantages" className={className}>
      <CardHead id="avantages" title="Vos avantages professionnels" />
      <BenefitList benefits={[SEEN, ofPlan, SHARE]} className="lg:grid-cols-3" />
    </Panel>
  );
}
