import { Download } from "@lucide/icons";
import { redirect } from "react-router";
import { listEarnings } from "#core/earnings/list-earnings.server.ts";
import { showPayouts } from "#core/earnings/show-payouts.server.ts";
import * as addresses from "#site/addresses.ts";
import { requestContext } from "../../context.server.ts";
import { asPage } from "../../failures/errors.server.ts";
import { EarningsChart } from "../../parts/earnings/earnings-chart.tsx";
import { EarningsFigures } from "../../parts/earnings/earnings-figures.tsx";
import { EarningsTable } from "../../parts/earnings/earnings-table.tsx";
import { PayoutsPanel } from "../../parts/earnings/payouts-panel.tsx";
import { titleMeta } from "../../parts/seo/page-meta.ts";
import { Breadcrumb } from "../../ui/breadcrumb.tsx";
import { buttonClass } from "../../ui/button.tsx";
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
          <PayoutsPanel payouts={payouts} />
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
