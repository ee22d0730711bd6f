import { COUNT_LIMIT } from "../catalogue/schema.ts";
import type { Walk } from "./schema.ts";

/** Words shorter than this are taken as they are typed (R3). */
const FORGIVEN_LENGTH = 5;

/** Whether a typed word is long enough for a slip in it to be forgiven. */
export function isForgiven(typed: string): boolean {
  return typed.length >= FORGIVEN_LENGTH;
}

/**
 * Whether one slip of the finger turns `typed` into `meant`: a letter wrong, missing, too many, or
 * two neighbours swapped.
 */
export function isOneSlip(typed: string, meant: string): boolean {
  const [short, long] = typed.length <= meant.length ? [typed, meant] : [meant, typed];
  if (long.length - short.length > 1) return false;
  let start = 0;
  while (start < short.length && short[start] === long[start]) start++;
  const after = (text: string, skipped: number) => text.slice(start + skipped);
  if (short.length !== long.length) return after(short, 0) === after(long, 1);
  if (after(short, 1) === after(long, 1)) return true;
  return (
    short[start] === long[start + 1] &&
    short[start + 1] === long[start] &&
    after(short, 2) === after(long, 2)
  );
}

/** The same word without a plural's ending, so that a slip is forgiven in the plural too. */
function singular(word: string): string {
  return word.replace(/[sx]$/, "");
}

/** The known word that was most likely meant, of candidates in order of likeness; null for none. */
export function meantWord<Known extends { word: string }>(
  typed: string,
  candidates: readonly Known[],
): Known | null {
  if (!isForgiven(typed)) return null;
  return (
    candidates.find(({ word }) => isOneSlip(typed, word)) ??
    candidates.find(({ word }) => isOneSlip(singular(typed), singular(word))) ??
    null
  );
}

/**
 * The places that were most likely meant. What is typed may be the start of a place's name, so it
 * is compared with as many of its words.
 */
export function meantCities(
  typed: string,
  candidates: readonly { start: string; city: string }[],
): string[] {
  if (!isForgiven(typed)) return [];
  const words = typed.split(" ").length;
  const meant = candidates.filter(({ start }) =>
    isOneSlip(typed, start.split(" ").slice(0, words).join(" ")),
  );
  return [...new Set(meant.map(({ city }) => city))];
}

/**
 * The parts of a typed place, as `search_key` writes it: a postcode (digits alone, or five of them
 * beside a name) and a name. The number of an arrondissement is left out, « st » is « saint ».
 */
export function placeParts(key: string): { name: string; postcode: string | null } {
  const postcode = key.match(/^\d{1,5}$/)?.[0] ?? key.match(/(?<!\d)\d{5}(?!\d)/)?.[0] ?? null;
  const name = key
    .split(" ")
    .filter((word) => !/^\d+(e|er|eme|ieme)?$/.test(word))
    .map((word) => word.replace(/^st(e?)$/, "saint$1"))
    .join(" ");
  return { name, postcode };
}

/** Long enough to see that there are more than can be counted. */
export const COUNT_WALK: Walk = { needed: COUNT_LIMIT + 1, budget: 10_000 };

const WALKS: readonly Walk[] = [
  { needed: 10, budget: 3_000 },
  { needed: 110, budget: 10_000 },
  COUNT_WALK,
];

/**
 * The shortest walk for so many offers; null when none is long enough. Few lengths, because each
 * makes a statement of its own: a planner that does not know a limit plans for a tenth of the table.
 */
export function walkFor(needed: number): Walk | null {
  return WALKS.find((walk) => needed <= walk.needed) ?? null;
}
