import type { Alert, AlertConditions } from "#core/alerts/schema.ts";
import { formatLongDay, fromParis } from "#core/dates.ts";
import { FORMAT_LABELS, MODE_LABELS } from "#core/search/labels.ts";
import { sessionsHref } from "../catalogue/search-address.ts";
import { PRICE_LABELS } from "../catalogue/search-bar.tsx";
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
  const { q, category, place, radius, mode } = conditions;
  const title = capitalised([category, q].filter(Boolean).join(", ")) || "Toutes les séances";
  return {
    ...{ id, title, isPaused },
    where: place ? `${radius} km autour de ${place}` : mode ? MODE_LABELS[mode] : "Partout",
    wishes: capitalised(wishesOf(conditions).join(", ")),
    picture: sessionPicture({ id, category: category || capitalised(q) }),
    found: sessionsHref(conditions),
  };
}

const SEAT_WORDS = ["", "", "pour deux", "pour trois", "pour quatre", "pour cinq", "pour six"];

function wishesOf({ date, from, to, price, seats = 1, duration_max, ...how }: AlertConditions) {
  const noon = date && fromParis(`${date}T12:00`);
  return [
    date === "weekend" ? "le week-end" : noon ? formatLongDay(noon) : "tous les jours",
    ...(from && to ? [`de ${hour(from)} à ${hour(to)}`] : []),
    ...(from && !to ? [`à partir de ${hour(from)}`] : []),
    ...(to && !from ? [`avant ${hour(to)}`] : []),
    ...(duration_max ? [`${duration_max} min au plus`] : []),
    ...(price ? [PRICE_LABELS[price].toLowerCase()] : []),
    ...(how.mode && how.place ? [MODE_LABELS[how.mode].toLowerCase()] : []),
    ...(how.format ? [FORMAT_LABELS[how.format].toLowerCase()] : []),
    ...(seats > 1 ? [SEAT_WORDS[seats] ?? ""] : []),
  ];
}

/** « 18 h », « 18 h 30 » */
function hour(clock: string): string {
  const [hours, minutes] = clock.split(":");
  return `${Number(hours)} h${minutes === "00" ? "" : ` ${minutes}`}`;
}

const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
