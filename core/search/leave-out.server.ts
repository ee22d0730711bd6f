import { searchKey } from "../texts/search-key.ts";
import type { Narrowing, SearchQuery } from "./schema.ts";
import { ANYTHING, type Understood } from "./typing/understand-query.server.ts";

/** A search with its parsed text. */
export interface Asked {
  query: SearchQuery;
  understood: Understood;
}

/**
 * Whether the search has this condition and makes sense without it. The radius is handled
 * separately.
 */
export function narrows(query: SearchQuery, wish: Narrowing): boolean {
  if (wish === "radius") return false;
  if (wish === "unknown") return query.q !== "";
  if (wish === "filter") return query.filter === "last-minute";
  return Object.keys(NOTHING[wish]).some((name) => query[name as keyof SearchQuery]);
}

/** The parameters of each condition, with the values that mean nothing is asked. */
const NOTHING: Record<Narrowing, Partial<SearchQuery>> = {
  filter: { filter: undefined },
  date: { date: undefined, from: undefined, to: undefined, days: undefined },
  duration: { duration_max: undefined },
  price: { price: undefined, price_max: undefined },
  seats: { seats: undefined },
  mode: { mode: undefined, format: undefined },
  radius: { radius: undefined },
  professional: { professional: undefined },
  category: { category: "" },
  place: { location: "", place: undefined, near: undefined, radius: undefined },
  unknown: {},
  q: { q: "" },
};

/** The same search without these conditions, on its first page. */
export function leaveOut({ query, understood }: Asked, without: readonly Narrowing[]): Asked {
  const has = (wish: Narrowing) => without.includes(wish);
  const { others } = understood;
  // « À proximité » of no place would ask where somebody is.
  const isNowhere = has("place") && query.filter === "nearby";
  return {
    query: {
      ...query,
      ...Object.assign({}, ...without.map((wish) => NOTHING[wish])),
      ...(has("unknown") && { q: wordsWithout(query.q, others?.unknown ?? []) }),
      ...(isNowhere && { filter: undefined }),
      page: 1,
    },
    understood: {
      ...understood,
      ...(has("q") && { words: ANYTHING.words }),
      ...(has("unknown") && { words: others && { terms: [...others.terms] } }),
      ...(has("category") && { category: ANYTHING.category }),
      ...(has("place") && { place: ANYTHING.place, near: ANYTHING.near }),
    },
  };
}

/** The text without these words, as `search_key` writes them, and what clings to them. */
function wordsWithout(q: string, unknown: readonly string[]): string {
  const isKnown = (text: string) =>
    searchKey(text)
      .split(" ")
      .every((word) => !unknown.includes(word));
  return q.split(/\s+/).filter(isKnown).join(" ");
}
