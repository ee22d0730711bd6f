import type { Executor } from "#platform/postgres.server.ts";
import { isForgiven, meantCities, meantWord, placeParts } from "./rules.ts";
import type { OfferQuery, Target } from "./schema.ts";
import {
  readTyped,
  similarPlaces,
  similarWords,
  type TypedPlace,
  type TypedWord,
} from "./store.server.ts";

/**
 * What somebody typed, in the terms of the read model (R3): words to stems, a slip of the finger
 * forgiven, a place to the cities it means.
 *
 * @returns null when no offer can fit, because a word, a place or a category is not known at all.
 */
export async function understandQuery(db: Executor, query: OfferQuery): Promise<Target | null> {
  const target: Target = {
    ...everything(query),
    professionalId: query.professional ?? null,
    price: query.price ?? null,
  };
  if (query.q === "" && query.location === "" && query.category === "") return target;

  const typed = await readTyped(db, query);
  const terms = await knownTerms(db, typed.words);
  if (!terms || (query.q !== "" && typed.text === "")) return null;
  if (query.category !== "" && !typed.type) return null;
  const place = query.location === "" ? null : await knownPlace(db, typed.place);
  if (query.location !== "" && !place) return null;
  return { ...target, ...place, terms, type: typed.type };
}

/** What somebody looks for who only says when, and in which order. */
export function everything({ lastMinute, sort }: Pick<OfferQuery, "lastMinute" | "sort">): Target {
  return {
    terms: [],
    cities: null,
    postcode: null,
    type: null,
    professionalId: null,
    price: null,
    lastMinute,
    sort,
  };
}

/**
 * Stems of all words, the longest word first because it says most; null when one is unknown. Words
 * like « le » have no stem and ask for nothing.
 */
async function knownTerms(db: Executor, words: readonly TypedWord[]): Promise<string[] | null> {
  const terms = new Set<string>();
  for (const typed of [...words].sort((a, b) => b.word.length - a.word.length)) {
    const meant = typed.isKnown
      ? typed
      : isForgiven(typed.word) && meantWord(typed.word, await similarWords(db, typed.word));
    if (!meant) return null;
    terms.add(meant.term);
  }
  return [...terms];
}

/** « lyon », « 69 », « saint-et », « 69003 Lyon », « Paris 11e », « Marseile ». */
async function knownPlace(
  db: Executor,
  { key, cities }: TypedPlace,
): Promise<Pick<Target, "cities" | "postcode"> | null> {
  const { name, postcode } = placeParts(key);
  if (cities.length > 0) return { cities, postcode: name === "" ? postcode : null };
  if (name === "") return null;
  const named =
    name === key ? [] : (await readTyped(db, { q: "", location: name, category: "" })).place.cities;
  const found = named.length > 0 ? named : meantCities(name, await similarPlaces(db, name));
  return found.length > 0 ? { cities: found, postcode } : null;
}
