import { formatLongDay, formatTime } from "../../dates.ts";
import type { AskedHour } from "./schema.ts";

const said = (instant: Date) => `${formatLongDay(instant)} à ${formatTime(instant)}`;

export function askedHourText({ start, expiresAt, waiting }: AskedHour): string {
  const who =
    waiting === 1 ? "Une personne n'a pas répondu" : `${waiting} personnes n'ont pas répondu`;
  return `Une autre heure est proposée : ${said(start)}. ${who}, jusqu'au ${said(expiresAt)}.`;
}
