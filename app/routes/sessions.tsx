import { X } from "lucide-react";
import { useEffect, useRef } from "react";
import { Link, redirect, useNavigation, useNavigationType } from "react-router";
import { countLabel } from "#core/catalogue/labels.ts";
import {
  FILTER_CATEGORIES,
  type Narrowing,
  type SearchQuery,
  searchQuery,
  type WayOut,
} from "#core/catalogue/schema.ts";
import { searchSessions } from "#core/catalogue/search-sessions.server.ts";
import { formatLongDay } from "#core/dates.ts";
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
import { type Events, track } from "../track.ts";
import { ButtonLink } from "../ui/button.tsx";
import { chipClass } from "../ui/chip.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { Notice } from "../ui/notice.tsx";
import { Pager } from "../ui/pager.tsx";
import type { Route } from "./+types/sessions";

export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const address = new URL(request.url);
  const asked = searchQuery.parse(Object.fromEntries(address.searchParams));
  const result = await searchSessions(ctx, asked);
  const query = { ...asked, category: result.category ?? asked.category };
  leadToPage(address, result.page);
  const shown = result.sessions.map(({ id }) => id);
  return {
    query,
    result,
    hearts: await markFavorites(ctx, shown),
    categories: FILTER_CATEGORIES,
    search: tellable(query, result.count),
    now: ctx.now(),
  };
}

/** A page that is not there has the address of the one shown instead: the last, or the first. */
function leadToPage({ pathname, searchParams }: URL, page: number) {
  const asked = searchParams.get("page");
  if (asked === null || asked === String(page)) return;
  if (page > 1) searchParams.set("page", String(page));
  else searchParams.delete("page");
  throw redirect(searchParams.size > 0 ? `${pathname}?${searchParams}` : pathname);
}

/** What is told of a search (S1§7); a category that only the address names could be anything. */
function tellable(query: SearchQuery, count: number): Events["search"] {
  const { filter = null, category, price = null, sort } = query;
  return {
    words: query.q !== "",
    location: query.location !== "",
    professional: query.professional !== undefined,
    category: FILTER_CATEGORIES.find((name) => name === category) ?? (category ? "autre" : null),
    ...{ filter, price, sort, count },
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
    {
      title: `${titleOf(query, result)}${result.page > 1 ? `, page ${result.page}` : ""} — ${site.name}`,
    },
    {
      name: "description",
      content: `${foundLabel(result, query)}. Réservez en deux minutes, sans créer de compte.`,
    },
  ];
};

