import type { Basis, ContentReason, Measure } from "./rules.ts";

export const CONTENT_REASON_WORDS: Record<ContentReason, string> = {
  health: "Promesse de guérir, danger pour la santé",
  title: "Titre ou diplôme que cette personne n'a pas",
  misleading: "Trompeur : prix, lieu, contenu de la séance",
  hate: "Injures, haine, discrimination",
  rights: "Image ou texte pris à quelqu'un d'autre",
  other: "Autre chose",
};

/** The law or rule that a decision stands on, as both sides read it. */
export const BASIS_WORDS: Record<Basis, string> = {
  health:
    "Code de la consommation, article L121-4, 16° : affirmer faussement qu'une prestation guérit une maladie",
  title: "Code pénal, article 433-17 : usage sans droit d'un titre protégé",
  misleading: "Code de la consommation, article L121-2 : pratique commerciale trompeuse",
  hate: "Loi du 29 juillet 1881, articles 24 et 33 : provocation à la haine, injure",
  rights: "Code de la propriété intellectuelle, article L335-2 : contrefaçon",
  rules: "Nos conditions, « Les règles de publication »",
};

export const MEASURE_WORDS: Record<Measure, string> = {
  none: "Rien à reprendre",
  correction: "Correction demandée",
  picture: "Photo retirée",
  hidden: "Masquée jusqu'à correction",
};
