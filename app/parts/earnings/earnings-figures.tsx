import { COMMISSION_LABEL } from "#core/commission.ts";
import { CARD_COST, RECENT_MONTHS } from "#core/earnings/rules.ts";
import type { Earnings } from "#core/earnings/schema.ts";
import { type Cents, formatPrice } from "#core/money.ts";

/** The true figures, and an estimate that is labelled as one (rule: earnings-figures). */
export function EarningsFigures({ earnings }: { earnings: Earnings }) {
  const { year, total, refundingCents, netEstimateCents } = earnings;
  return (
    <div>
      <p className="text-ink-soft">
        {year === null ? `Votre part sur ${RECENT_MONTHS} mois` : `Votre part en ${year}`}
      </p>
      <p className="font-display text-36 font-price tracking-tighter lining-nums">
        {formatPrice(total.shareCents)}
      </p>
      <dl className="mt-3 grid gap-2 figures">
        <Line term="Payé par vos clients" amount={total.grossCents} />
        <Line term="Remboursé" amount={total.refundedCents} />
        <Line term={`Commission de ${COMMISSION_LABEL}`} amount={total.commissionCents} />
        {refundingCents > 0 && <Line term="Remboursements en cours" amount={refundingCents} />}
        {total.coveredCents > 0 && (
          <Line term="Rendu à vos clients à nos frais" amount={total.coveredCents} />
        )}
      </dl>
      <dl className="mt-4 border-t border-hairline pt-4 figures">
        <Line term="Revenu net estimé" amount={netEstimateCents} />
      </dl>
      <p className="mt-1 text-14 text-ink-soft">
        Estimation avant la commission de {COMMISSION_LABEL} : ce qui est payé, moins {CARD_COST}{" "}
        par réservation.
      </p>
    </div>
  );
}

function Line({ term, amount }: { term: string; amount: Cents }) {
  return (
    <div className="flex justify-between gap-4">
      <dt className="text-ink-soft">{term}</dt>
      <dd className="font-label whitespace-nowrap">{formatPrice(amount)}</dd>
    </div>
  );
}
