import { DEFAULT_SORT } from "#core/search/rules.ts";
import type { SearchQuery } from "#core/search/schema.ts";
import * as addresses from "#site/addresses.ts";

/** The address of a list of sessions, with only the parameters that say something (rule: working-controls). */
export function sessionsHref(query: Partial<SearchQuery>): string {
  const params = new URLSearchParams();
  const said: [string, string | undefined][] = [
    ["filter", query.filter],
    ["q", query.q],
    ["location", query.location],
    ["category", query.category],
    ["professional", query.professional],
    ["price", query.price],
    ["sort", query.sort === DEFAULT_SORT ? undefined : query.sort],
    ["page", query.page && query.page > 1 ? String(query.page) : undefined],
  ];
  for (const [name, value] of said) if (value) params.append(name, value);
  const search = params.toString();
  return search ? `${addresses.sessions}?${search}` : addresses.sessions;
}
