export const MAX_MESSAGE_REPORT_LENGTH = 1_000;

/** More would be a quarrel (rule: reported-messages). */
export const MESSAGE_REPORTS_PER_HOUR = 20;

export const MESSAGE_REASONS = ["insulting", "private", "soliciting", "other"] as const;
export type MessageReason = (typeof MESSAGE_REASONS)[number];

export const MESSAGE_REASON_WORDS: Record<MessageReason, string> = {
  insulting: "Injures, haine, menaces ou harcèlement",
  private: "Données personnelles ou de santé",
  soliciting: "Démarchage, ou paiement demandé hors du site",
  other: "Autre chose",
};
