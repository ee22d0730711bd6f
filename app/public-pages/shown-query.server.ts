import { searchQuery } from "#core/catalogue/schema.ts";
import { sessionsHref } from "../parts/catalogue/search-address.ts";

/**
 * Of the query of a shared page, what it shows, in one spelling: empty or with its « ? ». Null when
 * the answer is not one for everybody.
 */
export type ReadQuery = (query: URLSearchParams) => string | null;

/** Longer words than anybody types are not worth keeping a page for. */
const MAX_WORDS = 200;

export const nothing: ReadQuery = () => "";

/** Parameters, where they have a value of this shape; whatever else they are says nothing. */
export function parameters(shapes: Record<string, RegExp>): ReadQuery {
  return (query) => {
    const said = Object.entries(shapes).flatMap(([name, shape]) => {
      const value = query.get(name);
      return value !== null && shape.test(value) ? [[name, value]] : [];
    });
    return said.length > 0 ? `?${new URLSearchParams(said)}` : "";
  };
}

/** Typed words, as they are; too many are a matter between the visitor and the page. */
export const words: ReadQuery = (query) => {
  const q = query.get("q");
  if (q !== null && q.length > MAX_WORDS) return null;
  return q ? `?${new URLSearchParams({ q })}` : "";
};

/** The same, of everybody at once or of the first screen only. */
export const wordsOrAll: ReadQuery = (query) => {
  const said = words(query);
  if (said === null || query.get("tous") !== "1") return said;
  return said === "" ? "?tous=1" : `${said}&tous=1`;
};

/** A search. A page number that is not that of the page shown leads there, by its own redirect. */
export const searched: ReadQuery = (query) => {
  const asked = searchQuery.parse(Object.fromEntries(query));
  const page = query.get("page");
  if (page !== null && page !== String(asked.page)) return null;
  return sessionsHref(asked).slice("/sessions".length);
};
