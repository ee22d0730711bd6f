import type { ReactNode } from "react";
import { formatDate } from "#core/dates.ts";
import { payoutLabel } from "#core/earnings/labels.ts";
import type { Arrival, Payouts } from "#core/earnings/schema.ts";
import { type Cents, cents, formatPrice } from "#core/money.ts";
import { CardHead } from "../../ui/card-head.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Panel } from "../../ui/panel.tsx";

export function PayoutsPanel({ payouts }: { payouts: Payouts }) {
  return (
    <Panel aria-labelledby="virements">
      <CardHead id="virements" title="Virements vers votre banque" />
      <p className="mt-1 text-14 text-ink-soft">
        Votre part arrive sur votre compte de paiement dès qu'un client paie. Le prestataire de
        paiement la vire ensuite vers votre banque.
      </p>
      {payouts.state === "none" && (
        <Notice tone="info" className="mt-4">
          Vous n'avez pas encore de compte de paiement.
        </Notice>
      )}
      {payouts.state === "silent" && (
        <Notice className="mt-4">
          Le prestataire de paiement ne répond pas : vos virements ne peuvent pas être affichés pour
          le moment. Vos revenus, eux, sont à jour.
        </Notice>
      )}
      {payouts.state === "known" && <Known payouts={payouts} />}
    </Panel>
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
