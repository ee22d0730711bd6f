import { ONLINE_WORD } from "../listings/rules.ts";

/** The nine categories of the list's filter (rule: categories), in the order of the home page. */
export const FILTER_CATEGORIES = [
  "Yoga",
  "Massage",
  "Méditation",
  "Coaching",
  "Sophrologie",
  "Naturopathie",
  "Nutrition",
  "Reiki",
  "Psychothérapie",
] as const;

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

/**
 * Whether one slip turns `typed` into `meant`: a letter wrong, missing, too many, or two neighbours
 * swapped.
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

/** The known word most likely meant, of candidates in order of likeness; null for none. */
export function meantWord<Known extends { word: string }>(
  typed: string,
  candidates: readonly Known[],
): Known | null {
  if (!isForgiven(typed)) return null;
  return (
    candidates.find(({ word }) => isAlike(typed, word)) ??
    candidates.find(({ word }) => isAlike(singular(typed), singular(word))) ??
    null
  );
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

/** Cities with arrondissements: how many, and the postcode to which their number is added. */
const ARRONDISSEMENTS: Record<string, { count: number; before: number }> = {
  paris: { count: 20, before: 75_000 },
  lyon: { count: 9, before: 69_000 },
  marseille: { count: 16, before: 13_000 },
};

/**
 * The parts of a typed place, as `search_key` writes it: a postcode (digits alone, or five of them
 * beside a name, or that of an arrondissement) and a name. « st » is « saint ».
 */
export function placeParts(key: string): { name: string; postcode: string | null } {
  const name = key
    .split(" ")
    .filter((word) => !/^\d+(e|er|eme|ieme)?$|^arr(ondissement)?$/.test(word))
    .map((word) => word.replace(/^st(e?)$/, "saint$1"))
    .join(" ");
  const postcode =
    key.match(/^\d{1,5}$/)?.[0] ??
    key.match(/(?<!\d)\d{5}(?!\d)/)?.[0] ??
    postcodeOfArrondissement(key, name);
  return { name, postcode };
}

/** « Paris 10 », « lyon 1er » and « 8e marseille » are 75010, 69001 and 13008. */
function postcodeOfArrondissement(key: string, name: string): string | null {
  const number = Number(/(?:^| )(\d{1,2})(?:e|er|eme|ieme)?(?: |$)/.exec(key)?.[1] ?? 0);
  const city = ARRONDISSEMENTS[name];
  return city && number >= 1 && number <= city.count ? String(city.before + number) : null;
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
