import type { ReactNode } from "react";
import { COMMISSION_LABEL } from "#core/commission.ts";
import {
  monthLabel,
  plainAmount,
  shorterMonthLabel,
  shortMonthLabel,
} from "#core/earnings/labels.ts";
import { CARD_COST, RECENT_MONTHS } from "#core/earnings/rules.ts";
import type { Earnings, EarningsSum } from "#core/earnings/schema.ts";
import { type Cents, formatPrice } from "#core/money.ts";
import { ScrollingTable } from "../../ui/scrolling-table.tsx";

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

const STEP = 24;
const BAR = 14;
const HEIGHT = 76;

export function EarningsChart({ months }: { months: Earnings["months"] }) {
  const best = months.reduce((top, month) => (month.shareCents > top.shareCents ? month : top));
  if (best.shareCents <= 0) return null;
  return (
    <figure aria-hidden="true">
      <figcaption className="flex flex-wrap justify-between gap-x-4 text-14 text-ink-soft figures">
        <span>Votre part, mois par mois</span>
        <span>
          {monthLabel(best.month)} : {formatPrice(best.shareCents)}
        </span>
      </figcaption>
      <svg
        aria-hidden="true"
        viewBox={`0 0 ${months.length * STEP} ${HEIGHT}`}
        className="mt-3 block w-full"
      >
        {months.map(({ month, shareCents }, index) => {
          const height = Math.max(0, (shareCents / best.shareCents) * (HEIGHT - 4));
          return (
            <rect
              key={month}
              x={index * STEP + (STEP - BAR) / 2}
              y={HEIGHT - 1 - height}
              width={BAR}
              height={height}
              rx={Math.min(3, height / 2)}
              className={month === best.month ? "fill-sage-600" : "fill-sage-300"}
            />
          );
        })}
        <path d={`M0 ${HEIGHT - 0.5}H${months.length * STEP}`} className="stroke-sand-300" />
      </svg>
      <div className="mt-1 grid grid-flow-col auto-cols-fr text-center text-14 text-ink-soft">
        {months.map(({ month }) => (
          <span key={month}>
            <span className="uppercase md:hidden">{shortMonthLabel(month).slice(0, 1)}</span>
            <span className="max-md:hidden">{shortMonthLabel(month)}</span>
          </span>
        ))}
      </div>
    </figure>
  );
}

export function EarningsTable({ months, total }: Pick<Earnings, "months" | "total">) {
  return (
    <ScrollingTable label="Montants par mois">
      <table className="w-full text-right text-14 figures">
        <caption className="pb-2 text-left text-ink-soft">Montants en euros TTC</caption>
        <thead className="border-b border-sand-300 align-bottom text-ink-soft">
          <tr>
            <th scope="col" className="py-2 pr-2 text-left font-label">
              Mois
            </th>
            <Head>Payé</Head>
            <Head short="Rendu">Remboursé</Head>
            <Head short="Com.">Commission</Head>
            <Head short="Part">Votre part</Head>
          </tr>
        </thead>
        <tbody className="divide-y divide-hairline">
          {months.toReversed().map((month) => (
            <Row key={month.month} sum={month}>
              <span className="sm:hidden">{shorterMonthLabel(month.month)}</span>
              <span className="max-sm:hidden">{monthLabel(month.month)}</span>
            </Row>
          ))}
        </tbody>
        <tfoot className="border-t border-sand-500 font-strong">
          <Row sum={total} strong>
            Total
          </Row>
        </tfoot>
      </table>
    </ScrollingTable>
  );
}

/** @param short what a phone has room for; read aloud in full. */
function Head({ children, short }: { children: string; short?: string }) {
  return (
    <th scope="col" className="py-2 pl-2 font-label">
      <span className={short ? "max-sm:sr-only" : ""}>{children}</span>
      {short && (
        <span aria-hidden className="sm:hidden">
          {short}
        </span>
      )}
    </th>
  );
}

interface RowProps {
  children: ReactNode;
  sum: EarningsSum;
  strong?: boolean;
}

function Row({ children, sum, strong = false }: RowProps) {
  const amounts = [sum.grossCents, sum.refundedCents, sum.commissionCents, sum.shareCents];
  return (
    <tr>
      <th
        scope="row"
        className={`py-2.5 pr-2 text-left whitespace-nowrap first-letter:uppercase ${strong ? "font-strong" : "font-regular"}`}
      >
        {children}
      </th>
      {amounts.map((amount, column) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the columns never move
        <td key={column} className="py-2.5 pl-2 whitespace-nowrap">
          {plainAmount(amount)}
        </td>
      ))}
    </tr>
  );
}
