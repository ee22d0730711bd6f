import { Download } from "@lucide/icons";
import type { ReactNode } from "react";
import { redirect } from "react-router";
import { formatDate } from "#core/dates.ts";
import { payoutLabel } from "#core/earnings/labels.ts";
import { listEarnings } from "#core/earnings/list-earnings.server.ts";
import type { Arrival, Payouts } from "#core/earnings/schema.ts";
import { showPayouts } from "#core/earnings/show-payouts.server.ts";
import { type Cents, cents, formatPrice } from "#core/money.ts";
import * as addresses from "#site/addresses.ts";
import { requestContext } from "../../context.server.ts";
import { asPage } from "../../failures/errors.server.ts";
import { EarningsChart, EarningsFigures, EarningsTable } from "../../parts/earnings/earnings.tsx";
import { titleMeta } from "../../parts/seo/page-meta.ts";
import { Breadcrumb } from "../../ui/breadcrumb.tsx";
import { buttonClass } from "../../ui/button.tsx";
import { CardHead } from "../../ui/card-head.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Panel } from "../../ui/panel.tsx";
import { Icon } from "../../ui/pictures/icon.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { ArrowLink } from "../../ui/text-link.tsx";
import type { Route } from "./+types/revenus";

const PATH = addresses.earnings;

export const handle = {
  failure: { title: "Erreur", text: "Impossible de charger vos revenus." },
};

export const meta: Route.MetaFunction = () => titleMeta("Mes revenus");

/** `annee` chooses a year; else the last twelve months. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  if (!ctx.actor) return redirect(addresses.logInThen(PATH));
  const year = new URL(request.url).searchParams.get("annee") ?? undefined;
  const [earnings, payouts] = await Promise.all([
    listEarnings(ctx, { year }).catch(asPage),
    showPayouts(ctx),
  ]);
  return { earnings, payouts };
}

export default function EarningsPage({ loaderData: { earnings, payouts } }: Route.ComponentProps) {
  const { year, years, months, total } = earnings;
  const periods = [
    { to: PATH, label: "12 derniers mois", current: year === null },
    ...years.map((one) => ({
      to: `${PATH}?annee=${one}`,
      label: String(one),
      current: one === year,
    })),
  ];
  return (
    <div className="page pt-4 pb-8">
      <Breadcrumb
        steps={[{ to: addresses.profile, label: "Mon profil" }, { label: "Mes revenus" }]}
      />
      <h1 className="mt-4">Mes revenus</h1>
      <div className="mt-6">
        <Tabs label="Période" items={periods} />
      </div>
      <div className="mt-6 grid gap-6 *:min-w-0 lg:grid-cols-12">
        <div className="grid content-start gap-6 lg:col-span-4">
          <Panel aria-label="Résumé">
            <EarningsFigures earnings={earnings} />
          </Panel>
          <Panel aria-labelledby="virements">
            <CardHead id="virements" title="Virements vers votre banque" />
            <p className="mt-1 text-14 text-ink-soft">
              Votre part arrive sur votre compte de paiement dès qu'un client paie. Le prestataire
              de paiement la vire ensuite vers votre banque.
            </p>
            {payouts.state === "none" && (
              <Notice tone="info" className="mt-4">
                Vous n'avez pas encore de compte de paiement.
              </Notice>
            )}
            {payouts.state === "silent" && (
              <Notice className="mt-4">
                Le prestataire de paiement ne répond pas : vos virements ne peuvent pas être
                affichés pour le moment. Vos revenus, eux, sont à jour.
              </Notice>
            )}
            {payouts.state === "known" && <Known payouts={payouts} />}
          </Panel>
        </div>
        <Panel aria-label="Mois par mois" className="lg:col-span-8">
          <EarningsChart months={months} />
          <div className="mt-6">
            <EarningsTable months={months} total={total} />
          </div>
          <a
            href={`${addresses.earningsFile}${year === null ? "" : `?annee=${year}`}`}
            download
            className={buttonClass({ className: "mt-6" })}
          >
            <Icon of={Download} className="size-4" />
            Télécharger le détail (CSV)
          </a>
          <p className="mt-6">
            <ArrowLink to={addresses.figures}>Vos chiffres : places, recherches, heures</ArrowLink>
          </p>
        </Panel>
      </div>
    </div>
  );
}

function Known({ payouts }: { payouts: Extract<Payouts, { state: "known" }> }) {
  return (
    <>
      <dl className="mt-4 grid gap-4 figures sm:grid-cols-2">
        {[
          { term: "Prêt à être viré", amount: payouts.availableCents },
          { term: "En attente d'encaissement", amount: payouts.pendingCents },
        ].map(({ term, amount }) => (
          <div key={term} className="rounded-control bg-paper px-4 py-3">
            <dt className="text-14 text-ink-soft">{term}</dt>
            <dd className="font-display text-22 font-price lining-nums">{formatPrice(amount)}</dd>
          </div>
        ))}
      </dl>
      <Arrivals arrivals={payouts.arrivals} />
      {payouts.payouts.length === 0 ? (
        <p className="mt-4 text-ink-soft">Aucun virement pour l'instant.</p>
      ) : (
        <ul aria-label="Virements" className="mt-4 divide-y divide-hairline figures">
          {payouts.payouts.map(({ id, amountCents, arrivesAt, status }) => (
            <li key={id} className="flex flex-wrap justify-between gap-x-4 py-2.5">
              <span>
                {formatDate(arrivesAt)}
                <span className="text-ink-soft"> · {payoutLabel(status)}</span>
              </span>
              <span className="font-label">{formatPrice(amountCents)}</span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

const DAYS_SHOWN = 3;

function Arrivals({ arrivals }: { arrivals: readonly Arrival[] }) {
  if (arrivals.length === 0) return null;
  const later = arrivals.slice(DAYS_SHOWN);
  const last = later.at(-1);
  const rest = cents(later.reduce((sum, { amountCents }) => sum + amountCents, 0));
  return (
    <>
      <h3 className="mt-4 font-text text-14 font-label text-ink-soft">Encaissements à venir</h3>
      <ul
        aria-label="Encaissements à venir"
        className="mt-1 divide-y divide-hairline text-14 figures"
      >
        {arrivals.slice(0, DAYS_SHOWN).map(({ day, amountCents }) => (
          <ArrivalLine key={day.getTime()} amountCents={amountCents}>
            {formatDate(day)}
          </ArrivalLine>
        ))}
        {last && (
          <ArrivalLine amountCents={rest}>Puis, jusqu'au {formatDate(last.day)}</ArrivalLine>
        )}
      </ul>
    </>
  );
}

function ArrivalLine({ amountCents, children }: { amountCents: Cents; children: ReactNode }) {
  return (
    <li className="flex flex-wrap justify-between gap-x-4 py-2">
      <span>{children}</span>
      <span className="font-label">{formatPrice(amountCents)}</span>
    </li>
  );
}
