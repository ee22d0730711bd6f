import { Check } from "lucide-react";
import { sessionsLabel } from "#core/subscriptions/labels.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { Panel } from "../../ui/panel.tsx";
import { BecomeProfessional } from "../onboarding/become-professional.tsx";
import { CardHead } from "./profile-head.tsx";

const BENEFITS = [
  "Vos places libres vues par ceux qui cherchent une séance cette semaine.",
  `${sessionsLabel("free")} sans abonnement payant.`,
  "90 % du prix pour vous, versés par notre prestataire de paiement.",
];

/** For those without a professional profile: why to have one, and what it costs. */
export function ProfessionalInvitation({ className = "" }: { className?: string }) {
  return (
    <Panel aria-labelledby="praticien" className={`flex flex-col ${className}`}>
      <CardHead id="praticien" title="Vous êtes praticien ?" />
      <ul className="mt-2 mb-6 grid gap-2">
        {BENEFITS.map((benefit) => (
          <li key={benefit} className="flex gap-3">
            <Check aria-hidden className="mt-0.5 size-5 shrink-0 text-sage-600" />
            {benefit}
          </li>
        ))}
      </ul>
      <div className="mt-auto flex flex-wrap gap-3">
        <BecomeProfessional variant="sage" />
        <ButtonLink to="/nos-offres">Découvrir les offres</ButtonLink>
      </div>
    </Panel>
  );
}
