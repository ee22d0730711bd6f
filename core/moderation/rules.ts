import { DAY } from "../durations.ts";

export const MAX_CONTENT_REPORT = 1_000;

/** Per hour, of one person or of one network without a login. */
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

export const BASES = [
  "health",
  "title",
  "misleading",
  "hate",
  "privacy",
  "rights",
  "rules",
] as const;
export type Basis = (typeof BASES)[number];

/** The lightest that is enough comes first. */
export const MEASURES = ["none", "correction", "picture", "hidden", "removed"] as const;
export type Measure = (typeof MEASURES)[number];

export const isWithholding = (measure: Measure) => measure === "hidden" || measure === "removed";

/** Neither: we have looked ourselves. */
export interface Origin {
  isReported: boolean;
  isFiltered: boolean;
}

/** Counts the reports that this decision answers, or else all before it (rule: decision-origin). */
export function originOf(reports: readonly { isFilter: boolean; isAnswered: boolean }[]): Origin {
  const answered = reports.filter(({ isAnswered }) => isAnswered);
  const those = answered.length > 0 ? answered : reports;
  return {
    isReported: those.some(({ isFilter }) => !isFilter),
    isFiltered: those.some(({ isFilter }) => isFilter),
  };
}

/** In milliseconds. */
export const CORRECTION_TIME = 7 * DAY;

/** Six months (règlement (UE) 2022/2065, article 20), 184 days at most, and one to be told. */
export const APPEAL_TIME = 185 * DAY;

/** Kept for the registered (code de la santé publique); patterns lack accents and capitals. */
const TITLES = {
  Psychothérapeute: "psychotherapeute",
  Psychologue: "psychologue",
  Psychiatre: "psychiatre",
  Kinésithérapeute: "kine(?:sitherapeute)?",
  Ostéopathe: "osteo(?:pathe)?",
  Chiropracteur: "chiropracteur",
  Médecin: "(?:medecin|docteure?)",
  Infirmier: "infirmiere?",
  "Sage-femme": "sages?[ -]femme",
  Diététicien: "dieteticien(?:ne)?",
  Ergothérapeute: "ergotherapeute",
  Psychomotricien: "psychomotricien(?:ne)?",
  Orthophoniste: "orthophoniste",
  Podologue: "podologue",
};
export type ProtectedTitle = keyof typeof TITLES;
export const PROTECTED_TITLES = Object.keys(TITLES) as ProtectedTitle[];

/** Between two pairs of figures of a telephone number. */
const BETWEEN = String.raw`\s?(?:[.·•_/–—-]|\(?\b(?:point|tiret|slash|espace)\b\)?)?\s?`;
const AT = String.raw`(?:\s?@\s?|\s?[([{]\s?(?:at|arobase?)\s?[)\]}]\s?|\s{1,3}(?:at|arobase?)\s{1,3})`;
const DOT = String.raw`(?:\.|\s?[([{]\s?(?:\.|point|dot)\s?[)\]}]\s?|\s{1,3}(?:point|dot)\s{1,3})`;
/** No French sentence begins with them, so that a forgotten space after a full stop makes none. */
const ENDINGS = "(?:fr|com|net|org|eu|be|biz|app|bzh|shop)";
/** Words that may follow such a full stop: of a link only before a path. */
const WORD_ENDINGS =
  "(?:bio|ch|co|coach|ee|gg|gle|info|io|link|lu|ly|me|online|page|paris|pro|site|studio|tv|yoga)";

const ILLNESS =
  "(?:cancer|tumeur|depression|burn-?out|anxiete|diabete|endometriose|fibromyalgie|maladie|migraine|asthme|eczema|psoriasis|arthrose|sclerose|insomnie|hypertension|phobie|addiction|infertilite|sterilite|acouphene|sciatique|hernie)s?";
const MEDICINE =
  "(?:traitement|medicament|antidepresseur|anxiolytique|somnifere|antidouleur|antibiotique|insuline|chimiotherapie)s?";
const OF = String.raw`\s+(?:(?:un|une|le|la|les|des|du|de\s+la|votre|vos|son|ses|leurs?|tous\s+vos|toute)\s+|l'\s?)?`;

