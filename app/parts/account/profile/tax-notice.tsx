import type { OwnTaxDetails } from "#core/taxes/schema.ts";
import { Notice } from "../../../ui/notice.tsx";

/** Says what follows without the details for the tax office (rule: tax-details). */
export function TaxNotice({
  tax: { isHeld, heldFrom },
  className = "",
}: {
  tax: Pick<OwnTaxDetails, "isHeld" | "heldFrom">;
  className?: string;
}) {
  return (
    <Notice tone={isHeld ? "danger" : "warning"} className={className}>
      {isHeld
        ? "Après deux rappels, la loi nous interdit de publier de nouvelles séances et de nouveaux créneaux. Ce qui est publié reste réservable. Complétez vos informations : c'est levé aussitôt."
        : `Vos ventes ont atteint le seuil de déclaration : complétez vos informations.${
            heldFrom
              ? ` Sans elles, rien de nouveau ne pourra être publié à partir du ${heldFrom}.`
              : ""
          }`}
    </Notice>
  );
}
