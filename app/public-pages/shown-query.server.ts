import { searchQuery } from "#core/search/schema.ts";
import { cutLabel } from "#core/texts/asked-text.ts";
import * as addresses from "#site/addresses.ts";
import { sessionsHref } from "../parts/catalogue/search-address.ts";

/** One spelling, empty or with its « ? »; null when the answer is not for everybody. */
export type ReadQuery = (query: URLSearchParams) => string | null;

/** Longer words are not worth caching a page for. */
const MAX_WORDS = 200;

export const nothing: ReadQuery = () => "";

/** Drops parameters of another shape. */
export function parameters(shapes: Record<string, RegExp>): ReadQuery {
  return (query) => {
    const said = Object.entries(shapes).flatMap(([name, shape]) => {
      const value = query.get(name);
      return value !== null && shape.test(value) ? [[name, value]] : [];
    });
    return said.length > 0 ? `?${new URLSearchParams(said)}` : "";
  };
}

export const words: ReadQuery = (query) => {
  const q = query.get("q");
  if (q !== null && q.length > MAX_WORDS) return null;
  return q ? `?${new URLSearchParams({ q })}` : "";
};

export const wordsOrAll: ReadQuery = (query) => {
  const said = words(query);
  if (said === null || query.get("tous") !== "1") return said;
  return said === "" ? "?tous=1" : `${said}&tous=1`;
};

/** A search around a browser's position is its visitor's alone. */
export const searched: ReadQuery = (query) => {
  const asked = searchQuery.parse(Object.fromEntries(query));
  if (asked.near || cutLabel([query.get("q"), query.get("location")])) return null;
  const page = query.get("page");
  if (page !== null && page !== String(asked.page)) return null;
  return sessionsHref(asked).slice(addresses.sessions.length);
};