/** Bounds every repetition, so that matching stays linear in the length of the text. */
const FILTERS = [
  // A telephone number, but no date before an hour.
  new RegExp(
    String.raw`(?:(?:\+|\b00)\s?33\s?(?:\(0\))?${BETWEEN}|(?<!\d[./-])\b0(?!\d[./-]\d\d[./-](?:19|20)\d\d\b))[1-9](?:${BETWEEN}\d{2}){4}\b`,
    "g",
  ),
  // An e-mail address or a link, by which a payment would pass the site by.
  new RegExp(
    String.raw`[\w.+-]{1,64}${AT}[\w-]{1,63}(?:${DOT}[\w-]{1,63}){0,3}${DOT}[a-z]{2,24}\b`,
    "g",
  ),
  /\b(?:https?:\/\/|www\.)\S+/g,
  // A name on a social network.
  /(?<![\w.@])@[a-z\d](?:[\w.]{1,28}\w)/g,
  new RegExp(
    String.raw`(?<![\w@./-])(?!www\.)(?:[a-z\d][a-z\d-]{0,62}\.){1,4}(?:${ENDINGS}\b(?![.-]?\w)(?:\/[^\s,;)]*)?|${WORD_ENDINGS}\/\w[^\s,;)]*)`,
    "g",
  ),
  // A promise that no massage keeps.
  /\bgueri(?!don|te|lla)\w{0,9}\b/g,
  new RegExp(
    String.raw`\b(?:soign|trait|elimin|supprim|combat|vain[cq]|fai(?:t|re)\s+disparaitre|debarrass)\w{0,6}${OF}${ILLNESS}\b`,
    "g",
  ),
  new RegExp(
    String.raw`\b(?:remede|cure|solution|vaccin)s?\s+(?:naturel\w{0,3}\s+)?(?:contre|a|au|aux|pour)${OF}${ILLNESS}\b`,
    "g",
  ),
  new RegExp(
    String.raw`\b(?:remplac|arret|stopp|cess|supprim|abandonn|jet)(?:e|er|ez|era|erez|ent|ons)${OF}${MEDICINE}\b`,
    "g",
  ),
  new RegExp(`\\b(?:${Object.values(TITLES).join("|")})s?\\b`, "g"),
];

/** Hides nothing; a person looks at what is found (rule: content-filter). */
export function findSuspectWords(text: string): string[] {
  const letters = Array.from(text.normalize("NFC"));
  // As long as the text, so that what is found can be cut out of it.
  const bare = letters
    .map((letter) => letter.normalize("NFD").charAt(0))
    .join("")
    .toLowerCase();
  const spans = FILTERS.flatMap((filter) =>
    [...bare.matchAll(filter)].map(({ index, 0: { length } }) => ({ index, end: index + length })),
  ).sort((one, other) => one.index - other.index || other.end - one.end);
  const found = [];
  let reached = 0;
  for (const { index, end } of spans) {
    // The link inside an address is told with it.
    if (end > reached) found.push(letters.slice(index, end).join(""));
    reached = Math.max(reached, end);
  }
  return [...new Set(found)];
}

const ANY_TITLE = `\\b(?:${Object.values(TITLES).join("|")})s?`;
/** Another title before it: « médecin ou sage-femme ». */
const ENUMERATED = new RegExp(`(?:${ANY_TITLE}\\s*(?:,|/|\\bou\\b|\\bet\\b|\\bni\\b)\\s*)+$`);
const ADJECTIVE = String.raw`(?:(?:autre|bon|bonne|cher|chere|futur|future|propre|professionnel)\s+)?`;
const SOMEBODY = String.raw`(?:\b(?:un|une|des|les?|la|du|aux?)\s+|\bl')${ADJECTIVE}`;
const SOMEBODYS = String.raw`\b(?:votre|vos|ton|ta|tes|leurs?|son|sa|ses|mon|ma|mes|cet?|cette|ces|chaque|tout|toute|aucun|aucune)\s+${ADJECTIVE}`;
const DENIED = String.raw`\b(?:pas|ni|jamais|sans\setre)\s+(?:(?:une?|de)\s+)?`;
/** Somebody else's: « un certificat de médecin », « chez le kiné », « pour infirmières ». */
const ADVICE = String.raw`\b(?:avis|accords?|certificats?|ordonnances?|prescriptions?|conseils?|suivis?)\s+(?:de|d')\s*|\b(?:pour|chez)\s+`;
/** One's own, or of who is there: « animé par une sage-femme ». */
const OWN = String.raw`\b(?:suis|sommes|est|etant|tant\sque|comme|devenue?|par|avec)\s+`;
/** About whom one has seen before: « prescrit par un médecin ». */
const OTHERS = String.raw`\b(?:prescrite?s?|suivie?s?|validee?s?|recommandee?s?|conseillee?s?|adressee?s?|orientee?s?|delivree?s?|autorisee?s?|etablie?s?|signee?s?|accord|lien|parlez?|parlez-en|discutez?|echangez?|travaille|collaboration|concertation|complement)\s+`;
const MENTION = new RegExp(
  `(?:${DENIED}|${SOMEBODYS}|${ADVICE}|${OTHERS}(?:par|avec)\\s+${SOMEBODY}|(?<!${OWN})${SOMEBODY})$`,
);

/** Characters of a sentence read before a title. */
const BEFORE_TITLE = 80;

/** Leaves out another person's title, and one that the text denies (rule: protected-titles). */
export function findTitles(text: string): ProtectedTitle[] {
  const bare = text.normalize("NFD").replaceAll(/\p{M}/gu, "").replaceAll("’", "'").toLowerCase();
  return PROTECTED_TITLES.filter((title) =>
    [...bare.matchAll(new RegExp(`\\b${TITLES[title]}s?\\b`, "g"))].some(
      ({ index }) => !isMention(bare.slice(Math.max(0, index - BEFORE_TITLE), index)),
    ),
  );
}

function isMention(before: string): boolean {
  const sentence = before.slice(
    Math.max(...[..."\n.!?;:("].map((end) => before.lastIndexOf(end))) + 1,
  );
  return MENTION.test(sentence.replace(ENUMERATED, ""));
}
