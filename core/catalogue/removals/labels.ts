import type { Withheld } from "../schema.ts";

/** The words for one's own offering that a decision keeps from view (rule: reported-content). */
export const WITHHELD_LABELS: Record<Withheld, string> = {
  hidden: "Masquée par une décision",
  removed: "Retirée par une décision",
};
