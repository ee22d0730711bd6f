import { LONGEST_RADIUS } from "../rules.ts";
import { type Found, lengthOf, phrasesOf, type Token } from "../time-words/rules.ts";

const BEFORE = phrasesOf(`dans un rayon de, dans les, a moins de, moins de, a max, a, dans, jusqu a,
  rayon de, rayon, max, sous`);
const KILOMETRES = /^(km|kms|kilometres?|kilometre)$/;
const AFTER = phrasesOf(`de chez moi, de chez nous, de moi, de ma position, de mon bureau,
  de mon travail, a la ronde, max, maximum, autour de, autour d, de, d, du, autour`);

export function findRadius(tokens: readonly Token[]): Found<{ radius: number }> | null {
  for (const at of tokens.keys()) {
    const before = lengthOf(BEFORE, tokens, at);
    const [, number = "", joined] =
      /^(\d{1,3})(km|kms)?$/.exec(tokens[at + before]?.key ?? "") ?? [];
    const unit = joined || KILOMETRES.test(tokens[at + before + 1]?.key ?? "");
    const radius = Math.min(Number(number), LONGEST_RADIUS);
    if (!unit || radius === 0) continue;
    const said = at + before + (joined ? 1 : 2);
    return { at, length: said + lengthOf(AFTER, tokens, said) - at, meaning: { radius } };
  }
  return null;
}

const HERE = phrasesOf("moi, chez moi, chez nous, nous, ici, mon bureau, mon travail");
const NEAR = phrasesOf(`pres de, pres d, proche de, proche d, autour de, autour d, a cote de,
  a cote d, pas loin de, pas loin d, non loin de, a proximite de, a proximite d`);
const NEARBY = [
  ...NEAR.flatMap((near) => HERE.map((here) => `${near} ${here}`)),
  ...phrasesOf(`dans mon quartier, dans le quartier, dans le coin, dans les environs, aux alentours,
    dans ma ville, a proximite, pas loin, a cote, proche, ma position`),
];

export function findNearby(tokens: readonly Token[]): Found<{ filter: "nearby" }> | null {
  const isEnd = (at: number) => (tokens[at]?.key ?? "") === "";
  for (const at of tokens.keys()) {
    const length = lengthOf(NEARBY, tokens, at);
    // « À côté de la gare » says where.
    if (length > 0 && isEnd(at + length)) return { at, length, meaning: { filter: "nearby" } };
  }
  return null;
}
