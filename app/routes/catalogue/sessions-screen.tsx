import { useEffect, useMemo, useRef } from "react";
import { useNavigation, useNavigationType } from "react-router";
import type { SearchQuery } from "#core/search/schema.ts";
import * as addresses from "#site/addresses.ts";
import { type Events, track } from "../../browser/track.ts";
import { favoriteState } from "../../parts/catalogue/favorite-heart.tsx";
import { sessionsHref } from "../../parts/catalogue/search-address.ts";
import { SearchBar } from "../../parts/catalogue/search-fields/search-bar.tsx";
import {
  cardGridClass,
  SessionCard,
  SessionCardSkeleton,
} from "../../parts/catalogue/session-card.tsx";
import { ActiveFilters } from "../../parts/filters/active-filters.tsx";
import { type ListedSessions, readList } from "../../parts/filters/list-text.ts";
import { NoResult } from "../../parts/filters/no-result.tsx";
import { PartFailed } from "../../parts/layout/part-failed.tsx";
import { whenAround } from "../../parts/near/when-around.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { Pager } from "../../ui/pager.tsx";
import type { Route } from "./+types/sessions";

export default function SessionsScreen({ loaderData }: Route.ComponentProps) {
  const { listed } = loaderData;
  const { query, list, categories, now } = useMemo(() => readList(listed), [listed]);
  return (
    <>
      <SearchBar query={query} categories={categories} time={list?.words.time ?? ""} />
      <div className="page">
        {list ? (
          <SessionList query={query} {...list} now={now} />
        ) : (
          <>
            <h1 className="pt-8 pb-6">Sessions</h1>
            <PartFailed text="Impossible de récupérer les sessions" />
          </>
        )}
      </div>
    </>
  );
}

type Shown = Pick<ListedSessions, "query" | "now"> & NonNullable<ListedSessions["list"]>;

function SessionList(shown: Shown) {
  const {
    query,
    words,
    isNear,
    near,
    cards: sessions,
    keep,
    page,
    pageCount,
    hearts,
    search,
    now,
  } = shown;
  useSearchTold(query, search);
  const pending = useNavigation().location?.pathname === addresses.sessions;
  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3 pt-8 pb-6 max-sm:pt-5 max-sm:pb-3">
        <div>
          <h1 className="line-clamp-3 wrap-anywhere max-sm:text-28">{words.title}</h1>
          <p role="status" className="mt-1 text-ink-soft figures">
            {words.found}
          </p>
        </div>
        <ActiveFilters active={words.active} asTyped={words.asTyped} />
      </div>
      {near && (
        // biome-ignore lint/a11y: the one button in it is a button
        // biome-ignore lint/security/noDangerouslySetInnerHtml: React has written it on the server
        <div key={near} onClick={whenAround} dangerouslySetInnerHTML={{ __html: near }} />
      )}
      {sessions.length === 0 && !pending ? (
        <NoResult {...words} keep={keep} />
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
          <ButtonLink to={keep}>Me prévenir des prochaines</ButtonLink>
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

/** Reports a search once, and none that was reloaded or come back to. */
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
