import {
  addDays,
  dayKey,
  formatDate,
  formatLongDay,
  formatShortDate,
  formatTime,
  formatWeekday,
  WEEKDAYS,
  type Weekday,
  weekdayName,
} from "../dates.ts";
import { DAY } from "../durations.ts";
import { LOW_STOCK } from "../listings/rules.ts";
import { cents, priceLabel } from "../money.ts";
import type { FallStep } from "../prices/rules.ts";
import { capitalised } from "../texts/first-letter.ts";
import type { StaleWords, Versioned } from "../versions.ts";
import type { OfferingList } from "./fields/schema.ts";
import type { SlotKind, Unbookable } from "./schema.ts";

export const OFFERING_LIST_LABELS: Record<OfferingList, string> = {
  included: "Ce qui est inclus",
  requirements: "À prévoir",
};
export const OFFERING_LISTS = Object.keys(OFFERING_LIST_LABELS) as OfferingList[];

export function eachList<Value>(make: (name: OfferingList) => Value): Record<OfferingList, Value> {
  const made = OFFERING_LISTS.map((name) => [name, make(name)]);
  return Object.fromEntries(made) as Record<OfferingList, Value>;
}

export function durationLabel(minutes: number): string {
  if (minutes < 60) return `${minutes}min`;
  const rest = minutes % 60;
  return `${Math.floor(minutes / 60)}h${rest === 0 ? "" : String(rest).padStart(2, "0")}`;
}

/** « Aujourd'hui » within 24 hours, « Demain » within 48 (rule: date-labels); and « ven. 20 nov. ». */
export function nextSlotLabel(start: Date | null, now: Date) {
  if (!start) return { label: "À programmer", date: null };
  const ahead = start.getTime() - now.getTime();
  const day = dayIn(Math.floor(Math.max(0, ahead) / DAY), start);
  return { label: `${day} ${formatTime(start)}`, date: formatShortDate(start) };
}

/** By the calendar, since the chosen slot must bear the same name as its day in the list. */
export function dayLabel(start: Date, now: Date): string {
  const today = dayKey(now);
  return dayIn([today, addDays(today, 1)].indexOf(dayKey(start)), start);
}

export function whenLabel(start: Date, now: Date): string {
  const isNear = start.getTime() - now.getTime() < 6 * DAY;
  const day = isNear ? dayLabel(start, now) : capitalised(formatLongDay(start));
  return `${day} à ${formatTime(start)}`;
}

function dayIn(days: number, start: Date): string {
  return ["Aujourd'hui", "Demain"][days] ?? capitalised(formatWeekday(start));
}

export function lowStockLabel(availableSpots: number): string | null {
  if (availableSpots > LOW_STOCK) return null;
  if (availableSpots <= 0) return "Complet";
  return availableSpots === 1 ? "Plus qu'une place" : `Plus que ${availableSpots} places`;
}

/** Names seats that go together: « 2 places, ensemble » (rule: resale). */
export function stockLabel(slot: { availableSpots: number; isResale: boolean }): string | null {
  const { availableSpots: free, isResale } = slot;
  return isResale && free > 1 ? `${free} places, ensemble` : lowStockLabel(free);
}

export function placeLabel(session: { isOnline: boolean; city: string | null }): string {
  return session.isOnline ? "En ligne" : (session.city ?? "Ville non définie");
}

export function addressLabel(place: {
  address: string | null;
  postalCode: string | null;
  city: string | null;
}): string {
  const town = [place.postalCode, place.city].filter(Boolean).join(" ");
  return [place.address, town].filter(Boolean).join(", ");
}

export function capacityLabel(capacity: number): string {
  return capacity === 1 ? "Individuelle" : `Groupe de ${capacity} personnes`;
}

export function ratingLabel(rating: number): string {
  return rating.toFixed(1).replace(".", ",");
}

export const UNBOOKABLE_LABELS: Record<Unbookable, string> = {
  inactive: "Cette session n'est plus proposée.",
  no_slot: "Aucun créneau n'est programmé pour le moment.",
  sold_out: "Toutes les places à venir sont réservées.",
  held: "Les dernières places sont en cours de réservation.",
  closed: "Aucun créneau ne peut être réservé pour le moment.",
  professional_unavailable: "Ce praticien ne prend pas de réservation en ligne pour le moment.",
  own: "Vous ne pouvez pas réserver votre propre séance.",
};

export const NOT_FOUND: Record<SlotKind, string> = {
  session: "Session non trouvée",
  activity: "Activité non trouvée",
};

