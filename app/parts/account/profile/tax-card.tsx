import { Pencil } from "@lucide/icons";
import { NO_VAT, salesLabel } from "#core/taxes/labels.ts";
import type { OwnTaxDetails } from "#core/taxes/schema.ts";
import * as addresses from "#site/addresses.ts";
import { ButtonLink } from "../../../ui/button.tsx";
import { CardHead } from "../../../ui/card-head.tsx";
import { Facts } from "../../../ui/facts.tsx";
import { Panel } from "../../../ui/panel.tsx";
import { Icon } from "../../../ui/pictures/icon.tsx";
import { TaxNotice } from "./tax-notice.tsx";

/** A professional's details for the tax office, and where they are given (rule: tax-details). */
export function TaxCard({ tax, className = "" }: { tax: OwnTaxDetails; className?: string }) {
  const { details, vat, isDue } = tax;
  return (
    <Panel aria-labelledby="fiscalite" className={className}>
      <CardHead id="fiscalite" title="Mes informations fiscales">
        <ButtonLink to={addresses.taxDetails} size="small">
          <Icon of={Pencil} className="size-4" />
          {details ? "Modifier" : "Compléter"}
          <span className="sr-only"> mes informations fiscales</span>
        </ButtonLink>
      </CardHead>
      {isDue && <TaxNotice tax={tax} className="mt-4" />}
      <Facts
        facts={[
          ["Vendeur", details?.legalName ?? null],
          ["TVA", vat && (vat.vatNumber ?? NO_VAT)],
          ["Ventes de l'année", salesLabel(tax)],
        ]}
      />
    </Panel>
  );
}
