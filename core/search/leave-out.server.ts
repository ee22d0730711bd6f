import { searchKey } from "../texts/clean-text.ts";
import type { ConditionName, SearchQuery } from "./schema.ts";
import { ANYTHING, type UnderstoodQuery } from "./typing/understand-query.server.ts";

/** Tells whether a search has a condition that it makes sense without; the radius is apart. */
export function hasCondition(query: SearchQuery, condition: ConditionName): boolean {
  if (condition === "radius") return false;
  if (condition === "unknown") return query.q !== "";
  if (condition === "filter") return query.filter === "last-minute";
  return Object.keys(NOTHING[condition]).some((name) => query[name as keyof SearchQuery]);
}

const NOTHING: Record<ConditionName, Partial<SearchQuery>> = {
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

export function leaveOut(
  { query, understood }: UnderstoodQuery,
  without: readonly ConditionName[],
): UnderstoodQuery {
  const has = (condition: ConditionName) => without.includes(condition);
  const { others } = understood;
  // « À proximité » of no place would ask where somebody is.
  const isNowhere = has("place") && query.filter === "nearby";
  return {
    query: {
      ...query,
      ...Object.assign({}, ...without.map((condition) => NOTHING[condition])),
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
