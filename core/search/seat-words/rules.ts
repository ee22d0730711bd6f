import { SEATS_TOLD } from "../../listings/rules.ts";
import { type Found, keyOf, lengthOf, phrasesOf, type Token } from "../time-words/rules.ts";

const NUMBERS = ["un", "deux", "trois", "quatre", "cinq", "six"];
const PEOPLE = ["personne", "personnes", "pers", "place", "places"];

const NEAREST = phrasesOf(`mon mari, mon mec, mon copain, mon cheri, mon compagnon, mon conjoint,
  mon homme, ma femme, ma meuf, ma copine, ma cherie, ma compagne, ma conjointe, ma moitie, mon ami,
  mon amie, un ami, une amie, un copain, une copine, un pote, ma mere, ma soeur, ma fille, mon pere,
  mon frere, mon fils, ma maman`);

const SAID = [
  {
    seats: 1,
    phrases: phrasesOf("tout seul, toute seule, seul, seule, en solo, solo, pour moi"),
  },
  {
    seats: 2,
    phrases: [
      ...phrasesOf(
        "en couple, en amoureux, en duo, duo, pour nous deux, tous les deux, toutes les deux",
      ),
      ...NEAREST.flatMap((who) => [`pour ${who} et moi`, `${who} et moi`, `avec ${who}`]),
    ],
  },
];

const COMPANY = /^(copines?|copains?|amies?|amis|collegues|soeurs|filles|potes)$/;

/** « Je me sens seule » asks for no seat. */
const FEELING = /^(sens|sent|suis|femmes?|hommes?|mamans?|meres?)$/;

/** « pour deux heures » is a length, « à quatre mains » a massage. */
const OTHER_THINGS = new Set(
  phrasesOf(`h, heure, heures, min, minutes, jour, jours, nuits, semaines, mois, an, ans, fois, mains,
    seances, sessions, cours, euros`),
);

export function findSeats(tokens: readonly Token[]): Found<{ seats: number }> | null {
  for (const at of tokens.keys()) {
    for (const { seats, phrases } of SAID) {
      const length = lengthOf(phrases, tokens, at);
      const isFelt = FEELING.test(tokens[at - 1]?.key ?? "");
      if (length > 0 && !isFelt) return { at, length, meaning: { seats } };
    }
    const many = ["on est", "nous sommes"].includes(keyOf(tokens, at, 2));
    const count = many ? readNumber(keyOf(tokens, at + 2, 1)) : null;
    if (count) return { at, length: 3, meaning: { seats: count } };
    const company = keyOf(tokens, at, 1) === "avec" && COMPANY.test(keyOf(tokens, at + 2, 1));
    const others = company ? readNumber(keyOf(tokens, at + 1, 1)) : null;
    if (others && others < SEATS_TOLD) return { at, length: 3, meaning: { seats: others + 1 } };
    const introduction = ["pour", "pr", "a"].find((word) => keyOf(tokens, at, 1) === word);
    const offset = introduction ? 1 : 0;
    const seats = readNumber(keyOf(tokens, at + offset, 1));
    if (!seats) continue;
    const next = tokens[at + offset + 1]?.key ?? "";
    if (PEOPLE.includes(next)) return { at, length: offset + 2, meaning: { seats } };
    // « à deux pas du métro » says where: only the end of a stretch of words says for whom.
    const isSaid = introduction !== "a" ? !OTHER_THINGS.has(next) : next === "";
    if (introduction && isSaid) return { at, length: offset + 1, meaning: { seats } };
  }
  return null;
}

function readNumber(key: string): number | null {
  const seats = /^\d$/.test(key) ? Number(key) : NUMBERS.indexOf(key.replace(/^une$/, "un")) + 1;
  return seats >= 1 && seats <= SEATS_TOLD ? seats : null;
}
