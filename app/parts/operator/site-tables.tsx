import { Download } from "@lucide/icons";
import type { ReactNode } from "react";
import { Icon } from "../../ui/pictures/icon.tsx";
import { ScrollingTable } from "../../ui/scrolling-table.tsx";
import { textLinkClass } from "../../ui/text-link.tsx";
import type { cellOf, SpanRow, townsIn } from "./site-figures.server.ts";

const SHADES: Record<NonNullable<ReturnType<typeof cellOf>>["shade"], string> = {
  full: "bg-sage-300",
  good: "bg-sage-100",
  some: "bg-sand-100",
  low: "bg-surface text-clay-700 ring-2 ring-clay-600 ring-inset",
};

export function CsvLink({ to, of }: { to: string; of: string }) {
  return (
    <a
      href={to}
      download
      className={`inline-flex min-h-11 items-center gap-2 text-14 ${textLinkClass}`}
    >
      <Icon of={Download} className="size-4" />
      CSV<span className="sr-only"> : {of}</span>
    </a>
  );
}

export function TableSection({
  id,
  title,
  note,
  csv,
  children,
}: {
  id: string;
  title: string;
  note: string;
  csv: string;
  children: ReactNode;
}) {
  return (
    <section aria-labelledby={id} className="min-w-0">
      <div className="flex flex-wrap items-center justify-between gap-x-6">
        <h2 id={id} className="text-22">
          {title}
        </h2>
        <CsvLink to={csv} of={title} />
      </div>
      <p className="mb-3 text-14 text-ink-soft figures">{note}</p>
      {children}
    </section>
  );
}

export function TownsTable({
  categories,
  towns,
  heads,
}: ReturnType<typeof townsIn> & { heads: readonly string[] }) {
  return (
    <ScrollingTable label="Remplissage par ville et catégorie">
      <table className="w-full border-separate border-spacing-[3px] text-right figures">
        <caption className="sr-only">Places prises ce soir par ville et catégorie</caption>
        <thead>
          <tr className="text-14 text-ink-soft">
            <th scope="col" className="py-2 text-left font-regular">
              Ville
            </th>
            {[...categories, ...heads].map((head) => (
              <th key={head} scope="col" className="px-3 py-2 font-regular whitespace-nowrap">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {towns.map(({ town, cells, evenings }) => (
            <tr key={town}>
              <th scope="row" className="py-2 pr-4 text-left font-regular">
                {town}
              </th>
              {cells.map((cell, place) =>
                cell ? (
                  <td
                    key={categories[place]}
                    className={`rounded-sm px-3 py-1.5 whitespace-nowrap ${SHADES[cell.shade]}`}
                  >
                    <b className="block font-strong">{cell.part}</b>
                    <span className="text-14">{cell.free}</span>
                  </td>
                ) : (
                  <td key={categories[place]} className="px-3 text-ink-soft">
                    –
                  </td>
                ),
              )}
              {evenings.map((evening, place) => (
                <td
                  key={heads[place]}
                  className={`px-3 whitespace-nowrap ${place === 0 ? "font-strong" : "text-ink-soft"}`}
                >
                  {evening}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollingTable>
  );
}

export function SpanTable({
  caption,
  heads,
  rows,
}: {
  caption: string;
  heads: string[];
  rows: SpanRow[];
}) {
  const hasLines = rows.some(({ line }) => line);
  return (
    <table className="w-full text-right figures">
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr className="border-b border-sand-300 text-14 text-ink-soft">
          <td />
          {hasLines && <td className="max-sm:hidden" />}
          {heads.map((head) => (
            <th key={head} scope="col" className="py-2 pl-3 font-regular">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, cells, bar, line }) => (
          <tr key={name} className="border-b border-sand-300 align-top">
            <th scope="row" className="py-3 text-left font-regular">
              {name}
              {bar !== undefined && (
                <span aria-hidden className="mt-1.5 block h-2 max-w-48 rounded-full bg-sand-100">
                  <span
                    className="block h-full rounded-full bg-sage-600"
                    style={{ width: `${bar}%` }}
                  />
                </span>
              )}
            </th>
            {hasLines && (
              <td className="py-3 pl-3 max-sm:hidden">{line && <Line points={line} />}</td>
            )}
            {cells.map(({ value, more }, place) => (
              <td
                key={heads[place]}
                className={`py-3 pl-3 whitespace-nowrap ${place === 0 ? "font-strong" : "text-ink-soft"}`}
              >
                {value}
                {more && <span className="block text-14 font-regular text-ink-soft">{more}</span>}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const [WIDE, HIGH, MARGIN] = [104, 28, 3];

function Line({ points }: { points: number[] }) {
  const [least, most] = [Math.min(...points), Math.max(...points)];
  const at = points.map((point, place) => ({
    x: MARGIN + (place / (points.length - 1)) * (WIDE - 2 * MARGIN),
    y: HIGH - MARGIN - ((point - least) / (most - least || 1)) * (HIGH - 2 * MARGIN),
  }));
  const last = at.at(-1);
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${WIDE} ${HIGH}`}
      width={WIDE}
      height={HIGH}
      className="ml-auto"
    >
      <polyline
        points={at.map(({ x, y }) => `${x},${y}`).join(" ")}
        className="fill-none stroke-sage-600"
        strokeWidth="1.5"
      />
      <circle cx={last?.x} cy={last?.y} r={MARGIN} className="fill-sage-600" />
    </svg>
  );
}
