import { dayKey, formatLongDay, formatShortDate, formatTime } from "../dates.ts";
import { DAY } from "../durations.ts";
import type { Consequences, OwnTime, OwnTimeKind, SeatedSlot } from "./schema.ts";

export const OWN_TIME_LABELS: Record<OwnTimeKind, string> = {
  busy: "Occupé",
  outside: "Client hors site",
  absence: "Absence",
};

type Hours = Pick<OwnTime, "start" | "end">;

/** Hours that end at midnight belong to the day before. */
const lastOf = ({ end }: Hours) => new Date(end.getTime() - 1);

function isWholeDays({ start, end }: Hours): boolean {
  return formatTime(start) === "00:00" && formatTime(end) === "00:00";
}

export function ownTimeLabel(hours: Hours): string {
  const { start, end } = hours;
  const last = lastOf(hours);
  if (isWholeDays(hours)) {
    return dayKey(start) === dayKey(last)
      ? formatLongDay(start)
      : `du ${formatLongDay(start)} au ${formatLongDay(last)}`;
  }
  return dayKey(start) === dayKey(last)
    ? `${formatLongDay(start)}, ${formatTime(start)} – ${formatTime(end)}`
    : `du ${formatLongDay(start)} à ${formatTime(start)} au ${formatLongDay(end)} à ${formatTime(end)}`;
}

export function quickLabel({ start, end }: Hours): string {
  const from = formatTime(start);
  const isMidnight = formatTime(end) === "00:00" && end.getTime() - start.getTime() < 1.1 * DAY;
  return isMidnight ? `De ${from} jusqu'à minuit` : `De ${from} à ${formatTime(end)}`;
}

export function seatedLabel({ title, start, seats }: SeatedSlot): string {
  const places = seats > 1 ? `${seats} places prises` : "1 place prise";
  return `${title}, ${formatShortDate(start)} à ${formatTime(start)}, ${places}`;
}

export function takenText({ closed, booked }: Consequences): string {
  const gone =
    closed === 0
      ? "Aucun créneau libre à fermer."
      : closed === 1
        ? "1 créneau libre est fermé."
        : `${closed} créneaux libres sont fermés.`;
  if (booked.length === 0) return gone;
  const [only] = booked;
  return booked.length === 1 && only
    ? `${gone} Une séance réservée reste : ${seatedLabel(only)}.`
    : `${gone} ${booked.length} séances réservées restent : personne n'est annulé.`;
}

export function willCloseText({ closed }: Consequences): string {
  if (closed === 0) return "Aucun créneau libre ne ferme.";
  return closed === 1 ? "1 créneau libre ferme." : `${closed} créneaux libres ferment.`;
}
