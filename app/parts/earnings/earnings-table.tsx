import type { ReactNode } from "react";
import { monthLabel, plainAmount, shorterMonthLabel } from "#core/earnings/labels.ts";
import type { Earnings, EarningsSum } from "#core/earnings/schema.ts";
import { ScrollingTable } from "../../ui/scrolling-table.tsx";

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

function Row({
  children,
  sum,
  strong = false,
}: {
  children: ReactNode;
  sum: EarningsSum;
  strong?: boolean;
}) {
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
