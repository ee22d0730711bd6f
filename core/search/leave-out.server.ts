import { searchKey } from "../texts/clean-text.ts";
import type { Narrowing, SearchQuery } from "./schema.ts";
import { ANYTHING, type Understood } from "./typing/understand-query.server.ts";

export interface Asked {
  query: SearchQuery;
  understood: Understood;
}

/** Tells whether a search has a condition that it makes sense without; the radius is apart. */
export function narrows(query: SearchQuery, wish: Narrowing): boolean {
  if (wish === "radius") return false;
  if (wish === "unknown") return query.q !== "";
  if (wish === "filter") return query.filter === "last-minute";
  return Object.keys(NOTHING[wish]).some((name) => query[name as keyof SearchQuery]);
}

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

function wordsWithout(q: string, unknown: readonly string[]): string {
  const isKnown = (text: string) =>
    searchKey(text)
      .split(" ")
      .every((word) => !unknown.includes(word));
  return q.split(/\s+/).filter(isKnown).join(" ");
}
