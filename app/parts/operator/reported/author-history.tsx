import type { ReactNode } from "react";
import { Facts } from "../../../ui/facts.tsx";
import { TextLink } from "../../../ui/text-link.tsx";

export interface HistoryLine {
  title: string;
  address: string;
  at: string;
  decision: string;
  isOpen: boolean;
  reason: string | null;
  by: string | null;
}

/** The record is empty once the account is deleted. */
export interface HistoryView {
  facts: [string, string][];
  lines: HistoryLine[];
}

export function AuthorHistory({
  history: { facts, lines },
  children,
}: {
  history: HistoryView;
  children?: ReactNode;
}) {
  return (
    <section aria-labelledby="auteur">
      <h2 id="auteur" className="text-22">
        Histoire de l'auteur
      </h2>
      {facts.length > 0 && <Facts facts={facts} />}
      {children}
      {lines.length === 0 ? (
        <p className="mt-3 text-ink-soft">Rien d'autre de cet auteur n'a été signalé.</p>
      ) : (
        <ol className="mt-2">
          {lines.map(({ title, address, at, decision, isOpen, reason, by }) => (
            <li
              key={address + at}
              className="grid gap-x-6 gap-y-1 border-b border-sand-300 py-4 md:grid-cols-[minmax(0,1fr)_auto]"
            >
              <p className="wrap-anywhere">
                <TextLink to={address}>{title}</TextLink>
              </p>
              <p className="text-14 text-ink-soft figures md:text-right">{at}</p>
              <p className={`text-14 font-label md:col-span-2 ${isOpen ? "text-clay-700" : ""}`}>
                {decision}
                {by && <span className="font-text text-ink-soft"> par {by}</span>}
              </p>
              {reason && (
                <p className="text-14 text-ink-soft wrap-anywhere whitespace-pre-line md:col-span-2">
                  {reason}
                </p>
              )}
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
