import type { MessageReason } from "./rules.ts";

export const MESSAGE_REASON_WORDS: Record<MessageReason, string> = {
  insulting: "Injures, haine, menaces ou harcèlement",
  private: "Données personnelles ou de santé",
  soliciting: "Démarchage, ou paiement demandé hors du site",
  other: "Autre chose",
};
