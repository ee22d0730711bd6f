import type { Cents } from "#core/money.ts";
import {
  fullPrice,
  PLAN_TYPES,
  PLANS,
  type PlanType,
  type Price,
  planAndPriceOf,
} from "#core/subscriptions/rules.ts";

const TYPES: readonly PlanType[] = ["premium", "premium_yearly", "premium_6months"];

export function BillingPeriodPicker({
  show,
  tax,
  asked,
}: {
  show: (amount: Cents) => string;
  tax: string;
  asked: string | undefined;
}) {
  const chosen = TYPES.find((type) => type === asked) ?? "premium";
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 font-label">Votre rythme de paiement</legend>
      <div className="grid gap-2">
        {TYPES.map((type) => {
          const price = PLANS.premium.prices.find(({ key }) => key === PLAN_TYPES[type]);
          return (
            price && (
              <label
                key={type}
                className="flex min-h-14 cursor-pointer items-start gap-3 rounded-control bg-surface px-4 py-3 ring ring-sand-300 transition-colors has-checked:bg-sage-100 has-checked:ring-sage-600 hover:bg-sand-100 has-checked:hover:bg-sage-100"
              >
                <input
                  type="radio"
                  name="planType"
                  value={type}
                  defaultChecked={type === chosen}
                  className="mt-0.5 size-5.5 shrink-0 appearance-none rounded-full border-2 border-sand-500 bg-surface checked:border-7 checked:border-sage-600"
                />
                <span className="figures">
                  <b className="font-strong">
                    {show(price.monthlyCents)} {tax} par mois
                  </b>
                  <Terms price={price} show={show} tax={tax} />
                </span>
              </label>
            )
          );
        })}
      </div>
    </fieldset>
  );
}

/** The billing, the saving, and the price after a promotion (rule: six-month-price). */
function Terms({
  price,
  show,
  tax,
}: {
  price: Price;
  show: (amount: Cents) => string;
  tax: string;
}) {
  const later = price.renewsAs === price.key ? null : planAndPriceOf(price.renewsAs).price;
  return (
    <span className="block text-14 text-ink-soft">
      {price.months === 1 && "Chaque mois, sans engagement."}
      {price.months === 12 && `Facturé à l'année : total ${show(price.totalCents)}`}
      {price.months === 6 &&
        `Promotion de ${price.months} mois : ${show(price.totalCents)} au lieu de ${show(fullPrice(price))}`}
      {price.savingCents !== null && `, économie de ${show(price.savingCents)}.`}
      {later && (
        <>
          {" "}
          Payé en une fois, renouvelé ensuite à {show(later.monthlyCents)} {tax} par mois.
        </>
      )}
    </span>
  );
}
