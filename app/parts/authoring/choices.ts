import type { SlotKind, Weekday } from "#core/catalogue/schema.ts";

/** Offered before somebody thinks of their own (S2§9). */
export const SUGGESTED_TAGS: Record<SlotKind, readonly string[]> = {
  session: [
    "Débutant",
    "Intermédiaire",
    "Avancé",
    "Relaxation",
    "Énergie",
    "Spiritualité",
    "Santé",
    "Bien-être",
    "Stress",
    "Sommeil",
  ],
  activity: [
    "Créatif",
    "Professionnel",
    "Réseau",
    "Formation",
    "Innovation",
    "Collaboration",
    "Productivité",
    "Communauté",
    "Apprentissage",
    "Échange",
  ],
};

const WEEKDAY_LABELS: Record<Weekday, string> = {
  monday: "Lundi",
  tuesday: "Mardi",
  wednesday: "Mercredi",
  thursday: "Jeudi",
  friday: "Vendredi",
  saturday: "Samedi",
  sunday: "Dimanche",
};

/** As the week goes. */
export const WEEKDAYS = Object.entries(WEEKDAY_LABELS);

/** « 19:45 » for 18:30 and 75 minutes, « 00:45 (lendemain) » past midnight; null while one is missing. */
export function endTime(start: string, minutes: number): string | null {
  const [, hour, minute] = /^(\d\d):(\d\d)$/.exec(start) ?? [];
  if (hour === undefined || !Number.isFinite(minutes) || minutes <= 0) return null;
  const end = Number(hour) * 60 + Number(minute) + Math.round(minutes);
  const time = [Math.floor(end / 60) % 24, end % 60].map((part) => String(part).padStart(2, "0"));
  return `${time.join(":")}${end < 24 * 60 ? "" : " (lendemain)"}`;
}
