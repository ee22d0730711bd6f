import type { Period, Step } from "./rules.ts";

export const PERIOD_LABELS: Record<Period, string> = {
  hier: "Hier",
  "7j": "7 jours",
  "30j": "30 jours",
};

export const BEFORE_LABELS: Record<Period, string> = {
  hier: "Avant-hier",
  "7j": "Les 7 d'avant",
  "30j": "Les 30 d'avant",
};

export const STEP_LABELS: Record<Step, string> = {
  visits: "Visite",
  views: "Page vue",
  holds: "Place tenue",
  paid: "Place payée",
};

export const townLabel = (town: string): string => town || "En ligne";
export const categoryLabel = (category: string): string => category || "Autre";

export const TRUST_LABELS = {
  takenCents: "Encaissé",
  keptCents: "Commission gardée",
  refundedCents: "Remboursé",
  disputes: "Litiges ouverts",
  absent: "Absences",
  joined: "Nouveaux praticiens",
  gone: "Praticiens partis",
} as const;

export const EVENINGS = ["Ce soir", "Il y a 7 jours", "Il y a un an"] as const;

export const wordsLabel = (words: string): string => words || "toute séance";
export const placeLabel = (town: string): string => town || "partout";
export const nearestLabel = (nearest: string): string => nearest || "nulle part";

export function ofCategory(category: string): string {
  const word = category.toLowerCase();
  return /^[aeiouyhéèêâîô]/.test(word) && !/^yo/.test(word) ? `d'${word}` : `de ${word}`;
}
