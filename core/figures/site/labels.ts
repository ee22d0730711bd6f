import type { Period, Step } from "./rules.ts";

export const PERIOD_LABELS: Record<Period, string> = {
  hier: "Hier",
  "7j": "7 jours",
  "30j": "30 jours",
};

/** The period before, as the head of a column. */
export const BEFORE_LABELS: Record<Period, string> = {
  hier: "Avant-hier",
  "7j": "Les 7 d'avant",
  "30j": "Les 30 d'avant",
};

export const STEP_LABELS: Record<Step, string> = {
  views: "Page vue",
  holds: "Place tenue",
  paid: "Place payée",
};

export const townLabel = (town: string): string => town || "En ligne";
export const categoryLabel = (category: string): string => category || "Autre";
