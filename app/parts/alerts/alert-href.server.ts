import { nearestTown } from "#core/places/resolve-place.server.ts";
import { readPoint } from "#core/places/rules.ts";
import type { SearchQuery } from "#core/search/schema.ts";
import * as addresses from "#site/addresses.ts";
import { sessionsHref } from "../catalogue/search-address.ts";

/** Replaces a position by its town (rule: coarse-place). */
export function aroundTown({ near, ...query }: SearchQuery): SearchQuery {
  const point = readPoint(near ?? "");
  return { ...query, near: undefined, ...(point && { place: nearestTown(point) }) };
}

export function alertHref(query: SearchQuery): string {
  const kept = sessionsHref({ ...aroundTown(query), page: 1 });
  return kept.replace(addresses.sessions, addresses.newAlert);
}
