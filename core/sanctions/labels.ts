import { BASIS_WORDS } from "../moderation/labels.ts";
import type { AccountBasis, Booked, Sanction, Source, Urgency } from "./rules.ts";

export const ACCOUNT_BASIS_WORDS: Record<AccountBasis, string> = {
  ...BASIS_WORDS,
  fraud: "Code pénal, article 313-1 : escroquerie",
  forgery: "Code pénal, articles 441-1 et 441-2 : faux document, usage de faux",
  order: "Injonction d'un juge ou d'une autorité",
};

export const SANCTION_WORDS: Record<Sanction, string> = {
  suspended: "Compte suspendu",
  ended: "Fin de la relation",
};

export const SOURCE_WORDS: Record<Source, string> = {
  told: "Par un signalement. Une personne a décidé, sans moyen automatisé.",
  looked: "Par un contrôle de notre équipe. Une personne a décidé, sans moyen automatisé.",
};

/** Goes on after « sans préavis, parce que » in the mail. */
export const URGENCY_WORDS: Record<Urgency, string> = {
  law: "une obligation légale nous l'impose",
  fraud: "les faits relèvent de la fraude",
  repeated: "vous avez enfreint nos conditions à plusieurs reprises",
};

export const BOOKED_WORDS: Record<Booked, string> = {
  kept: "Gardées : chaque client est prévenu et peut être remboursé",
  refunded: "Annulées, tous les clients remboursés aussitôt",
};
