import { OFFERING_LIST_LABELS } from "#core/catalogue/labels.ts";
import type { SlotKind } from "#core/catalogue/schema.ts";
import { formatEnd, fromParis } from "#core/dates.ts";
import { MINUTE } from "#core/durations.ts";

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

export const FIELD_LABELS: Record<string, string> = {
  title: "Titre",
  description: "Description",
  category: "Catégorie",
  imageUrl: "Photo",
  capacity: "Nombre de places",
  duration: "Durée",
  price: "Prix",
  discountedPrice: "Prix réduit",
  fallSteps: "Le prix s'allège",
  fallFloor: "Plancher",
  isOnline: "En ligne",
  onlineLink: "Lien de connexion",
  address: "Adresse",
  postalCode: "Code postal",
  city: "Ville",
  isAddressPublic: "Adresse publique",
  pin: "Coordonnées",
  isRecurring: "Chaque semaine",
  recurringDays: "Jours de la semaine",
  startTime: "Heure de début",
  recurringUntil: "Jusqu'au",
  slots: "Créneaux",
  ...OFFERING_LIST_LABELS,
  tags: "Mots-clés",
  isActive: "Proposée",
};

/** A day on which no clock changes. */
const ORDINARY_DAY = "2026-01-15";

/** `date` matters where the clocks change, and is empty for weekly slots. */
export function endTime(date: string, start: string, minutes: number): string | null {
  const begin = fromParis(`${date || ORDINARY_DAY}T${start}`);
  if (begin === null || !Number.isFinite(minutes) || minutes <= 0) return null;
  return formatEnd(begin, new Date(begin.getTime() + Math.round(minutes) * MINUTE));
}
