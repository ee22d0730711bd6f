import { alertTitle, alertWishes, whereLabel } from "#core/alerts/labels.ts";
import type { Alert } from "#core/alerts/schema.ts";
import { capitalised } from "#core/texts/first-letter.ts";
import { sessionsHref } from "../catalogue/search-address.ts";
import { sessionPicture } from "../catalogue/session-picture.ts";

export interface AlertRow {
  id: string;
  title: string;
  where: string;
  wishes: string;
  isPaused: boolean;
  picture: string;
  found: string;
}

export function alertRow({ id, conditions, isPaused }: Alert): AlertRow {
  const { q, category } = conditions;
  return {
    ...{ id, title: alertTitle(conditions), isPaused },
    ...{ where: whereLabel(conditions), wishes: alertWishes(conditions) },
    picture: sessionPicture({ id, category: category || capitalised(q) }),
    found: sessionsHref(conditions),
  };
}
