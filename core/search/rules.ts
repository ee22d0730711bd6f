import { ONLINE_WORD } from "../listings/rules.ts";
import { isOneSlip } from "../texts/one-slip.ts";

export const DEFAULT_SORT = "relevance";

/** Hours, included (rule: last-minute). */
export const LAST_MINUTE_HOURS = 72;
/** Cards a page (rule: working-controls). */
export const PAGE_SIZE = 9;
/** Pages of a list, which says where it ends (rule: list-end). */
export const LAST_PAGE = 20;
export const COUNT_LIMIT = LAST_PAGE * PAGE_SIZE;
/** Results that a program gets over all cursors (rule: list-end). */
export const LAST_LISTED = 1_000;
export const OFFERED_COUNT_LIMIT = 10;
export const CHOICE_COUNT_LIMIT = 50;

export const EVENING = "18:00";

export const RADII = [2, 5, 10, 25, 50] as const;
/** Kilometres of « À proximité » (rule: coarse-place). */
export const NEARBY_RADIUS = 10;
export const LONGEST_RADIUS = 50;
export const LONGEST_MINUTES = 14_400;

/** A city wins over a place unless « À proximité », and a place over a position. */
export function wherever({
  filter,
  location,
  near,
  place,
}: {
  filter?: string | undefined;
  location: string;
  near?: string | undefined;
  place?: string | undefined;
}): { location: string; around: string | undefined } {
  if (location === "") return { location, around: place ?? near };
  return filter === "nearby" ? { location: "", around: location } : { location, around: undefined };
}

/** Shorter words are taken as typed (rule: search-match). */
const FORGIVEN_LENGTH = 5;

export function isForgiven(typed: string): boolean {
  return typed.length >= FORGIVEN_LENGTH;
}

/** Words that mean nothing but which PostgreSQL's French may know only with their accent. */
const SMALL_WORDS = new Set(["a", "les"]);

export function isSmall(typed: string): boolean {
  return SMALL_WORDS.has(typed);
}

function soundOf(word: string): string {
  return word.replaceAll("ph", "f").replaceAll("th", "t").replaceAll("y", "i");
}

function isAlike(typed: string, meant: string): boolean {
  return isOneSlip(typed, meant) || soundOf(typed) === soundOf(meant);
}

export function isStartButForOneSlip(typed: string, text: string): boolean {
  return (
    isForgiven(typed) &&
    (soundOf(text).startsWith(soundOf(typed)) ||
      [-1, 0, 1].some((more) => isOneSlip(typed, text.slice(0, typed.length + more))))
  );
}

/** A shorter name than this is not suggested. */
const OFFERED_LENGTH = 4;

export function mayMeanPlace(typed: string, start: string): boolean {
  return (
    isStartButForOneSlip(typed, start) ||
    (typed.length >= OFFERED_LENGTH && isOneSlip(typed, start))
  );
}

export function wordStarts(key: string): string[] {
  const words = key.split(" ");
  return words.map((_, index) => words.slice(index).join(" "));
}

/** Removes a plural's ending, so that a slip is forgiven in the plural too. */
function singular(word: string): string {
  return word.replace(/[sx]$/, "");
}

export function meantWords<Known extends { word: string }>(
  typed: string,
  candidates: readonly Known[],
): Known[] {
  if (!isForgiven(typed)) return [];
  const alike = candidates.filter(({ word }) => isAlike(typed, word));
  const others = candidates.filter(({ word }) => isAlike(singular(typed), singular(word)));
  return [...new Set([...alike, ...others])];
}

export function meantCities(
  typed: string,
  candidates: readonly { start: string; city: string }[],
): string[] {
  if (!isForgiven(typed)) return [];
  const words = typed.split(" ").length;
  const meant = candidates.filter(({ start }) =>
    isAlike(typed, start.split(" ").slice(0, words).join(" ")),
  );
  return [...new Set(meant.map(({ city }) => city))];
}

export function isOnlinePlace(key: string): boolean {
  return /^(en )?(ligne|visio(conference)?)$|^(a )?distance$|^online$/.test(key);
}

export function withOnlineWord(q: string): string {
  return q.replace(
    /(^|\s)(?:en\s+ligne|(?:en\s+|par\s+)?visio(?:conf[ée]rence)?|[àa]\s+distance|online)(?=\s|$)/giu,
    `$1${ONLINE_WORD}`,
  );
}

/** Shorter words begin too many others. */
const PREFIX_LENGTH = 3;

export function mayBegin(typed: string): boolean {
  return typed.length >= PREFIX_LENGTH;
}
