import { formatLongDay, formatTime } from "../../dates.ts";
import { type Cents, priceLabel } from "../../money.ts";
import { daysAway } from "./rules.ts";
import type { Touching } from "./schema.ts";

const EVENING = "17:00";

export function whenSaid(start: Date, now: Date): string {
  const time = formatTime(start);
  const away = daysAway(start, now);
  if (away === 0) return `${time >= EVENING ? "ce soir" : "aujourd'hui"} à ${time}`;
  return `${away === 1 ? "demain" : formatLongDay(start)} à ${time}`;
}

export function shareMessage(
  slot: {
    start: Date;
    category: string;
    isOnline: boolean;
    city: string | null;
    priceCents: Cents;
  },
  now: Date,
): string {
  const place = slot.isOnline ? "en ligne" : slot.city && `à ${slot.city}`;
  const what = [slot.category.toLocaleLowerCase("fr"), place].filter(Boolean).join(" ");
  return `Une place se libère ${whenSaid(slot.start, now)}, ${what}, ${priceLabel(slot.priceCents)}.`;
}

export function touchingTitle(
  { start, end }: { start: Date; end: Date },
  { title, start: other }: Touching,
): string {
  const hours = `${formatTime(start)}–${formatTime(end)}`;
  return title === null
    ? `${hours} touche une heure où vous êtes pris, à ${formatTime(other)}.`
    : `${hours} touche votre ${title} de ${formatTime(other)}.`;
}

export function touchingText({ title, isTaken }: Touching, buffer: number): string {
  const pause = buffer > 0 ? `Il vous faut ${buffer} min de pause. ` : "";
  if (title === null) return "Personne ne pourra réserver tant que cette heure est prise.";
  return isTaken
    ? `${pause}Quelqu'un y est inscrit : personne ne pourrait réserver celui-ci.`
    : `${pause}Personne n'y est inscrit : la première réservation fermera l'autre.`;
}