export const NOT_YOURS: Record<SlotKind, string> = {
  session: "Vous n'avez pas l'autorisation de modifier cette session",
  activity: "Vous n'avez pas l'autorisation de modifier cette activité",
};

const CHANGED: Record<SlotKind, string> = {
  session:
    "Session modifiée entre-temps. Ce que vous avez écrit est gardé : comparez, puis enregistrez de nouveau.",
  activity:
    "Activité modifiée entre-temps. Ce que vous avez écrit est gardé : comparez, puis enregistrez de nouveau.",
};

export const NOT_UPDATED: Record<SlotKind, string> = {
  session: "Impossible de mettre à jour la session",
  activity: "Impossible de mettre à jour l'activité",
};

const NOT_DELETED: Record<SlotKind, string> = {
  session: "Impossible de supprimer la session",
  activity: "Impossible de supprimer l'activité",
};

export const BOOKED_WORDS: Record<SlotKind, { name: string; this: string; own: string }> = {
  session: { name: "Séance", this: "cette séance", own: "votre propre séance" },
  activity: { name: "Activité", this: "cette activité", own: "votre propre activité" },
};

const FIELD_OF_COLUMN: Record<string, string> = {
  priceCents: "price",
  discountedPriceCents: "discountedPrice",
  fallFloorCents: "fallFloor",
  activityTypeId: "category",
};

const OTHER: Record<string, string> = {
  imageUrl: "une autre image",
  slots: "d'autres créneaux",
};

/** Shown where somebody else changed it meanwhile (rule: edit-version); the row has only ids. */
export function changeOf(kind: SlotKind, names: { category?: string } = {}): StaleWords<Versioned> {
  return {
    message: CHANGED[kind],
    fieldOf(column, row) {
      const held = row[column as keyof typeof row] as unknown;
      const value = column === "activityTypeId" ? (names.category ?? null) : held;
      return {
        field: FIELD_OF_COLUMN[column] ?? column,
        value: OTHER[column] ?? valueLabel(value, column),
      };
    },
  };
}

const QUOTED_LENGTH = 80;

function valueLabel(value: unknown, column: string): string {
  if (value === null || value === "") return "rien";
  if (typeof value === "boolean") return value ? "oui" : "non";
  if (typeof value === "number") {
    if (column === "duration") return durationLabel(value);
    return column.endsWith("Cents") ? priceLabel(cents(value)) : String(value);
  }
  if (column === "startTime") return String(value);
  if (column === "recurringUntil") return formatDate(new Date(`${value}T12:00:00Z`));
  if (column === "fallSteps") {
    return (value as FallStep[]).map((step) => `−${step.percent} % à ${step.hours} h`).join(", ");
  }
  if (column === "recurringDays") {
    return (value as Weekday[]).map((day) => weekdayName(WEEKDAYS.indexOf(day) + 1)).join(", ");
  }
  const text = Array.isArray(value) ? value.join(", ") : String(value);
  const short = text.length > QUOTED_LENGTH ? `${text.slice(0, QUOTED_LENGTH)}…` : text;
  return `«\u00a0${short}\u00a0»`;
}

const UNBOOKABLE_ACTIVITY: Record<Unbookable, string> = {
  ...UNBOOKABLE_LABELS,
  inactive: "Cette activité n'est plus proposée.",
  own: "Vous ne pouvez pas réserver votre propre activité.",
};

export function unbookableLabel(kind: SlotKind, reason: Unbookable): string {
  return (kind === "session" ? UNBOOKABLE_LABELS : UNBOOKABLE_ACTIVITY)[reason];
}

export function copyTitle(title: string): string {
  return `${title.slice(0, 120 - 8)} (copie)`;
}

export function archiveRefusal(upcoming: number): string {
  const bookings = upcoming === 1 ? "1 réservation à venir" : `${upcoming} réservations à venir`;
  return `Cette séance a ${bookings}. Archivez-la une fois qu'elle a eu lieu, ou annulez d'abord.`;
}

/** Nobody but the professional can tell outside clients (rule: outside-clients-told). */
export function outsideRefusal(kind: SlotKind): string {
  return `${NOT_DELETED[kind]} : annulez d'abord les créneaux de vos clients hors site, et prévenez-les.`;
}

/** Refuses to delete it (rule: kept-offerings). */
export function deletionRefusal(kind: SlotKind, count: number): string {
  const bookings = count === 1 ? "1 réservation à venir" : `${count} réservations à venir`;
  return `${NOT_DELETED[kind]} : ${bookings}. Annulez d'abord les créneaux réservés.`;
}
