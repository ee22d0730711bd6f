import { type MouseEvent, useEffect, useMemo, useRef } from "react";
import { redirect, useNavigation, useNavigationType } from "react-router";
import { BOOSTED } from "#core/promotion/labels.ts";
import { readMissed } from "#core/search/missed/read-missed.server.ts";
import { FILTER_CATEGORIES, wherever } from "#core/search/rules.ts";
import { type SearchQuery, type SearchResult, searchQuery } from "#core/search/schema.ts";
import { searchSessions } from "#core/search/search-sessions.server.ts";
import { site } from "#core/site.ts";
import * as addresses from "#site/addresses.ts";
import { type Events, track } from "../../browser/track.ts";
import { ownAddress, pageContext, requestContext } from "../../context.server.ts";
import { readList } from "../../failures/read-part.server.ts";
import { favoriteState } from "../../parts/catalogue/favorite-heart.tsx";
import { alertHref, sessionsHref } from "../../parts/catalogue/search-address.ts";
import { SearchBar } from "../../parts/catalogue/search-bar.tsx";
import { wordSearch } from "../../parts/catalogue/search-words.server.ts";
import {
  type Card,
  cardGridClass,
  SessionCard,
  SessionCardSkeleton,
} from "../../parts/catalogue/session-card.tsx";
import { readHearts } from "../../parts/favorites/read-hearts.server.ts";
import { ActiveFilters } from "../../parts/filters/active-filters.tsx";
import { NoResult } from "../../parts/filters/no-result.tsx";
import { PartFailed } from "../../parts/layout/part-failed.tsx";
import { distanceLabel, drawNearForm } from "../../parts/near/near-form.server.tsx";
import { ButtonLink } from "../../ui/button.tsx";
import { Pager } from "../../ui/pager.tsx";
import type { Route } from "./+types/sessions";

export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const address = new URL(ownAddress(request), request.url);
  const asked = searchQuery.parse(Object.fromEntries(address.searchParams));
  const result = await readList(context, "sessions", searchSessions(ctx, asked));
  const categories = FILTER_CATEGORIES;
  if (!result) return { query: asked, list: null, categories, now: ctx.now() };
  context.get(pageContext).missed = readMissed(result);
  const query = { ...result.query, category: result.category ?? asked.category };
  leadToPage(address, result.page);
  const { sessions, page, pageCount } = result;
  const list = {
    words: wordSearch(query, result),
    isNear: result.around !== null,
    near: isPlaceMissing(query, result.around) ? drawNearForm(query, result.around) : null,
    cards: writeCards(result, query.seats),
    page,
    pageCount,
    hearts: await readHearts(context, sessions),
    search: tellable(query, result.count),
  };
  return { query, list, categories, now: ctx.now() };
}

/**
 * Only the fields that cards show, as text: React Router numbers each value of an object, and
 * numbers do not compress. It saves 400 bytes of 8 kB.
 */
function writeCards({ sessions, boosted, distances }: SearchResult, seats = 1): string {
  const cards = sessions.map(({ capacity: _, professional, ...shown }): Card => {
    const { businessName, rating } = professional;
    const mention = boosted.includes(shown.id) && { mention: BOOSTED };
    const far = distanceLabel(distances[shown.id]);
    const city = far && shown.city ? `${far}, ${shown.city}` : shown.city;
    const { nextSlot } = shown;
    // It is only read for the address of the card's page, which is to ask for as many.
    const asked = nextSlot && seats > 1 && { id: `${nextSlot.id}&seats=${seats}` };
    return {
      ...{ ...shown, ...mention, city, professional: { businessName, rating } },
      ...(asked && { nextSlot: { ...nextSlot, ...asked } }),
    };
  });
  return JSON.stringify(cards);
}

function readCards(cards: string): Card[] {
  return JSON.parse(cards, (name, value) => (name === "start" ? new Date(value) : value));
}

/** Whether the search is to be around a place that nobody has said, or that is not known. */
function isPlaceMissing(query: SearchQuery, around: SearchResult["around"]): boolean {
  const isAsked = query.filter === "nearby" || wherever(query).around !== undefined;
  return isAsked && !around;
}

/** A page beyond the end redirects to the one that is shown: the last, or the first. */
function leadToPage({ pathname, searchParams }: URL, page: number) {
  const asked = searchParams.get("page");
  if (asked === null || asked === String(page)) return;
  if (page > 1) searchParams.set("page", String(page));
  else searchParams.delete("page");
  throw redirect(searchParams.size > 0 ? `${pathname}?${searchParams}` : pathname);
}

