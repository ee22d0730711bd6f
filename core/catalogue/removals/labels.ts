import type { Withheld } from "../schema.ts";

/** The words for one's own offering that a decision keeps from view (rule: reported-content). */
export const WITHHELD_LABELS: Record<Withheld, string> = {
  hidden: "Masquée par une décision",
  removed: "Retirée par une décision",
};

/** What is left to its owner, where the reason stands and the decision is contested. */
export const WITHHELD_ACTS: Record<Withheld, string> = {
  hidden: "Voir pourquoi, corriger ou contester",
  removed: "Voir pourquoi ou contester",
};
