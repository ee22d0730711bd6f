import { DEFAULT_SORT } from "#core/search/rules.ts";
import type { SearchQuery } from "#core/search/schema.ts";
import * as addresses from "#site/addresses.ts";

/** Names only the parameters that say something (rule: working-controls). */
export function sessionsHref(query: Partial<SearchQuery>): string {
  const said = Object.entries(query).filter(
    ([name, value]) => value && value !== 1 && (name !== "sort" || value !== DEFAULT_SORT),
  );
  const search = new URLSearchParams(said as [string, string][]).toString();
  return search ? `${addresses.sessions}?${search}` : addresses.sessions;
}

export function filtersHref(query: Partial<SearchQuery>): string {
  return sessionsHref({ ...query, page: 1 }).replace(addresses.sessions, addresses.filters);
}
