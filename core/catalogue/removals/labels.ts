import type { Withheld } from "../schema.ts";

/** Shown to its owner (rule: reported-content). */
export const WITHHELD_LABELS: Record<Withheld, string> = {
  hidden: "Masquée par une décision",
  removed: "Retirée par une décision",
};

export const WITHHELD_ACTS: Record<Withheld, string> = {
  hidden: "Voir pourquoi, corriger ou contester",
  removed: "Voir pourquoi ou contester",
};
