import { Link } from "react-router";
import * as addresses from "#site/addresses.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import type { SearchWords } from "../catalogue/search-words.server.ts";

export function NoResult({
  ways,
  elsewhere,
  advice,
  keep,
}: SearchWords & {
  keep: string;
}) {
  return (
    <EmptyState
      picture="sophrologie-b"
      title="Aucune session disponible"
      action={
        <>
          <ButtonLink to={keep} variant="sage">
            Me prévenir
          </ButtonLink>
          <ButtonLink to={addresses.sessions} variant="quiet">
            Voir toutes les sessions
          </ButtonLink>
        </>
      }
    >
      {advice}
      {ways.map((list) => list[0] && <Ways key={list[0].to} list={list} />)}
      {elsewhere.length > 0 && (
        <>
          <p className="mt-6">Dans d'autres villes :</p>
          <Ways list={elsewhere} />
        </>
      )}
    </EmptyState>
  );
}

function Ways({ list }: { list: SearchWords["elsewhere"] }) {
  return (
    <ul className="mt-4 grid gap-2 text-left">
      {list.map(({ heading, found, to }) => (
        <li key={to}>
          <Link
            to={to}
            className="flex min-h-13 flex-wrap items-baseline justify-between gap-x-6 rounded-control bg-surface px-4 py-3 text-ink no-underline ring ring-hairline hover:ring-sand-500"
          >
            <b className="font-strong first-letter:uppercase">{heading}</b>
            <span className="text-14 text-ink-soft figures">{found}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
