import type { CaseOutcome } from "./cases/schema.ts";
import type { Basis, ContentReason, Measure, Origin } from "./rules.ts";

export const CONTENT_REASON_WORDS: Record<ContentReason, string> = {
  health: "Promesse de guérir, danger pour la santé",
  title: "Titre ou diplôme que cette personne n'a pas",
  misleading: "Trompeur : prix, lieu, contenu de la séance",
  hate: "Injures, haine, discrimination",
  rights: "Image ou texte pris à quelqu'un d'autre",
  other: "Autre chose",
};

export const BASIS_WORDS: Record<Basis, string> = {
  health:
    "Code de la consommation, article L121-4, 16° : affirmer faussement qu'une prestation guérit une maladie",
  title: "Code pénal, article 433-17 : usage sans droit d'un titre protégé",
  misleading: "Code de la consommation, article L121-2 : pratique commerciale trompeuse",
  hate: "Loi du 29 juillet 1881, articles 24 et 33 : provocation à la haine, injure",
  privacy: "Règlement (UE) 2016/679 (RGPD), articles 5 et 9 : données personnelles d'autrui",
  rights: "Code de la propriété intellectuelle, article L335-2 : contrefaçon",
  rules: "Nos conditions, « Les règles de publication »",
};

export const MEASURE_WORDS: Record<Measure, string> = {
  none: "Rien à reprendre",
  correction: "Correction demandée",
  picture: "Photo retirée",
  hidden: "Masquée jusqu'à correction",
  removed: "Offre retirée",
};

export const CASE_OUTCOME_WORDS: Record<CaseOutcome, string> = {
  published: "Avis publié",
  refused: "Avis refusé",
  reply_removed: "Réponse retirée",
  kept: "Message gardé",
  removed: "Message retiré",
};

/** Says whether by automated means, as a statement of reasons must (rule: decision-origin). */
export function originWords({ isReported, isFiltered }: Origin): string {
  if (isReported && isFiltered) {
    return "Par un signalement, et par notre filtre de mots, un moyen automatisé qui ne masque rien. Une personne a lu et décidé.";
  }
  if (isFiltered) {
    return "Par notre filtre de mots, un moyen automatisé qui ne masque rien ; personne ne nous l'a signalé. Une personne a lu et décidé.";
  }
  return isReported
    ? "Par un signalement. Une personne a lu et décidé, sans moyen automatisé."
    : "Par nous-mêmes, sans signalement. Une personne a lu et décidé, sans moyen automatisé.";
}
