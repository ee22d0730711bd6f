import { ONLINE_WORD } from "../listings/rules.ts";
import { isOneSlip } from "../texts/one-slip.ts";

/** The order of a list whose address names none. */
export const DEFAULT_SORT = "relevance";

/** The last-minute list goes up to and including 72 h ahead (rule: last-minute). */
export const LAST_MINUTE_HOURS = 72;
/** 9 cards a page (rule: working-controls). */
export const PAGE_SIZE = 9;
/** The pages of a list, which says so where it ends (rule: list-end). */
export const LAST_PAGE = 20;
/** Counts are exact up to the list's end, then « Plus de 180 ». */
export const COUNT_LIMIT = LAST_PAGE * PAGE_SIZE;
/** A program is given so many, by as many cursors as it likes (rule: list-end). */
export const LAST_LISTED = 1_000;
/** The same for a search that is only offered. */
export const OFFERED_COUNT_LIMIT = 10;
/** The same for a condition that could be chosen. */
export const CHOICE_COUNT_LIMIT = 50;

/** From then on a day is an evening: « ce soir ». */
export const EVENING = "18:00";

/** The kilometres around a place that somebody can choose from. */
export const RADII = [2, 5, 10, 25, 50] as const;
/** « À proximité » (rule: coarse-place). */
export const NEARBY_RADIUS = 10;
export const LONGEST_RADIUS = 50;
/** The longest that an offering may be asked to last: ten days. */
export const LONGEST_MINUTES = 14_400;

/**
 * The city to search in, or the place to search around: « À proximité » of a typed city is around it;
 * otherwise a city counts, since a new one may be typed beside a place of before, and a typed place
 * more than a position.
 */
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

/** Whether a typed word is long enough for a slip in it to be forgiven. */
export function isForgiven(typed: string): boolean {
  return typed.length >= FORGIVEN_LENGTH;
}

/** Words that ask for nothing and that PostgreSQL's French may know only with their accent. */
const SMALL_WORDS = new Set(["a", "les"]);

/** Whether a typed word, as `search_key` writes it, is one of them: « massage à domicile ». */
export function isSmall(typed: string): boolean {
  return SMALL_WORDS.has(typed);
}

/** A word by its sound, so that « sofrologie » is « sophrologie ». */
function soundOf(word: string): string {
  return word.replaceAll("ph", "f").replaceAll("th", "t").replaceAll("y", "i");
}

/** Whether `typed` sounds like `meant`, or is one slip away from it. */
function isAlike(typed: string, meant: string): boolean {
  return isOneSlip(typed, meant) || soundOf(typed) === soundOf(meant);
}

/** Whether `text` begins with `typed`, but for one slip. */
export function isStartButForOneSlip(typed: string, text: string): boolean {
  return (
    isForgiven(typed) &&
    (soundOf(text).startsWith(soundOf(typed)) ||
      [-1, 0, 1].some((more) => isOneSlip(typed, text.slice(0, typed.length + more))))
  );
}

/** A short name may be meant too, when somebody is asked whether it is: « lion » for Lyon. */
const OFFERED_LENGTH = 4;

/** Whether `typed` may have been meant to be, or to begin, this place's name. */
export function mayMeanPlace(typed: string, start: string): boolean {
  return (
    isStartButForOneSlip(typed, start) ||
    (typed.length >= OFFERED_LENGTH && isOneSlip(typed, start))
  );
}

/** The text from each of its words on: « saint etienne », « etienne ». */
export function wordStarts(key: string): string[] {
  const words = key.split(" ");
  return words.map((_, index) => words.slice(index).join(" "));
}

/** The same word without a plural's ending, so that a slip is forgiven in the plural too. */
function singular(word: string): string {
  return word.replace(/[sx]$/, "");
}

/** The known words that may be meant, the likeliest first, of candidates in order of likeness. */
export function meantWords<Known extends { word: string }>(
  typed: string,
  candidates: readonly Known[],
): Known[] {
  if (!isForgiven(typed)) return [];
  const alike = candidates.filter(({ word }) => isAlike(typed, word));
  const others = candidates.filter(({ word }) => isAlike(singular(typed), singular(word)));
  return [...new Set([...alike, ...others])];
}

/**
 * The places most likely meant. The typed text may be the start of a place's name, so it is
 * compared with as many of its words.
 */
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

/** Whether the answer to « Où ? » is: online. */
export function isOnlinePlace(key: string): boolean {
  return /^(en )?(ligne|visio(conference)?)$|^(a )?distance$|^online$/.test(key);
}

/** Replaces « en ligne » and the like by the one word that finds it. */
export function withOnlineWord(q: string): string {
  return q.replace(
    /(^|\s)(?:en\s+ligne|(?:en\s+|par\s+)?visio(?:conf[ée]rence)?|[àa]\s+distance|online)(?=\s|$)/giu,
    `$1${ONLINE_WORD}`,
  );
}

/** Shorter words begin too many others. */
const PREFIX_LENGTH = 3;

/** Whether an unknown word may be the beginning of a known one: « psy ». */
export function mayBegin(typed: string): boolean {
  return typed.length >= PREFIX_LENGTH;
}