/**
 * The analytics event of a search; a category that only the address names is left out, since it
 * could be anything.
 */
function tellable(query: SearchQuery, count: number): Events["search"] {
  const { filter = null, category, price = null, sort } = query;
  return {
    words: query.q !== "",
    location: query.location !== "",
    professional: query.professional !== undefined,
    category: FILTER_CATEGORIES.find((name) => name === category) ?? (category ? "autre" : null),
    filter,
    price,
    sort,
    count,
  };
}

export const handle = {
  failure: { title: "Erreur", text: "Impossible de récupérer les sessions" },
};

export const meta: Route.MetaFunction = ({ loaderData }) => {
  if (!loaderData?.list) return [{ title: `Sessions — ${site.name}` }];
  const { words, page } = loaderData.list;
  return [
    { title: `${words.title}${page > 1 ? `, page ${page}` : ""} — ${site.name}` },
    {
      name: "description",
      content: `${words.found}. Réservez en deux minutes, sans créer de compte.`,
    },
  ];
};

export default function Sessions({ loaderData }: Route.ComponentProps) {
  const { query, list, categories, now } = loaderData;
  return (
    <>
      <SearchBar query={query} categories={categories} />
      <div className="page">
        {list ? (
          <SessionList query={query} {...list} now={now} />
        ) : (
          <>
            <h1 className="pt-8 pb-6">Sessions</h1>
            <PartFailed text={handle.failure.text} />
          </>
        )}
      </div>
    </>
  );
}

/** Loaded when it is asked for, since most visits never do. */
const askPosition = ({ nativeEvent }: MouseEvent) =>
  import("../../browser/ask-position.ts").then((module) => module.askPosition(nativeEvent));

type Loaded = Route.ComponentProps["loaderData"];
type Shown = Pick<Loaded, "query" | "now"> & NonNullable<Loaded["list"]>;

function SessionList(shown: Shown) {
  const { query, words, isNear, near, cards, page, pageCount, hearts, search, now } = shown;
  const sessions = useMemo(() => readCards(cards), [cards]);
  useSearchTold(query, search);
  const pending = useNavigation().location?.pathname === addresses.sessions;
  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3 pt-8 pb-6 max-sm:pt-5 max-sm:pb-3">
        <div>
          <h1 className="max-sm:text-28">{words.title}</h1>
          <p role="status" className="mt-1 text-ink-soft figures">
            {words.found}
          </p>
        </div>
        <ActiveFilters active={words.active} />
      </div>
      {near && (
        // biome-ignore lint/a11y: the one button in it is a button
        // biome-ignore lint/security/noDangerouslySetInnerHtml: React has written it on the server
        <div key={near} onClick={askPosition} dangerouslySetInnerHTML={{ __html: near }} />
      )}
      {sessions.length === 0 && !pending ? (
        <NoResult {...words} keep={alertHref(query)} />
      ) : (
        <ul
          className={`${cardGridClass} lg:grid-cols-3${isNear ? " rows-on-phone" : ""}`}
          aria-busy={pending}
        >
          {pending
            ? skeletons.map((name) => (
                <li key={name}>
                  <SessionCardSkeleton />
                </li>
              ))
            : sessions.map((session, index) => (
                <li key={session.id}>
                  <SessionCard
                    session={session}
                    now={now}
                    eager={index === 0 ? "first" : index < 3}
                    favorite={favoriteState(hearts, session.id)}
                  />
                </li>
              ))}
        </ul>
      )}
      {sessions.length > 0 && (
        <p className="mt-10 text-center">
          <ButtonLink to={alertHref(query)}>Me prévenir des prochaines</ButtonLink>
        </p>
      )}
      {words.end && <p className="mt-10 text-center text-ink-soft">{words.end}</p>}
      <Pager
        page={page}
        pageCount={pageCount}
        hrefOf={(page) => sessionsHref({ ...query, page })}
      />
    </>
  );
}

/**
 * A search is reported once: not for another page of the same list, nor for an address that was
 * typed, reloaded or come back to.
 */
function useSearchTold(query: SearchQuery, search: Events["search"]) {
  const asked = sessionsHref({ ...query, page: 1 });
  const before = useRef(addresses.sessions);
  const isLed = useNavigationType() !== "POP";
  useEffect(() => {
    if (isLed && before.current !== asked) track("search", search);
    before.current = asked;
  }, [asked, isLed, search]);
}

const skeletons = ["1", "2", "3", "4", "5", "6", "7", "8", "9"];
