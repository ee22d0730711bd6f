import { Download } from "@lucide/icons";
import * as addresses from "#site/addresses.ts";
import { buttonClass } from "../../../ui/button.tsx";
import { CardHead } from "../../../ui/card-head.tsx";
import { Panel } from "../../../ui/panel.tsx";
import { Icon } from "../../../ui/pictures/icon.tsx";
import { TextLink } from "../../../ui/text-link.tsx";

/** Offers a copy of everything that is held about somebody, at any time (rule: data-copy). */
export function DataCard({ className = "" }: { className?: string }) {
  return (
    <Panel aria-labelledby="donnees" className={className}>
      <CardHead id="donnees" title="Vos données" />
      <p className="mt-2 text-ink-soft">
        Tout ce que nous gardons de vous, dans un fichier JSON{"\u00a0"}: profil, réservations,
        favoris, messages, paiements et connexions. Ce que nous en faisons est dit sur la page{" "}
        <TextLink to={addresses.privacy}>Confidentialité</TextLink>.
      </p>
      <a href={addresses.ownData} className={buttonClass({ className: "mt-5" })}>
        <Icon of={Download} className="size-4" />
        Télécharger mes données
      </a>
    </Panel>
  );
}
