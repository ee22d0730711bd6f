import { formatLongDay, fromParis } from "../dates.ts";
import { PRICE_LABELS } from "../listings/labels.ts";
import { type Cents, cents, priceLabel } from "../money.ts";
import { budgetLabel, dayLabel, daysLabel, FORMAT_LABELS, MODE_LABELS } from "../search/labels.ts";
import { capitalised, lowered } from "../texts/first-letter.ts";
import type { AlertConditions, Seekers } from "./schema.ts";

export function seekersLabel({ count, category, city }: Seekers): string {
  const word = category.toLocaleLowerCase("fr");
  const of = /^[aeiouyhéèêâîôû]/.test(word) && !word.startsWith("yoga") ? "d'" : "de ";
  const sought = word === "massage" ? "un massage" : `une séance ${of}${word}`;
  return `${count} personnes cherchent ${sought} ce soir ${city ? `à ${city}` : "en ligne"}`;
}

export function alertTitle({ q, category }: AlertConditions): string {
  return capitalised([category, q].filter(Boolean).join(", ")) || "Toutes les séances";
}

export function whereLabel({ place, radius, mode }: AlertConditions): string {
  if (!place) return mode ? MODE_LABELS[mode] : "Partout";
  return radius ? `${radius} km autour de ${place}` : place;
}

export function priceFor(seats: number, price: Cents): string {
  const all = priceLabel(cents(price * seats));
  return seats > 1 ? `${seats} places, ${all}` : all;
}

export function foundLabel(count: number, { seats = 1 }: AlertConditions): string {
  if (count === 0) return "rien pour l'instant";
  const places = count === 1 ? "une place" : `${count} places`;
  return seats > 1 ? `${places} ${SEAT_WORDS[seats]}` : places;
}

const SEAT_WORDS = ["", "", "pour deux", "pour trois", "pour quatre", "pour cinq", "pour six"];

export function alertWishes(conditions: AlertConditions): string {
  const { date, days, from, to, price, price_max, seats = 1, duration_max, ...how } = conditions;
  const named = date && dayLabel(date);
  const noon = date && !named ? fromParis(`${date}T12:00`) : null;
  const wishes = [
    ...(named ? [lowered(named)] : noon ? [formatLongDay(noon)] : []),
    ...(days ? [lowered(daysLabel(days))] : date ? [] : ["tous les jours"]),
    ...(from && to ? [`de ${hour(from)} à ${hour(to)}`] : []),
    ...(from && !to ? [`à partir de ${hour(from)}`] : []),
    ...(to && !from ? [`avant ${hour(to)}`] : []),
    ...(duration_max ? [`${duration_max} min au plus`] : []),
    ...(price ? [PRICE_LABELS[price].toLowerCase()] : []),
    ...(price_max ? [budgetLabel(price_max)] : []),
    ...(how.mode && how.place ? [MODE_LABELS[how.mode].toLowerCase()] : []),
    ...(how.format ? [FORMAT_LABELS[how.format].toLowerCase()] : []),
    ...(seats > 1 ? [SEAT_WORDS[seats] ?? ""] : []),
  ];
  return capitalised(wishes.join(", "));
}

function hour(clock: string): string {
  const [hours, minutes] = clock.split(":");
  return `${Number(hours)} h${minutes === "00" ? "" : ` ${minutes}`}`;
}
