import { dayKey, formatLongDay, formatTime } from "../dates.ts";
import { attendees, isSecondTime, takenSeats } from "./rules.ts";
import type { AgendaPerson, AgendaSlot, AgendaState, Busy } from "./schema.ts";

export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count > 1 ? many : one}`;
}

export function timeLabel(instant: Date): string {
  return isSecondTime(instant) ? `${formatTime(instant)} (heure d'hiver)` : formatTime(instant);
}

/** « Julie M. »; a guest's account has no name yet (rule: guest-account). */
export function personName({ name }: AgendaPerson): string {
  return name || "Client sans nom";
}

/** Null once all are told (rule: outside-clients-told). */
export function toTellLabel({ lost }: Pick<AgendaSlot, "lost">): string | null {
  const count = lost.filter(({ isTold }) => !isTold).length;
  return count === 0
    ? null
    : `${countOf(count, "client hors site", "clients hors site")} à prévenir`;
}

export const PRESENCE_LABELS: Record<NonNullable<AgendaPerson["presence"]>, string> = {
  present: "Présent",
  late: "En retard",
  absent: "Absent",
};

export const STATE_LABELS: Record<AgendaState, string> = {
  free: "Personne encore",
  part: "Des places libres",
  full: "Complet",
  held: "Paiement en cours",
  reserved: "Gardé pour une proposition",
  withheld: "Fermé",
  overlap: "Fermé",
  busy: "Fermé",
  absence: "Fermé",
  notice: "Bientôt",
  running: "En cours",
  paused: "Désactivé",
  past: "Passé",
  cancelled: "Annulé",
};

export function closedLabel(slot: AgendaSlot): string | null {
  const at = slot.overlaps && timeLabel(slot.overlaps.start);
  const reasons: Partial<Record<AgendaState, string>> = {
    overlap: at ? `Fermé : chevauche ${at}` : "Fermé : chevauche un autre créneau",
    busy: "Fermé : vous êtes pris à cette heure",
    absence: "Fermé : absence",
    withheld: "Fermé : aucune place proposée",
    notice: "Bientôt : on ne réserve plus",
    paused: "Séance désactivée : seules les personnes inscrites viennent",
    cancelled:
      takenSeats(slot) > 0 ? "Annulé, les inscriptions sont en cours d'annulation" : "Annulé",
  };
  return reasons[slot.state] ?? null;
}

export function slotFacts(slot: AgendaSlot): string {
  const { state, people, free, capacity } = slot;
  const [only] = people;
  const count = attendees(slot);
  const present = count > 0 && countOf(count, "personne");
  if (state === "past") return present || "Personne";
  if (state === "running") return `${STATE_LABELS.running} · ${present || "personne"}`;
  const closed = closedLabel(slot);
  if (closed) return closed;
  if (state === "held" || state === "reserved") return STATE_LABELS[state];
  if (capacity === 1 && only) return personName(only) + (only.isFirst ? " · 1re fois" : "");
  if (state === "full") return STATE_LABELS.full;
  const seats = countOf(free, "place libre", "places libres");
  return takenSeats(slot) === 0 ? `Personne encore · ${seats}` : seats;
}

export const BUSY_LABELS: Record<Busy["source"], string> = {
  absence: "Absence",
  busy: "Occupé",
  outside: "Client hors site",
  calendar: "Occupé",
};

export function busyFacts({ source, title, end }: Busy, day: string): string {
  // The end of an absence is midnight, and its last day the one before.
  const last = new Date(end.getTime() - 1);
  const until = dayKey(last) > day ? `jusqu'au ${formatLongDay(last)}` : "";
  const from = source === "calendar" ? "lu dans votre agenda privé, vu de vous seule" : "";
  return [title, until, from].filter(Boolean).join(" · ");
}

export function busyHours({ start, end }: Pick<Busy, "start" | "end">, day: string) {
  return {
    from: dayKey(start) < day ? "00:00" : formatTime(start),
    to: dayKey(end) > day ? "24:00" : formatTime(end),
  };
}
