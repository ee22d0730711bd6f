import { DAY } from "../../durations.ts";
import { searchKey } from "../../texts/search-key.ts";
import { wherever } from "../rules.ts";
import type { Narrowing, SearchQuery, SearchResult } from "../schema.ts";

/** A search that found nothing, whenever it would be (rule: missed-searches). */
export interface Missed {
  /** In lower case, with nothing between them but spaces. */
  words: string;
  /** The commune as our own list writes it; empty for anywhere. */
  town: string;
  /** Where the same is offered nearest, « Rezé » or « moins de 50 km »; empty when it is nowhere. */
  nearest: string;
}

/** From so many visitors, on so many days, the words of a search are kept. */
export const TOLD_FROM = { visitors: 5, days: 2 };
/** So long a search that too few have made is counted, by a hash alone. */
export const UNTOLD_LIFE = 30 * DAY;

/** Longer texts are sentences, which tell of somebody. */
const MOST_LETTERS = 60;
const MOST_WORDS = 6;
/** A number with so many digits may be somebody's. */
const MOST_DIGITS = 3;

/** Whether a text may be counted at all: not a mail address, a link, a telephone number or a sentence. */
export function isTellable(text: string): boolean {
  const digits = text.replace(/\D/g, "").length;
  return (
    !/@|www\.|:\/\//i.test(text) &&
    digits <= MOST_DIGITS &&
    text.length <= MOST_LETTERS &&
    searchKey(text).split(" ").length <= MOST_WORDS
  );
}

/** « Massage  prénatal! » is « massage prénatal ». */
const plain = (text: string) =>
  text
    .normalize("NFC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

/** Conditions that hide what a place has: of two of them nobody knows which one did. */
function narrowingsOf({ filter, date, from, to, days, price, price_max, ...query }: SearchQuery) {
  return [
    filter === "last-minute",
    date || from || to || days,
    price || price_max,
    query.duration_max,
    (query.seats ?? 1) > 1,
    query.mode || query.format,
  ].filter(Boolean).length;
}

/** Without these a search is for something else, or somewhere else. */
const ELSEWISE: readonly Narrowing[] = [
  ...(["q", "unknown", "category", "radius", "place", "professional"] as const),
];

/** Whether a search by these words, at this place, finds nothing whatever the day and the price. */
function isMissing({ query, count, waysOut }: Asked): boolean {
  if (count > 0 || query.page > 1 || query.professional || waysOut.meant) return false;
  const isThere = waysOut.wider.some(({ without }) =>
    without.every((wish) => !ELSEWISE.includes(wish)),
  );
  return !isThere && narrowingsOf(query) < 2;
}

type Asked = Pick<SearchResult, "query" | "count" | "waysOut">;

/**
 * Reads what a search looked for in vain; null when something was there at another time or price, or when
 * nobody can say what it was.
 *
 * @param townOf the commune of a typed place; null when it is none.
 */
export function missedBy(asked: Asked, townOf: (typed: string) => string | null): Missed | null {
  const { query, waysOut } = asked;
  const { location, around = "" } = wherever(query);
  const typed = location || around;
  // A position is never kept, and without it the search would seem to be for anywhere.
  if (!isMissing(asked) || query.near) return null;
  if (![query.q, query.category].every(isTellable)) return null;
  const town = typed === "" ? "" : townOf(typed);
  const words = [...new Set([query.category, query.q].map(plain).filter(Boolean))].join(" ");
  if (town === null || (words === "" && town === "")) return null;
  const farther = waysOut.wider.find(({ without }) => without.includes("radius"));
  const within = farther ? `moins de ${farther.query.radius} km` : "";
  return { words, town, nearest: waysOut.elsewhere[0]?.query.location ?? within };
}
