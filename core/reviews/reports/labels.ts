import type { Reason } from "./rules.ts";

export const REASON_WORDS: Record<Reason, string> = {
  untrue: "Son auteur n'y était pas, ou ce n'est pas vrai",
  insulting: "Injures, haine ou menaces",
  private: "Données personnelles ou de santé",
  off_topic: "Sans rapport avec la séance",
  other: "Autre chose",
};
