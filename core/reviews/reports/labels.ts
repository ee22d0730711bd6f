import type { Reason } from "./rules.ts";
import type { CaseReason } from "./schema.ts";

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
