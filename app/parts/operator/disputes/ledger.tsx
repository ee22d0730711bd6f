import type { ledgerView } from "./ledger.server.ts";

export function LedgerTable({ ledger }: { ledger: ReturnType<typeof ledgerView> }) {
  const { parties, lines, sums, note } = ledger;
  const row = (line: (typeof lines)[number], isSum: boolean) => (
    <tr
      key={line.at + line.what}
      className={`grid grid-cols-2 gap-x-6 gap-y-0.5 border-sand-300 py-3 sm:table-row sm:py-0 ${isSum ? "border-t-2 font-strong" : "border-t"}`}
    >
      <th scope="row" className="font-regular max-sm:col-span-2 sm:py-2.5 sm:pr-4">
        {isSum ? <b className="font-strong">{line.what}</b> : line.what}
        {line.at && <span className="block text-14 text-ink-soft figures">{line.at}</span>}
      </th>
      {line.amounts.map((amount, at) => (
        <td
          key={parties[at]}
          className={`figures whitespace-nowrap max-sm:flex max-sm:justify-between max-sm:text-14 sm:py-2.5 sm:pl-4 sm:text-right ${amount === "0,00" && !isSum ? "text-ink-soft max-sm:hidden" : ""}`}
        >
          <span aria-hidden className="text-ink-soft sm:hidden">
            {parties[at]}
          </span>
          {amount}
        </td>
      ))}
    </tr>
  );
  return (
    <>
      <table className="mt-4 w-full text-left max-sm:block">
        <caption className="sr-only">Écritures du paiement, en euros</caption>
        <thead className="text-14 max-sm:sr-only">
          <tr>
            <th scope="col" className="pb-2">
              En euros
            </th>
            {parties.map((party) => (
              <th key={party} scope="col" className="pb-2 pl-4 text-right">
                {party}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="max-sm:block">{lines.map((line) => row(line, false))}</tbody>
        <tfoot className="max-sm:block">{sums.map((line) => row(line, true))}</tfoot>
      </table>
      <p className="mt-3 text-14 text-ink-soft">{note}</p>
    </>
  );
}
