import { weekdayName } from "../../dates.ts";
import type { OpeningHour } from "./rules.ts";

/** Minutes. */
export const BUFFERS = [0, 5, 10, 15, 20, 30, 45, 60, 90, 120];
export const NOTICES = [0, 15, 30, 60, 120, 180, 360, 720, 1_440];

function lengthLabel(minutes: number): string {
  if (minutes < 60) return `${minutes} min`;
  const rest = minutes % 60;
  return rest === 0 ? `${minutes / 60} h` : `${Math.floor(minutes / 60)} h ${rest}`;
}

export function bufferLabel(minutes: number): string {
  return minutes === 0 ? "Aucune" : lengthLabel(minutes);
}

export function noticeLabel(minutes: number): string {
  return minutes === 0 ? "Jusqu'au début" : `${lengthLabel(minutes)} avant`;
}

/** « lundi 09:00–12:30 et 14:00–19:00, mardi 09:00–12:30 » */
export function openingHoursLabel(hours: readonly OpeningHour[]): string | null {
  const days = Map.groupBy(hours, ({ weekday }) => weekday);
  const said = [...days].map(([weekday, ofDay]) => {
    const stretches = ofDay.map(({ opens, closes }) => `${opens}–${closes}`);
    return `${weekdayName(weekday)} ${stretches.join(" et ")}`;
  });
  return said.length > 0 ? said.join(", ") : null;
}
