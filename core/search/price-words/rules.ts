import { type Found, lengthOf, phrasesOf, type Token } from "../time-words/rules.ts";

const BEFORE = phrasesOf(`pour moins de, a moins de, moins de, pas plus de, jusqu a, maximum de,
  budget maximum de, budget max de, budget maximum, budget max, budget de, budget, en dessous de,
  au dessous de, inferieur a, pour maximum, sous, maximum, maxi, max`);
const AFTER = phrasesOf("au maximum, au plus, maximum, maxi, max, ou moins");

const CHEAP = ["cher", "chers", "chere", "cheres"].flatMap((dear) => [
  ...["le", "la", "les"].flatMap((article) => [
    `${article} moins ${dear} possible`,
    `${article} moins ${dear}`,
  ]),
  ...[`moins ${dear}`, `pas trop ${dear}`, `pas ${dear}`],
]);
const CHEAPEST_FIRST = [
  ...CHEAP,
  ...phrasesOf(`bon marche, a petits prix, a petit prix, petits prix, petit prix, petit budget,
    a bas prix, bas prix, prix bas, prix mini, economique, abordable, abordables`),
];

export function findPrice(
  tokens: readonly Token[],
  text: string,
): Found<{ price_max: number }> | null {
  for (const at of tokens.keys()) {
    const before = lengthOf(BEFORE, tokens, at);
    const offset = before || lengthOf(["a", "pour"], tokens, at);
    const most = readRange(tokens, at, text);
    if (most) return most;
    const amount = readAmount(tokens, at + offset, text, before > 0 ? LIMIT : ALONE);
    if (!amount) continue;
    const after = before ? 0 : lengthOf(AFTER, tokens, at + offset + amount.length);
    const isLimit = !/^(de|d|plus|minimum|min)$/.test(tokens[at - 1]?.key ?? "");
    const isSigned =
      isLimit && /^\s*€/.test(text.slice(tokens[at + offset + amount.length - 1]?.end));
    if (before + after === 0 && !isSigned) continue;
    const length = offset + amount.length + after;
    return { at, length, meaning: { price_max: amount.euros } };
  }
  return null;
}

export function findOrder(tokens: readonly Token[]): Found<{ sort: "price_asc" }> | null {
  for (const at of tokens.keys()) {
    const length = lengthOf(CHEAPEST_FIRST, tokens, at);
    if (length > 0) return { at, length, meaning: { sort: "price_asc" } };
  }
  return null;
}

function readRange(
  tokens: readonly Token[],
  at: number,
  text: string,
): Found<{ price_max: number }> | null {
  const [intro, from = "", link] = tokens.slice(at, at + 3).map(({ key }) => key);
  if (intro !== "entre" || !/^\d{1,4}$/.test(from) || link !== "et") return null;
  const amount = readAmount(tokens, at + 3, text, LIMIT);
  return amount && { at, length: 3 + amount.length, meaning: { price_max: amount.euros } };
}

const ALONE = /^(\d{1,4})(euros?|(?<=[2-9]\d)e)?$/;
const LIMIT = /^(\d{1,4})(euros?|e)?$/;

/** Requires a unit, since a bare number may be anything. */
function readAmount(
  tokens: readonly Token[],
  at: number,
  text: string,
  written: RegExp,
): { length: number; euros: number } | null {
  const [first, second] = [tokens[at], tokens[at + 1]];
  const [, whole, joined] = written.exec(first?.key ?? "") ?? [];
  if (!first || !whole) return null;
  const isPoint = second && /^[.,]$/.test(text.slice(first.end, second.start));
  const [, cents = "", unit] = (isPoint && /^(\d\d?)(euros?)?$/.exec(second.key)) || [];
  const numbers = cents ? 2 : 1;
  const end = tokens[at + numbers - 1]?.end;
  const isMarked = joined || unit || /^\s*€/.test(text.slice(end));
  const isSaid = /^(euros?|eur|balles)$/.test(tokens[at + numbers]?.key ?? "");
  const euros = Number(`${whole}.${cents || 0}`);
  if (euros === 0 || !(isMarked || isSaid)) return null;
  return { length: numbers + (isMarked ? 0 : 1), euros };
}
