import type { Context } from "#core/context.server.ts";
import { parseInput } from "#core/parse.ts";
import { type SearchResult, searchQuery } from "#core/search/schema.ts";
import * as search from "#core/search/search-sessions.server.ts";

/** Searches for what an address of the list says. */
export function searchSessions(ctx: Context, address: object): Promise<SearchResult> {
  return search.searchSessions(ctx, parseInput(searchQuery, address));
}
