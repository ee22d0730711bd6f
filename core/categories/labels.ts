import type { CategoryState } from "./rules.ts";

export const STATE_WORDS: Record<CategoryState, string> = {
  proposed: "Proposée",
  standing: "Offerte à tous",
  filter: "Offerte à tous, une des neuf du filtre",
  kept: "À ses praticiens seuls",
  merged: "Fusionnée",
};
