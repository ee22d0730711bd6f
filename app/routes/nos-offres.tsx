import { Check } from "lucide-react";
import type { ReactNode } from "react";
import { Link, useSearchParams } from "react-router";
import { type Cents, cents, formatPrice } from "#core/money.ts";
import { PLANS, type Price, withTax } from "#core/subscriptions/rules.ts";
import { OfferTable } from "../parts/information/offer-table.tsx";
import { PageHead } from "../parts/information/page-head.tsx";
import { site } from "../site.ts";
import { Badge } from "../ui/badge.tsx";
import { ButtonLink } from "../ui/button.tsx";
import { chipClass } from "../ui/chip.tsx";
import { Panel } from "../ui/panel.tsx";
import type { Route } from "./+types/nos-offres";

export const meta: Route.MetaFunction = () => [
  { title: `Nos offres — ${site.name}` },
  {
    name: "description",
    content:
      "Les offres pour les praticiens : Free pour commencer, Premium pour 50 sessions par mois. Flow, Boost et Expand : toutes nos formules.",
  },
];

/** S1§2, S1§9, S2§2: two plans, with and without tax, and what each includes. */
export default function Offers() {
  const isTtc = useSearchParams()[0].get("prix") === "ttc";
  const show = (amount: Cents) => formatPrice(isTtc ? withTax(amount) : amount);
  const tax = isTtc ? "TTC" : "HT";
  return (
    <>
      <PageHead
        title="Nos offres"
        intro="Publiez vos créneaux libres. La commission est de 10 % par réservation, quelle que soit l'offre."
        picture="yoga-b"
      />
      <div className="page section">
        <TaxSwitch isTtc={isTtc} />
        <div className="mt-6 grid items-start gap-6 md:grid-cols-2">
          <PlanPanel
            name="Free"
            price={
              <>
                {show(cents(0))} <span className="text-18">GRATUIT</span>
              </>
            }
            note="Sans engagement, sans carte bancaire."
            benefits={[`${PLANS.free.sessionsPerMonth} sessions par mois`]}
            action={
              <ButtonLink to="/inscription" variant="sage" block>
                Créer mon compte
              </ButtonLink>
            }
          />
          <PlanPanel
            name="Premium"
            badge="Populaire"
            price={
              <>
                {show(PLANS.premium.prices[0]?.monthlyCents ?? cents(0))}{" "}
                <span className="text-18">{tax} par mois</span>
              </>
            }
            note="Ou moins, en payant plusieurs mois d'avance :"
            benefits={[
              `${PLANS.premium.sessionsPerMonth} sessions par mois`,
              "Événements",
              "Mise en avant dans la communication",
              "Rappels SMS",
              "Un boost de visibilité par mois",
              "Accès collectif gratuit",
            ]}
            action={
              <ButtonLink to="/contact?sujet=professionnel" variant="clay" block>
                Demander Premium
              </ButtonLink>
            }
          >
            <ul className="mt-3 grid gap-2 figures">
              {PLANS.premium.prices.slice(1).map((price) => (
                <li key={price.months} className="rounded-control bg-sand-100 px-4 py-3 text-14">
                  <Advance price={price} show={show} tax={tax} />
                </li>
              ))}
            </ul>
          </PlanPanel>
        </div>
        <h2 className="mt-16 mb-6">Comparer les offres</h2>
        <OfferTable />
      </div>
    </>
  );
}

/** A link each way: the choice is in the address, and works without JavaScript. Starts on HT (R11). */
function TaxSwitch({ isTtc }: { isTtc: boolean }) {
  return (
    <nav aria-label="Affichage des prix" className="flex gap-2">
      <Link
        to="/nos-offres"
        preventScrollReset
        aria-current={isTtc ? undefined : "true"}
        className={chipClass(!isTtc)}
      >
        Prix HT
      </Link>
      <Link
        to="/nos-offres?prix=ttc"
        preventScrollReset
        aria-current={isTtc ? "true" : undefined}
        className={chipClass(isTtc)}
      >
        Prix TTC
      </Link>
    </nav>
  );
}

function Advance({
  price,
  show,
  tax,
}: {
  price: Price;
  show: (amount: Cents) => string;
  tax: string;
}) {
  const after = show(PLANS.premium.prices[0]?.monthlyCents ?? cents(0));
  return (
    <>
      <b className="font-strong">
        {show(price.monthlyCents)} {tax} par mois
      </b>{" "}
      {price.months === 12 ? "facturé à l'année" : "pendant 6 mois, en promotion"} : total{" "}
      {show(price.totalCents)}
      {price.savingCents !== null && <>, économie de {show(price.savingCents)}</>}.
      {price.months === 6 && <> Renouvelé ensuite à {after} par mois.</>}
    </>
  );
}

function PlanPanel({
  name,
  badge,
  price,
  note,
  benefits,
  action,
  children,
}: {
  name: string;
  badge?: string;
  price: ReactNode;
  note: string;
  benefits: readonly string[];
  action: ReactNode;
  children?: ReactNode;
}) {
  return (
    <Panel>
      <div className="flex items-center justify-between gap-3">
        <h2 className="text-28">{name}</h2>
        {badge && <Badge tone="sage">{badge}</Badge>}
      </div>
      <p className="mt-2 font-display text-36 font-price lining-nums">{price}</p>
      <p className="mt-1 text-ink-soft">{note}</p>
      {children}
      <ul className="my-6 grid gap-2">
        {benefits.map((benefit) => (
          <li key={benefit} className="flex gap-2.5">
            <Check aria-hidden className="mt-0.5 size-5 shrink-0 text-sage-600" />
            {benefit}
          </li>
        ))}
      </ul>
      {action}
    </Panel>
  );
}
