import { Clock, MapPin, Search, SlidersHorizontal } from "@lucide/icons";
import { useEffect } from "react";
import { Form, Link, useNavigation } from "react-router";
import { PRICE_LABELS } from "#core/listings/labels.ts";
import { DEFAULT_SORT, LAST_MINUTE_HOURS, wherever } from "#core/search/rules.ts";
import type { SearchQuery } from "#core/search/schema.ts";
import * as addresses from "#site/addresses.ts";
import { Button } from "../../../ui/button.tsx";
import { ChipSelect, chipClass } from "../../../ui/chip.tsx";
import { Icon } from "../../../ui/pictures/icon.tsx";
import { filtersHref, sessionsHref } from "../search-address.ts";
import { SearchFields } from "./search-box.tsx";
import { useSearchSubmit } from "./use-search-submit.ts";

const SORT_LABELS: Record<SearchQuery["sort"], string> = {
  relevance: "Trier : pertinence",
  price_asc: "Prix croissant",
  price_desc: "Prix décroissant",
  date: "Date",
  rating: "Note",
};

const FIELDS = "champs-de-recherche";

/** Left out of the conditions that the form keeps. */
const ASKED = ["q", "location", "place", "category", "price", "sort", "page"];

interface SearchBarProps {
  query: SearchQuery;
  categories: readonly string[];
  time: string;
}

/** A GET form underneath: every control works without JavaScript. */
export function SearchBar({ query, categories, time }: SearchBarProps) {
  const onSubmit = useSearchSubmit({ preventScrollReset: true });
  const busy = useNavigation().location?.pathname === addresses.sessions;
  const place = sessionsHref({ ...query, page: 1 });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new search folds the fields again
  useEffect(() => {
    const fields = document.getElementById(FIELDS);
    fields?.hidePopover?.();
    // React takes the attribute for focus on load; here it is for when the popover opens.
    fields?.querySelector("input")?.setAttribute("autofocus", "");
  }, [place]);

  return (
    <search className="sticky top-0 z-30 block low:static border-b border-sand-300 bg-paper pt-2 pb-3">
      <Form action={addresses.sessions} onSubmit={onSubmit} className="page">
        {Object.entries(query).map(
          ([name, value]) =>
            value &&
            !ASKED.includes(name) && <input key={name} type="hidden" name={name} value={value} />,
        )}
        <button
          type="button"
          popoverTarget={FIELDS}
          className="flex min-h-14 w-full items-center gap-3 rounded-card border border-sand-500 bg-surface px-4 py-1.5 text-left leading-snug md:hidden"
        >
          <Icon of={Search} className="size-5 shrink-0 text-sage-600" />
          <span className="min-w-0">
            <span className="sr-only">Modifier la recherche : </span>
            <span className="block truncate font-strong">
              {query.q || query.category || "Toutes les pratiques"}
            </span>
            <span className="block truncate text-14 text-ink-soft">
              {query.location || query.place || (query.near ? "À proximité" : "Partout")}
              {time && ` · ${time}`}
              {query.filter === "last-minute" && ` · dans les ${LAST_MINUTE_HOURS} heures`}
            </span>
          </span>
        </button>
        <div id={FIELDS} popover="auto" className="search-popover">
          <SearchFields
            q={query.q}
            location={query.place ?? query.location}
            where={query.place ? "place" : "location"}
            isHere={query.near !== undefined}
            compact
            busy={busy}
          />
        </div>
        <Filters query={query} categories={categories} />
      </Form>
    </search>
  );
}

function Filters({ query, categories }: { query: SearchQuery; categories: readonly string[] }) {
  // The list offers nine categories; an address may name another one, which is kept.
  const offered =
    categories.some((name) => name === query.category) || !query.category
      ? categories
      : [...categories, query.category];
  const isAround = wherever(query).around !== undefined;
  const changed = (event: { currentTarget: { form: HTMLFormElement | null } }) =>
    event.currentTarget.form?.requestSubmit();
  return (
    <fieldset className="mt-2 min-w-0">
      <legend className="sr-only">Filtres</legend>
      <div className="bleed fade-at-end flex gap-2 overflow-x-auto py-1 scrollbar-none">
        {/* Comes first, because a phone shows only the beginning of the row. */}
        <noscript>
          <Button type="submit" className="shrink-0">
            <Icon of={SlidersHorizontal} className="size-4" />
            Appliquer
          </Button>
        </noscript>
        <Link to={filtersHref(query)} className={chipClass()}>
          <Icon of={SlidersHorizontal} className="size-4" />
          Filtres
        </Link>
        <FilterLink query={query} filter="last-minute" on={query.filter === "last-minute"}>
          <Icon of={Clock} className="size-4" />
          Dernière minute
        </FilterLink>
        <ChipSelect
          label="Catégorie"
          name="category"
          value={query.category}
          on={query.category !== ""}
          onChange={changed}
        >
          <option value="">Catégorie</option>
          {offered.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </ChipSelect>
        <ChipSelect
          label="Prix"
          name="price"
          value={query.price ?? ""}
          on={query.price !== undefined}
          onChange={changed}
        >
          <option value="">Prix</option>
          {Object.entries(PRICE_LABELS).map(([band, label]) => (
            <option key={band} value={band}>
              {label}
            </option>
          ))}
        </ChipSelect>
        <FilterLink
          query={{ ...query, near: undefined, place: undefined, radius: undefined }}
          filter="nearby"
          on={isAround}
        >
          <Icon of={MapPin} className="size-4" />À proximité
        </FilterLink>
        <ChipSelect
          label="Trier par"
          name="sort"
          value={query.sort === DEFAULT_SORT ? "" : query.sort}
          onChange={changed}
        >
          {Object.entries(SORT_LABELS).map(([sort, label]) => (
            <option key={sort} value={sort === DEFAULT_SORT ? "" : sort}>
              {isAround && sort === DEFAULT_SORT ? "Le plus près d'abord" : label}
            </option>
          ))}
        </ChipSelect>
      </div>
    </fieldset>
  );
}

interface FilterLinkProps {
  on: boolean;
  query: SearchQuery;
  filter: NonNullable<SearchQuery["filter"]>;
  children: React.ReactNode;
}

function FilterLink({ query, filter, on, children }: FilterLinkProps) {
  return (
    <Link
      to={sessionsHref({ ...query, filter: on ? undefined : filter, page: 1 })}
      preventScrollReset
      aria-current={on ? "true" : undefined}
      className={chipClass(on)}
    >
      {children}
    </Link>
  );
}
