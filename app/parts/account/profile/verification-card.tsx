import { ShieldCheck } from "@lucide/icons";
import * as addresses from "#site/addresses.ts";
import { Badge } from "../../../ui/badge.tsx";
import { ButtonLink } from "../../../ui/button.tsx";
import { CardHead } from "../../../ui/card-head.tsx";
import { Panel } from "../../../ui/panel.tsx";
import { Icon } from "../../../ui/pictures/icon.tsx";

/** The state of the tick in a few words, and where it is gone for (rule: tick). */
export interface VerificationState {
  isVerified: boolean;
  text: string;
}

export function VerificationCard({ state: { isVerified, text } }: { state: VerificationState }) {
  return (
    <Panel aria-labelledby="verification">
      <CardHead id="verification" title="Ma vérification">
        <ButtonLink to={addresses.verification} size="small">
          <Icon of={ShieldCheck} className="size-4" />
          {isVerified ? "Voir" : "Compléter"}
          <span className="sr-only"> ma vérification</span>
        </ButtonLink>
      </CardHead>
      <p className="mt-3 flex flex-wrap items-center gap-3">
        <Badge tone={isVerified ? "success" : "sand"}>
          {isVerified ? "Profil vérifié" : "Sans coche"}
        </Badge>
      </p>
      <p className="mt-3 text-ink-soft">{text}</p>
    </Panel>
  );
}
