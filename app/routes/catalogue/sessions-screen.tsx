import { X } from "@lucide/icons";
import { useEffect, useMemo, useRef } from "react";
import { Link, useNavigation, useNavigationType } from "react-router";
import type { SearchQuery } from "#core/search/schema.ts";
import * as addresses from "#site/addresses.ts";
import { type Events, track } from "../../browser/track.ts";
import { sessionsHref } from "../../parts/catalogue/search-address.ts";
import { SearchBar } from "../../parts/catalogue/search-fields/search-bar.tsx";
import type { SearchWords } from "../../parts/catalogue/search-words.server.ts";
import {
  cardGridClass,
  SessionCard,
  SessionCardSkeleton,
} from "../../parts/catalogue/session-card.tsx";
import { type ListedSessions, readList } from "../../parts/filters/list-text.ts";
import { PartFailed } from "../../parts/layout/part-failed.tsx";
import { whenAround } from "../../parts/near/when-around.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { chipClass } from "../../ui/chip.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Pager } from "../../ui/pager.tsx";
import { Icon } from "../../ui/pictures/icon.tsx";
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
                    hearts={hearts}
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

function ActiveFilters({ active, asTyped }: Pick<SearchWords, "active" | "asTyped">) {
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

interface NoResultProps extends SearchWords {
  keep: string;
}

function NoResult({ ways, elsewhere, advice, keep }: NoResultProps) {
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
