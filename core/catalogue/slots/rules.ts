import { DAY } from "../../durations.ts";

/** The most seats of one booking (rule: for-several). */
export const MAX_SEATS = 6;

export function whyNotStart(start: Date | null, now: Date): string | null {
  if (!start) return "La date n'est pas valable";
  if (start <= now) return "La date et l'heure de début doivent être à venir";
  return start.getTime() - now.getTime() > 2 * 366 * DAY
    ? "Choisissez une date dans les deux ans"
    : null;
}
