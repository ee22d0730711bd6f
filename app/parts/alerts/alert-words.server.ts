import { alertTitle, alertWishes, capitalised, whereLabel } from "#core/alerts/labels.ts";
import type { Alert } from "#core/alerts/schema.ts";
import { sessionsHref } from "../catalogue/search-address.ts";
import { sessionPicture } from "../catalogue/session-picture.ts";

/** An alert as its row shows it. */
export interface AlertRow {
  id: string;
  title: string;
  /** « 10 km autour de Lyon » */
  where: string;
  /** « De 18 h à 21 h, moins de 20 €, pour deux » */
  wishes: string;
  isPaused: boolean;
  picture: string;
  /** The list of what fits it now. */
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
