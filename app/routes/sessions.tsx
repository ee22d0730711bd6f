import { X } from "lucide-react";
import { Link, useNavigation } from "react-router";
import { FILTER_CATEGORIES, type SearchQuery, searchQuery } from "#core/catalogue/schema.ts";
import { searchSessions } from "#core/catalogue/search-sessions.server.ts";
import { markFavorites } from "#core/favorites/mark-favorites.server.ts";
import { requestContext } from "../context.server.ts";
import { sessionsHref } from "../parts/catalogue/search-address.ts";
import { PRICE_LABELS, SearchBar } from "../parts/catalogue/search-bar.tsx";
import {
  cardGridClass,
  SessionCard,
  SessionCardSkeleton,
} from "../parts/catalogue/session-card.tsx";
import { favoriteState } from "../parts/favorites/favorite-heart.tsx";
import { site } from "../site.ts";
import { ButtonLink } from "../ui/button.tsx";
import { chipClass } from "../ui/chip.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { Notice } from "../ui/notice.tsx";
import { Pager } from "../ui/pager.tsx";
import type { Route } from "./+types/sessions";

export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const query = searchQuery.parse(Object.fromEntries(new URL(request.url).searchParams));
  const result = await searchSessions(ctx, query);
  const shown = result.sessions.map(({ id }) => id);
  return {
    query,
    result,
    hearts: await markFavorites(ctx, shown),
    categories: FILTER_CATEGORIES,
    now: ctx.now(),
  };
}

type Result = Route.ComponentProps["loaderData"]["result"];

export const handle = {
  failure: { title: "Erreur", text: "Impossible de récupérer les sessions" },
};

export const meta: Route.MetaFunction = ({ loaderData }) => {
  if (!loaderData) return [{ title: site.name }];
  const { query, result } = loaderData;
  return [
    { title: `${titleOf(query, result)} — ${site.name}` },
    {
      name: "description",
      content: `${countLabel(result, query)}. Réservez en deux minutes, sans créer de compte.`,
    },
  ];
};

export default function Sessions({ loaderData }: Route.ComponentProps) {
  const { query, result, hearts, categories, now } = loaderData;
  const pending = useNavigation().location?.pathname === "/sessions";
  return (
    <>
      <SearchBar query={query} categories={categories} />
      <div className="page">
        <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3 pt-8 pb-6">
          <div>
            <h1>{titleOf(query, result)}</h1>
            <p role="status" className="mt-1 text-ink-soft figures">
              {countLabel(result, query)}
            </p>
          </div>
          <ActiveFilters query={query} professionalName={result.professionalName} />
        </div>
        {query.filter === "nearby" && (
          <Notice tone="info" className="mb-6">
            La recherche à proximité arrive prochainement. En attendant, voici toutes les sessions.
          </Notice>
        )}
        {result.sessions.length === 0 && !pending ? (
          <NoResult query={query} suggestions={result.suggestions} />
        ) : (
          <ul className={`${cardGridClass} lg:grid-cols-3`} aria-busy={pending}>
            {pending
              ? skeletons.map((name) => (
                  <li key={name}>
                    <SessionCardSkeleton />
                  </li>
                ))
              : result.sessions.map((session, index) => (
                  <li key={session.id}>
                    <SessionCard
                      session={session}
                      now={now}
                      eager={index < 3}
                      favorite={favoriteState(hearts, session.id)}
                    />
                  </li>
                ))}
          </ul>
        )}
        <Pager
          page={result.page}
          pageCount={result.pageCount}
          hrefOf={(page) => sessionsHref({ ...query, page })}
        />
      </div>
    </>
  );
}

const skeletons = ["1", "2", "3", "4", "5", "6", "7", "8", "9"];

function titleOf(query: SearchQuery, result: Result): string {
  if (result.professionalName) return `Les sessions de ${result.professionalName}`;
  if (query.filter === "last-minute") return "Offres de dernière minute";
  if (result.count === 0) return noResultTitle(query);
  const what = query.category || "Sessions";
  return query.location ? `${what} à ${query.location}` : query.category || "Toutes les sessions";
}

/** « Aucune session pour « yoga » à Lyon ». */
function noResultTitle({ q, category, location }: SearchQuery): string {
  const words = [category, q].filter(Boolean).map((word) => `« ${word} »`);
  const what = words.length > 0 ? ` pour ${words.join(", ")}` : "";
  return `Aucune session${what}${location ? ` à ${location}` : ""}`;
}

/** « 34 sessions trouvées », exact up to a thousand, then « plus de 1 000 ». */
function countLabel({ count, hasMore }: Result, query: SearchQuery): string {
  const many = hasMore ? `Plus de ${count.toLocaleString("fr-FR")}` : count.toLocaleString("fr-FR");
  const found = count > 1 ? "sessions trouvées" : "session trouvée";
  const when = query.filter === "last-minute" ? " dans les 72 prochaines heures" : "";
  return `${many} ${found}${when}`;
}

/** What narrows the list, each with its way out. */
function ActiveFilters({
  query,
  professionalName,
}: {
  query: SearchQuery;
  professionalName: string | null;
}) {
  const active: { label: string; without: Partial<SearchQuery> }[] = [
    ...(query.filter
      ? [
          {
            label: query.filter === "nearby" ? "À proximité" : "Dernière minute",
            without: { filter: undefined },
          },
        ]
      : []),
    ...(query.q ? [{ label: `« ${query.q} »`, without: { q: "" } }] : []),
    ...(query.location ? [{ label: query.location, without: { location: "" } }] : []),
    ...(query.category ? [{ label: query.category, without: { category: "" } }] : []),
    ...(query.price ? [{ label: PRICE_LABELS[query.price], without: { price: undefined } }] : []),
    ...(query.professional
      ? [{ label: professionalName ?? "Praticien", without: { professional: undefined } }]
      : []),
  ];
  if (active.length === 0) return null;
  return (
    <ul aria-label="Filtres actifs" className="flex flex-wrap gap-2">
      {active.map(({ label, without }) => (
        <li key={label} className="min-w-0">
          <Link
            to={sessionsHref({ ...query, ...without, page: 1 })}
            preventScrollReset
            className={`${chipClass()} max-w-full`}
          >
            <span className="sr-only">Retirer : </span>
            <span className="truncate">{label}</span>
            <X aria-hidden className="size-4 shrink-0" />
          </Link>
        </li>
      ))}
      <li>
        <ButtonLink to="/sessions" variant="quiet" preventScrollReset>
          Tout effacer
        </ButtonLink>
      </li>
    </ul>
  );
}

function NoResult({
  query,
  suggestions,
}: {
  query: SearchQuery;
  suggestions: Result["suggestions"];
}) {
  return (
    <EmptyState
      picture="sophrologie-b"
      title="Aucune session disponible"
      action={
        <>
          {suggestions.cities.map((city) => (
            <Link
              key={city}
              to={sessionsHref({ ...query, location: city, page: 1 })}
              className={chipClass()}
            >
              {city}
            </Link>
          ))}
          <ButtonLink to="/sessions" variant="sage">
            Voir toutes les sessions
          </ButtonLink>
        </>
      }
    >
      {suggestions.cities.length > 0
        ? "Rien ici avec ces critères. Il y a des places non loin :"
        : "Essayez d'autres mots, une autre ville, ou retirez un filtre."}
    </EmptyState>
  );
}
