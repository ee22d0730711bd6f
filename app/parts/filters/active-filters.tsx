import { X } from "@lucide/icons";
import { Link } from "react-router";
import * as addresses from "#site/addresses.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { chipClass } from "../../ui/chip.tsx";
import { Icon } from "../../ui/pictures/icon.tsx";
import type { SearchWords } from "../catalogue/search-words.server.ts";

export function ActiveFilters({ active, asTyped }: Pick<SearchWords, "active" | "asTyped">) {
  if (active.length === 0) return null;
  return (
    <ul aria-label="Filtres actifs" className="flex max-w-full min-w-0 flex-wrap gap-2">
      {active.map(({ label, to, opens }) => (
        <li key={label} className={`${chipClass("pale")} max-w-full min-w-0`}>
          {opens ? (
            <Link to={opens} className="truncate no-underline">
              {label}
            </Link>
          ) : (
            <span className="truncate">{label}</span>
          )}
          <Link to={to} preventScrollReset className="-mr-4 grid size-11 place-items-center">
            <span className="sr-only">Retirer : {label}</span>
            <Icon of={X} className="size-4 shrink-0" />
          </Link>
        </li>
      ))}
      {asTyped && (
        <li>
          <ButtonLink to={asTyped} variant="quiet" preventScrollReset>
            Chercher tous ces mots
          </ButtonLink>
        </li>
      )}
      <li>
        <ButtonLink to={addresses.sessions} variant="quiet" preventScrollReset>
          Tout effacer
        </ButtonLink>
      </li>
    </ul>
  );
}
