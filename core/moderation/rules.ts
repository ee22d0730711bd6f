import { DAY } from "../durations.ts";

export const MAX_CONTENT_REPORT = 1_000;

/** Reports of one person, or of one network without a login, in an hour. */
export const CONTENT_REPORTS_PER_HOUR = { person: 20, network: 60 };

export const CONTENT_REASONS = [
  "health",
  "title",
  "misleading",
  "hate",
  "rights",
  "other",
] as const;
export type ContentReason = (typeof CONTENT_REASONS)[number];

/** The grounds of a decision: a law, or our own conditions. */
export const BASES = ["health", "title", "misleading", "hate", "rights", "rules"] as const;
export type Basis = (typeof BASES)[number];

/** The lightest that is enough comes first. */
export const MEASURES = ["none", "correction", "picture", "hidden"] as const;
export type Measure = (typeof MEASURES)[number];

/** Milliseconds in which a text is to be corrected while it stays visible. */
export const CORRECTION_TIME = 7 * DAY;

/** Six months in which a decision can be contested (règlement (UE) 2022/2065, article 20). */
export const APPEAL_TIME = 183 * DAY;

/**
 * Professions whose names the law keeps for those who are registered (code de la santé publique): as a
 * form offers them, and as a text without accents and capitals says them.
 */
const TITLES = {
  Psychothérapeute: "psychotherapeute",
  Psychologue: "psychologue",
  Psychiatre: "psychiatre",
  Kinésithérapeute: "kinesitherapeute",
  Ostéopathe: "osteopathe",
  Chiropracteur: "chiropracteur",
  Médecin: "medecin",
  Infirmier: "infirmiere?",
  "Sage-femme": "sage-femme",
  Diététicien: "dieteticien(?:ne)?",
  Ergothérapeute: "ergotherapeute",
  Psychomotricien: "psychomotricien(?:ne)?",
  Orthophoniste: "orthophoniste",
  Podologue: "podologue",
};
export type ProtectedTitle = keyof typeof TITLES;
export const PROTECTED_TITLES = Object.keys(TITLES) as ProtectedTitle[];

/** Each finds one sort of words, in a text without accents and capitals. */
const FILTERS = [
  // A telephone number.
  /(?:\+33\s?|\b0)[1-9](?:[\s.-]?\d{2}){4}\b/g,
  // An e-mail address or a link, by which a payment would pass the site by.
  /[\w.+-]+@[\w-]+\.\w{2,}/g,
  /\b(?:https?:\/\/|www\.)\S+/g,
  // A promise that no massage keeps.
  /\bguer(?:it|ir|ira|is|issent|ison|isons|isseur|isseuse)\b/g,
  /\bsoign(?:e|er|ent|era)\s+(?:(?:le|la|les|votre|vos)\s+|l'\s?)?(?:cancer|depression|diabete|endometriose|maladie|migraine|asthme|eczema)s?\b/g,
  /\b(?:remplace|arreter)\s+(?:un|le|votre|son)\s+(?:traitement|medicament)s?\b/g,
  new RegExp(`\\b(?:${Object.values(TITLES).join("|")})s?\\b`, "g"),
];

/**
 * The words of a text that a person should look at: contacts and links, promises of healing, names
 * of protected professions. Nothing is hidden because of them (rule: content-filter).
 */
export function findSuspectWords(text: string): string[] {
  const plain = text.normalize("NFC");
  // As long as the text, so that what is found can be cut out of it.
  const bare = Array.from(plain, (letter) => letter.normalize("NFD").charAt(0)).join("");
  const found = FILTERS.flatMap((filter) =>
    [...bare.toLowerCase().matchAll(filter)].map(({ index, 0: { length } }) =>
      Array.from(plain)
        .slice(index, index + length)
        .join(""),
    ),
  );
  return [...new Set(found)];
}

/** The protected titles that a text names, whether or not it claims them. */
export function findTitles(text: string): ProtectedTitle[] {
  const bare = text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();
  return PROTECTED_TITLES.filter((title) => new RegExp(`\\b${TITLES[title]}s?\\b`).test(bare));
}
