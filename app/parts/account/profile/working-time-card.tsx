import { Pencil } from "@lucide/icons";
import type { OwnProfessional } from "#core/professionals/schema.ts";
import {
  bufferLabel,
  noticeLabel,
  openingHoursLabel,
} from "#core/professionals/working-time/labels.ts";
import * as addresses from "#site/addresses.ts";
import { ButtonLink } from "../../../ui/button.tsx";
import { CardHead } from "../../../ui/card-head.tsx";
import { Facts } from "../../../ui/facts.tsx";
import { Panel } from "../../../ui/panel.tsx";
import { Icon } from "../../../ui/pictures/icon.tsx";

/** How a professional's time is sold, and where it is changed (rules: one-place, notice). */
export function WorkingTimeCard({
  professional,
  className = "",
}: {
  professional: OwnProfessional;
  className?: string;
}) {
  const { bufferMinutes, noticeMinutes, openingHours } = professional;
  return (
    <Panel aria-labelledby="horaires" className={className}>
      <CardHead id="horaires" title="Mes horaires">
        <ButtonLink to={addresses.workingTime} size="small">
          <Icon of={Pencil} className="size-4" />
          Modifier
          <span className="sr-only"> mes horaires</span>
        </ButtonLink>
      </CardHead>
      <Facts
        facts={[
          ["Pause entre deux rendez-vous", bufferLabel(bufferMinutes)],
          ["Réservable jusqu'à", noticeLabel(noticeMinutes)],
          ["Heures habituelles", openingHoursLabel(openingHours)],
        ]}
      />
    </Panel>
  );
}
