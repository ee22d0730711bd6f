import { alertTitle, alertWishes, whereLabel } from "#core/alerts/labels.ts";
import type { Alert } from "#core/alerts/schema.ts";
import { nearestTown } from "#core/places/resolve-place.server.ts";
import { readPoint } from "#core/places/rules.ts";
import type { SearchQuery } from "#core/search/schema.ts";
import { capitalised } from "#core/texts/first-letter.ts";
import * as addresses from "#site/addresses.ts";
import { sessionsHref } from "../catalogue/search-address.ts";
import { sessionPicture } from "../catalogue/session-picture.ts";

export type AlertRow = ReturnType<typeof alertRow>;

export function alertRow({ id, conditions, isPaused }: Alert) {
  const { q, category } = conditions;
  return {
    ...{ id, title: alertTitle(conditions), isPaused },
    ...{ where: whereLabel(conditions), wishes: alertWishes(conditions) },
    picture: sessionPicture({ id, category: category || capitalised(q) }),
    found: sessionsHref(conditions),
  };
}

/** Replaces a position by its town (rule: coarse-place). */
export function aroundTown({ near, ...query }: SearchQuery): SearchQuery {
  const point = readPoint(near ?? "");
  return { ...query, near: undefined, ...(point && { place: nearestTown(point) }) };
}

export function alertHref(query: SearchQuery): string {
  const kept = sessionsHref({ ...aroundTown(query), page: 1 });
  return kept.replace(addresses.sessions, addresses.newAlert);
}
