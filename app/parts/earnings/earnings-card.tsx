import type { Earnings } from "#core/earnings/schema.ts";
import * as addresses from "#site/addresses.ts";
import { CardHead } from "../../ui/card-head.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Panel } from "../../ui/panel.tsx";
import { ArrowLink } from "../../ui/text-link.tsx";
import { EarningsChart, EarningsFigures, EarningsTable } from "./earnings-figures.tsx";

interface EarningsCardProps {
  earnings: Earnings | null;
  className?: string;
}

export function EarningsCard({ earnings, className = "" }: EarningsCardProps) {
  return (
    <Panel aria-labelledby="revenus" className={className}>
      <CardHead id="revenus" title="Revenus">
        <ArrowLink to={addresses.earnings}>Détail et virements</ArrowLink>
      </CardHead>
      {earnings ? (
        <div className="mt-2 grid gap-x-12 gap-y-6 *:min-w-0 lg:grid-cols-[1fr_2fr]">
          <EarningsFigures earnings={earnings} />
          <div>
            {earnings.total.grossCents === 0 ? (
              <p className="rounded-control bg-sand-100 px-5 py-8 text-center">
                Vos revenus apparaîtront ici dès votre première réservation payée.
              </p>
            ) : (
              <>
                <EarningsChart months={earnings.months} />
                <details className="mt-2">
                  <summary className="inline-flex min-h-11 items-center font-label text-ink-soft underline underline-offset-4 hover:text-ink">
                    Voir les chiffres
                  </summary>
                  <EarningsTable {...earnings} />
                </details>
              </>
            )}
          </div>
        </div>
      ) : (
        <Notice className="mt-2">Vos revenus ne peuvent pas être affichés pour le moment.</Notice>
      )}
    </Panel>
  );
}
