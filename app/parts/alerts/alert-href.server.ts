import { nearestTown } from "#core/places/resolve-place.server.ts";
import { readPoint } from "#core/places/rules.ts";
import type { SearchQuery } from "#core/search/schema.ts";
import * as addresses from "#site/addresses.ts";
import { sessionsHref } from "../catalogue/search-address.ts";

/** A search around a position, around its town instead: no position is kept (rule: coarse-place). */
export function aroundTown({ near, ...query }: SearchQuery): SearchQuery {
  const point = readPoint(near ?? "");
  return { ...query, near: undefined, ...(point && { place: nearestTown(point) }) };
}

/** The address at which a search is kept. */
export function alertHref(query: SearchQuery): string {
  const kept = sessionsHref({ ...aroundTown(query), page: 1 });
  return kept.replace(addresses.sessions, addresses.newAlert);
}