export default function Sessions({ loaderData }: Route.ComponentProps) {
  const { query, result, hearts, categories, now } = loaderData;
  useSearchTold(loaderData);
  const top = useNewListFromItsTop(query);
  const pending = useNavigation().location?.pathname === "/sessions";
  return (
    <>
      <SearchBar query={query} categories={categories} />
      <div className="page">
        <div
          ref={top}
          className="flex scroll-mt-10 flex-wrap items-end justify-between gap-x-6 gap-y-3 pt-8 pb-6"
        >
          <div>
            <h1>{titleOf(query, result)}</h1>
            <p role="status" className="mt-1 text-ink-soft figures">
              {foundLabel(result, query)}
            </p>
          </div>
          <ActiveFilters query={query} result={result} />
        </div>
        {query.filter === "nearby" && (
          <Notice tone="info" className="mb-6">
            La recherche à proximité arrive prochainement. En attendant, voici toutes les sessions.
          </Notice>
        )}
        {result.sessions.length === 0 && !pending ? (
          <NoResult query={query} ways={result.waysOut} />
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

/**
 * A search is told once: not for another page of the same list, nor for an address that was typed,
 * reloaded or come back to.
 */
function useSearchTold({ query, search }: Route.ComponentProps["loaderData"]) {
  const asked = sessionsHref({ ...query, page: 1 });
  const before = useRef("/sessions");
  const isLed = useNavigationType() !== "POP";
  useEffect(() => {
    if (isLed && before.current !== asked) track("search", search);
    before.current = asked;
  }, [asked, isLed, search]);
}

/**
 * A filter changed far down shows another list, perhaps a short one: it is read from its top. Near
 * the top nothing moves.
 */
function useNewListFromItsTop(query: SearchQuery) {
  const top = useRef<HTMLDivElement>(null);
  const list = sessionsHref(query);
  const isLed = useNavigationType() !== "POP";
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list is the reason
  useEffect(() => {
    if (isLed && top.current && top.current.getBoundingClientRect().top < 0) {
      top.current.scrollIntoView();
    }
  }, [list]);
  return top;
}

const skeletons = ["1", "2", "3", "4", "5", "6", "7", "8", "9"];

/** « dos », never broken from its guillemets. */
const quoted = (words: string) => `«\u00a0${words}\u00a0»`;

/** « Yoga pour « dos » à Lyon ». */
function titleOf(query: SearchQuery, result: Result): string {
  if (result.professionalName) return `Les sessions de ${result.professionalName}`;
  if (query.filter === "last-minute") return "Offres de dernière minute";
  if (result.count === 0) return noResultTitle(query);
  const { q, category, location } = query;
  const where = result.place ?? location;
  if (!q && !category && !where) return "Toutes les sessions";
  return `${category || "Sessions"}${q ? ` pour ${quoted(q)}` : ""}${where ? ` à ${where}` : ""}`;
}

/** « Aucune session pour « yoga » à Lyon ». */
function noResultTitle({ q, category, location }: SearchQuery): string {
  const words = [category, q].filter(Boolean).map(quoted);
  const what = words.length > 0 ? ` pour ${words.join(", ")}` : "";
  return `Aucune session${what}${location ? ` à ${location}` : ""}`;
}

/** « 34 sessions trouvées dans les 72 prochaines heures » */
function foundLabel(result: Result, query: SearchQuery): string {
  const found = result.count > 1 ? "trouvées" : "trouvée";
  const when = query.filter === "last-minute" ? " dans les 72 prochaines heures" : "";
  return `${countLabel(result)} ${found}${when}`;
}

/** What narrows the list, each with its way out. */
function ActiveFilters({ query, result }: { query: SearchQuery; result: Result }) {
  const active: { label: string; without: Partial<SearchQuery> }[] = [
    ...(query.filter
      ? [
          {
            label: query.filter === "nearby" ? "À proximité" : "Dernière minute",
            without: { filter: undefined },
          },
        ]
      : []),
    ...(query.q ? [{ label: quoted(query.q), without: { q: "" } }] : []),
    ...(query.location
      ? [{ label: result.place ?? query.location, without: { location: "" } }]
      : []),
    ...(query.category ? [{ label: query.category, without: { category: "" } }] : []),
    ...(query.price ? [{ label: PRICE_LABELS[query.price], without: { price: undefined } }] : []),
    ...(query.professional
      ? [{ label: result.professionalName ?? "Praticien", without: { professional: undefined } }]
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

/** Searches close to this one, each with what it finds: never a dead end when there is a way on. */
function NoResult({ query, ways }: { query: SearchQuery; ways: Result["waysOut"] }) {
  const { wider, elsewhere } = ways;
  const isStuck = wider.length + elsewhere.length === 0;
  const wishes: Record<Narrowing, string> = {
    filter: "plus tard",
    price: "à tous les prix",
    professional: "chez tous les praticiens",
    category: "dans toutes les catégories",
    q: `sans ${quoted(query.q)}`,
  };
  return (
    <EmptyState
      picture="sophrologie-b"
      title="Aucune session disponible"
      action={
        <ButtonLink to="/sessions" variant={isStuck ? "sage" : "quiet"}>
          Voir toutes les sessions
        </ButtonLink>
      }
    >
      {isStuck
        ? "Essayez d'autres mots, une autre ville, ou retirez un filtre."
        : "Aucune place libre pour cette recherche. Voici ce qui s'en approche :"}
      <WaysOut ways={wider} nameOf={({ without }) => without.map((wish) => wishes[wish])} />
      <WaysOut
        ways={elsewhere}
        nameOf={({ without, query: { q, location } }) => [
          // The city may have stood among the words: then what is left of them is said.
          `${q === query.q ? "" : q} à ${location}`.trim(),
          ...without.map((wish) => wishes[wish]),
        ]}
      />
    </EmptyState>
  );
}

function WaysOut({ ways, nameOf }: { ways: WayOut[]; nameOf: (way: WayOut) => string[] }) {
  if (ways.length === 0) return null;
  return (
    <ul className="mt-4 grid gap-2 text-left">
      {ways.map((way) => (
        <li key={sessionsHref(way.query)}>
          <Link
            to={sessionsHref(way.query)}
            className="flex min-h-13 flex-wrap items-baseline justify-between gap-x-6 rounded-control bg-surface px-4 py-3 text-ink no-underline ring ring-hairline hover:ring-sand-500"
          >
            <b className="font-strong first-letter:uppercase">{nameOf(way).join(", ")}</b>
            <span className="text-14 text-ink-soft figures">
              {countLabel(way)}, dès le {formatLongDay(way.start)}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
