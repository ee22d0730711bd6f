import { shortName } from "../bookings/messages/rules.ts";
import { formatDate } from "../dates.ts";
import type { CaseReason } from "./reports/schema.ts";
import type { Reason } from "./rules.ts";
import type { ReviewView } from "./schema.ts";

/** « Julie M. »; nobody by name once they have left. */
export function authorLabel({
  firstName,
  lastName,
}: {
  firstName: string;
  lastName: string;
}): string {
  if (!firstName) return "Ancien client";
  return shortName({ clientFirstName: firstName, clientLastName: lastName });
}

export const STATE_WORDS = {
  published: "Votre avis est publié.",
  waiting: "Votre avis attend : votre absence est contestée, et nous décidons d'abord.",
  refused: "Votre avis a été refusé : il n'est pas publié, et ne se modifie plus.",
};

/** Must stand beside each list (code de la consommation, D111-17). */
export const CHECKED =
  "Du plus récent au plus ancien. Seuls ceux qui ont réservé ici peuvent en écrire un, après la séance. Nous vérifions la réservation, pas les mots : ils paraissent sans être relus.";

export const PROOF_WORDS: Record<ReviewView["proof"], string> = {
  code: "Présence confirmée",
  booking: "Réservation vérifiée",
};

/** « Séance du 3 mars 2026, avis du 5 mars 2026, modifié le 6 mars 2026. » */
export function datesOf({
  sessionAt,
  publishedAt,
  editedAt,
}: Pick<ReviewView, "sessionAt" | "publishedAt" | "editedAt">): string {
  const edited = editedAt ? `, modifié le ${formatDate(editedAt)}` : "";
  return `Séance du ${formatDate(sessionAt)}, avis du ${formatDate(publishedAt)}${edited}.`;
}

export const REASON_WORDS: Record<Reason, string> = {
  untrue: "Son auteur n'y était pas, ou ce n'est pas vrai",
  insulting: "Injures, haine ou menaces",
  private: "Données personnelles ou de santé",
  off_topic: "Sans rapport avec la séance",
  other: "Autre chose",
};

export const CASE_REASON_WORDS: Record<CaseReason, string> = {
  ...REASON_WORDS,
  filter: "Mots à relire, repérés par notre filtre",
};
