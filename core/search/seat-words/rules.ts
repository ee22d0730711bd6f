import { SEATS_TOLD } from "../../listings/rules.ts";
import { type Found, keyOf, type Token } from "../time-words/rules.ts";

const NUMBERS = ["deux", "trois", "quatre", "cinq", "six"];
const PEOPLE = ["personne", "personnes", "pers", "place", "places"];

/** « pour deux heures » is a length, « à quatre mains » a massage. */
const OTHER_THINGS = new Set([
  ...["h", "heure", "heures", "min", "minutes", "jour", "jours", "nuits", "semaines", "mois"],
  ...["an", "ans", "fois", "mains", "seances", "sessions", "cours", "euros"],
]);

/** Finds the first number of seats in a text: « pour deux », « à 3 », « 2 places ». */
export function findSeats(tokens: readonly Token[]): Found<{ seats: number }> | null {
  for (const at of tokens.keys()) {
    const introduction = ["pour", "a"].find((word) => keyOf(tokens, at, 1) === word);
    const offset = introduction ? 1 : 0;
    const seats = readNumber(keyOf(tokens, at + offset, 1));
    if (!seats) continue;
    const next = tokens[at + offset + 1]?.key ?? "";
    if (PEOPLE.includes(next)) return { at, length: offset + 2, meaning: { seats } };
    // « à deux pas du métro » says where: only the end of a stretch of words says for whom.
    const isSaid = introduction === "pour" ? !OTHER_THINGS.has(next) : next === "";
    if (introduction && isSaid) return { at, length: offset + 1, meaning: { seats } };
  }
  return null;
}

function readNumber(key: string): number | null {
  const seats = /^\d$/.test(key) ? Number(key) : NUMBERS.indexOf(key) + 2;
  return seats >= 2 && seats <= SEATS_TOLD ? seats : null;
}
