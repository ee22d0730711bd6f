import { DAY } from "../../durations.ts";
import { searchKey } from "../../texts/clean-text.ts";
import { wherever } from "../rules.ts";
import type { SearchQuery, SearchResult } from "../schema.ts";

/** A search that found nothing at any time (rule: missed-searches). */
export interface Missed {
  words: string;
  /** Our own name for the commune; empty for anywhere. */
  town: string;
  nearest: string;
}

/** Visitors and days from which the words of a search are kept. */
export const TOLD_FROM = { visitors: 5, days: 2 };
export const UNTOLD_LIFE = 30 * DAY;

/** Longer texts are sentences, which tell of somebody. */
const MAX_LETTERS = 60;
const MAX_WORDS = 6;
const MAX_DIGITS = 3;

export function isTellable(text: string): boolean {
  const digits = text.replace(/\D/g, "").length;
  return (
    !/@|www\.|:\/\//i.test(text) &&
    digits <= MAX_DIGITS &&
    text.length <= MAX_LETTERS &&
    searchKey(text).split(" ").length <= MAX_WORDS
  );
}

const plain = (text: string) =>
  text
    .normalize("NFC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

/** Conditions that hide results: of two of them nobody knows which one did. */
function countConditions(query: SearchQuery): number {
  return [
    query.filter === "last-minute",
    query.date || query.from || query.to || query.days,
    query.price || query.price_max,
    query.duration_max,
    (query.seats ?? 1) > 1,
    query.mode || query.format,
  ].filter(Boolean).length;
}

const NOT_OF_SLOTS = ["q", "unknown", "category", "radius", "place", "professional"];

function isMissing({ query, count, otherSearches }: SearchOutcome): boolean {
  if (count > 0 || query.page > 1 || query.professional || otherSearches.meant) return false;
  const isThere = otherSearches.wider.some(({ without }) =>
    without.every((condition) => !NOT_OF_SLOTS.includes(condition)),
  );
  return !isThere && countConditions(query) < 2;
}

type SearchOutcome = Pick<SearchResult, "query" | "count" | "otherSearches">;

/** What a search looked for in vain; null when another time or price would have found it. */
export function missedBy(
  asked: SearchOutcome,
  townOf: (typed: string) => string | null,
): Missed | null {
  const { query, otherSearches } = asked;
  const { location, around = "" } = wherever(query);
  const typed = location || around;
  // A position is never kept, and without it the search would seem to be for anywhere.
  if (!isMissing(asked) || query.near) return null;
  if (![query.q, query.category].every(isTellable)) return null;
  const town = typed === "" ? "" : townOf(typed);
  const words = [...new Set([query.category, query.q].map(plain).filter(Boolean))].join(" ");
  if (town === null || (words === "" && town === "")) return null;
  const farther = otherSearches.wider.find(({ without }) => without.includes("radius"));
  const within = farther ? `moins de ${farther.query.radius} km` : "";
  return { words, town, nearest: otherSearches.elsewhere[0]?.query.location ?? within };
}
