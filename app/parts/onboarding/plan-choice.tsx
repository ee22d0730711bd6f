import { formatPrice, VAT_PERCENT } from "#core/money.ts";
import { FREE_PRICE, PLAN_NAMES } from "#core/subscriptions/labels.ts";
import {
  fullPrice,
  PLAN_TYPES,
  type PlanId,
  type PlanType,
  type PriceKey,
  planAndPriceOf,
} from "#core/subscriptions/rules.ts";
import { Badge } from "../../ui/badge.tsx";
import { Choice } from "../authoring/form-section.tsx";
import { Benefits } from "../subscriptions/benefits.tsx";

const OFFERED: { planId: PlanId; name: string; types: PlanType[] }[] = [
  { planId: "free", name: "Gratuit", types: ["free"] },
  {
    planId: "premium",
    name: PLAN_NAMES.premium,
    types: ["premium_monthly", "premium_yearly", "premium_6months"],
  },
  { planId: "expand", name: PLAN_NAMES.expand, types: ["enterprise_monthly", "enterprise_yearly"] },
];

export function PlanChoice({
  chosen,
  detailed = false,
  onChoose,
}: {
  chosen: string;
  detailed?: boolean;
  onChoose?: (planType: string) => void;
}) {
  return (
    <div className={`grid gap-6 ${detailed ? "lg:grid-cols-3" : ""}`}>
      {OFFERED.map(({ planId, name, types }) => (
        <fieldset
          key={planId}
          className={
            detailed
              ? "min-w-0 rounded-card bg-surface p-6 ring ring-hairline transition-shadow has-checked:ring-2 has-checked:ring-sage-600"
              : "min-w-0"
          }
        >
          <legend
            className={
              detailed ? "float-left mb-4 w-full font-display text-28" : "mb-1.5 font-strong"
            }
          >
            {name}
            {detailed && planId === "premium" && (
              <Badge className="ml-3 align-middle font-text">Populaire</Badge>
            )}
          </legend>
          <div className="clear-both grid gap-2.5">
            {types.map((type, index) => (
              <Choice
                key={type}
                field={{
                  name: "planType",
                  initialValue: planId === chosen && index === 0 ? type : chosen,
                }}
                value={type}
                {...wordsOf(PLAN_TYPES[type])}
                {...(onChoose && { onChange: () => onChoose(type) })}
              />
            ))}
          </div>
          <Benefits planId={planId} className={detailed ? "mt-5" : "mt-3 text-14"} />
        </fieldset>
      ))}
    </div>
  );
}

function wordsOf(priceKey: PriceKey | "free"): { label: string; hint: string } {
  if (priceKey === "free") return { label: FREE_PRICE, hint: "Sans carte bancaire" };
  const { price } = planAndPriceOf(priceKey);
  const { months, totalCents, monthlyCents, savingCents } = price;
  if (months === 1) {
    return { label: `${formatPrice(totalCents)} HT par mois`, hint: "Sans engagement" };
  }
  if (months === 6) {
    const full = formatPrice(fullPrice(price));
    const later = formatPrice(planAndPriceOf(price.renewsAs).price.totalCents);
    return {
      label: `${formatPrice(totalCents)} HT pour ${months} mois`,
      hint: `Au lieu de ${full} HT, puis ${later} HT par mois`,
    };
  }
  const saving = savingCents === null ? "" : `, économie de ${formatPrice(savingCents)} HT`;
  return {
    label: `${formatPrice(totalCents)} HT par an`,
    hint: `Soit ${formatPrice(monthlyCents)} HT par mois${saving}`,
  };
}

/** Said before anybody pays (rules: six-month-price, tax-added). */
export const PAYMENT_TERMS = `Prix hors taxes : la TVA de ${VAT_PERCENT} % s'ajoute au paiement. L'abonnement se renouvelle jusqu'à ce que vous l'arrêtiez, depuis votre profil.`;
