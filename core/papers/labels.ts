/** Above the amounts of a seller who charges no VAT (code général des impôts, art. 293 B). */
export const NO_VAT = "TVA non applicable, art. 293 B du CGI";

export const LEGAL_FORMS = {
  person: "Une personne (auto-entrepreneur, indépendant)",
  firm: "Une société ou une association",
} as const;
