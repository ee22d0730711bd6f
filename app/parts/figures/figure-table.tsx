import { ChevronDown } from "@lucide/icons";
import type { ReactNode } from "react";
import { Icon } from "../../ui/pictures/icon.tsx";
import { ScrollingTable } from "../../ui/scrolling-table.tsx";
import { ArrowLink } from "../../ui/text-link.tsx";

export function FigureTable({
  caption,
  columns,
  rows,
}: {
  caption: string;
  columns: readonly string[];
  rows: readonly (readonly [name: string, ...cells: (string | number)[]])[];
}) {
  return (
    <details className="group mt-2">
      <summary className="inline-flex min-h-11 items-center gap-2 font-label text-sage-600">
        Afficher le tableau
        <Icon of={ChevronDown} className="size-4 transition-transform group-open:rotate-180" />
      </summary>
      <ScrollingTable label={caption} className="mt-2 rounded-card bg-surface ring ring-hairline">
        <table className="w-full text-left figures">
          <caption className="sr-only">{caption}</caption>
          <thead>
            <tr className="border-b border-sand-300">
              {columns.map((column, index) => (
                <th
                  key={column}
                  scope="col"
                  className={`px-4 py-3 font-strong ${index > 0 ? "text-right" : ""}`}
                >
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(([name, ...cells]) => (
              <tr key={name} className="border-b border-sand-100 last:border-0">
                <th scope="row" className="px-4 py-3 font-regular wrap-anywhere">
                  {name}
                </th>
                {cells.map((cell, index) => (
                  <td key={columns[index + 1]} className="px-4 py-3 text-right whitespace-nowrap">
                    {cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollingTable>
    </details>
  );
}

export function Figure({
  id,
  sentence,
  children,
  drawing,
  isLast = false,
}: {
  id: string;
  sentence: ReactNode;
  children: ReactNode;
  drawing: ReactNode;
  isLast?: boolean;
}) {
  return (
    <section
      aria-labelledby={id}
      className={`grid gap-6 py-11 lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)] lg:gap-18 lg:py-14 ${isLast ? "" : "border-b border-sand-300"}`}
    >
      <div>
        <h2 id={id} className="text-22 leading-tight">
          {sentence}
        </h2>
        <div className="mt-3 max-w-[44ch] text-ink-soft figures">{children}</div>
      </div>
      <div className="min-w-0">{drawing}</div>
    </section>
  );
}

export function Act({ to, children }: { to: string; children: ReactNode }) {
  return (
    <p className="mt-2">
      <ArrowLink to={to} className="wrap-anywhere">
        {children}
      </ArrowLink>
    </p>
  );
}

export function Big({ children }: { children: ReactNode }) {
  return (
    <span className="mb-1 block text-36 leading-tight font-regular tracking-tighter figures">
      {children}
    </span>
  );
}

export function Legend({ items }: { items: readonly { className: string; label: string }[] }) {
  return (
    <p className="mt-4 flex flex-wrap gap-x-5 gap-y-1.5 text-14 text-ink-soft figures">
      {items.map(({ className, label }) => (
        <span key={label} className="inline-flex items-center gap-2">
          <i aria-hidden className={`size-3 shrink-0 ${className}`} />
          {label}
        </span>
      ))}
    </p>
  );
}
